// Fields that map one name to another, or to an expression: what an action or a flow gets and gives, and slots to set.

import { html, nothing, repeat } from "../parts/lit.js";
import { addButton, removeButton } from "../parts/button.js";
import { hasKind, heldAs } from "../document/types.js";
import { combobox } from "./combobox.js";
import { expressionInput } from "./expression.js";
import { field, findingList } from "./field.js";
import { takeAway } from "./form.js";
import { signatureOf, slotNamed } from "./choices.js";
import { slotInput } from "./pickers.js";
import { toast } from "../parts/toast.js";

/** Rows for what the signature names, then those that the author wrote beyond it. */
function rowsOf(form, at, names) {
  const written = Object.keys(form.get(at) ?? {});
  return [...names.map((name) => ({ name, fixed: true })), ...written.filter((name) => !names.includes(name)).map((name) => ({ name, fixed: false }))];
}

/** `begun`: while nothing is written there is an empty row, to begin at. */
function mapping(form, at, { label, help, names, value, addLabel, keyInput, begun = false }) {
  const written = rowsOf(form, at, names);
  const rows = written.length || !begun || form.readonly ? written : [{ name: "", fixed: false }];
  return field(form, at, {
    label,
    help,
    group: true,
    leaf: false,
    showHelp: true,
    control: () => html`<div class="ed-rows">
      ${repeat(rows, (_, index) => index, (row) => html`
        <div class="ed-row" data-at="${[...at, row.name].join("/")}">
          ${row.fixed ? html`<span class="ed-row-name ed-code">${row.name}</span>` : keyInput(row.name)}
          <div class="ed-row-value ${isLong(form.get([...at, row.name])) ? "ed-row-long" : ""}">${value(row)}${row.fixed || form.readonly || written !== rows ? nothing : dropRow(form, at, row.name)}</div>
        </div>
        ${findingList(form.findingsAt([...at, row.name], { inside: true }), `${form.elementId([...at, row.name])}-findings`)}`)}
      ${form.readonly || rows.some((row) => row.name === "") ? nothing : addButton(addLabel, `add-${at.join("/")}`, () => form.set([...at, ""], ""))}
    </div>`,
  });
}

/** Too long for half a row: it gets a row of its own. */
const isLong = (text) => typeof text === "string" && text.length > 32;

const dropRow = (form, at, name) =>
  removeButton(`Remove ${name || "this row"}`, `drop-${at.join("/")}/${name}`, () => form.change(`Remove ${name} from ${form.name}`, (part) => takeAway(part, [...at, name])));

function renameRow(form, at, from, to, create) {
  form.change(`Change ${at[0]} of ${form.name}`, (part, draft) => {
    create?.(draft);
    part[at[0]] = Object.fromEntries(Object.entries(part[at[0]] ?? { [from]: "" }).map(([name, value]) => [name === from ? to : name, value]));
  });
}

/** Two rows of one name would be one, and what the other said be gone. */
function isThere(form, at, from, to) {
  const there = to !== from && Object.hasOwn(form.get(at) ?? {}, to);
  if (there) toast(to ? `“${to}” stands there already.` : "Give the other row its name first.", { kind: "error" });
  return there;
}

const keyBox = (form, at, name, choices, label) =>
  combobox({ ariaLabel: label, key: `key-${at.join("/")}/${name}`, value: name, placeholder: "name", disabled: form.readonly, choices, accepts: (to) => !isThere(form, at, name, to), onCommit: (to) => renameRow(form, at, name, to) });

/** What is called is known and takes (or gives) nothing, or nothing is called yet: there is nothing to fill in. */
const isIdle = (form, at, names) => names.length === 0 && form.get(at) === undefined && (signatureFor(form).known || !called(form));

export function inputsField(form, at, { label, help }) {
  const { inputs } = signatureFor(form);
  if (isIdle(form, at, inputs)) return nothing;
  return mapping(form, at, {
    label,
    help,
    names: inputs,
    addLabel: "Add an input",
    keyInput: (name) => keyBox(form, at, name, () => [], "Name of the input"),
    value: ({ name }) => expressionInput(form, [...at, name], { ariaLabel: `Value of ${name}`, target: () => ({}), placeholder: hasKind(form.part, "action") ? `the slot ${name}` : "left as it is" }),
  });
}

export function outputsField(form, at, { label, help }) {
  const { outputs } = signatureFor(form);
  if (isIdle(form, at, outputs)) return nothing;
  return mapping(form, at, {
    label,
    help,
    names: outputs,
    addLabel: "Keep another result",
    keyInput: (name) => keyBox(form, at, name, () => [], "Name of the result"),
    value: ({ name }) => slotInput(form, {
      ariaLabel: `Slot for ${name}`, key: `slot-${at.join("/")}/${name}`, value: form.get([...at, name]), placeholder: "not kept",
      onCommit: (slot, create) => keep(form, at, name, slot, create),
    }),
  });
}

function keep(form, at, name, slot, create) {
  form.change(`Keep ${name || "a result"} of ${form.name}`, (part, draft) => {
    create?.(draft);
    if (slot) part[at[0]] = { ...part[at[0]], [name]: slot };
    else takeAway(part, [...at, name]);
  });
}

export const slotExpressionsField = (form, at, { label, help }) =>
  mapping(form, at, {
    label,
    help,
    names: [],
    addLabel: "Set a slot",
    begun: true,
    keyInput: (name) => slotInput(form, { ariaLabel: "Slot to set", key: `key-${at.join("/")}/${name}`, value: name, accepts: (to) => !isThere(form, at, name, to), onCommit: (to, create) => renameRow(form, at, name, to, create) }),
    value: ({ name }) => html`<span class="ed-equals" aria-hidden="true">=</span>${expressionInput(form, [...at, name], { ariaLabel: `Value of ${name || "the slot"}`, target: () => slotNamed(form.editor, name) ?? {}, placeholder: "an expression" })}`,
  });

const called = (form) => heldAs(form.part, "action") ?? heldAs(form.part, "flow");

const signatureFor = (form) => signatureOf(form.editor, hasKind(form.part, "action") ? "actions" : "flows", called(form));
