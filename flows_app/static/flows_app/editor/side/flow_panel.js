// The flow itself: its name, what it is for, what starts it, and what it takes and gives.

import { guard, html, ifDefined, nothing, render } from "../parts/lit.js";
import { button } from "../parts/button.js";
import { drawnAt } from "../parts/drawing.js";
import { asName } from "../document/editing.js";
import { fieldsOf } from "../document/schema.js";
import { findingsOf } from "../findings/placing.js";
import { findingList } from "../forms/field.js";
import { oneField } from "../forms/fields.js";
import { Form } from "../forms/form.js";
import { focusField, keepingFocus } from "../cards/focus.js";

const FIELDS = ["description", "triggers", "guard"];
const TRADE = ["inputs", "outputs", "persist"];

export function mountFlowPanel(editor, element) {
  const draw = () => keepingFocus(element, () => render(guarded(editor), element));
  drawnAt(editor, ["document", "findings", "view"], draw);
  editor.addEventListener("show", ({ detail }) => detail.side === "flow" && queueMicrotask(() => focusField(element.firstElementChild, detail.field)));
}

const guarded = (editor) => {
  const { steps, slots, ...own } = editor.document;
  return html`<div class="ed-side-form" data-slot="flow">${guard([...Object.values(own), Object.keys(own).join(), findingsOf(editor, null)], () => panel(editor))}</div>`;
};

function panel(editor) {
  const findings = findingsOf(editor, null);
  const form = new Form(editor, { kind: "flow", id: "flow", type: "flow", part: editor.document, findings });
  const fields = fieldsOf(editor.boot.schema, editor.boot.schema);
  const named = (keys) => keys.map((key) => fields.find((field) => field.key === key)).filter(Boolean);
  const used = TRADE.filter((key) => (form.part[key] ?? []).length).length;
  return html`
    ${findingList(findings.filter((finding) => finding.at === "" || finding.at === "steps" || finding.at === "slots"), "f-flow-findings")}
    ${nameField(editor, form)}
    ${olderLanguage(editor, form)}
    ${named(FIELDS).map((field) => oneField(form, field))}
    <details class="ed-more" .open=${used > 0}><summary data-key="more">Working with other flows</summary>
      <div class="ed-more-fields">${named(TRADE).map((field) => oneField(form, field))}</div></details>`;
}

/** Only for a draft that is not written in the language of now: new ones need not know that there are versions. */
function olderLanguage(editor, form) {
  const newest = editor.boot.schema.properties.language_version.default;
  const findings = form.findingsAt(["language_version"]);
  if ((form.part.language_version ?? newest) === newest && findings.length === 0) return nothing;
  const move = () => form.set(["language_version"], newest, { label: "the version of the language" });
  return html`<div class="ed-field" data-at="language_version" role="group" aria-label="Version of the flow language">
    <div class="ed-field-head"><span class="ed-label">Version of the flow language</span></div>
    ${findingList(findings, "f-flow-language-findings")}
    <div>${button({ label: `Move to version ${newest}`, key: "move-language", disabled: editor.readonly, onClick: move })}</div></div>`;
}

const nameField = (editor, form) => {
  const wrong = form.findingsAt(["name"]);
  return html`<div class="ed-field" data-at="name"><div class="ed-field-head"><label class="ed-label" for="f-flow-name">Name</label></div>
    <input class="ed-input ed-code" id="f-flow-name" type="text" maxlength=${editor.boot.limits.name} spellcheck="false" autocomplete="off" data-key="flow-name" ?disabled=${editor.readonly} .value=${editor.document.name ?? ""}
      aria-invalid=${ifDefined(wrong.length ? "true" : undefined)} aria-describedby=${ifDefined(wrong.length ? "f-flow-name-findings" : undefined)}
      @change=${(event) => form.set(["name"], (event.target.value = asName(editor, event.target.value)))} />
    ${findingList(wrong, "f-flow-name-findings")}</div>`;
};
