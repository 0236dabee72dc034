// Where a step or a slot is used in the document, and putting another name there. By the kinds of the schema, so every
// field that the language has is searched.

import { fieldsOf, slotModel } from "./schema.js";
import { namesIn, placeholdersIn, renamedIn, renamedPlaceholders } from "./expressions.js";
import { hasKind, heldAs, typeOf } from "./types.js";
import { slotsOf, stepsOf } from "./walking.js";

/**
 * Goes through every use in `document`, which may be changed: `use.name` is the name used; setting it renames it.
 * `visit({what: "step"|"slot", name, owner, put})`.
 */
function walkUses(document, schema, visit) {
  walkFields(document, fieldsOf(schema, schema), document, visit);
  slotsOf(document).forEach(({ slot }) => walkFields(slot, fieldsOf(schema, slotModel(schema)), slot, visit));
  stepsOf({ ...document }).forEach(({ step }) => walkFields(step, typeOf(step).fields, step, visit));
}

function walkFields(part, fields, owner, visit) {
  for (const { key, kind, inside } of fields) {
    if (part[key] !== undefined && part[key] !== null) WALKERS[kind]?.(part, key, owner, visit, inside);
  }
}

const WALKERS = {
  slot: (part, key, owner, visit) => visitName(part, key, "slot", owner, visit),
  target: (part, key, owner, visit) => visitName(part, key, "step", owner, visit),
  expression: visitExpression,
  computed: visitExpression,
  text: visitText,
  triggers: visitText,
  template: visitText,
  slot_list: (part, key, owner, visit) =>
    part[key].forEach?.((_, index) => visitName(part[key], index, "slot", owner, visit)),
  inputs: visitExpressions,
  outputs: (part, key, owner, visit) => Object.keys(part[key]).forEach((one) => visitName(part[key], one, "slot", owner, visit)),
  slot_expressions: (part, key, owner, visit) => {
    visitExpressions(part, key, owner, visit);
    Object.keys(part[key]).forEach((name) => visit({ what: "slot", name, owner, put: (to) => renameKey(part, key, name, to) }));
  },
  // Steps inside a case are walked by themselves.
  cases: (part, key, owner, visit, inside) => listOf(part[key]).filter(Boolean).forEach((one) => walkFields(one, inside, owner, visit)),
  default: (part, key, owner, visit, inside) => walkFields(part[key], inside, owner, visit),
  options: (part, key, owner, visit) => part[key].forEach?.((option) => visitOption(option, owner, visit)),
};

const listOf = (value) => (Array.isArray(value) ? value : []);

function visitOption(option, owner, visit) {
  if (!option || typeof option !== "object") return;
  visitText(option, "label", owner, visit);
  if (option.command?.slot) visitName(option.command, "slot", "slot", owner, visit);
  if (option.command?.step) visitName(option.command, "step", "step", owner, visit);
}

function visitName(holder, key, what, owner, visit) {
  if (typeof holder[key] === "string") visit({ what, name: holder[key], owner, put: (to) => (holder[key] = to) });
}

function visitExpression(holder, key, owner, visit) {
  if (typeof holder[key] !== "string") return;
  for (const name of new Set(namesIn(holder[key]))) {
    visit({ what: "slot", name, owner, put: (to) => (holder[key] = renamedIn(holder[key], name, to)) });
  }
}

function visitExpressions(part, key, owner, visit) {
  Object.keys(part[key]).forEach((one) => visitExpression(part[key], one, owner, visit));
}

function visitText(holder, key, owner, visit) {
  const text = holder[key];
  if (text !== null && typeof text === "object") return Object.keys(text).forEach((inside) => visitText(text, inside, owner, visit));
  for (const name of typeof text === "string" ? new Set(placeholdersIn(text)) : []) {
    visit({ what: "slot", name, owner, put: (to) => (holder[key] = renamedPlaceholders(holder[key], name, to)) });
  }
}

function renameKey(part, key, from, to) {
  part[key] = Object.fromEntries(Object.entries(part[key]).map(([name, value]) => [name === from ? to : name, value]));
}

/** How often each slot is used: Map of name to number of places. */
export function slotUses(document, schema) {
  const uses = new Map();
  walkUses(document, schema, ({ what, name }) => what === "slot" && uses.set(name, (uses.get(name) ?? 0) + 1));
  return uses;
}

/** Names of the steps that lead to a step by its name. */
export function stepUses(document, schema, wanted) {
  const names = [];
  walkUses(document, schema, ({ what, name, owner }) => what === "step" && name === wanted && names.push(owner.name));
  return names;
}

/** Puts a new name at every use in a document that is being changed; gives how many there were. */
export const renameUses = (document, schema, what, from, to) => renameAllUses(document, schema, what, new Map([[from, to]]));

/** The same for several names at once: `names` is a Map from the old to the new. */
export function renameAllUses(document, schema, what, names) {
  let count = 0;
  walkUses(document, schema, (use) => {
    if (use.what !== what || !names.has(use.name)) return;
    use.put(names.get(use.name));
    count += 1;
  });
  return count;
}

/** An action's input that is left out takes the slot of its name: once that is called otherwise, it must be written. */
export function keepInputs(document, actions, from) {
  for (const { step } of stepsOf({ ...document })) {
    const given = typeOf(step).fields.find(({ kind }) => kind === "inputs");
    if (!hasKind(step, "action") || !given || step[given.key]?.[from] !== undefined) continue;
    const action = (actions ?? []).find((one) => one.name === heldAs(step, "action"));
    const takes = (action?.inputs ?? []).some((one) => (one.name ?? one) === from);
    if (takes) step[given.key] = { ...step[given.key], [from]: from };
  }
}
