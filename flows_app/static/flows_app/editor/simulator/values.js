/** Values as people write them in a small field: a number, true, a list in JSON; anything else is a text. */

import { unlessTooLong } from "../forms/values.js";

export function written(value) {
  return typeof value === "string" && !looksLikeAnother(value) ? value : JSON.stringify(value ?? null);
}

/** Nothing at all means: no value. */
export function read(text) {
  const trimmed = text.trim();
  if (trimmed === "") {
    return null;
  }
  try {
    return unlessTooLong(JSON.parse(trimmed), text);
  } catch {
    return text;
  }
}

/** A text such as `50` needs its quotes, or it would be read as a number. */
function looksLikeAnother(text) {
  return text.trim() === "" || typeof read(text) !== "string" || text.startsWith('"');
}
