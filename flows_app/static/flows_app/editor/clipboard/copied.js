// Steps as a text for the clipboard: JSON with the steps, and the slots that they use.

import { copyWithoutIds, isPart } from "../document/identity.js";
import { slotUses } from "../document/references.js";
import { slotsOf, stepsOf } from "../document/walking.js";

// Says what the text is, and how it is written.
const FORM = "soni_steps";
const VERSION = 1;

/** Of steps with these ids, in reading order; one inside another comes along with that. */
export function asText(editor, ids) {
  const steps = topmost(editor, ids).map(({ step }) => copyWithoutIds(step));
  const { language_version } = editor.document;
  return JSON.stringify({ [FORM]: VERSION, language_version, steps, slots: slotsFor(editor, steps) }, null, 2);
}

function topmost(editor, ids) {
  const inside = (place) => place.parent && (ids.has(place.parent) || inside(editor.stepWithId(place.parent)));
  return editor.steps().filter((place) => ids.has(place.id) && !inside(place));
}

/** Those that the steps name, and those that these slots' own texts name; of the bot's slots, name and type. */
function slotsFor(editor, steps) {
  const known = new Map((editor.boot.names.bot_slots ?? []).map(({ name, type }) => [name, { name, type }]));
  slotsOf(editor.document).forEach(({ slot }) => known.set(slot.name, slot));
  let found = [];
  for (;;) {
    const used = slotUses({ steps, slots: found }, editor.boot.schema);
    const all = [...known.values()].filter((slot) => used.has(slot.name));
    if (all.length === found.length) return found.map(copyWithoutIds);
    found = all;
  }
}

/** {steps, slots, language_version} of a text from the clipboard. Throws an Error whose message says why it holds none. */
export function readText(text) {
  const read = parsed(text);
  if (!isPart(read) || !(FORM in read)) throw new Error("The clipboard holds no steps: copy some in the editor of a flow first.");
  if (read[FORM] !== VERSION) throw new Error("The steps were copied in another version of this editor: reload both pages, and copy them again.");
  const whole = (parts) => Array.isArray(parts) && parts.every(isPart);
  if (!whole(read.steps) || !read.steps.length || !whole(read.slots ?? []) || !read.steps.every((step) => typeof step.type === "string")) {
    throw new Error("The copied steps can’t be read: a part of them is missing. Copy them again.");
  }
  // Names are what steps and slots are told apart by.
  stepsOf({ steps: read.steps }).forEach(({ step }) => typeof step.name === "string" || delete step.name);
  return { language_version: read.language_version, steps: read.steps, slots: (read.slots ?? []).filter((slot) => typeof slot.name === "string") };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
