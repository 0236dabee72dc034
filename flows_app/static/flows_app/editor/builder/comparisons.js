// How a slot can be compared, by the form of its type. Each comparison is one pattern, in which `slot` and `value` stand for the two sides:
// expressions are written by filling it in and read by matching it.

import { formOf } from "../document/slot_types.js";
import { parse } from "./parsing.js";

/** `takes`: what stands on the other side: "one" value or slot, "many" values, a "count", an "item" of a list, or nothing. */
const comparison = (key, words, takes, ...patterns) => ({ key, words, takes, pattern: patterns[0], trees: patterns.map(parse) });

const IS = comparison("is", "is", "one", "slot == value");
const IS_NOT = comparison("is_not", "is not", "one", "slot != value");
const ONE_OF = comparison("one_of", "is one of", "many", "slot in value");
const NOT_ONE_OF = comparison("not_one_of", "is none of", "many", "!(slot in value)");
const FILLED = comparison("filled", "is filled", null, "slot != null");
const EMPTY = comparison("empty", "is empty", null, "slot == null");

const ordered = (more, atLeast, less, atMost) => [
  comparison("more", more, "one", "slot > value"),
  comparison("at_least", atLeast, "one", "slot >= value"),
  comparison("less", less, "one", "slot < value"),
  comparison("at_most", atMost, "one", "slot <= value"),
];
const MOMENT = [IS, IS_NOT, ...ordered("is after", "is on or after", "is before", "is on or before"), FILLED, EMPTY];
const NUMBER = [IS, IS_NOT, ...ordered("is more than", "is at least", "is less than", "is at most"), FILLED, EMPTY];
const TEXT = [
  IS,
  IS_NOT,
  comparison("contains", "contains", "one", "slot.contains(value)"),
  comparison("begins", "begins with", "one", "slot.startsWith(value)"),
  comparison("ends", "ends with", "one", "slot.endsWith(value)"),
  ONE_OF,
  NOT_ONE_OF,
  FILLED,
  EMPTY,
];
const LIST = [
  comparison("holds", "holds", "item", "value in slot"),
  comparison("holds_not", "does not hold", "item", "!(value in slot)"),
  comparison("items", "has so many items:", "count", "size(slot) == value"),
  comparison("more_items", "has more items than", "count", "size(slot) > value"),
  comparison("fewer_items", "has fewer items than", "count", "size(slot) < value"),
  FILLED,
  EMPTY,
];
const BOOLEAN = [
  comparison("yes", "is yes", null, "slot == true", "slot"),
  comparison("no", "is no", null, "slot == false", "!slot"),
  FILLED,
  EMPTY,
];
const BY_FORM = {
  text: TEXT,
  number: NUMBER,
  boolean: BOOLEAN,
  choice: [IS, IS_NOT, ONE_OF, NOT_ONE_OF, FILLED, EMPTY],
  date: MOMENT,
  datetime: MOMENT,
  time: MOMENT,
  list: LIST,
  object: [FILLED, EMPTY],
};

export const comparisonsFor = (type) => BY_FORM[formOf(type)] ?? TEXT;

export const comparisonNamed = (type, key) => comparisonsFor(type).find((one) => one.key === key);

/** What a comparison's other side holds, if the slot is of this type. */
export const otherSide = ({ takes }, type) => ({ count: "integer", item: "text" })[takes] ?? type;

/** {slot, comparison, value: tree or undefined} of the first comparison whose pattern a tree fits, or null. */
export function matching(tree, typeOf) {
  const names = slotsIn(tree);
  for (const slot of names) {
    for (const one of comparisonsFor(typeOf(slot))) {
      for (const pattern of one.trees) {
        const found = {};
        if (fits(pattern, tree, slot, found) && stands(one, found.value)) return { slot, comparison: one, value: found.value };
      }
    }
  }
  return null;
}

/** Whether a tree can be a comparison's other side at all. */
const stands = ({ takes }, value) => (takes === null ? value === undefined : value.kind !== "null" && (takes === "many") === (value.kind === "list"));

function fits(pattern, tree, slot, found) {
  if (pattern?.kind === "name" && pattern.name === "value") {
    found.value = tree;
    return true;
  }
  if (pattern?.kind === "name" && pattern.name === "slot") return tree?.kind === "name" && tree.name === slot;
  if (pattern === null || typeof pattern !== "object") return pattern === tree;
  const keys = Object.keys(pattern);
  return tree !== null && typeof tree === "object" && keys.length === Object.keys(tree).length
    && keys.every((key) => fits(pattern[key], tree[key], slot, found));
}

/** Names in a tree, in reading order. */
function slotsIn(tree) {
  if (tree === null || typeof tree !== "object") return [];
  return tree.kind === "name" ? [tree.name] : Object.values(tree).flatMap(slotsIn);
}
