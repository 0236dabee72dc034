// Message texts: one wording, several of which one is taken each time, or these for each language of the bot.

import { html, ifDefined, live, nothing, repeat } from "../parts/lit.js";
import { addButton, removeButton } from "../parts/button.js";
import { suggestionKey } from "../parts/suggestions.js";
import { completeMessage } from "./completion.js";
import { field } from "./field.js";
import { languageName } from "./words.js";

const byLanguage = (text) => text !== null && typeof text === "object" && !Array.isArray(text);
const wordings = (text) => (Array.isArray(text) ? text : [text ?? ""]);

export function textField(form, at, { label, help, placeholder = help, compact = false, hideLabel = false }) {
  const text = form.get(at);
  const languages = form.editor.boot.names.languages ?? [];
  const tongues = byLanguage(text) ? [...new Set([...languages, ...Object.keys(text)])] : [];
  // The same in all texts of the page: one translates a flow in one go.
  const { language } = form.editor.view;
  const open = tongues.includes(language) ? language : tongues[0];
  const place = open ? [...at, open] : at;
  return field(form, at, {
    label,
    help,
    hideLabel,
    group: byLanguage(text) || Array.isArray(text),
    extra: form.readonly || languages.length < 2 ? nothing : languageSwitch(form, at, languages, label),
    control: (tied) => html`
      ${open ? tabsOf(form, at, tongues, open) : nothing}
      ${wordingList(form, place, open ? text[open] : text, { ...tied, label, placeholder, compact, several: byLanguage(text) || Array.isArray(text) })}`,
  });
}

function wordingList(form, at, text, options) {
  const all = wordings(text);
  return html`
    ${repeat(all, (_, index) => index, (wording, index) => html`
      <div class="ed-wording">
        ${area(form, Array.isArray(text) ? [...at, index] : at, wording, { ...options, index, of: all.length })}
        ${all.length > 1 && !form.readonly ? removeButton(`Remove wording ${index + 1}`, `drop-${at.join("/")}/${index}`, () => removeWording(form, at, all, index)) : nothing}
      </div>`)}
    ${options.compact || form.readonly || all.at(-1) === "" ? nothing : addButton("Another wording", `vary-${at.join("/")}`, () => form.set(at, [...all, ""]), "Of several wordings one is taken each time")}`;
}

function area(form, at, wording, { id, describedBy, invalid, label, placeholder, compact, index, of, several }) {
  const name = of > 1 ? `${label}, wording ${index + 1} of ${of}` : label;
  return html`<textarea class="ed-input" id=${several && index > 0 ? `${id}-${index}` : id} rows="1" aria-autocomplete="list" ?disabled=${form.readonly}
    aria-describedby=${ifDefined(describedBy)} aria-invalid=${ifDefined(invalid)} aria-label=${ifDefined(several || of > 1 ? name : undefined)}
    placeholder=${compact ? "" : placeholder ?? ""} data-key="text-${at.join("/")}" .value=${live(wording)}
    @input=${(event) => typed(form, at, event.target)}
    @keydown=${suggestionKey}></textarea>`;
}

function typed(form, at, input) {
  const inList = Array.isArray(form.get(at.slice(0, -1)));
  form.set(at, input.value === "" && !inList ? undefined : input.value, { typing: true });
  completeMessage(form.editor, input);
}

function removeWording(form, at, all, index) {
  const left = all.filter((_, number) => number !== index);
  form.set(at, left.length === 1 ? left[0] : left);
}

const tabsOf = (form, at, tongues, open) => html`<div class="ed-languages" role="group" aria-label="Language">
  ${tongues.map((tongue) => html`<button type="button" class="ed-language" aria-pressed=${tongue === open} data-key="tongue-${at.join("/")}-${tongue}"
    @click=${() => form.editor.view.speak(tongue)}>${languageName(tongue)}${form.get([...at, tongue]) === undefined ? html`<span class="ed-quiet-text"> (none)</span>` : nothing}</button>`)}
</div>`;

function languageSwitch(form, at, languages, label) {
  const text = form.get(at);
  const split = byLanguage(text);
  const flip = () => form.set(at, split ? firstOf(text, languages) : { [languages[0]]: text ?? "" });
  const words = split ? "Same for all languages" : "One for each language";
  return html`<button type="button" class="ed-link-button" aria-label="${words}: ${label}" data-key="split-${at.join("/")}" @click=${flip}>${words}</button>`;
}

const firstOf = (text, languages) => text[languages.find((one) => text[one])] ?? Object.values(text)[0];
