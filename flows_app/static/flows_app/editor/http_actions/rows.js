// Rows of a name and a value.

import { html, ifDefined, live, nothing, repeat } from "../parts/lit.js";
import { addButton, removeButton } from "../parts/button.js";
import { field } from "../forms/field.js";

/**
 * `key`: where the rows stand in the form; `names`, `values`: {label, placeholder} of the boxes.
 * `arrow`: what stands between both. `more(row, index)` draws what a row has besides, `valueBox(row, index)` in place of its value.
 */
export function rowsField(form, dialog, key, { label, help, rows, names, values, addLabel, blank = { name: "", value: "" }, arrow = "", more = () => nothing, valueBox = null, changed = () => {}, problemsAt = key }) {
  const change = (list) => {
    rows.splice(0, rows.length, ...list);
    dialog.update();
  };
  const add = () => {
    change([...rows, { ...blank }]);
    document.getElementById(`${form.elementId([key])}-${rows.length - 1}`)?.focus();
  };
  return field(form, [problemsAt], {
    label,
    help,
    group: true,
    showHelp: true,
    control: () => html`<div class="ed-rows">
      ${repeat(rows, (_, index) => index, (row, index) => html`<div class="ed-row ed-http-row">
        ${textBox({ id: `${form.elementId([key])}-${index}`, label: `${names.label} ${index + 1}`, placeholder: names.placeholder, value: row.name, readonly: form.readonly,
          onInput: (typed) => { row.name = typed; }, onChange: () => changed(row) })}
        ${arrow ? html`<span class="ed-equals" aria-hidden="true">${arrow}</span>` : nothing}
        ${valueBox?.(row, index) ?? textBox({ label: `${values.label} ${index + 1}`, placeholder: values.placeholder, value: row.value, readonly: form.readonly,
          onInput: (typed) => { row.value = typed; }, onChange: () => changed(row) })}
        ${more(row, index)}
        ${form.readonly ? nothing : removeButton(`Remove ${names.label.toLowerCase()} ${index + 1}`, `drop-${key}-${index}`, () => change(rows.filter((one) => one !== row)))}
      </div>`)}
      ${form.readonly ? nothing : addButton(addLabel, `add-${key}`, add)}
    </div>`,
  });
}

export const textBox = ({ id, label, placeholder = "", value, readonly, onInput, onChange = () => {}, type = "text", describedBy, invalid, hidden = false }) => html`
  <input class="ed-input ed-code" type=${type} id=${ifDefined(id)} aria-label=${ifDefined(hidden ? undefined : label)} placeholder=${placeholder} autocomplete=${type === "password" ? "new-password" : "off"} spellcheck="false"
    aria-describedby=${ifDefined(describedBy)} aria-invalid=${ifDefined(invalid)} ?disabled=${readonly} .value=${live(value)}
    @input=${(event) => onInput(event.target.value)} @change=${onChange} />`;
