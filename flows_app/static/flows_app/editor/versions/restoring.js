/** An older state comes back: into the draft, or straight to the users. Both ask first. */

import { button } from "../parts/button.js";
import { openDialog } from "../parts/dialog.js";
import { html, nothing } from "../parts/lit.js";
import { toast } from "../parts/toast.js";
import { tellPublished } from "../publishing/published_notice.js";
import { tellWithUndo } from "../shell/undo_notice.js";

/** Gives whether it was done. `ref` is a version's number or "snapshot:ID", `words` name it. */
export async function askRestore(editor, ref, words) {
  const agreed = await openDialog({
    title: `Restore ${words}?`,
    size: "small",
    body: () => html`<p>The draft becomes ${words}. The draft as it is now is kept: you find it under “Kept drafts”, and can undo this.</p>`,
    footer: (dialog) => html`${button({ label: "Cancel", onClick: () => dialog.close(false) })}
      ${button({ label: "Restore", kind: "primary", onClick: () => dialog.close(true) })}`,
  }).closed;
  return agreed ? restore(editor, ref, words) : false;
}

async function restore(editor, ref, words) {
  try {
    const revision = await editor.flush();
    const answer = await editor.request("restore", { method: "POST", body: { from: ref, revision } });
    editor.adopt(answer, { undoable: `restore ${words}` });
    editor.found(answer.findings, editor.document, answer.state);
    tellWithUndo(editor, `The draft is ${words} now. The draft before is kept.`);
    return true;
  } catch (failed) {
    toast(`Nothing was restored. ${failed.detail ?? ""}`, { kind: "error" });
    return false;
  }
}

export function askRollBack(editor, number) {
  const state = { note: `Back to version ${number}`, failed: "", busy: false };
  openDialog({
    title: `Roll back to version ${number}?`,
    size: "small",
    body: () => html`<form id="ed-roll-back" class="ed-roll-back">
      <p>Version ${number} is published again under a new number. New conversations take it at once; those under way stay on theirs. The draft is not touched.</p>
      <label>Note, for your colleagues <input class="ed-input" maxlength=${editor.boot.limits.note} .value=${state.note} @input=${(event) => { state.note = event.target.value; }}></label>
      ${state.failed ? html`<p class="ed-refused" role="alert">${state.failed}</p>` : nothing}
    </form>`,
    footer: (dialog) => html`${button({ label: "Cancel", onClick: () => dialog.close() })}
      ${button({ label: `Publish version ${number} again`, kind: "primary", disabled: state.busy, onClick: () => rollBack(editor, number, state, dialog) })}`,
  });
}

async function rollBack(editor, number, state, dialog) {
  state.busy = true;
  dialog.update();
  try {
    const { version, state: standing, chat } = await editor.request("roll_back", { method: "POST", body: { number, note: state.note } });
    dialog.close();
    editor.found(null, editor.document, standing);
    editor.emit("published", { version });
    tellPublished(editor, `Version ${version} is published: it is version ${number} again.`, chat);
  } catch (failed) {
    Object.assign(state, { failed: failed.detail, busy: false });
    dialog.update();
  }
}
