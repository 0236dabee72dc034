// A curl command becomes the rows of a form; what it said that can't be taken over is told.

import { html, nothing } from "../parts/lit.js";
import { button } from "../parts/button.js";
import { openDialog } from "../parts/dialog.js";

export function openCurl(form, dialog) {
  let text = "";
  let failed = "";
  const take = async (inner) => {
    failed = await readCurl(form, dialog, text);
    if (failed) inner.update();
    else inner.close();
  };
  openDialog({
    title: "Paste a cURL command",
    body: () => html`<label class="ed-field"><span class="ed-label">Command</span>
        <textarea class="ed-input ed-code" rows="6" autofocus spellcheck="false" placeholder="curl https://api.example.com/orders/7 -H 'Authorization: Bearer …'" @input=${(event) => { text = event.target.value; }}></textarea></label>
      <p class="ed-help">Method, address, headers and body become rows. Nothing is called yet; keys and passwords become secret headers.</p>
      ${failed ? html`<p class="ed-http-failed" role="alert">${failed}</p>` : nothing}`,
    footer: (inner) => html`${button({ label: "Cancel", onClick: () => inner.close() })}<span class="ed-spring"></span>
      ${button({ label: "Take it over", kind: "primary", onClick: () => take(inner) })}`,
  });
}

/** Gives why not, or nothing. */
export async function readCurl(form, dialog, text) {
  try {
    const { form: read, notes } = await form.editor.request("http_action_curl", { method: "POST", body: { text } });
    form.takeCommand(read);
    form.notes = ["The command is taken over.", ...notes];
    dialog.update();
    return "";
  } catch (failed) {
    form.notes = [failed.detail ?? String(failed)];
    dialog.update();
    return failed.detail ?? String(failed);
  }
}
