// Finding one's way in a document: steps in reading order, the lists that hold them, parts by id and by JSON pointer.

import { idOf, isPart } from "./identity.js";
import { typeOf } from "./types.js";

const known = new WeakMap();

/** [{id, path, step, parent, list, index, depth}] in reading order; `list` is the key of the list that holds the step. */
export function stepsOf(document) {
  if (!known.has(document)) {
    const found = [];
    collect(document.steps, { pointer: "/steps", list: "root", parent: null, depth: 0 }, found);
    known.set(document, found);
  }
  return known.get(document);
}

function collect(steps, { pointer, list, parent, depth }, found) {
  (Array.isArray(steps) ? steps : []).forEach((step, index) => {
    if (!isPart(step)) return;
    const id = idOf(step);
    const path = `${pointer}/${index}`;
    found.push({ id, path, step, parent, list, index, depth });
    for (const inside of listsOf(step)) {
      collect(inside.steps, { pointer: path + inside.pointer, list: inside.list, parent: id, depth: depth + 1 }, found);
    }
  });
}

/** The lists of steps inside a step, present or possible: [{list, pointer, steps, place}]. */
export function listsOf(step) {
  const id = idOf(step);
  const { nesting } = typeOf(step);
  const loop = nesting.has("steps") ? [{ list: `${id} steps`, pointer: "/steps", steps: step.steps ?? [], place: "the loop" }] : [];
  const cases = (nesting.has("cases") ? casesOf(step) : []).map(({ one, number }) => ({
    list: `${id} ${idOf(one)}`,
    pointer: `/cases/${number}/steps`,
    steps: one.steps ?? [],
    place: `case ${number + 1}`,
  }));
  const otherwise = nesting.has("default") ? [{ list: `${id} default`, pointer: "/default/steps", steps: step.default?.steps ?? [], place: "otherwise" }] : [];
  return [...loop, ...cases, ...otherwise];
}

/** The cases of a branch with their numbers, without what is no case at all. */
const casesOf = (step) => (Array.isArray(step.cases) ? step.cases : []).map((one, number) => ({ one, number })).filter(({ one }) => isPart(one));

export const stepWithId = (document, id) => stepsOf(document).find((found) => found.id === id) ?? null;

export const slotsOf = (document) =>
  (Array.isArray(document.slots) ? document.slots : []).map((slot, index) => ({ id: idOf(slot), path: `/slots/${index}`, slot })).filter(({ slot }) => isPart(slot));

/** The array behind a list's key in a document that is being changed; made if it is not there yet. */
export function listToChange(document, list) {
  if (list === "root") return (document.steps ??= []);
  const [owner, place] = list.split(" ");
  const step = findStep(document.steps, owner);
  if (!step) return null;
  if (place === "steps") return (step.steps ??= []);
  if (place === "default") return ((step.default ??= {}).steps ??= []);
  const one = step.cases?.find((candidate) => idOf(candidate) === place);
  return one ? (one.steps ??= []) : null;
}

/** A step by its id in a document that is being changed. */
export function findStep(steps, id) {
  for (const step of (Array.isArray(steps) ? steps : []).filter(isPart)) {
    if (idOf(step) === id) return step;
    for (const inside of listsOf(step)) {
      const found = findStep(inside.steps, id);
      if (found) return found;
    }
  }
  return null;
}

export const findSlot = (document, id) => (document.slots ?? []).find((slot) => idOf(slot) === id) ?? null;

/** Whose a JSON pointer is: {owner: id or null, kind: "step"|"slot"|"flow", field: the rest of the pointer}. */
export function placeOf(document, pointer) {
  let here = document;
  let owner = { owner: null, kind: "flow", field: pointer.replace(/^\//, "") };
  const parts = pointer.split("/").slice(1).map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  parts.forEach((part, index) => {
    here = here?.[part];
    if (idOf(here) && (here.type !== undefined || parts[index - 1] !== "cases")) {
      owner = { owner: idOf(here), kind: parts[0] === "slots" ? "slot" : "step", field: parts.slice(index + 1).join("/") };
    }
  });
  return owner;
}
