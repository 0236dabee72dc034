// What an author does with steps and slots: each a function that changes a copy of the document.

import { assignIds, copyWithoutIds, idOf, isPart } from "./identity.js";
import { renameAllUses } from "./references.js";
import { typeNamed } from "./types.js";
import { listsOf, listToChange, stepsOf } from "./walking.js";

export function allStepNames(document) {
  return new Set(stepsOf({ ...document }).map(({ step }) => step.name));
}

/** `ask_amount`, or `ask_amount_2` if that is taken, and so on. */
export function uniqueName(wanted, taken) {
  if (!taken.has(wanted)) return wanted;
  const stem = wanted.replace(/_\d+$/, "");
  let number = 2;
  while (taken.has(`${stem}_${number}`)) number += 1;
  return `${stem}_${number}`;
}

// What a step that holds others begins with.
const EMPTY = { steps: () => [], cases: () => [{}] };

export function blankStep(document, type) {
  const { name, fields } = typeNamed(type);
  const inside = Object.fromEntries(fields.filter(({ kind }) => kind in EMPTY).map(({ key, kind }) => [key, EMPTY[kind]()]));
  return { name: uniqueName(name, allStepNames(document)), type, ...inside };
}

/** Puts a new step into a list; gives the step, whose id is known once the change is done. */
export function insertStep(document, list, index, step) {
  listToFill(document, list).splice(index, 0, step);
  assignIds(document);
  return idOf(step);
}

/** The array behind a list's key, without a jump that would stand beside its steps. */
export function listToFill(document, list) {
  dropJump(document, list);
  return listToChange(document, list);
}

/** A case leads to a step or has steps of its own, not both: steps put into it take the place of its jump. */
function dropJump(document, list) {
  const [owner, place] = list.split(" ");
  if (!place || place === "steps") return;
  const step = stepsOf({ ...document }).find((found) => found.id === owner)?.step;
  const way = place === "default" ? step?.default : step?.cases?.find((one) => idOf(one) === place);
  if (way) delete way.next;
}

export function removeStep(document, id) {
  const place = stepsOf({ ...document }).find((found) => found.id === id);
  const steps = listToChange(document, place.list);
  const [step] = steps.splice(place.index, 1);
  tidy(document, place.list);
  return step;
}

/** Lists that the language takes for absent when they are empty. */
function tidy(document, list) {
  const [owner, place] = list.split(" ");
  if (!place || place === "steps") return;
  const step = stepsOf({ ...document }).find((found) => found.id === owner)?.step;
  const way = place === "default" ? step?.default : step?.cases?.find((one) => idOf(one) === place);
  if (way?.steps?.length === 0) delete way.steps;
  if (place === "default" && way && Object.keys(way).length === 0) delete step.default;
}

/** To `index` of `list`, both as they were before the step is taken out. */
export function moveStep(document, id, list, index) {
  const place = stepsOf({ ...document }).find((found) => found.id === id);
  const shift = place.list === list && place.index < index ? 1 : 0;
  const step = removeStep(document, id);
  listToFill(document, list).splice(index - shift, 0, step);
}

/** Behind the step itself, with every name inside made unique, and what leads from one to another; gives the copy's id. */
export function duplicateStep(document, schema, id) {
  const place = stepsOf({ ...document }).find((found) => found.id === id);
  const copy = copyWithoutIds(place.step);
  renameAllUses({ steps: [copy] }, schema, "step", giveNames([copy], allStepNames(document)));
  listToChange(document, place.list).splice(place.index + 1, 0, copy);
  assignIds(document);
  return idOf(copy);
}

/** Names that are not taken, for new steps and those inside them; gives a Map from the old ones. */
export function giveNames(steps, taken) {
  const renamed = new Map();
  steps.forEach((step) => rename(step, taken, renamed));
  return renamed;
}

function rename(step, taken, renamed) {
  const name = uniqueName(step.name || "step", taken);
  if (step.name) renamed.set(step.name, name);
  step.name = name;
  taken.add(name);
  assignIds({ steps: [step] });
  for (const inside of listsOf(step)) inside.steps.filter(isPart).forEach((nested) => rename(nested, taken, renamed));
}

export function addSlot(document, name, more = {}) {
  const taken = new Set((document.slots ?? []).map((slot) => slot.name));
  const slot = { name: uniqueName(name, taken), type: "text", ...more };
  (document.slots ??= []).push(slot);
  assignIds(document);
  return idOf(slot);
}

/** As the language wants names: small letters, digits and underscores, a letter first, no longer than the server takes. */
export function asName(editor, typed) {
  const plain = typed.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  return plain.trim().replace(/[^a-z0-9_]+/g, "_").replace(/^[^a-z]+/, "").replace(/_+$/, "").slice(0, editor.boot.limits.name);
}
