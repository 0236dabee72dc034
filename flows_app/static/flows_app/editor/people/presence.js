// Who else has this flow open, at which step, and whether another author has saved meanwhile.

import { refreshActions } from "../http_actions/known.js";
import { toast } from "../parts/toast.js";

const EVERY = 8000;
// Two pages of one author are two: closing the one must not sign off the other.
const TAB = crypto.getRandomValues(new Uint32Array(2)).join("-");

export function watchPeople(editor) {
  const tell = (more = {}) => editor.request("presence", { method: "POST", body: { tab: TAB, step: stepName(editor), ...more }, keepalive: more.left === true });
  const ask = async () => {
    try {
      await heard(editor, await tell());
    } catch {
      // The saving sign tells when the server can't be reached.
    }
  };
  setInterval(() => !document.hidden && ask(), EVERY);
  editor.addEventListener("selection", ask);
  addEventListener("visibilitychange", () => !document.hidden && ask());
  addEventListener("pagehide", () => tell({ left: true }).catch(() => {}));
  ask();
}

const stepName = (editor) => editor.stepWithId(editor.selection)?.step.name ?? null;

async function heard(editor, { others, revision, actions_state: actions }) {
  if (JSON.stringify(others) !== JSON.stringify(editor.others)) {
    editor.others = others;
    editor.emit("people");
  }
  if (actions !== editor.boot.names.actions_state) await refreshActions(editor);
  if (Number(revision) > Number(editor.saver.revision)) await refresh(editor);
}

/** In place: selection, folded cards and focus stay. With unsaved changes nothing is taken over: saving tells of it. */
async function refresh(editor) {
  if (editor.saver.unsaved || editor.saver.conflict) return;
  const answer = await editor.request("document");
  // What was saved here while the answer was on its way is newer.
  if (editor.saver.unsaved || editor.saver.conflict || !(Number(answer.revision) > Number(editor.saver.revision))) return;
  editor.adopt(answer);
  toast(`${answer.saved_by || "Another author"} has changed this flow. You see the newest draft.`);
}
