// Puts steps from another place into a document: with names of their own, and with the slots that they use.

import { assignIds, idOf } from "./identity.js";
import { addSlot, allStepNames, giveNames, listToFill, uniqueName } from "./editing.js";
import { keepInputs, renameAllUses } from "./references.js";

/** Gives {ids, added, renamed}: the new steps, the slots that were added, and [{from, to, type, here}] of those whose name
 * stands for another kind of value here. `names` are the bot's: its actions, and the slots that all its flows share. */
export function pasteSteps(draft, { schema, names }, { steps, slots }, list, index) {
  const pasted = { steps };
  renameAllUses(pasted, schema, "step", giveNames(steps, allStepNames(draft)));
  const { added, renamed } = bringSlots(draft, names, slots);
  for (const { from } of renamed) keepInputs(pasted, names.actions, from);
  renameAllUses(pasted, schema, "slot", new Map(renamed.map(({ from, to }) => [from, to])));
  listToFill(draft, list).splice(index, 0, ...steps);
  assignIds(draft);
  return { ids: steps.map(idOf), added, renamed };
}

/** A slot that is there with the same type is taken; one with another type gets another name. */
function bringSlots(draft, names, slots) {
  const types = new Map([...(names.bot_slots ?? []), ...(draft.slots ?? [])].map((slot) => [slot.name, slot.type ?? "text"]));
  const added = [];
  const renamed = [];
  for (const slot of slots) {
    const here = types.get(slot.name);
    const type = slot.type ?? "text";
    if (here === type) continue;
    const to = uniqueName(slot.name, new Set(types.keys()));
    addSlot(draft, to, { ...slot, name: to });
    types.set(to, type);
    if (here === undefined) added.push(to);
    else renamed.push({ from: slot.name, to, type, here });
  }
  return { added, renamed };
}
