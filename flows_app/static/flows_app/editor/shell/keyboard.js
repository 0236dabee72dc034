// Keys that work everywhere on the page.

import { openAddMenu } from "../cards/add_menu.js";
import { duplicate, moveBy } from "../cards/deeds.js";
import { jumpToNext } from "../findings/list.js";
import { takeTyped } from "../forms/taking.js";
import { openSearch } from "../search/box.js";
import { openKeyboardHelp } from "./keyboard_help.js";
import { NativeUndo } from "./native_undo.js";

export function listenToKeys(editor, root) {
  const native = new NativeUndo(root);
  root.addEventListener("focusout", () => editor.seal());
  // Keys that compose a letter (Japanese, Chinese, Korean) belong to the composing: its Enter takes a word, not a field.
  root.addEventListener("keydown", (event) => event.isComposing && event.stopPropagation(), true);
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const deed = deedOf(event, editor, root, native);
    if (!deed) return;
    event.preventDefault();
    deed();
  });
}

function deedOf(event, editor, root, native) {
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (command && !event.altKey) return withCommand(key, event, editor, root, native);
  if (event.key === "F8") return () => jumpToNext(editor, event.shiftKey ? -1 : 1);
  if (event.key === "?" && !isTyping(event.target)) return openKeyboardHelp;
  if (event.key === "/" && !isTyping(event.target)) return () => openSearch(editor, root.querySelector("[data-key=search]"));
  const card = event.target.closest?.("[data-card]")?.dataset.card;
  if (!card) return null;
  if (event.altKey && !editor.readonly && (event.key === "ArrowUp" || event.key === "ArrowDown")) return () => moveBy(editor, card, event.key === "ArrowUp" ? -1 : 1);
  if (event.key === "Escape" && isTyping(event.target)) return () => editor.select(card, { focus: true, field: "handle" });
  return null;
}

function withCommand(key, event, editor, root, native) {
  const redo = (key === "z" && event.shiftKey) || key === "y";
  if (redo) return native.canRedo(event.target) ? null : () => isBeside(event.target) || editor.redo();
  if (key === "z") return native.canUndo(event.target) ? null : () => isBeside(event.target) || undoEarlier(editor, native);
  if (key === "s" && !event.shiftKey) return () => saveNow(editor, root);
  if (key === "enter" && !editor.view.texts) return () => addAfter(editor, root);
  const card = event.target.closest?.("[data-card]")?.dataset.card;
  if (key === "d" && card && !event.shiftKey && !editor.readonly) return () => duplicate(editor, card);
  return null;
}

function saveNow(editor, root) {
  takeTyped(root);
  editor.flush().catch(() => {});
}

function undoEarlier(editor, native) {
  native.forget();
  editor.undo();
}

/** After the selected step, or at the end. */
function addAfter(editor, root) {
  const place = editor.stepWithId(editor.selection) ?? { list: "root", index: (editor.document.steps ?? []).length - 1 };
  const gap = [...root.querySelectorAll(".ed-gap")].find((element) => element.dataset.list === place.list && Number(element.dataset.index) === place.index + 1);
  const anchor = gap?.querySelector("button") ?? root.querySelector(".ed-empty button");
  anchor?.scrollIntoView({ block: "nearest" });
  if (anchor) openAddMenu(editor, anchor, place.list, place.index + 1);
}

const isTyping = (element) => element.matches?.("input:not([type=checkbox]), textarea, select") ?? false;

/** What is written in the panels on the right is no part of the flow: their fields take back their own letters only. */
const isBeside = (element) => isTyping(element) && element.closest(".ed-right") !== null;
