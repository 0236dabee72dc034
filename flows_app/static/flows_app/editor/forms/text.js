// Message texts: one wording, or several of which one is taken each time, in the language that the whole page shows.
// Where nothing is written in it, the text that people get instead stands there as a shadow.

import { html, ifDefined, live, nothing, repeat } from "../parts/lit.js";
import { icon } from "../parts/icons.js";
import { addButton, removeButton } from "../parts/button.js";
import { suggestionKey } from "../parts/suggestions.js";
import { copyOf } from "../document/identity.js";
import { isGap, sourceOf, variantIn, withVariant, wordings } from "../document/texts.js";
import { completeMessage } from "./completion.js";
import { field } from "./field.js";
import { put, valueAt } from "./form.js";
import { rowsFor } from "./rows.js";
import { languageName } from "./words.js";

/** `instead`: what people see while no text is written, such as the value of a choice. */
export function textField(form, at, { label, help, placeholder = help, compact = false, hideLabel = false, instead }) {
  const { shown, main } = form.editor.languages;
  return field(form, at, {
    label,
    help,
    hideLabel,
    group: Array.isArray(variantIn(form.get(at), shown, main)),
    control: (tied) => textControl(form, at, shown, { ...tied, label, placeholder, compact, instead }),
  });
}

/** The boxes of a text in one language. `named`: no label beside it says what it is; `key`: for keeping the focus on it. */
export function textControl(form, at, language, { key = at.join("/"), named = false, ...given }) {
  const options = { ...given, key, named };
  const { main } = form.editor.languages;
  const text = form.get(at);
  const variant = variantIn(text, language, main);
  const source = sourceOf(text, language, main, options.instead);
  const shadow = variant === undefined && source !== undefined ? wordings(source)[0] : undefined;
  const gap = isGap(text, language, main, options.instead) && form.editor.languages.speaks(language);
  return html`${wordingList(form, at, language, variant, { ...options, shadow, gap })}
    ${gap ? untranslated(form, at, language, source, options) : nothing}`;
}

function wordingList(form, at, language, variant, options) {
  const all = wordings(variant);
  const write = (changed, typing) => writeVariant(form, at, language, changed, options.instead, typing);
  return html`
    ${repeat(all, (_, index) => index, (wording, index) => html`
      <div class="ed-wording">
        ${area(form, wording, { ...options, language, index, of: all.length, several: Array.isArray(variant), take: (typed) => write(withWording(variant, index, typed), true) })}
        ${all.length > 1 && !form.readonly ? removeButton(`Remove wording ${index + 1}`, `drop-${options.key}/${index}`, () => write(without(all, index))) : nothing}
      </div>`)}
    ${options.compact || form.readonly || all.at(-1) === "" ? nothing : addButton("Another wording", `vary-${options.key}`, () => write([...all, ""]), "Of several wordings one is taken each time")}`;
}

function area(form, wording, { id, describedBy, invalid, label, placeholder, index, of, several, named, key, language, shadow, gap, take }) {
  const name = of > 1 ? `${label}, wording ${index + 1} of ${of}` : label;
  const described = [gap && `${id}-gap`, describedBy].filter(Boolean).join(" ") || undefined;
  return html`<textarea class="ed-input ${shadow === undefined ? "" : "ed-shadowed"}" id=${index > 0 ? `${id}-${index}` : id} rows=${rowsFor(wording || shadow)} aria-autocomplete="list" ?disabled=${form.readonly}
    lang=${language} aria-describedby=${ifDefined(described)} aria-invalid=${ifDefined(invalid)} aria-label=${ifDefined(several || named ? name : undefined)}
    placeholder=${shadow ?? placeholder ?? ""} data-key="text-${key}${several ? `/${index}` : ""}" .value=${live(wording)}
    @input=${({ target }) => { take(target.value); completeMessage(form.editor, target); }}
    @keydown=${suggestionKey}></textarea>`;
}

/** Whoever wants the same words in this language says so; else a text that was forgotten would look like one that was not. */
function untranslated(form, at, language, source, { id, key, label, instead }) {
  return html`<p class="ed-untranslated" id="${id}-gap">${icon("warning", 14)}<span>Not translated</span>
    ${form.readonly ? nothing : html`<button type="button" class="ed-link-button" aria-label="Keep it as it is in ${languageName(language)}: ${label}" data-key="keep-${key}"
      @click=${() => writeVariant(form, at, language, source, instead)}>Keep it as it is</button>`}</p>`;
}

/** Letters typed into the same text in the same language are one undo step. */
function writeVariant(form, at, language, variant, instead, typing = false) {
  const { main, all } = form.editor.languages;
  const what = `Change ${String(at[0]).replaceAll("_", " ")} of ${form.name}${all.length > 1 ? ` in ${languageName(language)}` : ""}`;
  form.change(what, (part) => put(part, at, withVariant(valueAt(part, at), language, main, copyOf(variant), instead)), {
    merge: typing ? `${form.id} ${at.join("/")} ${language}` : null,
  });
}

function withWording(variant, index, typed) {
  if (Array.isArray(variant)) return variant.map((wording, number) => (number === index ? typed : wording));
  return typed === "" ? undefined : typed;
}

function without(all, index) {
  const left = all.filter((_, number) => number !== index);
  return left.length === 1 ? left[0] : left;
}
