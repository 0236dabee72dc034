// The dialog that makes or changes an HTTP action of the bot, beside what the other system really answers.

import { html, live, nothing } from "../parts/lit.js";
import { addButton, button, removeButton } from "../parts/button.js";
import { openDialog } from "../parts/dialog.js";
import { field, findingList } from "../forms/field.js";
import { ActionForm } from "./action_form.js";
import { shownAt } from "./answer_tree.js";
import { takeActions } from "./known.js";
import { noticeInputs, requestFields } from "./request_fields.js";
import { rowsField, textBox } from "./rows.js";
import { focusProblem, tryPanel } from "./trying.js";

/** A promise of the action that was saved ({id, form}), or of nothing. */
export async function openNewAction(editor, name) {
  const { blank } = editor.boot.http_actions;
  return open(new ActionForm(editor, { form: { ...blank, name } }), "New HTTP action");
}

export async function openAction(editor, id) {
  const shown = await editor.request("http_actions", { path: id });
  return open(new ActionForm(editor, shown), `HTTP action ${shown.form.name}`);
}

function open(form, title) {
  const dialog = openDialog({
    title,
    size: "wide",
    mayClose: (opened) => !form.dirty || closeUnsaved(opened),
    body: (opened) => body(form, opened),
    footer: (opened) => footer(form, opened),
  });
  dialog.element.querySelector(form.data.name ? ".ed-http-address input" : "#ed-http-name")?.focus();
  return dialog.closed;
}

/** Says no, and asks: who agrees closes it after all. */
function closeUnsaved(dialog) {
  openDialog({
    title: "Close without saving?",
    size: "small",
    body: () => html`<p>What you have entered here is not saved yet.</p>`,
    footer: (inner) => html`${button({ label: "Go on editing", kind: "primary", onClick: () => inner.close() })}<span class="ed-spring"></span>
      ${button({ label: "Close without saving", kind: "danger", onClick: () => { inner.close(); dialog.close(); } })}`,
  });
  return false;
}

const body = (form, dialog) => html`<div class="ed-http">
  <div class="ed-http-form">
    ${form.refused ? html`<p class="ed-http-note">${form.refused}</p>` : nothing}
    ${form.notes.length ? html`<ul class="ed-http-note" role="status">${form.notes.map((note) => html`<li>${note}</li>`)}</ul>` : nothing}
    ${form.conflict ? conflictPart(form, dialog) : nothing}
    ${findingList(form.loose.map(({ sentence }) => ({ severity: "error", sentence })), "ed-http-loose")}
    <div class="ed-http-pair">
      ${field(form, ["name"], { label: "Name", help: form.nameStays ? "It stays: published flows call it by this name." : "Small letters, digits and underscores, such as book_room.", showHelp: true,
        control: ({ id, describedBy, invalid }) => textBox({ id, describedBy, invalid, hidden: true, value: form.data.name, readonly: form.readonly || form.nameStays, placeholder: "book_room", onInput: (typed) => { form.data.name = typed; } }) })}
      ${field(form, ["description"], { label: "What it does", control: ({ id, describedBy, invalid }) => html`<textarea class="ed-input" rows="1" id=${id} aria-describedby=${describedBy ?? nothing} aria-invalid=${invalid ?? nothing} ?disabled=${form.readonly}
        placeholder="one sentence, shown in the list of actions" .value=${live(form.data.description)} @input=${(event) => { form.data.description = event.target.value; }}></textarea>` })}
    </div>
    ${requestFields(form, dialog)}
    ${inputsField(form, dialog)}
    ${outputsField(form, dialog)}
    ${patience(form)}
  </div>
  ${tryPanel(form, dialog)}
</div>`;

/** Names alone, edited as rows. */
const inputsField = (form, dialog) => field(form, ["inputs"], {
  label: "Inputs",
  help: "The flow fills them. Whatever stands in {braces} above is one by itself.",
  group: true,
  showHelp: true,
  control: () => html`<div class="ed-http-inputs">${form.data.inputs.map((name, index) => html`<span class="ed-http-input">${textBox({ id: `ed-http-input-${index}`, label: `Input ${index + 1}`, value: name, readonly: form.readonly, placeholder: "name",
      onInput: (typed) => { form.data.inputs[index] = typed; }, onChange: () => dialog.update() })}
      ${form.readonly ? nothing : removeButton(`Remove input ${index + 1}`, `drop-input-${index}`, () => { form.data.inputs.splice(index, 1); dialog.update(); })}</span>`)}
    ${form.readonly ? nothing : addButton("Add an input", "add-input", () => { form.data.inputs.push(""); dialog.update(); document.getElementById(`ed-http-input-${form.data.inputs.length - 1}`)?.focus(); })}</div>`,
});

