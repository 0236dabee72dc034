// What the editor knows of the types of slots, from the server: plugins add types. How a value is written and compared goes by the
// type's form: text, number, boolean, choice, date, datetime, time, list or object.

let known = {};

/** `types`: {name: {form, fields, description}}, as `names.slot_types` of the boot data has it. */
export function learnSlotTypes(types) {
  known = types;
}

/** Undefined if it is not known what type it is. A slot without a type is a text. */
export const formOf = (type) => (type === undefined ? undefined : known[type]?.form ?? "text");

export const isNumber = (type) => formOf(type) === "number";

/** Whether expressions see its values as moments in time. */
export const isMoment = (type) => ["date", "datetime"].includes(formOf(type));

/** Whether expressions see its values as texts. */
export const isText = (type) => ["text", "choice", "time"].includes(formOf(type));

export const isList = (type) => formOf(type) === "list";

/** Whether slots of the type have a field that others don't. */
export const hasField = (type, field) => known[type ?? "text"]?.fields.includes(field) ?? false;

/** Whether only slots of some types have a field. */
export const isOfSomeTypes = (field) => Object.values(known).some(({ fields }) => fields.includes(field));
