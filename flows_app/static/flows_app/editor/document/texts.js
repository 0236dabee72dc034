// Texts with variants: one wording or several of which one is taken, or these for each language. A plain text is the
// main language's. What people get where theirs is missing is decided by flows_app/flow_language/texts.py.

import { slotsOf, stepsOf } from "./walking.js";

const PLACEHOLDER = /\{\{|\}\}|\{[^{}]*\}/g;

export const byLanguage = (text) => text !== null && typeof text === "object" && !Array.isArray(text);

export const wordings = (variant) => (Array.isArray(variant) ? variant : [variant ?? ""]);

const isWritten = (variant) => wordings(variant).some((wording) => typeof wording === "string" && wording !== "");
const isWorded = (variant) => wordings(variant).some((wording) => /\p{L}/u.test(String(wording).replace(PLACEHOLDER, "")));

/** What is written in a language; undefined if nothing is. */
export const variantIn = (text, language, main) => (byLanguage(text) ? text[language] : language === main ? text : undefined) ?? undefined;

/** By language, without empty ones. `instead`: what people see while no text is written, such as the value of a choice. */
function variantsOf(text, main, instead) {
  const all = byLanguage(text) ? text : { [main]: text ?? instead };
  return Object.fromEntries(Object.entries(all).filter(([, variant]) => isWritten(variant)));
}

const baseOf = (language) => language.split("-")[0];

/** What one translates from, and what is shown where nothing is written in a language; undefined if there is no text at all. */
export function sourceOf(text, language, main, instead) {
  const { [language]: _, ...others } = variantsOf(text, main, instead);
  return others[baseOf(language)] ?? others[main] ?? others.en ?? others[Object.keys(others).sort()[0]];
}

/** Whether people who speak the language get another one's words. A text that is nothing but values needs no translation. */
export function isGap(text, language, main, instead) {
  const variants = variantsOf(text, main, instead);
  if (variants[language] ?? variants[baseOf(language)]) return false;
  const source = sourceOf(text, language, main, instead);
  return source !== undefined && isWorded(source);
}

/** The text with another variant in a language; `undefined` takes it away. It becomes one for each language if it must. */
export function withVariant(text, language, main, variant, instead) {
  const { [main]: first, ...others } = { ...variantsOf(text, main, instead), [language]: variant };
  const all = Object.fromEntries(Object.entries({ [main]: first, ...others }).filter(([, one]) => one !== undefined));
  const languages = Object.keys(all);
  if (languages.length === 0) return undefined;
  if (languages.length > 1 || languages[0] !== main) return all;
  // A value that stood for the text while another language was written is no text of its own.
  return variant === undefined && first === instead ? undefined : first;
}

/** The first wording, in the language or else in what people get in its place. */
export function wordingIn(text, language = "en") {
  if (Array.isArray(text)) return wordingIn(text[0]);
  if (byLanguage(text)) return wordingIn(text[language] ?? text[baseOf(language)] ?? text.en ?? text[Object.keys(text).sort()[0]]);
  return typeof text === "string" ? text : "";
}

/** Every text of the document: [{kind: "step"|"slot", id, part, at, text, instead}] in reading order. `places`: as the server names them. */
export function textsOf(document, places) {
  const ofSteps = stepsOf(document).flatMap(({ id, step }) => textsIn(step, places[step.type]).map((found) => ({ kind: "step", id, part: step, ...found })));
  const ofSlots = slotsOf(document).flatMap(({ id, slot }) => textsIn(slot, places.slot).map((found) => ({ kind: "slot", id, part: slot, ...found })));
  return [...ofSteps, ...ofSlots];
}

const known = new WeakMap();

/** Parts that did not change are the same objects, so they are searched once. */
function textsIn(part, places = []) {
  if (!known.has(part)) known.set(part, places.flatMap((place) => textsAt(part, place)));
  return known.get(part);
}

function textsAt(part, { at, instead }) {
  const holders = at.slice(0, -1).reduce(inside, [{ here: part, path: [] }]);
  return holders
    .filter(({ here }) => here !== null && typeof here === "object")
    .map(({ here, path }) => ({ at: [...path, at.at(-1)], text: here[at.at(-1)] ?? undefined, instead: instead ? here[instead] : undefined }))
    .filter((found) => found.text !== undefined || isWritten(found.instead));
}

const inside = (holders, key) =>
  holders.flatMap(({ here, path }) =>
    key === "*"
      ? (Array.isArray(here) ? here : []).map((item, index) => ({ here: item, path: [...path, index] }))
      : [{ here: here?.[key], path: [...path, key] }]);