const outputsField = (form, dialog) => rowsField(form, dialog, "outputs", {
  label: "Outputs",
  help: "What the flow gets of the answer. Try it, and click on a value; or write a path such as data.items.0.id.",
  rows: form.data.outputs,
  addLabel: "Add an output",
  arrow: "←",
  names: { label: "Output", placeholder: "name" },
  values: { label: "Path of output", placeholder: "path in the answer" },
  changed: () => form.answer?.tree && dialog.update(),
  more: (row) => (form.answer?.tree && row.value ? html`<span class="ed-http-found" title="In the answer at the right">${shownAt(form.answer.tree, row.value) ?? "not there"}</span>` : nothing),
});

const patience = (form) => html`<details class="ed-more" ?open=${["timeout", "retries"].some((key) => form.findingsAt([key]).length)}>
  <summary>Failures</summary>
  <div class="ed-more-fields">
    <div class="ed-http-pair">
      ${numberField(form, "timeout", { label: "Seconds for one try", help: "From connecting to the end of the answer.", step: "any" })}
      ${numberField(form, "retries", { label: "Further tries", help: "Made only if it may be repeated.", step: "1" })}
    </div>
    <label class="ed-check"><input type="checkbox" ?disabled=${form.readonly} .checked=${live(form.data.idempotent)} @change=${(event) => { form.data.idempotent = event.target.checked; }}>
      <span class="ed-check-label">It may be repeated: the other system takes the same Idempotency-Key for the same call, or it only looks something up</span></label>
  </div></details>`;

const numberField = (form, key, { label, help, step }) => field(form, [key], {
  label,
  help,
  showHelp: true,
  control: ({ id, describedBy, invalid }) => html`<input class="ed-input ed-short" type="number" min="0" step=${step} id=${id} aria-describedby=${describedBy ?? nothing} aria-invalid=${invalid ?? nothing} ?disabled=${form.readonly}
    .value=${live(String(form.data[key]))} @input=${(event) => { form.data[key] = event.target.valueAsNumber; }}>`,
});

const conflictPart = (form, dialog) => html`<div class="ed-http-note" role="alert"><p>Somebody else has changed this action meanwhile. Nothing is overwritten.</p>
  ${button({ label: "Take theirs", onClick: () => { form.take(form.conflict); form.conflict = null; dialog.update(); } })}
  ${button({ label: "Put mine in place of theirs", kind: "danger", onClick: () => { form.seen = form.conflict.seen; form.conflict = null; save(form, dialog); } })}</div>`;

const footer = (form, dialog) => html`${form.failed ? html`<p class="ed-http-failed" role="alert">${form.failed}</p>` : nothing}<span class="ed-spring"></span>
  ${button({ label: form.readonly ? "Close" : "Cancel", onClick: dialog.dismiss })}
  ${form.readonly ? nothing : button({ label: form.saving ? "Saving…" : "Save the action", kind: "primary", disabled: form.saving, onClick: () => save(form, dialog) })}`;

async function save(form, dialog) {
  noticeInputs(form, dialog);
  Object.assign(form, { saving: true, failed: "", problems: [] });
  dialog.update();
  try {
    const body = { form: numbersOf(form.data), seen: form.seen };
    const options = form.id ? { method: "PUT", path: form.id } : { method: "POST" };
    const answer = await form.editor.request("http_actions", { ...options, body });
    takeActions(form.editor, answer);
    form.take(answer.action);
    dialog.close(answer.action);
  } catch (failed) {
    Object.assign(form, { saving: false, problems: failed.body?.problems ?? [], conflict: failed.code === "action_changed" ? failed.body.action : null });
    form.failed = form.conflict ? "" : form.problems.length ? "Not saved: look at what is marked." : failed.detail ?? String(failed);
    dialog.update();
    focusProblem(dialog.element);
  }
}

/** An empty box for a number is none: the server says what it may be. */
const numbersOf = (data) => ({ ...data, timeout: Number(data.timeout) || 0, retries: Math.trunc(Number(data.retries) || 0) });
