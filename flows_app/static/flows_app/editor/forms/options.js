// Quick replies: what stands on the button, and what a press means.

import { html, live, nothing, repeat } from "../parts/lit.js";
import { addButton, iconButton, removeButton } from "../parts/button.js";
import { wordingIn } from "../document/texts.js";
import { heldAs } from "../document/types.js";
import { combobox } from "./combobox.js";
import { field, findingList } from "./field.js";
import { textField } from "./text.js";
import { slotCommitted, slotInput } from "./pickers.js";
import { flowChoices, slotNamed, stepChoices } from "./choices.js";
import { slotOf, valueInput } from "./values.js";

export function optionsField(form, at, { label, help }) {
  const options = form.get(at) ?? [];
  return field(form, at, {
    label,
    help,
    group: true,
    leaf: false,
    hideLabel: options.length === 0,
    control: () => html`<div class="ed-rows">
      ${repeat(options, (_, index) => index, (option, index) => optionRow(form, at, option ?? {}, index, options.length))}
      ${form.readonly ? nothing : addButton("Add a quick reply", `add-${at.join("/")}`, () => addOption(form, at, options))}
    </div>`,
  });
}

function addOption(form, at, options) {
  form.set(at, [...options, {}]);
  queueMicrotask(() => document.getElementById(form.elementId([...at, options.length, "label"]))?.focus());
}

function optionRow(form, at, option, index, count) {
  const here = [...at, index];
  return html`<div class="ed-option" role="group" aria-label="Quick reply ${index + 1}" data-at=${here.join("/")}>
    <div class="ed-option-line">
      ${textField(form, [...here, "label"], { label: `Text of quick reply ${index + 1}`, help: "", compact: true, hideLabel: true })}
      ${meaningSelect(form, here, option, index)}
      ${form.readonly ? nothing : html`<span class="ed-row-tools">
        ${index > 0 ? iconButton({ label: `Move quick reply ${index + 1} up`, iconName: "arrow_up", key: `up-${here.join("/")}`, onClick: () => swap(form, at, index, index - 1) }) : nothing}
        ${removeButton(`Remove quick reply ${index + 1}`, `drop-${here.join("/")}`, () => remove(form, at, index, count))}</span>`}
    </div>
    ${details(form, here, option)}
    ${findingList(form.findingsAt(here), `${form.elementId(here)}-findings`)}
    ${findingList(form.findingsAt([...here, "value"], { inside: true }), `${form.elementId(here)}-value-findings`)}
    ${findingList(form.findingsAt([...here, "command"], { inside: true }), `${form.elementId(here)}-command-findings`)}
  </div>`;
}

/** Slots whose kind decides how the values of a step's quick replies are entered: its card is drawn again when one of them changes. */
export const slotsOfReplies = (editor, step) =>
  listOf(heldAs(step, "options")).map((option) => slotNamed(editor, option?.command?.slot ?? heldAs(step, "slot")));

const listOf = (value) => (Array.isArray(value) ? value : []);

const meaningOf = (option) => option.command?.type ?? (option.value === undefined || option.value === null ? "" : "value");

/** What a press can do, in words: give an answer, or carry one of the commands. */
function meaningsIn(editor) {
  const { about, pressed } = editor.boot.commands;
  return { "": "answers with its text", value: "answers with a value", ...Object.fromEntries(pressed.map((type) => [type, about[type].press])) };
}

function meaningSelect(form, at, option, index) {
  const meaning = meaningOf(option);
  const meanings = meaningsIn(form.editor);
  const known = meaning in meanings ? meanings : { ...meanings, [meaning]: meaning };
  return html`<select class="ed-input" aria-label="What quick reply ${index + 1} does" ?disabled=${form.readonly} data-key="meaning-${at.join("/")}"
    @change=${(event) => setMeaning(form, at, event.target.value)}>
    ${Object.entries(known).map(([value, words]) => html`<option value=${value} .selected=${live(value === meaning)}>${words}</option>`)}</select>`;
}

function setMeaning(form, at, meaning) {
  form.change(`Change what a quick reply of ${form.name} does`, (part) => {
    const option = at.reduce((here, key) => here[key], part);
    delete option.value;
    delete option.command;
    if (meaning === "value") option.value = wordingIn(option.label, form.editor.languages.main);
    else if (meaning) option.command = { type: meaning };
  });
}

function details(form, at, option) {
  const meaning = meaningOf(option);
  if (meaning === "value") {
    return html`<div class="ed-option-more">${valueInput(form, [...at, "value"], { ariaLabel: "Value", slot: heldAs(form.part, "slot") ? slotOf(form, heldAs(form.part, "slot")) : undefined })}</div>`;
  }
  const needed = form.editor.boot.commands.about[meaning]?.fields ?? [];
  return needed.length ? html`<div class="ed-option-more">${needed.map((key) => argument(form, [...at, "command", key], key, option))}</div>` : nothing;
}

function argument(form, at, key, option) {
  const shared = { ariaLabel: { slot: "Slot", step: "Step", flow: "Flow" }[key], key: `${key}-${at.join("/")}`, value: form.get(at), disabled: form.readonly };
  if (key === "value") return valueInput(form, at, { ariaLabel: "New value", slot: slotOf(form, option.command.slot) });
  if (key === "slot") return slotInput(form, { ...shared, onCommit: (name, create) => slotCommitted(form, at, name, create) });
  const choices = () => (key === "step" ? stepChoices(form.editor) : flowChoices(form.editor));
  return combobox({ ...shared, placeholder: `a ${key}`, choices, onCommit: (name) => form.set(at, name || undefined) });
}

function remove(form, at, index, count) {
  form.change(`Remove a quick reply of ${form.name}`, (part) => {
    const holder = at.slice(0, -1).reduce((here, key) => here[key], part);
    if (count === 1) delete holder[at.at(-1)];
    else holder[at.at(-1)].splice(index, 1);
  });
}

function swap(form, at, one, other) {
  form.change(`Move a quick reply of ${form.name}`, (part) => {
    const list = at.reduce((here, key) => here[key], part);
    [list[one], list[other]] = [list[other], list[one]];
  });
}
