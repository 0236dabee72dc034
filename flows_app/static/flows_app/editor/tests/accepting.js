/** What a failing test expects, beside what happens now; and, if its author agrees, that in its place. */

import { button } from "../parts/button.js";
import { openDialog } from "../parts/dialog.js";
import { html, nothing } from "../parts/lit.js";

/** `store(script)` is a request; gives a promise of the test as it was stored, or undefined. */
export function askAccept(editor, test, store) {
  const state = { found: null, failed: "", saving: false };
  const dialog = openDialog({
    title: "Accept the new output?",
    size: "large",
    body: () => body(test, state),
    footer: (opened) => html`${button({ label: "Cancel", onClick: () => opened.close() })}
      ${button({ label: "Accept the new output", kind: "primary", disabled: !state.found?.changes.length || state.saving, onClick: () => accept(state, store, opened) })}`,
  });
  load(editor, test, state, dialog);
  return dialog.closed;
}

async function load(editor, test, state, dialog) {
  try {
    state.found = await editor.request("tests", { method: "POST", path: `${test.id}/accepted`, body: { document: editor.document } });
  } catch (failed) {
    state.failed = failed.detail ?? String(failed);
  }
  dialog.update();
}

function body(test, { found, failed }) {
  const refused = failed ? html`<p class="ed-refused" role="alert">${failed}</p>` : nothing;
  if (!found) {
    return html`<div class="ed-accept">${failed ? refused : html`<p class="ed-help" role="status">Playing the conversation…</p>`}</div>`;
  }
  if (!found.changes.length) {
    return html`<div class="ed-accept"><p>“${test.name}” passes by now: there is nothing to accept.</p></div>`;
  }
  return html`<div class="ed-accept">
    <p>“${test.name}” will expect what happens now. What the user does in it stays as it is.</p>
    <table class="ed-table ed-accept-table"><thead><tr><th scope="col">Where</th><th scope="col">Expected so far</th><th scope="col">Happens now</th></tr></thead>
      <tbody>${found.changes.map((change) => html`<tr><th scope="row">Turn ${change.turn}, ${change.key}<span class="ed-help">${change.deed}</span></th>
        <td data-label="Expected so far"><del>${change.expected}</del></td><td data-label="Happens now"><ins>${change.happened}</ins></td></tr>`)}</tbody></table>
    ${refused}
  </div>`;
}

async function accept(state, store, dialog) {
  Object.assign(state, { saving: true, failed: "" });
  dialog.update();
  try {
    dialog.close(await store(state.found.script));
  } catch (failed) {
    Object.assign(state, { saving: false, failed: failed.detail ?? String(failed) });
    dialog.update();
  }
}
