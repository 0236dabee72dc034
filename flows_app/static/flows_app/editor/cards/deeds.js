// What can be done with a card: each is one undo step, tells what it did, and leaves the focus where work goes on.

import { blankStep, duplicateStep, insertStep, moveStep, removeStep } from "../document/editing.js";
import { stepUses } from "../document/references.js";
import { typeNamed, typeOf } from "../document/types.js";
import { announce } from "../parts/toast.js";
import { tellWithUndo } from "../shell/undo_notice.js";

export function addStep(editor, list, index, type) {
  const id = editor.change(`Add a step: ${typeNamed(type).label}`, (draft) => insertStep(draft, list, index, blankStep(draft, type)));
  if (!id) return;
  editor.view.reveal(id);
  editor.select(id, { focus: true, field: "" });
  announce(`${typeNamed(type).label} step added.`);
}

export function deleteStep(editor, id) {
  const place = editor.stepWithId(id);
  const name = place.step.name || typeOf(place.step).label;
  const users = stepUses(editor.document, editor.boot.schema, place.step.name).filter((user) => user !== place.step.name);
  const neighbour = nextOf(editor, place);
  editor.change(`Delete ${name}`, (draft) => removeStep(draft, id));
  const left = users.length ? ` ${users.length === 1 ? `“${users[0]}” leads` : `${users.length} steps lead`} to it still.` : "";
  tellWithUndo(editor, `“${name}” is deleted.${left}`);
  if (neighbour) editor.select(neighbour, { focus: true, field: "handle" });
}

function nextOf(editor, place) {
  const siblings = editor.steps().filter((other) => other.list === place.list);
  return (siblings[place.index + 1] ?? siblings[place.index - 1])?.id ?? place.parent;
}

export function duplicate(editor, id) {
  const name = editor.stepWithId(id).step.name;
  const copy = editor.change(`Duplicate ${name}`, (draft) => duplicateStep(draft, editor.boot.schema, id));
  editor.select(copy, { focus: true, field: "name" });
  announce(`“${name}” is duplicated as “${editor.stepWithId(copy).step.name}”.`);
}

export function moveTo(editor, id, list, index) {
  const name = editor.stepWithId(id).step.name;
  editor.change(`Move ${name}`, (draft) => moveStep(draft, id, list, index));
}

/** Whether there is a place above it or below it: a step inside another can always leave it. */
export function canMove(editor, id, by) {
  const place = editor.stepWithId(id);
  return Boolean(place.parent) || editor.steps().some((other) => other.list === place.list && Math.sign(other.index - place.index) === by);
}

/** Up or down among its neighbours; at the end of its list, out of it. */
export function moveBy(editor, id, by) {
  const place = editor.stepWithId(id);
  const siblings = editor.steps().filter((other) => other.list === place.list);
  const wanted = place.index + by;
  if (wanted >= 0 && wanted < siblings.length) {
    moveTo(editor, id, place.list, by > 0 ? wanted + 1 : wanted);
    announce(`“${place.step.name}” is step ${wanted + 1} of ${siblings.length} now.`);
  } else if (place.parent) {
    const parent = editor.stepWithId(place.parent);
    moveTo(editor, id, parent.list, by > 0 ? parent.index + 1 : parent.index);
    announce(`“${place.step.name}” stands ${by > 0 ? "behind" : "before"} “${parent.step.name}” now.`);
  } else {
    announce(`“${place.step.name}” is the ${by > 0 ? "last" : "first"} step.`);
  }
}
