// Every step, slot and case has an id of its own that stays the same through edits, undo and saving, while names change.
// Ids stand under a symbol: JSON, key lists and comparisons of what the author wrote never see them.

const ID = Symbol("id");
let made = 0;

export const idOf = (part) => part?.[ID];

function freshId() {
  made += 1;
  return `n${made}`;
}

/** A deep copy that may be changed; unlike structuredClone it keeps the ids. */
export function copyOf(value) {
  if (Array.isArray(value)) return value.map(copyOf);
  if (value === null || typeof value !== "object") return value;
  const copied = {};
  for (const key of Object.keys(value)) copied[key] = copyOf(value[key]);
  if (value[ID]) copied[ID] = value[ID];
  return copied;
}

/** A deep copy whose parts count as new ones. */
export const copyWithoutIds = (value) => JSON.parse(JSON.stringify(value));

/** Calls `visit(part, pointer)` for every step, case and slot in reading order. */
function walkParts(document, visit) {
  (Array.isArray(document.slots) ? document.slots : []).forEach((slot, index) => isPart(slot) && visit(slot, `/slots/${index}`));
  walkSteps(document.steps, "/steps", visit);
}

function walkSteps(steps, pointer, visit) {
  if (!Array.isArray(steps)) return;
  steps.forEach((step, index) => {
    if (!isPart(step)) return;
    const here = `${pointer}/${index}`;
    visit(step, here);
    walkSteps(step.steps, `${here}/steps`, visit);
    (Array.isArray(step.cases) ? step.cases : []).forEach((one, number) => {
      if (!isPart(one)) return;
      visit(one, `${here}/cases/${number}`);
      walkSteps(one.steps, `${here}/cases/${number}/steps`, visit);
    });
    walkSteps(step.default?.steps, `${here}/default/steps`, visit);
  });
}

/** An imported document may hold anything in the place of a step, a case or a slot. */
export const isPart = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Gives an id to each part that has none; of two with the same id (one was copied) the second gets a new one. */
export function assignIds(document) {
  const seen = new Set();
  walkParts(document, (part) => {
    if (!part[ID] || seen.has(part[ID])) part[ID] = freshId();
    seen.add(part[ID]);
  });
  return document;
}

/** Ids for a document that came from elsewhere: parts that are the same as before by name, or by place, keep theirs. */
export function adoptIds(before, document) {
  const byName = new Map();
  const byPlace = new Map();
  walkParts(before, (part, pointer) => {
    if (part.name) byName.set(nameKey(part, pointer), part[ID]);
    byPlace.set(pointer, part);
  });
  const taken = new Set();
  const give = (part, id) => {
    if (id && !taken.has(id)) {
      part[ID] = id;
      taken.add(id);
    }
  };
  walkParts(document, (part, pointer) => part.name && give(part, byName.get(nameKey(part, pointer))));
  walkParts(document, (part, pointer) => {
    const there = byPlace.get(pointer);
    if (!part[ID] && there && there.type === part.type) give(part, there[ID]);
  });
  return assignIds(document);
}

const nameKey = (part, pointer) => `${pointer.startsWith("/slots") ? "slot" : "step"} ${part.name}`;
