// Parts of a slot's form: what its values must pass, and the choices of a choice slot.

import { html, ifDefined, live, nothing, repeat } from "../parts/lit.js";
import { addButton, removeButton } from "../parts/button.js";
import { combobox } from "./combobox.js";
import { field, findingList } from "./field.js";
import { takeAway } from "./form.js";
import { textField } from "./text.js";
import { validatorChoices } from "./choices.js";
import { valueInput } from "./values.js";

export function validatorsField(form, at, { label, help }) {
  const used = form.get(at) ?? [];
  return field(form, at, {
    label,
    help,
    group: true,
    leaf: false,
    showHelp: used.length === 0,
    control: () => html`<div class="ed-rows">
      ${repeat(used, (_, index) => index, (use, index) => validatorRow(form, [...at, index], use ?? {}))}
      ${form.readonly ? nothing : addButton("Add a check", `add-${at.join("/")}`, () => add(form, at, used, { name: "" }, "name"))}
    </div>`,
  });
}

function add(form, at, list, blank, focus) {
  form.set(at, [...list, blank]);
  queueMicrotask(() => document.getElementById(form.elementId([...at, list.length, focus]))?.focus());
}

function validatorRow(form, at, use) {
  const known = (form.editor.boot.names.validators ?? []).find((one) => one.name === use.name);
  const names = [...new Set([...(known?.arguments ?? []).map((one) => one.name ?? one), ...Object.keys(use.arguments ?? {})])];
  return html`<div class="ed-row" data-at=${at.join("/")}>
      ${combobox({
        id: form.elementId([...at, "name"]), ariaLabel: "Check", key: `name-${at.join("/")}`, value: use.name, placeholder: "such as positive",
        disabled: form.readonly, choices: () => validatorChoices(form.editor), onCommit: (name) => choose(form, at, name),
      })}
      ${drop(form, at, `Remove the check ${use.name}`)}
      ${names.length ? html`<div class="ed-arguments">${names.map((name) => html`<label class="ed-argument"><span>${name}</span>${valueInput(form, [...at, "arguments", name], { placeholder: "value" })}</label>`)}</div>` : nothing}
    </div>${findingList(form.findingsAt(at, { inside: true }), `${form.elementId(at)}-findings`)}`;
}

/** Another check takes other arguments. */
function choose(form, at, name) {
  form.set(at, { name });
}

const drop = (form, at, label) =>
  form.readonly ? nothing : removeButton(label, `drop-${at.join("/")}`, () => form.change(label, (part) => takeAway(part, at)));

export function choicesField(form, at, { label, help }) {
  const choices = form.get(at) ?? [];
  return field(form, at, {
    label,
    help,
    group: true,
    leaf: false,
    showHelp: choices.length === 0,
    control: () => html`<div class="ed-rows">
      ${repeat(choices, (_, index) => index, (choice, index) => choiceRow(form, [...at, index], choice ?? {}, index))}
      ${form.readonly ? nothing : addButton("Add a choice", `add-${at.join("/")}`, () => add(form, at, choices, {}, "value"))}
    </div>`,
  });
}

const choiceRow = (form, at, choice, index) => html`
  <div class="ed-option" role="group" aria-label="Choice ${index + 1}" data-at=${at.join("/")}>
    <div class="ed-option-line">
      <input class="ed-input ed-code" type="text" id=${form.elementId([...at, "value"])} aria-label="Value of choice ${index + 1}" placeholder="value" ?disabled=${form.readonly}
        data-key="value-${at.join("/")}" .value=${live(choice.value ?? "")}
        aria-invalid=${ifDefined(form.findingsAt([...at, "value"]).length ? "true" : undefined)}
        @input=${(event) => form.set([...at, "value"], event.target.value || undefined, { typing: true })} />
      ${drop(form, at, `Remove choice ${index + 1}`)}
    </div>
    ${textField(form, [...at, "label"], { label: `What people see for choice ${index + 1}`, help: "", placeholder: "what people see", hideLabel: true, compact: true, instead: choice.value })}
    <input class="ed-input" type="text" aria-label="Other words for choice ${index + 1}" placeholder="other words for it, with commas between" ?disabled=${form.readonly}
      data-key="synonyms-${at.join("/")}" .value=${(choice.synonyms ?? []).join(", ")} @change=${(event) => setSynonyms(form, at, event.target.value)} />
    ${findingList(form.findingsAt(at), `${form.elementId(at)}-findings`)}
    ${findingList(form.findingsAt([...at, "value"], { inside: true }), `${form.elementId(at)}-value-findings`)}
  </div>`;

function setSynonyms(form, at, typed) {
  const words = typed.split(",").map((word) => word.trim()).filter(Boolean);
  form.set([...at, "synonyms"], words.length ? words : undefined);
}
