// Names. Renaming a step or a slot puts the new name wherever the old one is used, in the same undo step.

import { allStepNames, asName, uniqueName } from "../document/editing.js";
import { keepInputs, renameUses } from "../document/references.js";
import { stepsOf } from "../document/walking.js";
import { END } from "../graph/routing.js";
import { typeNamed } from "../document/types.js";
import { toast } from "../parts/toast.js";
import { tellWithUndo } from "../shell/undo_notice.js";

export function renameStep(editor, id, typed) {
  const from = editor.stepWithId(id)?.step.name ?? "";
  const to = asName(editor, typed);
  if (to === from || isTaken("step", allStepNames(editor.document), to)) return from;
  const count = editor.changeStep(id, `Rename ${from || "a step"}`, (step, draft) => {
    const uses = isOnly(stepsOf({ ...draft }).map((place) => place.step), from, to) ? renameUses(draft, editor.boot.schema, "step", from, to) : 0;
    step.name = to;
    return uses;
  });
  tell(editor, from, to, count);
  return to;
}

export function renameSlot(editor, id, typed) {
  const from = editor.slots().find((place) => place.id === id)?.slot.name ?? "";
  const to = asName(editor, typed);
  if (to === from || isTaken("slot", new Set(editor.slots().map(({ slot }) => slot.name)), to)) return from;
  const count = editor.changeSlot(id, `Rename slot ${from}`, (slot, draft) => {
    const sole = isOnly(draft.slots, from, to);
    if (sole) keepInputs(draft, editor.boot.names.actions, from);
    const uses = sole ? renameUses(draft, editor.boot.schema, "slot", from, to) : 0;
    slot.name = to;
    return uses;
  });
  tell(editor, from, to, count);
  return to;
}

/** With one name for two, nobody could tell any more which of them is meant where it is used. */
function isTaken(what, names, wanted) {
  if (what === "step" && wanted === END) toast("“end” is the end of the flow: no step can be called so.", { kind: "error" });
  else if (wanted && names.has(wanted)) toast(`There is a ${what} called “${wanted}” already.`, { kind: "error" });
  else return false;
  return true;
}

/** Only a name that stood for one thing, and stands for something afterwards, can be followed. */
const isOnly = (parts, from, to) => from !== "" && to !== "" && parts.filter((part) => part.name === from).length === 1;

function tell(editor, from, to, count) {
  if (!count) return;
  const places = count === 1 ? "one place" : `${count} places`;
  tellWithUndo(editor, `“${from}” is called “${to}” now, in ${places} that used it too.`);
}

/** A step that still has the name it was made with takes one from what it is about, if `field` says that. */
export function suggestName(form, step, draft, field, about) {
  const { name, named_after: line } = (form.kind === "step" && typeNamed(step.type)) || {};
  if (!about || !line?.includes(`[${field}]`)) return;
  const automatic = new RegExp(`^${name}(_\\d+)?$`);
  if (!automatic.test(step.name ?? "")) return;
  const from = step.name;
  const wanted = asName(form.editor, line.replace(`[${field}]`, about.replaceAll(".", "_")));
  if (!wanted) return;
  const to = uniqueName(wanted, allStepNames(draft));
  renameUses(draft, form.editor.boot.schema, "step", from, to);
  step.name = to;
}
