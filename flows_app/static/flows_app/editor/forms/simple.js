// Fields with one plain value.

import { html, ifDefined, live } from "../parts/lit.js";
import { field } from "./field.js";

export const stringField = (form, at, { label, help, long = false, placeholder = help }) =>
  field(form, at, {
    label,
    help,
    control: ({ id, describedBy, invalid }) => {
      const typed = (event) => form.set(at, event.target.value === "" ? undefined : event.target.value, { typing: true });
      const shown = live(form.get(at) ?? "");
      return long
        ? html`<textarea class="ed-input" id=${id} rows="2" ?disabled=${form.readonly} aria-describedby=${ifDefined(describedBy)} aria-invalid=${ifDefined(invalid)}
            placeholder=${placeholder} data-key="text-${at.join("/")}" .value=${shown} @input=${typed}></textarea>`
        : html`<input class="ed-input" type="text" id=${id} ?disabled=${form.readonly} aria-describedby=${ifDefined(describedBy)} aria-invalid=${ifDefined(invalid)}
            placeholder=${placeholder} data-key="text-${at.join("/")}" .value=${shown} @input=${typed} />`;
    },
  });

export const numberField = (form, at, { label, help, whole, standard, minimum, maximum }) =>
  field(form, at, {
    label,
    help,
    showHelp: true,
    control: ({ id, describedBy, invalid }) => html`<input class="ed-input ed-short" type="number" id=${id} ?disabled=${form.readonly} data-key="number-${at.join("/")}"
      aria-describedby=${ifDefined(describedBy)} aria-invalid=${ifDefined(invalid)} step=${whole ? 1 : "any"} min=${ifDefined(minimum)} max=${ifDefined(maximum)}
      placeholder=${standard ?? ""} .value=${live(form.get(at) === undefined ? "" : String(form.get(at)))}
      @input=${(event) => !event.target.validity.badInput && form.set(at, event.target.value === "" ? undefined : Number(event.target.value), { typing: true })} />`,
  });

export const booleanField = (form, at, { label, help }) => {
  const id = form.elementId(at);
  return field(form, at, {
    label,
    help,
    hideLabel: true,
    showHelp: true,
    control: ({ describedBy, invalid }) => html`<span class="ed-check"><input type="checkbox" id=${id} ?disabled=${form.readonly} data-key="check-${at.join("/")}"
      aria-describedby=${ifDefined(describedBy)} aria-invalid=${ifDefined(invalid)} .checked=${live(Boolean(form.get(at)))}
      @change=${(event) => form.set(at, event.target.checked || undefined)} /><span class="ed-check-label" aria-hidden="true" @click=${(event) => event.target.previousElementSibling.click()}>${label}</span></span>`,
  });
};

export const choiceField = (form, at, { label, help, choices, standard, onChange }) =>
  field(form, at, {
    label,
    help,
    control: ({ id, describedBy, invalid }) => html`<select class="ed-input" id=${id} ?disabled=${form.readonly} data-key="choice-${at.join("/")}"
      aria-describedby=${ifDefined(describedBy)} aria-invalid=${ifDefined(invalid)}
      @change=${(event) => (onChange ? onChange(event.target.value) : form.set(at, event.target.value))}>
      ${choices.map((choice) => html`<option value=${choice} .selected=${live((form.get(at) ?? standard) === choice)}>${choice}</option>`)}
    </select>`,
  });
