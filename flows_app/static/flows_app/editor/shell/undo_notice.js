// Tells of a change that was just made, with a button that takes it back. With the next change the notice goes: what its
// button would take back then is that one.

import { toast } from "../parts/toast.js";

export function tellWithUndo(editor, text) {
  const { document } = editor;
  const dismiss = toast(text, { action: { label: "Undo", run: () => editor.undo() } });
  editor.addEventListener("document", function goes() {
    if (editor.document === document) return;
    editor.removeEventListener("document", goes);
    dismiss();
  });
}
