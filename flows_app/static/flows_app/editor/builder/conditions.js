// A condition in the builder: {join: "all" or "any", rows}, where a row is {slot, is, operand} or such a group again.

import { comparisonNamed, comparisonsFor, matching, otherSide } from "./comparisons.js";
import { readOperand, writeOperand } from "./operands.js";
import { parse, sameTree } from "./parsing.js";

const JOINTS = { all: "&&", any: "||" };

export const emptyRow = () => ({ slot: "", is: "", operand: { value: "" } });
export const emptyCondition = () => ({ join: "all", rows: [emptyRow()] });

/** The expression, or null while something is missing. `typeOf(name)`: the type of a slot. */
export function writeCondition(group, typeOf, nested = false) {
  const parts = group.rows.map((row) => (row.rows ? writeCondition(row, typeOf, true) : writeRow(row, typeOf)));
  if (parts.length === 0 || parts.includes(null)) return null;
  const whole = parts.join(` ${JOINTS[group.join]} `);
  return nested && parts.length > 1 ? `(${whole})` : whole;
}

function writeRow({ slot, is, operand }, typeOf) {
  const comparison = slot && comparisonNamed(typeOf(slot), is);
  if (!comparison) return null;
  const value = comparison.takes ? writeOperand(operand, otherSide(comparison, typeOf(slot))) : "";
  if (value === null) return null;
  return comparison.pattern.replace(/\b(slot|value)\b/g, (name) => (name === "slot" ? slot : value));
}

/** The condition that an expression says, or null if the builder can't show it. */
export function readCondition(source, typeOf) {
  const tree = parse(source);
  return tree && conditionOf(tree, typeOf);
}

export function conditionOf(tree, typeOf) {
  const group = readGroup(tree, typeOf);
  if (!group) return null;
  const whole = group.rows ? group : { join: "all", rows: [group] };
  const again = parse(writeCondition(whole, typeOf) ?? "");
  return again && sameTree(meaning(again), meaning(tree)) ? whole : null;
}

function readGroup(tree, typeOf) {
  const join = Object.keys(JOINTS).find((one) => tree.kind === "binary" && tree.operator === JOINTS[one]);
  if (!join) return readRow(tree, typeOf);
  const rows = flattened(tree, JOINTS[join]).map((part) => readGroup(part, typeOf));
  return rows.includes(null) ? null : { join, rows };
}

const flattened = (tree, operator) =>
  tree.kind === "binary" && tree.operator === operator ? [...flattened(tree.left, operator), ...flattened(tree.right, operator)] : [tree];

function readRow(tree, typeOf) {
  const found = matching(tree, typeOf);
  if (!found) return null;
  const operand = found.value === undefined ? { value: "" } : readOperand(found.value);
  return operand && { slot: found.slot, is: found.comparison.key, operand };
}

/** A condition's tree in which two ways to say the same are one: `agreed` is `agreed == true`, and grouping of equal joints is gone. */
export function meaning(tree) {
  if (tree.kind === "binary" && Object.values(JOINTS).includes(tree.operator)) {
    return { joint: tree.operator, parts: flattened(tree, tree.operator).map(meaning) };
  }
  const not = tree.kind === "unary" && tree.operator === "!" && tree.operand.kind === "name";
  if (tree.kind !== "name" && !not) return tree;
  return { kind: "binary", operator: "==", left: not ? tree.operand : tree, right: { kind: "boolean", value: !not } };
}

/** The row with another slot: its comparison and value stay if they still make sense. */
export function withSlot(row, slot, typeOf) {
  const before = row.slot && typeOf(row.slot);
  const now = typeOf(slot);
  const is = before === now && row.is ? row.is : comparisonsFor(now)[0].key;
  return { slot, is, operand: before === now ? row.operand : { value: "" } };
}
