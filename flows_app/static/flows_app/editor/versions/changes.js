/** Typed differences, grouped, each with what was there before and what is there now. */

import { html, nothing } from "../parts/lit.js";
import { labelAt } from "../forms/words.js";
import { legible } from "./legible.js";
import { wordDiff } from "./word_diff.js";

const GROUPS = [
  ["step", "Steps"],
  ["text", "Texts"],
  ["routing", "Where it leads"],
  ["slot", "Slots"],
  ["note", "Notes"],
  ["flow", "The flow itself"],
];
const SIGNS = { added: "+", removed: "−", changed: "~", moved: "↕" };

/** `choose(step)`, if given, makes the names of steps lead to their cards. */
export function changeList(changes, { choose = null } = {}) {
  if (!changes.length) {
    return html`<p class="ed-empty">Nothing differs.</p>`;
  }
  const known = new Set(GROUPS.map(([part]) => part));
  return html`<div class="ed-changes">${GROUPS.map(([part, title]) => {
    const own = changes.filter((change) => (known.has(change.part) ? change.part : "flow") === part);
    return own.length ? html`<section><h3>${title} <span class="ed-badge">${own.length}</span></h3><ul>${own.map((change) => item(change, choose))}</ul></section>` : nothing;
  })}</div>`;
}

function item(change, choose) {
  const link = choose && change.step && change.kind !== "removed" ? () => choose(change.step) : null;
  return html`<li class="ed-change ed-change-${change.kind}">
    <span class="ed-change-sign" aria-hidden="true">${SIGNS[change.kind] ?? "~"}</span>
    <div><p class="ed-change-sentence">${link ? html`<button type="button" class="ed-change-link" @click=${link}>${inWords(change)}</button>` : inWords(change)}</p>
      ${change.kind === "moved" ? nothing : values(change)}</div>
  </li>`;
}

/** The server calls fields as the language does, the page as their forms do. What is about a field begins with it. */
function inWords({ sentence, form, field }) {
  const named = `“${field}”`;
  return field && sentence.startsWith(named) ? `“${labelAt(form, field)}”${sentence.slice(named.length)}` : sentence;
}

function values({ before, after }) {
  const [old, fresh] = [before, after].map((value) => (value === undefined || value === null ? "" : legible(value)));
  if (!old && !fresh) {
    return nothing;
  }
  if (old && fresh) {
    return html`<div class="ed-diff">${wordDiff(old, fresh).map(piece)}</div>`;
  }
  const whole = html`<div class="ed-diff">${piece({ kind: old ? "removed" : "added", text: old || fresh })}</div>`;
  // Of a step that is new or gone the name says most; the rest is there for who wants it.
  return (old || fresh).includes("\n") ? html`<details><summary>${old ? "What it was" : "What it is"}</summary>${whole}</details>` : whole;
}

function piece({ kind, text }) {
  if (kind === "removed") {
    return html`<del>${text}</del>`;
  }
  return kind === "added" ? html`<ins>${text}</ins>` : text;
}

/** How many of each kind, in a sentence. */
export function changeSummary(changes) {
  const counts = ["added", "removed", "changed", "moved"]
    .map((kind) => [changes.filter((change) => change.kind === kind).length, kind])
    .filter(([count]) => count);
  return counts.map(([count, kind]) => `${count} ${kind}`).join(", ");
}
