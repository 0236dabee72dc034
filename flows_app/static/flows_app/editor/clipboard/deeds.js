// Copying steps, and pasting them here, in another flow or in another tab. By keyboard through the system's clipboard; the
// menus take what was last copied in this browser, which needs no leave from anybody.

import { pasteSteps } from "../document/pasting.js";
import { toast } from "../parts/toast.js";
import { tellWithUndo } from "../shell/undo_notice.js";
import { asText, readText } from "./copied.js";

const keyOf = (editor) => `soni-copied-steps:${editor.boot.person.id}`;
const counted = (number, word = "step") => (number === 1 ? `one ${word}` : `${number} ${word}s`);

/** A step, or all that are chosen if it is one of them. */
export function copySteps(editor, id) {
  const text = copiedText(editor, chosenOr(editor, id));
  // The system's clipboard too, where the browser lets us: so it can be pasted by keyboard, and on another site.
  navigator.clipboard?.writeText(text).catch(() => {});
}

/** How many steps the menus would paste; 0 if there are none. */
export function copiedCount(editor) {
  try {
    return readText(localStorage.getItem(keyOf(editor)) ?? "").steps.length;
  } catch {
    return 0;
  }
}

export const pasteCopied = (editor, id) => pasteText(editor, localStorage.getItem(keyOf(editor)) ?? "", id);

/** Ctrl C and Ctrl V outside of fields. */
export function listenToClipboard(editor, root) {
  document.addEventListener("copy", (event) => {
    const id = cardInFocus(editor, root);
    if (!id || String(getSelection())) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", copiedText(editor, chosenOr(editor, id)));
  });
  document.addEventListener("paste", (event) => {
    if (editor.readonly || !isAmongCards(root)) return;
    event.preventDefault();
    pasteText(editor, event.clipboardData.getData("text/plain"), editor.selection);
  });
}

/** The chosen steps, if this is one of them; else this one alone. */
function chosenOr(editor, id) {
  const chosen = editor.view.chosenIds();
  return new Set(chosen.includes(id) ? chosen : [id]);
}

function copiedText(editor, ids) {
  const text = asText(editor, ids);
  const { steps, slots } = readText(text);
  localStorage.setItem(keyOf(editor), text);
  const along = slots.length ? `, with ${counted(slots.length, "slot")}` : "";
  toast(`Copied: ${counted(steps.length)}${along}. Paste by the ⋯ menu of a card or Ctrl V, here or in another flow.`);
  return text;
}

/** Behind a step, or at the end if there is none with this id. */
function pasteText(editor, text, id) {
  let read;
  try {
    read = readText(text);
  } catch (refused) {
    toast(`Nothing was pasted. ${refused.message}`, { kind: "error" });
    return;
  }
  const place = editor.stepWithId(id) ?? { list: "root", index: (editor.document.steps ?? []).length - 1 };
  const done = editor.change(`Paste ${counted(read.steps.length)}`, (draft) => pasteSteps(draft, editor.boot, read, place.list, place.index + 1));
  if (!done) return;
  editor.view.choose([]);
  editor.select(done.ids[0], { focus: true, field: "handle" });
  const sameLanguage = read.language_version === editor.document.language_version;
  tellWithUndo(editor, `${wordsFor(done)}${sameLanguage ? "" : " They were written in another version of the flow language: look at how their texts show values."}`);
}

function wordsFor({ ids, added, renamed }) {
  const quoted = (names) => names.map((name) => `“${name}”`).join(", ");
  const sentences = [`Pasted: ${counted(ids.length)}.`];
  if (added.length) sentences.push(`New here: ${added.length === 1 ? "slot" : "slots"} ${quoted(added)}.`);
  for (const { from, to, type, here } of renamed) sentences.push(`“${from}” is ${here} here, and was ${type} there: the steps use the new slot “${to}”.`);
  return sentences.join(" ");
}

/** The card in which the focus is, but not in a field; the selected one while nothing has the focus. */
function cardInFocus(editor, root) {
  if (!isAmongCards(root)) return null;
  const active = document.activeElement;
  const id = active.closest("[data-card]")?.dataset.card ?? editor.selection;
  return editor.stepWithId(id) ? id : null;
}

function isAmongCards(root) {
  const active = document.activeElement ?? document.body;
  if (document.querySelector("dialog[open]") || active.matches("input:not([type=checkbox]), textarea, select")) return false;
  return active === document.body || root.querySelector(".ed-cards").contains(active);
}
