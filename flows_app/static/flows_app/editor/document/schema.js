// Reading the schema of the language: which fields a step, a slot or the flow has, of what kind each is, and what its form
// calls it. Forms are made from this, and so is the search for where a slot or a step is used.

const READ = new WeakMap();

/** The definition of a step's type, such as `say`; null if the language has no such type. */
export function stepModel(schema, type) {
  const { mapping } = schema.properties.steps.items.discriminator;
  return Object.hasOwn(mapping, type) ? resolved(schema, { $ref: mapping[type] }) : null;
}

export const slotModel = (schema) => resolved(schema, schema.properties.slots.items);

function resolved(schema, definition) {
  if (!definition?.$ref) return definition;
  return schema.$defs[definition.$ref.split("/").at(-1)];
}

/** [{key, kind, label, help, required, default, minimum, maximum, choices}] in the order of the language, each with what else
 * the model says of it for the editor (flows_app/flow_language/forms.py). `plain` is the kind by the shape of its value alone;
 * `inside` are the fields of the parts that it holds. */
export function fieldsOf(schema, model) {
  if (!READ.has(model)) READ.set(model, Object.entries(model.properties).map(([key, definition]) => field(schema, key, definition, model)));
  return READ.get(model);
}

function field(schema, key, definition, model) {
  const whole = resolved(schema, definition);
  const inner = resolved(schema, withoutNull(whole));
  const { editor = {} } = definition;
  const plain = byType(inner);
  return {
    use: "writes",
    ...editor,
    key,
    kind: editor.kind ?? byTitle(inner) ?? plain,
    plain,
    label: editor.label ?? spelled(key),
    help: editor.help ?? withoutTicks(definition.description ?? ""),
    required: (model.required ?? []).includes(key),
    default: definition.default,
    minimum: inner.minimum ?? inner.exclusiveMinimum,
    maximum: inner.maximum,
    choices: inner.enum,
    inside: NESTING.has(editor.kind) ? partsOf(schema, inner) : [],
  };
}

/** The fields of a case, whether it stands alone or in a list. */
function partsOf(schema, definition) {
  const part = resolved(schema, definition.items ?? definition);
  return part.properties ? fieldsOf(schema, part) : [];
}

function withoutNull(definition) {
  const ways = definition.anyOf?.filter((way) => way.type !== "null");
  return ways?.length === 1 ? ways[0] : definition;
}

const byTitle = (definition) => ({ text: "text", expression: "expression", target: "target" })[definition.title];

function byType(definition) {
  if (definition.enum) return "choice";
  return { boolean: "boolean", integer: "integer", number: "number", string: "string" }[definition.type] ?? "json";
}

/** Kinds that hold steps; they are drawn as cards, not as fields. Fields of these kinds are called so, too. */
export const NESTING = new Set(["cases", "default", "steps"]);

export const spelled = (key) => (key.charAt(0).toUpperCase() + key.slice(1)).replaceAll("_", " ");

/** Descriptions of the language mark names with backticks; people read them without. */
const withoutTicks = (description) => description.replaceAll("`", "");
