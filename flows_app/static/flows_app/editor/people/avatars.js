import { html } from "../parts/lit.js";

/** A round sign with a person's initials; the same colour for the same person. */
export const avatar = (person, label = person.name) => html`<span class="ed-avatar ed-hue-${hue(person)}" role="img" aria-label=${label} title=${label}>${initials(person.name)}</span>`;

const hue = (person) => [...String(person.id)].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 6;

const initials = (name) => String(name).split(/[\s._-]+/).filter(Boolean).slice(0, 2).map((word) => word[0].toUpperCase()).join("") || "?";
