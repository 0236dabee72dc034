// What fields are called in their forms, and which of them come first, as the language says it. Fields that it says nothing
// of are called by their names and stand under “More”.

import { fieldNamed, formOf } from "../document/types.js";
import { spelled } from "../document/schema.js";

const LANGUAGES = new Intl.DisplayNames(["en"], { type: "language" });

/** What is inside a field is named too: `options.2.label` is “Quick replies 2, label”. */
export function labelAt(form, path) {
  const [key, ...inside] = path.split(".");
  const further = (label, part) => (/^\d+$/.test(part) ? `${label} ${part}` : `${label}, ${spelled(part).toLowerCase()}`);
  return inside.reduce(further, fieldNamed(form, key)?.label ?? spelled(key));
}

export const comesFirst = (form, field) => formOf(form).main.includes(field.key) || (field.required && field.key !== "name");

/** Fields in the order in which they stand in the form. */
export function inOrder(form, fields) {
  const { main } = formOf(form);
  const place = ({ key }) => (main.includes(key) ? main.indexOf(key) : main.length);
  return [...fields].sort((one, other) => place(one) - place(other));
}

export function languageName(code) {
  try {
    return LANGUAGES.of(code);
  } catch {
    return code;
  }
}
