// The flow itself: its name, what it is for, what starts it, and what it takes and gives.

import { guard, html, ifDefined, render } from "../parts/lit.js";
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
    ${named(FIELDS).map((field) => oneField(form, field))}
    <details class="ed-more" .open=${used > 0}><summary data-key="more">Working with other flows</summary>
      <div class="ed-more-fields">${named(TRADE).map((field) => oneField(form, field))}</div></details>`;
}

const nameField = (editor, form) => {
  const wrong = form.findingsAt(["name"]);
  return html`<div class="ed-field" data-at="name"><div class="ed-field-head"><label class="ed-label" for="f-flow-name">Name</label></div>
    <input class="ed-input ed-code" id="f-flow-name" type="text" maxlength=${editor.boot.limits.name} spellcheck="false" autocomplete="off" data-key="flow-name" ?disabled=${editor.readonly} .value=${editor.document.name ?? ""}
      aria-invalid=${ifDefined(wrong.length ? "true" : undefined)} aria-describedby=${ifDefined(wrong.length ? "f-flow-name-findings" : undefined)}
      @change=${(event) => form.set(["name"], (event.target.value = asName(editor, event.target.value)))} />
    ${findingList(wrong, "f-flow-name-findings")}</div>`;
};
