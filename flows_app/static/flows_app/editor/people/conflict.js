// Two authors changed the same draft. Nothing is overwritten until one of them has seen the difference and decided.

import { download } from "../exchange/downloading.js";
import { html } from "../parts/lit.js";
import { button } from "../parts/button.js";
import { openDialog } from "../parts/dialog.js";
import { moment } from "../parts/moments.js";
import { tellWithUndo } from "../shell/undo_notice.js";
import { changeList } from "../versions/changes.js";

let open = null;

export function watchConflicts(editor) {
  editor.addEventListener("saving", ({ detail }) => detail.name === "conflict" && showConflict(editor));
}

export function showConflict(editor) {
  const { conflict } = editor.saver;
  if (!conflict || open) return;
  const mine = conflict.saved_by === editor.boot.person.name;
  const who = conflict.saved_by || "Another author";
  open = openDialog({
    title: mine ? "You have saved this flow elsewhere meanwhile" : `${who} has saved this flow meanwhile`,
    size: "large",
    onClose: () => (open = null),
    body: () => html`
      <p>${who} saved it ${moment(conflict.saved_at)}, while you had changes of your own. Nothing is lost: yours are on this page,
        ${possessive(conflict.saved_by)} on the server.</p>
      <h3>From yours (struck out) to ${possessive(conflict.saved_by)}</h3>
      ${changeList(conflict.changes ?? [])}`,
    footer: (dialog) => html`
      ${button({ label: "Close and look", kind: "quiet", onClick: () => dialog.close() })}
      ${button({ label: "Download mine", iconName: "download", onClick: () => downloadMine(editor) })}
      <span class="ed-spring"></span>
      ${button({ label: "Put mine in place of theirs", kind: "danger", onClick: () => { dialog.close(); takeMine(editor); } })}
      ${button({ label: "Take theirs", kind: "primary", onClick: () => { dialog.close(); takeTheirs(editor); } })}`,
  });
}

const possessive = (name) => (name ? `${name}’s` : "theirs");

function takeTheirs(editor) {
  const { conflict } = editor.saver;
  editor.adopt(conflict, { undoable: "Take the other draft" });
  tellWithUndo(editor, "You see the other draft now. Yours is one undo away.");
}

/** Their draft stays in the history: one undo brings it back. */
function takeMine(editor) {
  const { conflict } = editor.saver;
  const mine = editor.document;
  editor.adopt(conflict, { undoable: "Take the other draft" });
  editor.replace("Put mine in place of theirs", mine);
  editor.flush().catch(() => {});
}

const downloadMine = ({ document }) => download(`${document.name || "flow"}.json`, JSON.stringify(document, null, 2), "application/json");
