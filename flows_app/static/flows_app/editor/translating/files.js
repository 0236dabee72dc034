// Texts as PO files for translators, and what they send back: it is shown first, and is one undo step.

import { RequestFailed } from "../document/requests.js";
import { download } from "../exchange/downloading.js";
import { putIn, showRefusal } from "../exchange/importing.js";
import { languageName } from "../forms/words.js";
import { button } from "../parts/button.js";
import { openDialog } from "../parts/dialog.js";
import { html, nothing } from "../parts/lit.js";
import { toast } from "../parts/toast.js";
import { tellWithUndo } from "../shell/undo_notice.js";

const LARGEST = 1_000_000;

/** What a menu offers: a file for each language that is translated into, and the way back. */
export function translationItems(editor) {
  const { all, main } = editor.languages;
  const others = all.filter((language) => language !== main && editor.languages.speaks(language));
  if (others.length === 0) return [];
  return [
    ...others.map((language) => ({ label: `Export the texts for ${languageName(language)} (PO)`, iconName: "download", run: () => exportTexts(editor, language) })),
    { label: "Import translations (PO)…", disabled: editor.readonly, run: () => chooseFile((file) => importTexts(editor, file)) },
  ];
}

async function exportTexts(editor, language) {
  try {
    const answer = await editor.request("export_texts", { method: "POST", body: { document: editor.document, language } });
    download(answer.file_name, answer.text, "text/x-gettext-translation");
  } catch (failed) {
    toast(`The texts can't be exported just now. ${failed.detail ?? ""}`, { kind: "error" });
  }
}

function chooseFile(take) {
  const input = document.createElement("input");
  Object.assign(input, { type: "file", accept: ".po,text/x-gettext-translation" });
  input.addEventListener("change", () => input.files.length && take(input.files[0]));
  input.click();
}

export async function importTexts(editor, file) {
  if (file.size > LARGEST) {
    toast(`“${file.name}” is too large.`, { kind: "error" });
    return;
  }
  try {
    const text = await file.text();
    const shown = await fitted(editor, text);
    if (!(await confirmed(file.name, shown))) return;
    const { document, findings, language, taken } = await fitted(editor, text);
    putIn(editor, document, `Import translations from ${file.name}`, findings);
    editor.languages.speak(language);
    tellWithUndo(editor, `${texts(taken)} in ${languageName(language)} ${taken === 1 ? "is" : "are"} in the draft now.`);
  } catch (failed) {
    if (!(failed instanceof RequestFailed)) throw failed;
    showRefusal(file.name, failed);
  }
}

/** Into the document as it is: whatever is typed while the server answers is kept. */
async function fitted(editor, text) {
  let before;
  let answer;
  do {
    before = editor.document;
    answer = await editor.request("import_texts", { method: "POST", body: { document: before, text } });
  } while (editor.document !== before);
  return answer;
}

function confirmed(name, { language, taken, unchanged, left_out: left }) {
  return openDialog({
    title: `Translations in “${name}”`,
    size: "medium",
    body: () => html`
      <p>${taken ? html`<strong>${texts(taken)}</strong> in ${languageName(language)} can be taken into the draft. You can undo it.` : `There is nothing new in ${languageName(language)}.`}
        ${unchanged ? `${texts(unchanged)} ${unchanged === 1 ? "is" : "are"} there already.` : ""}</p>
      ${left.length ? html`<h3>Not taken</h3><ul class="ed-import-notes">${left.map(({ place, sentence }) => html`<li>${place ? html`<b>${place}</b> ` : nothing}${sentence}</li>`)}</ul>` : nothing}`,
    footer: (dialog) => taken
      ? html`${button({ label: "Cancel", onClick: () => dialog.close(false) })}${button({ label: `Take ${texts(taken)}`, kind: "primary", onClick: () => dialog.close(true) })}`
      : button({ label: "Close", onClick: () => dialog.close(false) }),
  }).closed;
}

const texts = (count) => `${count} ${count === 1 ? "text" : "texts"}`;
