// Reading the schema of the language: which fields a step, a slot or the flow has, and of what kind each is.
// Forms are made from this, and so is the search for where a slot or a step is used.

const MODELS = {};

/** The definition of a step's type, such as `say`; null if the language has no such type. */
export function stepModel(schema, type) {
  const found = schema.properties.steps.items.discriminator.mapping[type];
  return found ? resolved(schema, { $ref: found }) : null;
}

export const slotModel = (schema) => resolved(schema, schema.properties.slots.items);

function resolved(schema, definition) {
  if (!definition?.$ref) return definition;
  return schema.$defs[definition.$ref.split("/").at(-1)];
}

/** [{key, kind, required, description, default, minimum, maximum, choices}] in the order of the language. */
export function fieldsOf(schema, model) {
  const known = (MODELS[model.title] ??= Object.entries(model.properties).map(([key, definition]) =>
    field(schema, key, definition, model),
  ));
  return known;
}

function field(schema, key, definition, model) {
  const whole = resolved(schema, definition);
  const inner = resolved(schema, withoutNull(whole));
  return {
    key,
    kind: kindOf(key, inner, model),
    required: (model.required ?? []).includes(key),
    description: definition.description ?? "",
    default: definition.default,
    minimum: inner.minimum ?? inner.exclusiveMinimum,
    maximum: inner.maximum,
    choices: inner.enum,
  };
}

function withoutNull(definition) {
  const ways = definition.anyOf?.filter((way) => way.type !== "null");
  return ways?.length === 1 ? ways[0] : definition;
}

// What a name or a mapping refers to can't be told from its shape, only from what the field is called.
const BY_KEY = {
  name: "name",
  slot: "slot",
  items: "slot",
  flow: "flow",
  call: "action",
  cases: "cases",
  default: "default",
  steps: "steps",
  options: "options",
  choices: "choices",
  validators: "validators",
  normalise: "normalisers",
  triggers: "triggers",
  slots: "slots",
  bot_slots: "slots",
  values: "slot_expressions",
  clear: "slot_list",
  context: "slot_list",
  persist: "slot_list",
  initial: "value",
  instruction: "long_text",
  description: "long_text",
  note: "long_text",
};

function kindOf(key, definition, model) {
  if (key === "inputs" || key === "outputs") return definition.type === "array" ? "slot_list" : key;
  if (BY_KEY[key] && !(key === "name" && model.title === "ValidatorUse")) return BY_KEY[key];
  return byTitle(definition) ?? byType(definition);
}

const byTitle = (definition) => ({ text: "text", expression: "expression", target: "target" })[definition.title];

function byType(definition) {
  if (definition.enum) return "choice";
  return { boolean: "boolean", integer: "integer", number: "number", string: "string" }[definition.type] ?? "json";
}

/** Kinds that hold steps; they are drawn as cards, not as fields. */
export const NESTING = new Set(["cases", "default", "steps"]);
