// Everything in a flow that can be searched for, a line each: whose it is, at which field, and what is written there.

import { fieldNamed } from "../document/types.js";
import { labelAt, languageName } from "../forms/words.js";

// Steps inside a step have entries of their own.
const NESTED_STEPS = /^(cases\/\d+\/|default\/)?steps$/;
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
// By the kind of field that maps one thing to another.
const SIGNS = { slot_expressions: "=", inputs: "=", outputs: "→" };
const known = new WeakMap();

/** [{kind, id, name, type, at, label, language, text, plain}] in reading order: the flow, its steps, its slots. */
export function entriesOf(editor) {
  const { document } = editor;
  if (!known.has(document)) known.set(document, collected(editor));
  return known.get(document);
}

function collected(editor) {
  const { steps, slots, ...own } = editor.document;
  return [
    ...linesOf({ kind: "flow", id: null, name: "Flow", type: "flow" }, own),
    ...editor.steps().flatMap(({ id, step: { type, ...step } }) => linesOf({ kind: "step", id, name: step.name || "a nameless step", type }, step)),
    ...editor.slots().flatMap(({ id, slot }) => linesOf({ kind: "slot", id, name: slot.name || "a nameless slot", type: "slot" }, slot)),
  ];
}

function linesOf(owner, part) {
  const found = [];
  walk(owner.type, part, [], found);
  return found.map(({ path, text }) => {
    const language = languageOf(owner.type, part, path);
    return { ...owner, at: path.join("/"), label: labelOf(owner.type, path, language), language, text, plain: plain(text) };
  });
}

const signOf = (type, key) => SIGNS[fieldNamed(type, key)?.kind];

function walk(type, value, path, found) {
  if (value !== null && typeof value === "object") {
    for (const [key, inside] of Object.entries(value)) {
      const here = [...path, key];
      if (!NESTED_STEPS.test(here.join("/"))) walk(type, inside, here, found);
    }
  } else if (typeof value === "string" || typeof value === "number") {
    const sign = path.length === 2 && Number.isNaN(Number(path[1])) ? signOf(type, path[0]) : undefined;
    found.push({ path, text: sign ? `${path[1]} ${sign} ${value}` : String(value) });
  }
}

/** The key under which a text for one language stands, or null. */
function languageOf(type, part, path) {
  const at = path.findIndex((key, index) => index > 0 && LANGUAGE.test(key) && isByLanguage(type, part, path.slice(0, index)));
  return at < 0 ? null : path[at];
}

function isByLanguage(type, part, path) {
  const text = path.reduce((here, key) => here[key], part);
  return !signOf(type, path[0]) && fieldNamed(type, path[0])?.kind !== "json" && !Array.isArray(text) && !("type" in text) && Object.keys(text).every((key) => LANGUAGE.test(key));
}

function labelOf(type, path, language) {
  const shown = path.filter((key) => key !== language).map((key) => (/^\d+$/.test(key) ? Number(key) + 1 : key));
  return labelAt(type, shown.join(".")) + (language ? ` (${languageName(language)})` : "");
}

/** Without accents and capitals, and as long as before: a place in one is the same place in the other. */
export const plain = (text) => text.replace(/[^\x00-\x7f]/g, (letter) => letter.normalize("NFKD")[0]).toLowerCase();

/** The entries that hold what is wanted, with where it begins and ends. */
export function matching(entries, wanted) {
  const needle = plain(wanted.trim());
  if (!needle) return [];
  return entries.flatMap((entry) => {
    const from = entry.plain.indexOf(needle);
    return from < 0 ? [] : [{ ...entry, from, to: from + needle.length }];
  });
}
