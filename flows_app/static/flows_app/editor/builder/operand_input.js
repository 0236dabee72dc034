// The inputs for one operand: a fixed value, written as its type takes it, or a slot.

import { html, live, nothing } from "../parts/lit.js";
import { addButton, removeButton } from "../parts/button.js";
import { formOf, isMoment } from "../document/slot_types.js";
import { goesInto } from "./computations.js";
import { isWrongDays, isWrongNumber } from "./operands.js";

/**
 * `slots`: [{name, type, choices?}] to choose from. `type`: what the operand must hold; `choices`: the values of a choice slot.
 * `put(operand)` takes the new one. `fixed`: whether a fixed value is possible, too.
 */
export function operandInput(operand, { slots, type, choices, label, fixed = true, put }) {
  if (operand.values) return manyInput(operand.values, { type, choices, label, put });
  const fitting = slots.filter((slot) => goesInto(slot.type, type) || slot.name === operand.slot);
  // While no slot is chosen, “this value:” stands there, and the value beside it.
  const isSlot = fixed ? Boolean(operand.slot) : operand.slot !== undefined;
  const chosen = (name) => put(name === "" && fixed ? { value: "" } : { slot: name });
  return html`<span class="eb-operand">
    ${fixed && fitting.length === 0 ? nothing : slotSelect(fitting, isSlot ? operand.slot : "", chosen, {
      label: `${label}: a value or a slot`, none: fixed ? "this value:" : "choose a slot" })}
    ${isSlot ? daysInput(operand, slots, label, put) : valueInput(operand.value ?? "", { type, choices, label, put: (value) => put({ value }) })}
  </span>`;
}

export const slotSelect = (slots, name, onChange, { label, none = "choose a slot" }) => html`
  <select class="ed-input" aria-label=${label} @change=${(event) => onChange(event.target.value)}>
    <option value="" .selected=${live(name === "")}>${none}</option>
    ${slots.map((slot) => html`<option value=${slot.name} .selected=${live(slot.name === name)}>${slot.name}</option>`)}
  </select>`;

/** A date can be meant some days before or after. */
function daysInput(operand, slots, label, put) {
  const type = slots.find((slot) => slot.name === operand.slot)?.type;
  if (!isMoment(type)) return nothing;
  return html`<span class="eb-days"><span>plus</span>${numberInput(operand.days ?? "0", `${label}: days later`, (days) => put({ slot: operand.slot, days }), {
    wrong: isWrongDays, unit: html`<span>days</span>` })}</span>`;
}

const KINDS_OF_INPUT = { date: "date", datetime: "datetime-local", time: "time" };

function valueInput(value, { type, choices, label, put }) {
  const form = formOf(type);
  if (form === "boolean") return select(value, [["true", "yes"], ["false", "no"]], label, put);
  if (form === "list") return html`<span class="eb-words">an empty list</span>`;
  if (form === "choice" && choices?.length) return select(value, choicesWith(value, choices), label, put);
  if (form === "number") return numberInput(value, label, put);
  return html`<input class="ed-input" type=${KINDS_OF_INPUT[form] ?? "text"} aria-label=${label} .value=${live(value)} @input=${(event) => put(event.target.value)} />`;
}

/** A box for text: one for numbers drops a comma without a word, and 12,5 becomes 125. */
function numberInput(value, label, put, { wrong = isWrongNumber, unit = nothing } = {}) {
  const isWrong = wrong(value);
  return html`<input class="ed-input" type="text" inputmode="decimal" autocomplete="off" aria-label=${label} aria-invalid=${isWrong ? "true" : nothing}
    .value=${live(value)} @input=${(event) => put(event.target.value)} />${unit}
    ${isWrong ? html`<span class="eb-wrong" role="alert">Write a number such as 1250 or 12.5</span>` : nothing}`;
}

/** What stands there is offered even if it is no choice any more: it must be seen. */
const choicesWith = (value, choices) => [...new Set([...choices.map((choice) => choice.value), value])].filter(Boolean).map((one) => [one, one]);

const select = (value, pairs, label, put) => html`<select class="ed-input" aria-label=${label} @change=${(event) => put(event.target.value)}>
  ${[["", "choose"], ...pairs].map(([one, words]) => html`<option value=${one} .selected=${live(one === value)}>${words}</option>`)}</select>`;

const manyInput = (values, { type, choices, label, put }) => html`<span class="eb-many">
  ${values.map((value, index) => html`<span class="eb-operand">
    ${valueInput(value, { type, choices, label: `${label} ${index + 1}`, put: (typed) => put({ values: values.with(index, typed) }) })}
    ${values.length > 1 ? removeButton(`Remove value ${index + 1}`, `drop-value-${index}`, () => put({ values: values.toSpliced(index, 1) })) : nothing}</span>`)}
  ${addButton("Another value", "add-value", () => put({ values: [...values, ""] }))}
</span>`;
