// What a step asks that has no question of its own: its slot's.

import { isPart } from "../document/identity.js";
import { wordingIn } from "../document/texts.js";
import { askedSlot, questionField } from "../document/types.js";

export function questionOfSlot(editor, step) {
  if (!questionField(step)) return "";
  const { slots } = editor.document;
  const slot = Array.isArray(slots) && slots.find((one) => isPart(one) && one.name === askedSlot(step));
  return wordingIn(slot?.prompt, editor.languages.shown);
}
