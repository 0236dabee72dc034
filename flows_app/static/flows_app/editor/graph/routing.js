/**
 * Where each step of a document leads: the same reading as flows_app/flow_language/routing.py, made of a document that may
 * be broken in every way while its author types. A place is known by its JSON pointer, because names may be missing
 * or doubled; a way leads to such a key, to END, or to a name that no step has.
 */

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
    const isLoop = step.type === "while";
    const loops = isLoop ? [...around.loops, key] : around.loops;
    for (const list of nested) {
      place(list.steps, isLoop ? key : following, { loops, parent: key, case: list.case }, found, names);
    }
  });
}

/** A step's own lists of steps, each with the case it belongs to: a number, `default`, or nothing in a loop. */
function nestedLists(step, key) {
  if (step.type === "while") {
    return [{ case: "", steps: step.steps, path: `${key}/steps` }];
  }
  if (step.type !== "branch") {
    return [];
  }
  const cases = listOf(step.cases).map((one, number) => ({
    case: String(number), steps: one?.steps, path: `${key}/cases/${number}/steps`,
  }));
  return step.default ? [...cases, { case: "default", steps: step.default.steps, path: `${key}/default/steps` }] : cases;
}

function targetOf(name, names) {
  if (name === END) {
    return END;
  }
  return names.get(name) ?? missing(String(name));
}

/** Every way on: the field that names it, where it leads, and whether nobody wrote it (what fails ends the flow). */
function waysFrom(step, { below, following, firstInside, names }) {
  const ways = [];
  const add = (field, target, more = {}) => ways.push({ field, target, ...more });
  if (step.when) {
    add("when", below);
  }
  if (step.type === "branch") {
    waysOfBranch(step, following, firstInside, names, add);
  } else {
    add(step.type === "link" ? "flow" : "next", step.type === "link" ? END : following);
  }
  if (step.type === "while" && firstInside.has("")) {
    add("steps", firstInside.get(""));
  }
  waysWhenItGoesWrong(step, names, add);
  if (["say", "collect", "confirm"].includes(step.type)) {
    listOf(step.options).forEach((option, number) => {
      if (option?.command?.type === "jump_to" && option.command.step) {
        add("options", targetOf(option.command.step, names), { number });
      }
    });
  }
  return ways;
}

function waysOfBranch(step, following, firstInside, names, add) {
  const way = (name, inside) => (name ? targetOf(name, names) : (firstInside.get(inside) ?? following));
  listOf(step.cases).forEach((one, number) => add("cases", way(one?.next, String(number)), { number }));
  add("default", way(step.default?.next, "default"));
}

// Each with the type of step that ends its flow there if nobody says where to go.
const GOES_WRONG = [
  ["on_invalid", (step) => step.type === "collect" && step.max_attempts],
  ["on_deny", (step) => step.type === "confirm"],
  ["on_error", (step) => step.type === "action"],
];

function waysWhenItGoesWrong(step, names, add) {
  for (const [field] of GOES_WRONG) {
    if (step[field]) {
      add(field, targetOf(step[field], names));
    }
  }
  for (const [field, endsByItself] of GOES_WRONG) {
    if (!step[field] && endsByItself(step)) {
      add(field, END, { unwritten: true });
    }
  }
}

function stepsIn(steps, path) {
  return listOf(steps)
    .map((step, position) => ({ step, key: `${path}/${position}` }))
    .filter(({ step }) => step !== null && typeof step === "object");
}

export const listOf = (value) => (Array.isArray(value) ? value : []);
