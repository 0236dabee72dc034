// The types of step, as the language describes them: what they are called, how they look, which fields they have, and how
// they lead on. Learnt once, from the schema that the page begins with; nothing here knows a type by its name.

import { fieldsOf, NESTING, slotModel, spelled, stepModel } from "./schema.js";

const UNKNOWN = {
  label: "Unknown", icon: "help", colour: "grey", outline: "box", description: "A type of step that this page does not know",
  main: [], summary: [], in_graph: ["[message]"], exits: [{ field: "next", how: "on", words: "", edge: "next" }], fields: [], nesting: new Set(),
};
const types = new Map();
const forms = new Map();

export function learn(schema) {
  types.clear();
  for (const type of Object.keys(schema.properties.steps.items.discriminator.mapping)) types.set(type, described(schema, type));
  const slot = slotModel(schema);
  forms.clear();
  forms.set("slot", { main: slot.editor?.main ?? [], fields: fieldsOf(schema, slot) });
  forms.set("flow", { main: [], fields: fieldsOf(schema, schema) });
  // What every step has is called the same in one of a type that is not known.
  const [first, ...others] = types.values();
  UNKNOWN.common = first.fields.filter(({ key }) => others.every((other) => other.fields.some((field) => field.key === key)));
}

function described(schema, type) {
  const model = stepModel(schema, type);
  const fields = fieldsOf(schema, model);
  const nesting = new Set(fields.filter(({ kind }) => NESTING.has(kind)).map(({ key }) => key));
  return { ...UNKNOWN, label: spelled(type), description: "", ...model.editor, type, name: model.editor?.name || type, fields, nesting };
}

/** In the order of the menu. */
export const stepTypes = () => [...types.values()];

export const typeNamed = (type) => types.get(type) ?? null;

export const typeOf = (step) => types.get(step.type) ?? { ...UNKNOWN, label: typeof step.type === "string" && step.type ? step.type : UNKNOWN.label };

/** {main, fields} of the form of a type of step, of a slot or of the flow. */
export const formOf = (name) => forms.get(name) ?? types.get(name) ?? { main: [], fields: UNKNOWN.common };

export const fieldNamed = (form, key) => formOf(form).fields.find((field) => field.key === key);

const fieldOfKind = (step, kind, use) => typeOf(step).fields.find((field) => field.kind === kind && (!use || field.use === use));

/** What the step's field of a kind holds: the action that it calls, its quick replies. */
export const heldAs = (step, kind, use) => step[fieldOfKind(step, kind, use)?.key];

export const hasKind = (step, kind) => fieldOfKind(step, kind) !== undefined;

/** The slot that the user fills at a step, and the one whose value its cases name. */
export const askedSlot = (step) => heldAs(step, "slot", "asks");
export const decidedBy = (step) => heldAs(step, "slot", "decides");

/** The text in whose place a step that asks may take its slot's own; undefined if it must have one. */
export function questionField(step) {
  const text = fieldOfKind(step, "slot", "asks") && fieldOfKind(step, "text");
  return text && !text.required ? text.key : undefined;
}
