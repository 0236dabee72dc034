// A field for the name of something that exists: suggestions while typing, free text all the same (a draft may be wrong).

import { html, ifDefined } from "../parts/lit.js";
import { dismiss, suggest, suggestingFor, suggestionKey } from "../parts/suggestions.js";

/**
 * `choices()`: [{value, label?, detail?}], asked only when the list opens. `onCommit(value)` when one is taken or typed.
 * `clears`: the box is empty again afterwards (it adds to a list).
 * `create`: {nameOf: (typed) => name, label: (name) => words, run: (name) => void} adds an entry for what is not there yet.
 * `accepts(value)`: whether it is taken at all; if not, the box says again what it said before.
 */
export function combobox({ id, describedBy, invalid, label, value, placeholder = "", choices, onCommit, create = null, accepts = () => true, disabled = false, clears = false, key, ariaLabel }) {
  const commit = (input, typed) => {
    if (!accepts(typed)) {
      input.value = input.dataset.committed;
      return;
    }
    const shown = clears ? "" : typed;
    input.dataset.committed = shown;
    if (input.value !== shown) input.value = shown;
    onCommit(typed);
  };
  const open = (input, { all = false } = {}) => {
    const typed = all ? "" : input.value.trim();
    suggest(input, entries(choices(), typed, create), {
      label: label ?? ariaLabel,
      first: typed !== "",
      onPick: (item) => (item.create ? item.create() : commit(input, item.value)),
    });
  };
  return html`<input class="ed-input ed-code" type="text" id=${ifDefined(id)} role="combobox" aria-autocomplete="list" aria-expanded="false"
    autocomplete="off" spellcheck="false" autocapitalize="off" ?disabled=${disabled} placeholder=${placeholder} data-key=${ifDefined(key)}
    aria-describedby=${ifDefined(describedBy)} aria-invalid=${ifDefined(invalid)} aria-label=${ifDefined(ariaLabel)}
    .value=${value ?? ""} data-committed=${value ?? ""}
    @input=${(event) => open(event.target)}
    @click=${(event) => !suggestingFor(event.target) && open(event.target, { all: true })}
    @keydown=${(event) => keydown(event, open, commit)}
    @blur=${(event) => blurred(event.target, commit)} />`;
}

function entries(choices, typed, create) {
  const wanted = typed.toLowerCase();
  const fits = (choice) => `${choice.value} ${choice.label ?? ""} ${choice.detail ?? ""}`.toLowerCase().includes(wanted);
  const starts = (choice) => Number(String(choice.value).toLowerCase().startsWith(wanted));
  const found = choices.filter(fits).sort((one, other) => starts(other) - starts(one));
  const listed = found.map((choice) => ({ label: choice.label ?? choice.value, detail: choice.detail, value: choice.value }));
  const name = create && create.nameOf(typed);
  if (name && !choices.some((choice) => choice.value === name)) {
    listed.push({ label: create.label(name), plain: true, create: () => create.run(name) });
  }
  return listed.slice(0, 60);
}

function keydown(event, open, commit) {
  const input = event.currentTarget;
  if (suggestionKey(event)) return;
  if (event.key === "ArrowDown" && !event.altKey) {
    event.preventDefault();
    open(input, { all: true });
  } else if (event.key === "Enter" && !event.ctrlKey) {
    dismiss();
    if (input.value.trim() !== input.dataset.committed) commit(input, input.value.trim());
  } else if (event.key === "Escape" && input.value !== input.dataset.committed) {
    input.value = input.dataset.committed;
    event.stopPropagation();
  }
}

function blurred(input, commit) {
  if (suggestingFor(input)) dismiss();
  if (input.isConnected && input.value.trim() !== input.dataset.committed) commit(input, input.value.trim());
}
