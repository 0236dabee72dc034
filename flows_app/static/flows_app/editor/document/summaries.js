// Lines about a step, as its type writes them: `while [condition]`, with what the fields hold put in.

import { wordingIn } from "./texts.js";
import { typeOf } from "./types.js";

const FIELD = /\[(\w+)\]/g;

/** Each line of which every field is filled. `between`: what stands between the entries of a mapping. */
export function filledLines(step, lines, language, between) {
  const { fields } = typeOf(step);
  const inWords = (key) => words(step[key], fields.find((field) => field.key === key)?.kind, language, between);
  return lines
    .filter((line) => [...line.matchAll(FIELD)].every(([, key]) => inWords(key)))
    .map((line) => line.replaceAll(FIELD, (_, key) => inWords(key)));
}

const count = (number, word) => (number ? `${number} ${word}${number === 1 ? "" : "s"}` : "");

function words(value, kind, language, between) {
  if (value === undefined || value === null || kind === "text" || kind === undefined) return wordingIn(value, language);
  if (kind === "cases" || kind === "steps") return Array.isArray(value) ? count(value.length, kind.slice(0, -1)) : "";
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "object") return Object.entries(value).map(([key, one]) => `${key} = ${one}`).join(between);
  return String(value);
}
