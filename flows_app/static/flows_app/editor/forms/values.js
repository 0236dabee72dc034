// A value of any kind, written as the slot it belongs to takes it; and whole objects as JSON.

import { html, ifDefined, live } from "../parts/lit.js";
import { combobox } from "./combobox.js";
import { field } from "./field.js";
import { slotNamed } from "./choices.js";
import { formOf } from "../document/slot_types.js";

// What is typed for them is read as JSON, if it can be.
const WRITTEN_AS_JSON = new Set([undefined, "number", "list", "object"]);

export const valueField = (form, at, { label, help, hideLabel, slot, placeholder }) =>
  field(form, at, { label, help, hideLabel, showHelp: !hideLabel, control: (tied) => valueInput(form, at, { ...tied, slot, placeholder }) });

/** `slot`: the definition of the slot that the value is for, if it is known. */
export function valueInput(form, at, { slot, placeholder = "a value", ...tied }) {
  const value = form.get(at);
  const key = `value-${at.join("/")}`;
  const put = (given) => form.set(at, given);
  const kind = formOf(slot?.type);
  if (kind === "boolean") return yesOrNo(form, value, put, key, tied);
  if (kind === "choice") {
    const choices = () => (slot.choices ?? []).map((choice) => ({ value: choice.value }));
    return combobox({ ...tied, key, value, placeholder, disabled: form.readonly, choices, onCommit: (typed) => put(typed || undefined) });
  }
  return html`<input class="ed-input" type="text" id=${ifDefined(tied.id)} ?disabled=${form.readonly} data-key=${key} placeholder=${placeholder}
    aria-describedby=${ifDefined(tied.describedBy)} aria-invalid=${ifDefined(tied.invalid)} aria-label=${ifDefined(tied.ariaLabel)}
    .value=${written(value, slot?.type)} @change=${(event) => put(read(event.target.value, slot?.type))} />`;
}

const yesOrNo = (form, value, put, key, { id, describedBy, invalid, ariaLabel }) => html`
  <select class="ed-input ed-short" id=${ifDefined(id)} ?disabled=${form.readonly} data-key=${key} aria-describedby=${ifDefined(describedBy)}
    aria-invalid=${ifDefined(invalid)} aria-label=${ifDefined(ariaLabel)}
    @change=${(event) => put({ true: true, false: false }[event.target.value])}>
    ${[["", "not set"], ["true", "yes"], ["false", "no"]].map(([choice, words]) => html`<option value=${choice} .selected=${live(String(value ?? "") === choice)}>${words}</option>`)}
  </select>`;

/** A text that would be read back as something else stands in quotes. */
export function written(value, type) {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return JSON.stringify(value);
  return read(value, type) === value ? value : JSON.stringify(value);
}

export function read(typed, type) {
  const text = typed.trim();
  if (text === "") return undefined;
  if (!WRITTEN_AS_JSON.has(formOf(type)) && !text.startsWith('"')) return text;
  try {
    return unlessTooLong(JSON.parse(text), text);
  } catch {
    return text;
  }
}

/** A number with more digits than the browser can hold stays the text that it is: it would become another number. */
export const unlessTooLong = (value, text) =>
  typeof value === "number" && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER) ? text : value;

export const slotOf = (form, name) => slotNamed(form.editor, name);

/** An object as JSON; what can't be read stays in the box, marked, until it can. */
export const jsonField = (form, at, { label, help }) =>
  field(form, at, {
    label,
    help,
    showHelp: true,
    control: ({ id, describedBy, invalid }) => html`<textarea class="ed-input ed-code" id=${id} rows="1" spellcheck="false" ?disabled=${form.readonly} data-key="json-${at.join("/")}"
      aria-describedby=${ifDefined(describedBy)} aria-invalid=${ifDefined(invalid)} placeholder='{"key": "value"}'
      .value=${form.get(at) === undefined ? "" : JSON.stringify(form.get(at), null, 1)}
      @change=${(event) => takeJson(event.target, form, at)}></textarea>`,
  });

function takeJson(input, form, at) {
  let value;
  try {
    value = input.value.trim() === "" ? undefined : JSON.parse(input.value);
  } catch {
    input.setCustomValidity("This is not JSON yet: names and texts stand in double quotes.");
    return input.reportValidity();
  }
  input.setCustomValidity("");
  return form.set(at, value);
}
