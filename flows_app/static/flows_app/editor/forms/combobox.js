// A field for the name of something that exists: suggestions while typing, free text all the same (a draft may be wrong).

import { html, ifDefined } from "../parts/lit.js";
import { dismiss, suggest, suggestingFor, suggestionKey } from "../parts/suggestions.js";

/**
 * `choices()`: [{value, label?, detail?, group?}], asked only when the list opens; those of a group stand together. `onCommit(value)` when one is taken or typed.
 * `clears`: the box is empty again afterwards (it adds to a list).
 * `create`: {nameOf: (typed) => name, label: (name) => words, run: (name) => void} adds an entry for what is not there yet.
 * `extras(typed)`: [{label, run}] that always stand at the end. `refresh()`: a promise of whether there are other choices by now.
 * `accepts(value)`: whether it is taken at all; if not, the box says again what it said before.
 */
export function combobox({ id, describedBy, invalid, label, value, placeholder = "", choices, onCommit, create = null, extras = () => [], refresh = null, accepts = () => true, disabled = false, clears = false, key, ariaLabel }) {
  const commit = (input, typed) => {
    if (!accepts(typed)) return restore(input);
    const shown = clears ? "" : typed;
    input.dataset.committed = shown;
    if (input.value !== shown) input.value = shown;
    return onCommit(typed);
  };
  const show = (input, all) => {
    const typed = all ? "" : input.value.trim();
    const listed = entries(choices(), typed, create);
    suggest(input, [...listed, ...extras(input.value.trim()).map((extra) => ({ ...extra, plain: true }))], {
      label: label ?? ariaLabel,
      first: typed !== "" && listed.length > 0,
      onPick: (item) => pick(input, item),
    });
  };
  const open = (input, { all = false } = {}) => {
    show(input, all);
    if (all) refresh?.().then((others) => others && suggestingFor(input) && show(input, all));
  };
  const pick = (input, item) => {
    if (item.create) return accepts(item.value) ? item.create() : restore(input);
    if (!item.run) return commit(input, item.value);
    // What was typed is not what is meant.
    restore(input);
    return item.run();
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

/** Those that are called so, the nearest first, then what can be created, then those that only are described so. */
function entries(choices, typed, create) {
  const wanted = typed.toLowerCase();
  const ranked = choices.map((choice) => ({ choice, rank: likeness(choice, wanted) })).filter(({ rank }) => rank < NOT_ALIKE).sort((one, other) => one.rank - other.rank);
  const listed = (ranks) => ranks.map(({ choice }) => ({ label: choice.label ?? choice.value, detail: choice.detail, value: choice.value, group: choice.group }));
  const name = create && create.nameOf(typed);
  const isNew = name && !choices.some((choice) => choice.value === name);
  return together([
    ...listed(ranked.filter(({ rank }) => rank < DESCRIBED)),
    ...(isNew ? [{ label: create.label(name), plain: true, create: () => create.run(name), value: name }] : []),
    ...listed(ranked.filter(({ rank }) => rank === DESCRIBED)),
  ]).slice(0, 60);
}

/** Those of a group in a row; the group of the nearest comes first. */
function together(items) {
  const groups = [...new Set(items.map((item) => item.group))];
  return items.sort((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group));
}

const [EXACT, BEGINS, CONTAINS, DESCRIBED, NOT_ALIKE] = [0, 1, 2, 3, 4];

function likeness({ value, label = "", detail = "" }, wanted) {
  const name = String(value).toLowerCase();
  if (name === wanted) return EXACT;
  if (name.startsWith(wanted)) return BEGINS;
  if (`${name} ${label}`.toLowerCase().includes(wanted)) return CONTAINS;
  return String(detail).toLowerCase().includes(wanted) ? DESCRIBED : NOT_ALIKE;
}

const restore = (input) => {
  input.value = input.dataset.committed;
};

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
    restore(input);
    event.stopPropagation();
  }
}

function blurred(input, commit) {
  if (suggestingFor(input)) dismiss();
  if (input.isConnected && input.value.trim() !== input.dataset.committed) commit(input, input.value.trim());
}
