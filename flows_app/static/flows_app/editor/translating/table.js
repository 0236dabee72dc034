// All texts of the flow side by side, in the place of the columns: a row a text, a column a language. What is typed here
// is typed into the document like anywhere else on the page.

import { guard, html, nothing, render, repeat } from "../parts/lit.js";
import { icon } from "../parts/icons.js";
import { button } from "../parts/button.js";
import { drawnAt } from "../parts/drawing.js";
import { openMenu } from "../parts/menu.js";
import { keepingFocus } from "../cards/focus.js";
import { typeOf } from "../document/types.js";
import { byLanguage, isGap } from "../document/texts.js";
import { Form } from "../forms/form.js";
import { textControl } from "../forms/text.js";
import { labelAt, languageName } from "../forms/words.js";
import { translationItems } from "./files.js";

export default function mount(editor, element) {
  const view = { onlyGaps: false, kept: new Set() };
  const draw = () => element.hidden || keepingFocus(element, () => render(table(editor, view, draw), element));
  drawnAt(editor, ["document", "view"], draw);
  return { shown: draw };
}

const keyOf = ({ id, at }) => `${id} ${at.join("/")}`;

function table(editor, view, draw) {
  const rows = shownRows(editor, view);
  const { all } = editor.languages;
  return html`
    <div class="ed-texts-head">
      <h2 id="ed-texts-heading">Texts <span class="ed-quiet-text">${editor.languages.texts.length || ""}</span></h2>
      ${counts(editor)}
      <span class="ed-check"><input type="checkbox" id="ed-texts-gaps" .checked=${view.onlyGaps} @change=${({ target }) => filter(view, target.checked, draw)} /><label class="ed-check-label" for="ed-texts-gaps">Only gaps</label></span>
      <span class="ed-spring"></span>
      ${translators(editor)}
      ${button({ label: "Back to the steps", onClick: () => editor.emit("show", { texts: false }) })}
    </div>
    <div class="ed-texts-body ed-scroll" tabindex="0" role="region" aria-labelledby="ed-texts-heading">
      ${rows.length ? html`<div class="ed-texts-table" role="table" aria-labelledby="ed-texts-heading">
        <div class="ed-texts-row ed-texts-titles" role="row"><span role="columnheader">Where</span>${all.map((language) => html`<span role="columnheader">${languageName(language)}</span>`)}</div>
        ${repeat(rows, keyOf, (row) => html`<div class="ed-texts-row" role="row" data-text=${keyOf(row)}>${guard([row.text, row.instead, row.part.name, all.join()], () => cells(editor, row, all))}</div>`)}
      </div>` : html`<p class="ed-empty">${view.onlyGaps ? "Every text is there in every language." : "The flow has no texts so far."}</p>`}
    </div>`;
}

function translators(editor) {
  const items = translationItems(editor);
  return items.length ? button({ label: "Translators", iconName: "download", title: "Files for translators, and from them", onClick: ({ currentTarget }) => openMenu(currentTarget, "Files for translators", items) }) : nothing;
}

/** Of gaps only, a row that was one stays while it is being filled. */
function shownRows(editor, view) {
  const { texts } = editor.languages;
  if (!view.onlyGaps) return texts;
  texts.filter((row) => gapsOf(editor, row).length).forEach((row) => view.kept.add(keyOf(row)));
  return texts.filter((row) => view.kept.has(keyOf(row)));
}

const gapsOf = ({ languages }, { text, instead }) => languages.all.filter((one) => languages.speaks(one) && isGap(text, one, languages.main, instead));

function filter(view, onlyGaps, draw) {
  Object.assign(view, { onlyGaps, kept: new Set() });
  draw();
}

function counts({ languages }) {
  const { sentences } = languages.missing;
  return html`<span class="ed-texts-counts" role="status">${sentences.length === 0
    ? html`<span class="ed-count ed-texts-whole">${icon("check", 14)}<span>No text is missing</span></span>`
    : sentences.map((sentence) => html`<span class="ed-count ed-count-warning">${icon("warning", 14)}<span>${sentence}</span></span>`)}</span>`;
}

function cells(editor, row, all) {
  const { kind, id, part, at, instead } = row;
  const form = new Form(editor, { kind, id, type: kind === "slot" ? "slot" : part.type, part, findings: [] });
  const where = placeInWords(form, at);
  return html`<span role="rowheader" class="ed-texts-place">
      <button type="button" class="ed-link-button" @click=${() => goTo(editor, row)}><span class="ed-code">${part.name || "nameless"}</span></button>
      <span class="ed-quiet-text">${kind === "slot" ? "Slot" : typeOf(part).label} · ${where}</span></span>
    ${all.map((language) => html`<div role="cell" class="ed-texts-cell" data-language=${languageName(language)}>${textControl(form, at, language, {
      id: `${form.elementId(at)}-in-${language}`, key: `${keyOf(row)} ${language}`, label: `${where} of ${part.name}, ${languageName(language)}`, named: true, compact: !hasSeveral(row.text), instead, placeholder: instead,
    })}</div>`)}`;
}

/** Wordings are added where there are several in a language. */
const hasSeveral = (text) => Array.isArray(text) || (byLanguage(text) && Object.values(text).some(Array.isArray));

const placeInWords = (form, [key, number]) => labelAt(form.type, number === undefined ? key : `${key}.${number + 1}`);

function goTo(editor, { id, at }) {
  editor.emit("show", { texts: false });
  editor.select(id, { focus: true, field: at.join("/") });
}
