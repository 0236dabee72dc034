// The page of the flow editor: the editor object, and everything around it.

import { Editor } from "./editor.js";
import { listenToClipboard } from "./clipboard/deeds.js";
import { keepChecking } from "./findings/checking.js";
import { learnSlotTypes } from "./document/slot_types.js";
import { watchConflicts } from "./people/conflict.js";
import { putBackCopies } from "./people/left_behind.js";
import { watchPeople } from "./people/presence.js";
import { announce } from "./parts/toast.js";
import { mountHeader } from "./shell/header.js";
import { listenToKeys } from "./shell/keyboard.js";
import { takeTyped } from "./forms/taking.js";
import { mountPanes } from "./shell/panes.js";
import { Languages } from "./translating/languages.js";
import { mountTexts } from "./shell/texts.js";
import { ViewState } from "./shell/view_state.js";

const root = document.querySelector("#editor");
const editor = new Editor(JSON.parse(document.querySelector("#editor-boot").textContent));
learnSlotTypes(editor.boot.names.slot_types);
editor.languages = new Languages(editor);
editor.view = new ViewState(editor);
// For the browser's console, and for those who extend the page.
root.editor = editor;

mountHeader(editor, root.querySelector(".ed-header"));
mountPanes(editor, root.querySelector(".ed-body"));
mountTexts(editor, root.querySelector(".ed-body"));
listenToKeys(editor, root);
listenToClipboard(editor, root);
keepChecking(editor);
watchConflicts(editor);
watchPeople(editor);
putBackCopies(editor);
editor.addEventListener("travelled", ({ detail }) => announce(detail.sentence));
addEventListener("beforeunload", (event) => {
  takeTyped(root);
  if (editor.saver.atRisk) event.preventDefault();
});
root.dataset.ready = "true";
