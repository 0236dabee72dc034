// A computed value in the builder, by its `kind`:
//   value      {operand}                         a fixed value
//   slot       {operand}                         what another slot holds, perhaps some days later
//   numbers    {first, rest: [{operator, operand}]}   a calculation
//   texts      {parts: [operand]}                texts one behind the other
//   more       {list, operand}                   a list with one item more
//   condition  {condition}                       whether a condition holds
//   cases      {cases: [{condition, then}], otherwise}   the first value whose condition holds

import { conditionOf, emptyCondition, meaning, writeCondition } from "./conditions.js";
import { formOf, isList, isMoment, isNumber, isText } from "../document/slot_types.js";
import { readOperand, writeOperand } from "./operands.js";
import { parse, quoted, sameTree } from "./parsing.js";

export const OPERATORS = { "+": "plus", "-": "minus", "*": "times", "/": "divided by" };

const KINDS = {
  value: "a fixed value",
  slot: "the value of a slot",
  numbers: "a calculation",
  texts: "texts and slots, one behind the other",
  more: "a list with one item more",
  condition: "whether something holds",
  cases: "one of several values, by conditions",
};

/** [[kind, words]]: what can be put into a slot of this type; `type` undefined: it is not known what fits. */
export function kindsFor(type) {
  const kinds = ["value", "slot"];
  const form = formOf(type);
  if (form === "number" || form === undefined) kinds.push("numbers");
  if (type === "text" || form === undefined) kinds.push("texts");
  if (form === "list") kinds.push("more");
  if (form === "boolean") kinds.push("condition");
  return [...(form === "object" ? ["slot"] : [...kinds, "cases"])].map((kind) => [kind, KINDS[kind]]);
}

export const emptyComputation = (kind, type) => ({
  value: () => ({ kind, operand: { value: isList(type) ? "[]" : "" } }),
  slot: () => ({ kind, operand: { slot: "" } }),
  numbers: () => ({ kind, first: { slot: "" }, rest: [{ operator: "+", operand: { slot: "" } }] }),
  texts: () => ({ kind, parts: [{ value: "" }, { slot: "" }] }),
  more: () => ({ kind, list: "", operand: { slot: "" } }),
  condition: () => ({ kind, condition: emptyCondition() }),
  cases: () => ({ kind, cases: [emptyCase(type)], otherwise: emptyComputation("value", type) }),
})[kind]();

export const emptyCase = (type) => ({ condition: emptyCondition(), then: emptyComputation("value", type) });

/** The expression, or null while something is missing. `type`: of the slot that it is for, if known. */
export function writeComputation(model, type, typeOf) {
  return {
    value: () => writeOperand(model.operand, type ?? "text"),
    slot: () => writeOperand(model.operand, type),
    numbers: () => joined([writeOperand(model.first, "number"), ...model.rest.flatMap(({ operator, operand }) => [operator, writeOperand(operand, "number")])], " "),
    texts: () => joined(model.parts.map((part) => writeText(part, typeOf)), " + "),
    more: () => joined([model.list || null, writeItem(model.operand)], " + "),
    condition: () => writeCondition(model.condition, typeOf),
    cases: () => writeCases(model, type, typeOf),
  }[model.kind]();
}

const joined = (parts, joint) => (parts.includes(null) ? null : parts.join(joint));

/** A number stands among texts as its text. */
function writeText(part, typeOf) {
  if (part.slot === undefined) return part.value === "" ? null : quoted(part.value);
  if (part.slot === "") return null;
  return isNumber(typeOf(part.slot)) ? `string(${part.slot})` : part.slot;
}

function writeItem(operand) {
  const item = writeOperand(operand, "text");
  return item === null ? null : `[${item}]`;
}

function writeCases({ cases, otherwise }, type, typeOf) {
  const rest = writeComputation(otherwise, type, typeOf);
  const written = cases.map(({ condition, then }) => joined([writeCondition(condition, typeOf), writeComputation(then, type, typeOf)], " ? "));
  return joined([...written, rest], " : ");
}

/** The computed value that an expression says, or null if the builder can't show it. */
export function readComputation(source, type, typeOf) {
  const tree = parse(source);
  return tree && computationOf(tree, type, typeOf);
}

function computationOf(tree, type, typeOf) {
  const says = (model) => {
    const again = model && parse(writeComputation(model, type, typeOf) ?? "");
    return again && sameTree(valueMeaning(again, model), valueMeaning(tree, model));
  };
  return kindsFor(type).map(([kind]) => READERS[kind](tree, type, typeOf)).find(says) ?? null;
}

const valueMeaning = (tree, model) => {
  if (model.kind === "condition") return meaning(tree);
  return tree.kind === "either" ? { ...tree, condition: meaning(tree.condition), otherwise: valueMeaning(tree.otherwise, model) } : tree;
};

const READERS = {
  value: (tree) => ofOperand("value", tree, (operand) => operand.value !== undefined),
  slot: (tree) => ofOperand("slot", tree, (operand) => operand.slot !== undefined),
  numbers: readNumbers,
  texts: readTexts,
  more: readMore,
  condition: (tree, type, typeOf) => {
    const condition = conditionOf(tree, typeOf);
    return condition && { kind: "condition", condition };
  },
  cases: readCases,
};

function ofOperand(kind, tree, fits) {
  const operand = readOperand(tree);
  return operand && fits(operand) ? { kind, operand } : null;
}

function readNumbers(tree) {
  const [first, ...rest] = inOrder(tree);
  const operand = readOperand(first);
  const others = rest.map(({ operator, tree: one }) => ({ operator, operand: readOperand(one) }));
  return operand && others.length && others.every((one) => one.operand) ? { kind: "numbers", first: operand, rest: others } : null;
}

/** The operands of a calculation as they stand in it, each but the first with the sign before it. */
function inOrder(tree) {
  if (tree.kind !== "binary" || !(tree.operator in OPERATORS)) return [tree];
  const [first, ...rest] = inOrder(tree.right);
  return [...inOrder(tree.left), { operator: tree.operator, tree: first }, ...rest];
}

function readTexts(tree) {
  const trees = tree.kind === "binary" && tree.operator === "+" ? inOrder(tree).map((one) => one.tree ?? one) : [tree];
  const parts = trees.map((one) => readOperand(one.kind === "call" && one.name === "string" && one.given.length === 1 ? one.given[0] : one));
  return parts.length > 1 && parts.every((part) => part?.value !== undefined || part?.slot !== undefined) ? { kind: "texts", parts } : null;
}

function readMore(tree) {
  const fits = tree.kind === "binary" && tree.operator === "+" && tree.left.kind === "name" && tree.right.kind === "list" && tree.right.items.length === 1;
  const operand = fits && readOperand(tree.right.items[0]);
  return operand ? { kind: "more", list: tree.left.name, operand } : null;
}

function readCases(tree, type, typeOf) {
  const cases = [];
  let rest = tree;
  for (; rest.kind === "either"; rest = rest.otherwise) {
    const condition = conditionOf(rest.condition, typeOf);
    const then = computationOf(rest.then, type, typeOf);
    if (!condition || !then || then.kind === "cases") return null;
    cases.push({ condition, then });
  }
  const otherwise = cases.length > 0 && computationOf(rest, type, typeOf);
  return otherwise ? { kind: "cases", cases, otherwise } : null;
}

/** Whether a slot of one type can stand for a value of the other. */
export function goesInto(from, into) {
  if (into === undefined || from === into) return true;
  if (isNumber(into)) return isNumber(from);
  if (isMoment(into)) return isMoment(from);
  return into === "text" ? isText(from) : formOf(into) === "choice" ? from === "text" : false;
}
