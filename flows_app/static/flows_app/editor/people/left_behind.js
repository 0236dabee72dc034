// A tab was closed before the server had acknowledged everything: its copy is put back, or shown as a conflict.

import { copyOf } from "../document/identity.js";
import { shared } from "../document/sharing.js";
import { tellWithUndo } from "../shell/undo_notice.js";

export async function putBackCopies(editor) {
  if (editor.readonly) return;
  const [copy] = await editor.copies.leftBehind();
  if (!copy) return;
  const shown = sameWords(copy.document, editor.boot.document) ? null : putBack(editor, copy);
  // At once: what is shown is kept by this page, and must not be found a second time.
  editor.copies.takeOver(copy.key);
  await shown;
}

async function putBack(editor, copy) {
  if (String(copy.base) !== String(editor.saver.revision)) return conflictWith(editor, copy);
  editor.replace("Put back what was not saved", copy.document);
  editor.saver.mayHaveArrived();
  tellWithUndo(editor, "What you had not saved when the page was closed is here again.");
}

const sameWords = (one, other) => {
  const before = shared(undefined, copyOf(one));
  return shared(before, copyOf(other)) === before;
};

/** Somebody saved since: the copy is shown on the page, not saved, and the conflict waits for a decision. */
async function conflictWith(editor, copy) {
  const { boot } = editor;
  const theirs = { revision: boot.revision, saved_by: boot.saved_by, saved_at: boot.saved_at, document: boot.document };
  editor.saver.conflict = theirs;
  // Should the page be closed again before the decision, the next one must find the same conflict.
  editor.saver.revision = copy.base;
  editor.replace("Put back what was not saved", copy.document);
  theirs.changes = await differencesTo(editor, copy.document);
  editor.saver.inConflict(theirs);
}

async function differencesTo(editor, document) {
  try {
    return (await editor.request("compare", { method: "POST", body: { from: "document", to: "draft", document } })).changes;
  } catch {
    return [];
  }
}
