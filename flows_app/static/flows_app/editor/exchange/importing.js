/** A flow's YAML into the draft: it asks first, and is one undo step. */

import { placed } from "../findings/placing.js";
import { button } from "../parts/button.js";
import { openDialog } from "../parts/dialog.js";
import { html, nothing } from "../parts/lit.js";
import { toast } from "../parts/toast.js";
import { tellWithUndo } from "../shell/undo_notice.js";

const LARGEST = 1_000_000;

export async function importFile(editor, file) {
  if (file.size > LARGEST) {
    toast(`“${file.name}” is too large to be a flow.`, { kind: "error" });
    return;
  }
  let read;
  try {
    read = await editor.request("import", { method: "POST", body: { text: await file.text() } });
  } catch (failed) {
    showRefusal(file.name, failed);
    return;
  }
  if (await confirmed(editor, file.name, read)) {
    putIn(editor, read.document, `import ${file.name}`, read.findings);
    tellWithUndo(editor, `“${file.name}” is the draft now.`);
  }
}

/** As one undo step; its findings are shown at once. */
export function putIn(editor, document, label, findings = null) {
  editor.replace(label, document);
  if (findings) {
    editor.found(findings, editor.document);
  }
}

export function showRefusal(name, failed) {
  const errors = failed.body?.errors ?? [failed.detail];
  openDialog({
    title: `“${name}” can't be imported`,
    size: "medium",
    body: () => html`<ul class="ed-import-notes">${errors.map((sentence) => html`<li>${sentence}</li>`)}</ul>`,
    footer: (dialog) => button({ label: "Close", onClick: () => dialog.close() }),
  });
}

function confirmed(editor, name, { document, findings, notes }) {
  const shown = placed(findings, document);
  return openDialog({
    title: `Import “${name}”?`,
    size: "medium",
    body: () => html`
      <p>${hasSteps(editor) ? html`It <strong>replaces the draft</strong>. You can undo it.` : "It becomes the draft."}</p>
      <p>It holds the flow “${document.name}”: ${counted(document.steps?.length ?? 0, "step")}, ${counted(document.slots?.length ?? 0, "slot")}.</p>
      ${list("Notes", notes)}
      ${list(`${counted(shown.length, "finding")} to look at`, shown.map(({ step, slot, sentence }) => [step || slot, sentence].filter(Boolean).join(": ")))}`,
    footer: (dialog) => html`${button({ label: "Cancel", onClick: () => dialog.close(false) })}
      ${button({ label: hasSteps(editor) ? "Replace the draft" : "Import", kind: "primary", onClick: () => dialog.close(true) })}`,
  }).closed;
}

const list = (title, sentences) => (sentences.length ? html`<h3>${title}</h3><ul class="ed-import-notes">${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>` : nothing);
export const hasSteps = (editor) => editor.steps().length > 0;
const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;
