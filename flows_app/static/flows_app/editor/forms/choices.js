// What can be chosen in a field: always asked at the moment the list opens, so that cards need not be drawn again when
// something else in the document gets a name.

import { typeNamed } from "../document/types.js";

/** The flow's own slots, then those of the whole bot. */
export const allSlots = (editor) => [
  ...editor.slots().filter(({ slot }) => slot.name).map(({ slot }) => slot),
  ...(editor.boot.names.bot_slots ?? []).filter((shared) => !editor.slots().some(({ slot }) => slot.name === shared.name)),
];

/** `only`: of one type. */
export const slotChoices = (editor, only = null) => [
  ...editor.slots().filter(({ slot }) => slot.name && fits(slot, only)).map(({ slot }) => ({ value: slot.name, detail: slot.type })),
  ...(editor.boot.names.bot_slots ?? []).filter((slot) => fits(slot, only)).map((slot) => ({ value: slot.name, detail: `${slot.type}, of the whole bot` })),
];

const fits = (slot, only) => !only || (slot.type ?? "text") === only;

export const stepChoices = (editor, except = null) => [
  ...editor.steps()
    .filter(({ step, id }) => step.name && id !== except)
    .map(({ step }) => ({ value: step.name, detail: typeNamed(step.type)?.label })),
  { value: "end", detail: "the end of the flow" },
];

export const flowChoices = (editor) => (editor.boot.names.flows ?? []).map((flow) => ({ value: flow.name, detail: flow.description }));

const SOURCES = { http: "This bot’s HTTP actions", plugin: "From plugins" };

export const actionChoices = (editor) =>
  (editor.boot.names.actions ?? []).map((one) => ({ value: one.name, detail: one.description, group: SOURCES[one.source] }));

export const validatorChoices = (editor) => (editor.boot.names.validators ?? []).map((one) => ({ value: one.name, detail: one.description }));

export const normaliserChoices = (editor) => (editor.boot.names.normalisers ?? []).map((one) =>
  typeof one === "string" ? { value: one } : { value: one.name, detail: one.description });

/** What an action or a flow takes and gives: {inputs, outputs}, as lists of names, and whether it is known at all. */
export function signatureOf(editor, kind, name) {
  const found = (editor.boot.names[kind] ?? []).find((one) => one.name === name);
  const names = (list) => (list ?? []).map((one) => (typeof one === "string" ? one : one.name));
  return found ? { known: true, inputs: names(found.inputs), outputs: names(found.outputs) } : { known: false, inputs: [], outputs: [] };
}

/** The type of a slot by its name, bot-wide ones included; undefined if there is none. */
export const slotNamed = (editor, name) =>
  editor.slots().find(({ slot }) => slot.name === name)?.slot ?? (editor.boot.names.bot_slots ?? []).find((slot) => slot.name === name);
