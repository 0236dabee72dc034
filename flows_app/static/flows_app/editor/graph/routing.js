/**
 * Where each step of a document leads. How a type of step leads on is data of the language (its `exits`, which
 * flows_app/flow_language/routing.py goes by too); here it is read of a document that may be broken in every way while its
 * author types. A place is known by its JSON pointer, because names may be missing or doubled; a way leads to such a key,
 * to END, or to a name that no step has.
 */

import { typeOf } from "../document/types.js";

export const END = "end";
const MISSING = "missing:";

export const missing = (name) => `${MISSING}${name}`;
export const isMissing = (target) => target.startsWith(MISSING);
export const nameOfMissing = (target) => target.slice(MISSING.length);

/** Every step's place, by key, in reading order. */
export function places(written) {
  const found = new Map();
  const names = namesOf(written?.steps, "/steps", new Map());
  place(stepsIn(written?.steps, "/steps"), END, { loops: [], parent: null, case: "" }, found, names);
  return found;
}

function namesOf(steps, path, names) {
  for (const { step, key } of stepsIn(steps, path)) {
    if (typeof step.name === "string" && step.name && !names.has(step.name)) {
      names.set(step.name, key);
    }
    nestedLists(step, key).forEach((nested) => namesOf(nested.steps, nested.path, names));
  }
  return names;
}

function place(steps, after, around, found, names) {
  steps.forEach(({ step, key }, position) => {
    const below = steps[position + 1]?.key ?? after;
    const following = step.next ? targetOf(step.next, names) : below;
    const nested = nestedLists(step, key).map((list) => ({ ...list, steps: stepsIn(list.steps, list.path) }));
    const firstInside = new Map(nested.filter((list) => list.steps.length).map((list) => [list.case, list.steps[0].key]));
    const ways = waysFrom(step, { below, following, firstInside, names });
    found.set(key, { key, step, order: found.size, below, following, firstInside, ways, ...around });
    // A loop's steps lead back to it; those of a branch rejoin where the branch leads.
    const isLoop = typeOf(step).nesting.has("steps");
    const loops = isLoop ? [...around.loops, key] : around.loops;
    for (const list of nested) {
      place(list.steps, isLoop ? key : following, { loops, parent: key, case: list.case }, found, names);
    }
  });
}

/** A step's own lists of steps, each with the case it belongs to: a number, `default`, or nothing in a loop. */
function nestedLists(step, key) {
  const { nesting } = typeOf(step);
  const loop = nesting.has("steps") ? [{ case: "", steps: step.steps, path: `${key}/steps` }] : [];
  const cases = (nesting.has("cases") ? listOf(step.cases) : []).map((one, number) => ({
    case: String(number), steps: one?.steps, path: `${key}/cases/${number}/steps`,
  }));
  const otherwise = nesting.has("default") && step.default ? [{ case: "default", steps: step.default.steps, path: `${key}/default/steps` }] : [];
  return [...loop, ...cases, ...otherwise];
}

function targetOf(name, names) {
  if (name === END) {
    return END;
  }
  return names.get(name) ?? missing(String(name));
}

/** Every way on: the field that names it, where it leads, and whether nobody wrote it (what fails ends the flow). */
const waysFrom = (step, around) =>
  typeOf(step).exits.flatMap((exit) => (WAYS[exit.how]?.(step, exit, around) ?? []).map((way) => ({ field: exit.field, exit, ...way })));

const WAYS = {
  passed_over: (step, { field }, { below }) => (step[field] ? [{ target: below }] : []),
  cases: (step, { field }, around) => listOf(step[field]).map((one, number) => ({ target: wayOfCase(one?.next, String(number), around), number })),
  otherwise: (step, { field }, around) => [{ target: wayOfCase(step[field]?.next, field, around) }],
  on: (step, exit, { following }) => [{ target: following }],
  away: () => [{ target: END }],
  round: (step, exit, { firstInside }) => (firstInside.has("") ? [{ target: firstInside.get("") }] : []),
  named: (step, { field, ends }, { names }) => {
    if (step[field]) {
      return [{ target: targetOf(step[field], names) }];
    }
    return ends === true || (ends && step[ends]) ? [{ target: END, unwritten: true }] : [];
  },
  buttons: (step, { field }, { names }) =>
    listOf(step[field]).flatMap((option, number) =>
      option?.command?.type === "jump_to" && option.command.step ? [{ target: targetOf(option.command.step, names), number }] : []),
};

const wayOfCase = (name, inside, { following, firstInside, names }) => (name ? targetOf(name, names) : (firstInside.get(inside) ?? following));

function stepsIn(steps, path) {
  return listOf(steps)
    .map((step, position) => ({ step, key: `${path}/${position}` }))
    .filter(({ step }) => step !== null && typeof step === "object");
}

export const listOf = (value) => (Array.isArray(value) ? value : []);
