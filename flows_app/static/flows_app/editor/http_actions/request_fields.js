// What an action sends: method and address, query, headers, body.

import { html, live, nothing } from "../parts/lit.js";
import { button } from "../parts/button.js";
import { field } from "../forms/field.js";
import { openCurl, readCurl } from "./curl.js";
import { rowsField, textBox } from "./rows.js";

export const requestFields = (form, dialog) => html`
  ${addressField(form, dialog)}
  ${rowsField(form, dialog, "query", {
    label: "Query", rows: form.data.query, addLabel: "Add a parameter", arrow: "=",
    names: { label: "Parameter", placeholder: "name" }, values: { label: "Value of parameter", placeholder: "a value, or {input}" },
    changed: () => noticeInputs(form, dialog),
  })}
  ${headersField(form, dialog)}
  ${bodyField(form, dialog)}`;

export function noticeInputs(form, dialog) {
  if (form.addMissingInputs()) dialog.update();
}

const addressField = (form, dialog) => field(form, ["url"], {
  label: "Address",
  help: "{input} puts a value in, behind the host. A curl command can be pasted here.",
  showHelp: true,
  extra: form.readonly ? nothing : button({ label: "Paste cURL…", kind: "link", onClick: () => openCurl(form, dialog) }),
  control: ({ id, describedBy, invalid }) => html`<div class="ed-row ed-http-address" @paste=${(event) => pasted(event, form, dialog)}>
    <select class="ed-input" aria-label="Method" ?disabled=${form.readonly} @change=${(event) => { form.data.method = event.target.value; dialog.update(); }}>
      ${form.editor.boot.http_actions.methods.map((method) => html`<option .selected=${live(method === form.data.method)}>${method}</option>`)}
    </select>
    ${textBox({ id, describedBy, invalid, hidden: true, placeholder: "https://api.example.com/orders/{order_id}", value: form.data.address, readonly: form.readonly,
      onInput: (typed) => { form.data.address = typed; }, onChange: () => noticeInputs(form, dialog) })}
  </div>`,
});

function pasted(event, form, dialog) {
  const text = event.clipboardData?.getData("text") ?? "";
  if (!/^\s*(\$\s+)?curl(\.exe)?\s/.test(text)) return;
  event.preventDefault();
  readCurl(form, dialog, text);
}

function headersField(form, dialog) {
  const pattern = new RegExp(form.editor.boot.http_actions.secret_name, "i");
  const changed = (row) => {
    if (!row.value && !row.stored && pattern.test(row.name)) row.secret = true;
    noticeInputs(form, dialog);
    dialog.update();
  };
  return rowsField(form, dialog, "headers", {
    label: "Headers",
    help: "A secret header is stored encrypted, sent as it is entered, and never shown again.",
    rows: form.data.headers,
    blank: { name: "", value: "", secret: false, stored: false },
    addLabel: "Add a header",
    arrow: ":",
    names: { label: "Header", placeholder: "name" },
    values: { label: "Value of header", placeholder: "a value, or {input}" },
    changed,
    valueBox: (row, index) => (row.secret ? secretBox(form, row, index) : null),
    more: (row, index) => html`<label class="ed-http-secret"><input type="checkbox" ?disabled=${form.readonly} .checked=${live(row.secret)} aria-label="Header ${index + 1} is secret"
      @change=${(event) => { row.secret = event.target.checked; if (row.stored) Object.assign(row, { stored: false, value: "" }); dialog.update(); }}> Secret</label>`,
  });
}

const secretBox = (form, row, index) => textBox({
  label: `Value of header ${index + 1}`, type: "password", readonly: form.readonly, value: row.value,
  placeholder: row.stored ? "stored; type to replace it" : "the secret", onInput: (typed) => { row.value = typed; },
});

const KINDS = { rows: "Fields", json: "JSON as text" };

function bodyField(form, dialog) {
  const { body, method } = form.data;
  const empty = ["GET", "DELETE"].includes(method) ? "No body" : "All inputs, by their names";
  return html`${field(form, ["body"], {
    label: "Body",
    control: ({ id, describedBy, invalid }) => html`
      <select class="ed-input ed-http-kind" id=${id} aria-describedby=${describedBy ?? nothing} aria-invalid=${invalid ?? nothing} ?disabled=${form.readonly} @change=${(event) => { choose(body, event.target.value); dialog.update(); }}>
        ${Object.entries({ inputs: empty, ...KINDS }).map(([kind, words]) => html`<option value=${kind} .selected=${live(kind === body.kind)}>${words}</option>`)}
      </select>
      ${body.kind === "json" ? html`<textarea class="ed-input ed-code" rows="4" spellcheck="false" aria-label="Body as JSON" placeholder='{"amount": "{amount}"}' ?disabled=${form.readonly}
        .value=${live(body.text)} @input=${(event) => { body.text = event.target.value; }} @change=${() => noticeInputs(form, dialog)}></textarea>` : nothing}`,
  })}
  ${body.kind === "rows" ? html`<div class="ed-http-inside">${rowsField(form, dialog, "body-rows", {
    label: "Fields of the body", problemsAt: "body-rows", rows: body.rows, addLabel: "Add a field", arrow: ":",
    help: "Sent as JSON: 5 is a number, “5” in quotes a text, {input} alone the input itself.",
    names: { label: "Field", placeholder: "name" }, values: { label: "Value of field", placeholder: "a value, or {input}" },
    changed: () => noticeInputs(form, dialog),
  })}</div>` : nothing}`;
}

/** What was written in the one way is there in the other, where it can be. */
function choose(body, kind) {
  if (kind === "json" && body.kind === "rows" && body.rows.length && !body.text.trim()) {
    body.text = JSON.stringify(Object.fromEntries(body.rows.filter((row) => row.name).map((row) => [row.name, read(row.value)])), null, 2);
  }
  body.kind = kind;
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
