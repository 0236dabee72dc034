// A form made from the schema: the important fields, then the rest under “More”, then keys that the language does not know.

import { html, nothing } from "../parts/lit.js";
import { NESTING, spelled } from "../document/schema.js";
import { questionField } from "../document/types.js";
import { expressionField } from "./expression.js";
import { inputsField, outputsField, slotExpressionsField } from "./mapping.js";
import { normalisersField, slotListField, triggersField } from "./lists.js";
import { optionsField } from "./options.js";
import { actionField } from "./action_picker.js";
import { flowField, slotField, targetField } from "./pickers.js";
import { questionOfSlot } from "./question.js";
import { booleanField, choiceField, numberField, stringField } from "./simple.js";
import { choicesField, validatorsField } from "./slot_parts.js";
import { textField } from "./text.js";
import { jsonField, valueField } from "./values.js";
import { comesFirst, inOrder } from "./words.js";

const CONTROLS = {
  text: messageField,
  expression: expressionField,
  computed: (form, at, words) => expressionField(form, at, { ...words, target: () => ({}) }),
  slot: slotField,
  target: targetField,
  flow: flowField,
  action: actionField,
  options: optionsField,
  inputs: inputsField,
  outputs: outputsField,
  slot_expressions: slotExpressionsField,
  slot_list: slotListField,
  normalisers: normalisersField,
  triggers: triggersField,
  validators: validatorsField,
  choices: choicesField,
  boolean: booleanField,
  integer: (form, at, words) => numberField(form, at, { ...words, whole: true }),
  number: numberField,
  string: stringField,
  template: (form, at, words) => stringField(form, at, { ...words, long: true }),
  long_text: (form, at, words) => stringField(form, at, { ...words, long: true }),
  choice: choiceField,
  value: (form, at, words) => valueField(form, at, { ...words, slot: form.part }),
  json: jsonField,
};

function messageField(form, at, words) {
  const question = form.kind === "step" && at[0] === questionField(form.part) ? questionOfSlot(form.editor, form.part) : "";
  return textField(form, at, question ? { ...words, placeholder: `The slot asks: ${question}` } : words);
}

/** `leaveOut`: keys that are drawn elsewhere. */
export function formFields(form, fields, { leaveOut = [] } = {}) {
  const drawn = inOrder(form.type, fields.filter((field) => !leaveOut.includes(field.key) && !NESTING.has(field.kind)));
  const strange = Object.keys(form.part)
    .filter((key) => !fields.some((field) => field.key === key))
    .map((key) => ({ key, kind: "json", label: spelled(key), help: "The language has no such field; it is kept as it is." }));
  const all = [...drawn, ...strange];
  const outside = shownOutside(form, all);
  const inside = all.filter((field) => !outside.includes(field));
  return html`${outside.map((field) => oneField(form, field))}${inside.length ? more(form, inside) : nothing}`;
}

/** The important ones, and those that have something in them; but nothing moves while “More” is open or is typed into. */
function shownOutside(form, fields) {
  const { more, promoted } = form.editor.view;
  if (!promoted.has(form.id)) promoted.set(form.id, new Set());
  const kept = promoted.get(form.id);
  for (const { key } of more.get(form.id) ? [] : fields) {
    if (form.part[key] !== undefined || form.findingsAt([key], { inside: true }).length) kept.add(key);
  }
  return fields.filter((field) => comesFirst(form.type, field) || kept.has(field.key));
}

/** A kind that is not known here is edited by the shape of its value. */
export const oneField = (form, field) =>
  (CONTROLS[field.kind] ?? CONTROLS[field.plain])(form, [field.key], { ...field, standard: field.default });

const more = (form, inside) => html`<details class="ed-more" .open=${form.editor.view.more.get(form.id) ?? false} @toggle=${(event) => form.editor.view.more.set(form.id, event.target.open)}>
  <summary data-key="more">More</summary>
  <div class="ed-more-fields">${inside.map((field) => oneField(form, field))}</div>
</details>`;
