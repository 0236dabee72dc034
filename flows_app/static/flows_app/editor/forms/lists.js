// Fields that hold several names, or several lines.

import { html, ifDefined, live, nothing, repeat } from "../parts/lit.js";
import { addButton, removeButton } from "../parts/button.js";
import { combobox } from "./combobox.js";
import { field, findingList } from "./field.js";
import { normaliserChoices, slotChoices } from "./choices.js";

/** Names as chips, with a box that adds one. */
function namesField(form, at, { label, help, choices, placeholder }) {
  const names = form.get(at) ?? [];
  const put = (list) => form.set(at, list.length ? list : undefined);
  return field(form, at, {
    label,
    help,
    group: true,
    showHelp: true,
    control: ({ describedBy }) => html`<div class="ed-chips">
      ${repeat(names, (_, index) => index, (name, index) => html`<span class="ed-chip"><span class="ed-code">${name}</span>
        ${form.readonly ? nothing : removeButton(`Remove ${name}`, `drop-${at.join("/")}/${index}`, () => put(names.filter((_, number) => number !== index)))}</span>`)}
      ${form.readonly ? nothing : html`<span class="ed-chip-box">${combobox({
        ariaLabel: `Add to: ${label}`,
        describedBy,
        key: `add-${at.join("/")}`,
        value: "",
        clears: true,
        placeholder,
        choices: () => choices().filter((choice) => !names.includes(choice.value)),
        onCommit: (name) => name && put([...names, name]),
      })}</span>`}
    </div>`,
  });
}

export const slotListField = (form, at, words) => namesField(form, at, { ...words, choices: () => slotChoices(form.editor), placeholder: "add a slot" });

export const normalisersField = (form, at, words) => namesField(form, at, { ...words, choices: () => normaliserChoices(form.editor), placeholder: "add one" });

/** Sentences, one a line: Enter begins another, a pasted list becomes several. */
export function triggersField(form, at, { label, help }) {
  const lines = form.get(at) ?? [];
  return field(form, at, {
    label,
    help,
    group: true,
    leaf: false,
    showHelp: true,
    control: () => html`<div class="ed-rows">
      ${repeat(lines, (_, index) => index, (line, index) => html`<div class="ed-row">${lineInput(form, [...at, index], line, `${label}, ${index + 1} of ${lines.length}`)}
        ${form.readonly ? nothing : removeButton(`Remove “${line}”`, `drop-${at.join("/")}/${index}`, () => removeLine(form, at, index))}</div>
        ${findingList(form.findingsAt([...at, index]), `${form.elementId([...at, index])}-findings`)}`)}
      ${form.readonly || lines.at(-1) === "" ? nothing : addButton("Add an example", `add-${at.join("/")}`, () => addLine(form, at, lines.length))}
    </div>`,
  });
}

const lineInput = (form, at, line, label) => html`<input class="ed-input" type="text" aria-label=${label} ?disabled=${form.readonly}
  id=${form.elementId(at)} aria-invalid=${ifDefined(form.findingsAt(at).some((finding) => finding.severity === "error") ? "true" : undefined)}
  aria-describedby=${ifDefined(form.findingsAt(at).length ? `${form.elementId(at)}-findings` : undefined)} data-key="line-${at.join("/")}" .value=${live(line)}
  placeholder="such as: send {amount} to {name}"
  @input=${(event) => form.set(at, event.target.value, { typing: true })}
  @keydown=${(event) => lineKey(event, form, at)} @paste=${(event) => pasted(event, form, at)} />`;

function lineKey(event, form, at) {
  const index = at.at(-1);
  if (event.key === "Enter" && !event.ctrlKey) {
    event.preventDefault();
    addLine(form, at.slice(0, -1), index + 1);
  } else if (event.key === "Backspace" && event.target.value === "") {
    event.preventDefault();
    removeLine(form, at.slice(0, -1), index);
  }
}

function addLine(form, at, index) {
  form.change("Add an example", (part) => {
    part[at[0]] = [...(part[at[0]] ?? [])];
    part[at[0]].splice(index, 0, "");
  });
  focusLine(form, at, index);
}

function removeLine(form, at, index) {
  form.change("Remove an example", (part) => part[at[0]].splice(index, 1));
  focusLine(form, at, Math.max(0, index - 1));
}

const focusLine = (form, at, index) => queueMicrotask(() => document.getElementById(form.elementId([...at, index]))?.focus());

function pasted(event, form, at) {
  const lines = event.clipboardData.getData("text").split(/\r?\n/).map((line) => line.trim()).filter(Boolean);
  if (lines.length < 2) return;
  event.preventDefault();
  form.change("Paste examples", (part) => {
    const index = at.at(-1);
    part[at[0]].splice(index, part[at[0]][index] === "" ? 1 : 0, ...lines);
  });
}
