// The language that the whole page shows, and the way to all texts side by side: for flows with several languages.

import { html, live, nothing } from "../parts/lit.js";
import { icon } from "../parts/icons.js";
import { languageName } from "../forms/words.js";

export function languageSwitch(editor) {
  const { all, shown } = editor.languages;
  if (all.length < 2) return nothing;
  return html`<span class="ed-tongue" role="group" aria-label="Languages">
    <select class="ed-input" aria-label="Language of the texts" title="Texts are shown and written in this language" @change=${(event) => editor.languages.speak(event.target.value)}>
      ${all.map((language) => html`<option value=${language} .selected=${live(language === shown)}>${languageName(language)}</option>`)}
    </select>
    ${textsButton(editor)}
  </span>`;
}

function textsButton(editor) {
  const { sentences, number } = editor.languages.missing;
  return html`<button type="button" class="ed-button ed-texts-button" aria-pressed=${editor.view.texts} title=${sentences.join(", ") || "Every text is there in every language"}
    @click=${() => editor.emit("show", { texts: !editor.view.texts })}>${icon("translate", 16)}<span class="ed-texts-word">Texts<span class="ed-unseen"> side by side</span></span>
    ${number ? html`<span class="ed-badge ed-count-warning">${number}<span class="ed-unseen"> missing</span></span>` : nothing}</button>`;
}
