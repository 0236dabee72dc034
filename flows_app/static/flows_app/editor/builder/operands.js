// What stands on one side of a comparison or a calculation: a fixed value, several of them, or a slot (perhaps some days later).
// {value: typed}, {values: [typed]}, {slot: name, days: typed}. `typed` is always what stands in the input.

import { formOf } from "../document/slot_types.js";
import { quoted } from "./parsing.js";

const NUMBER = /^-?\d+([.,]\d+)?$/;
// On the way to a number.
const BEGUN = /^-?(\d+[.,])?$/;
// In one language this comma is a decimal sign, in another it parts thousands.
const COULD_BE_TWO = /,\d{3}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATETIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** An operand as an expression; null while it is not complete. `type`: what its other side holds. */
export function writeOperand(operand, type) {
  if (operand?.values) return writeList(operand.values, type);
  if (operand?.slot !== undefined) return writeSlot(operand);
  return writeValue(operand?.value ?? "", type);
}

function writeSlot({ slot, days }) {
  const later = writeDays(days || "0");
  return slot === "" || later === null ? null : slot + later;
}

function writeList(values, type) {
  const written = values.filter((value) => value !== "").map((value) => writeValue(value, type));
  return written.length === 0 || written.includes(null) ? null : `[${written.join(", ")}]`;
}

function writeValue(typed, type) {
  const form = formOf(type);
  if (form === "number") return numberOf(typed);
  if (form === "boolean") return ["true", "false"].includes(typed) ? typed : null;
  if (form === "date") return DATE.test(typed) ? `timestamp('${typed}T00:00:00Z')` : null;
  if (form === "datetime") return DATETIME.test(typed) ? `timestamp('${typed}:00Z')` : null;
  if (form === "list") return typed === "[]" ? typed : null;
  return typed === "" ? null : quoted(typed);
}

/** What was typed as a number of the expression language, or null if it is none. */
export function numberOf(typed) {
  const text = typed.trim();
  return NUMBER.test(text) && !COULD_BE_TWO.test(text) ? text.replace(",", ".") : null;
}

/** Not a number, and not on the way to one. */
export const isWrongNumber = (typed) => numberOf(typed) === null && !BEGUN.test(typed.trim());

export const isWrongDays = (typed) => isWrongNumber(typed) || (numberOf(typed) !== null && writeDays(typed) === null);

/** Null unless it makes whole hours. */
function writeDays(typed) {
  const hours = Number(numberOf(typed) ?? NaN) * 24;
  if (!Number.isInteger(hours)) return null;
  return hours === 0 ? "" : ` ${hours < 0 ? "-" : "+"} duration('${Math.abs(hours)}h')`;
}

/** The operand that a tree stands for, or null. It need not fit the type: whoever reads writes again and compares. */
export function readOperand(tree) {
  if (tree.kind === "text") return { value: tree.value };
  if (tree.kind === "number") return { value: tree.text };
  if (tree.kind === "boolean") return { value: String(tree.value) };
  if (tree.kind === "name") return { slot: tree.name };
  if (tree.kind === "list") return readList(tree.items);
  if (tree.kind === "call") return readMoment(tree);
  return tree.kind === "binary" ? readDays(tree) : null;
}

function readList(items) {
  if (items.length === 0) return { value: "[]" };
  const operands = items.map(readOperand);
  return operands.every((one) => one?.value !== undefined) ? { values: operands.map((one) => one.value) } : null;
}

function readMoment({ name, target, given }) {
  if (name !== "timestamp" || target || given.length !== 1 || given[0].kind !== "text") return null;
  return { value: given[0].value.replace(/:00Z$/, "").replace(/T00:00$/, "") };
}

function readDays({ operator, left, right }) {
  const hours = right.kind === "call" && right.name === "duration" && /^(\d+)h$/.exec(right.given[0]?.value ?? "");
  if (left.kind !== "name" || !hours || !"+-".includes(operator)) return null;
  return { slot: left.name, days: String((Number(hours[1]) / 24) * (operator === "-" ? -1 : 1)) };
}
