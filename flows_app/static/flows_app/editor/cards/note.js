// What authors tell one another about a step. A card shows it when there is one, or when somebody is about to write one.

import { html, ifDefined, live, nothing } from "../parts/lit.js";
import { icon } from "../parts/icons.js";
import { removeButton } from "../parts/button.js";
import { field } from "../forms/field.js";
import { fieldNamed } from "../document/types.js";

const AT = ["note"];

export const noteOf = (step) => (typeof step.note === "string" ? step.note : "");

/** On an unfolded card, with its text in a field. */
export function noteField(form) {
  const wrong = form.findingsAt(AT).length > 0;
  if (form.part.note === undefined && !wrong && !form.editor.view.noted.has(form.id)) return nothing;
  const { label, help } = fieldNamed(form.type, "note");
  return html`<div class="ed-note">${icon("note", 16)}${field(form, AT, {
    label,
    help,
    hideLabel: true,
    control: ({ id, describedBy, invalid }) => html`<textarea class="ed-note-text" id=${id} rows="1" maxlength=${form.editor.boot.limits.step_note} ?disabled=${form.readonly}
      aria-describedby=${ifDefined(describedBy)} aria-invalid=${ifDefined(invalid)} placeholder="A note for you and your colleagues; users never see it" data-key="note"
      .value=${live(noteOf(form.part))} @input=${(event) => typed(form, event.target.value)} @blur=${() => leave(form)}></textarea>`,
  })}${form.readonly ? nothing : removeButton(`Remove the note on ${form.name}`, "drop-note", () => remove(form))}</div>`;
}

/** On a folded card. */
export const noteSign = (step) =>
  noteOf(step) ? html`<span class="ed-note-sign" role="img" aria-label="Note: ${noteOf(step)}" title=${noteOf(step)}>${icon("note", 16)}</span>` : nothing;

/** Opens the field for a note, and goes there. */
export function writeNote(editor, id) {
  editor.view.noted.add(id);
  editor.view.reveal(id);
  editor.select(id, { focus: true, field: "note" });
}

const typed = (form, text) => form.set(AT, text === "" ? undefined : text, { typing: true });

/** A field that was left empty folds away again. */
function leave({ editor, id }) {
  if (editor.stepWithId(id)?.step.note === undefined && editor.view.noted.delete(id)) editor.emit("view");
}

function remove(form) {
  form.editor.view.noted.delete(form.id);
  form.change(`Remove the note on ${form.name}`, (step) => delete step.note);
  form.editor.emit("view");
}
