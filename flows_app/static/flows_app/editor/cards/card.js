// One step as a card: a head that is always there, and below it, unless it is folded, the step's form.

import { html, ifDefined, nothing } from "../parts/lit.js";
import { icon } from "../parts/icons.js";
import { iconButton } from "../parts/button.js";
import { openMenu } from "../parts/menu.js";
import { typeNamed, typeOf } from "../document/types.js";
import { Form } from "../forms/form.js";
import { findingList } from "../forms/field.js";
import { formFields } from "../forms/fields.js";
import { avatar } from "../people/avatars.js";
import { copiedCount, copySteps, pasteCopied } from "../clipboard/deeds.js";
import { toggleChosen } from "./choosing.js";
import { canMove, deleteStep, duplicate, moveBy } from "./deeds.js";
import { noteField, noteSign, writeNote } from "./note.js";
import { summaryOf } from "./summary.js";
import { renameStep } from "./renaming.js";

/** How many cards have been drawn since the page was opened: what a keystroke costs can be counted. */
export const drawn = { cards: 0 };

export function cardInside(editor, { id, step, folded, findings, others, grip }) {
  drawn.cards += 1;
  return html`${head(editor, { id, step, folded, findings, others, grip })}
    ${folded ? nothing : body(editor, { id, step, findings })}`;
}

function head(editor, { id, step, folded, findings, others, grip }) {
  const type = typeOf(step);
  const name = step.name || "nameless step";
  return html`<header class="ed-card-head">
    ${editor.readonly ? nothing : html`<button type="button" class="ed-handle" aria-label="Move ${name}" title="Drag to move, or press Space and the arrows"
      aria-describedby="ed-how-to-move" data-key="handle" @pointerdown=${grip.pointer} @keydown=${grip.key}>${icon("handle", 16)}</button>`}
    <button type="button" class="ed-fold" aria-expanded=${!folded} aria-label="${folded ? "Unfold" : "Fold"} ${name}" data-key="fold"
      @click=${() => editor.view.fold(id)}>${icon(folded ? "chevron_right" : "chevron_down", 16)}</button>
    <span class="ed-type"><span class="ed-type-icon">${icon(type.icon, 16)}</span>${type.label}</span>
    ${nameInput(editor, id, step, findings)}
    ${folded ? html`${noteSign(step)}<span class="ed-summary">${summaryOf(step, editor.languages.shown)}</span>` : html`<span class="ed-spring"></span>`}
    ${others.map((person) => avatar(person, `${person.name} works here`))}
    ${countBadge(findings)}
    ${editor.readonly ? nothing : iconButton({
      label: `What to do with ${name}`, title: "Duplicate, copy, move, note, delete", iconName: "more", popup: "menu", expanded: "false", key: "menu",
      onClick: (event) => openCardMenu(editor, id, event.currentTarget, name),
    })}
  </header>`;
}

const nameInput = (editor, id, step, findings) => {
  const wrong = findings.filter((finding) => finding.at === "name");
  return html`<input class="ed-name ed-code" type="text" aria-label="Name of the step" spellcheck="false" autocomplete="off" maxlength=${editor.boot.limits.name} data-at="name" data-key="name"
    .value=${step.name ?? ""} ?disabled=${editor.readonly} aria-invalid=${ifDefined(wrong.some(({ severity }) => severity === "error") ? "true" : undefined)}
    aria-describedby=${ifDefined(wrong.length ? `f-${id}-name-findings` : undefined)} size=${Math.max(8, (step.name ?? "").length + 1)}
    @keydown=${(event) => nameKey(event, editor, id)} @change=${(event) => (event.target.value = renameStep(editor, id, event.target.value))} />`;
};

function nameKey(event, editor, id) {
  if (event.key === "Enter" && !event.ctrlKey) {
    event.preventDefault();
    event.target.blur();
    editor.select(id, { focus: true, field: "" });
  } else if (event.key === "Escape") {
    event.target.value = editor.stepWithId(id)?.step.name ?? "";
  }
}

export function countBadge(findings) {
  if (findings.length === 0) return nothing;
  const errors = findings.filter((finding) => finding.severity === "error").length;
  const words = errors ? `${errors} to mend` : `${findings.length} worth a look`;
  return html`<span class="ed-count ${errors ? "ed-count-error" : "ed-count-warning"}" title=${words}>
    ${icon(errors ? "error" : "warning", 14)}<span>${errors || findings.length}</span><span class="ed-unseen"> ${errors ? "to mend" : "worth a look"}</span></span>`;
}

function openCardMenu(editor, id, anchor, name) {
  openMenu(anchor, `What to do with ${name}`, [
    { label: "Duplicate", iconName: "copy", keys: "Ctrl D", run: () => duplicate(editor, id) },
    { label: "Copy", iconName: "copy", keys: "Ctrl C", run: () => copySteps(editor, id) },
    ...pasteItem(editor, id),
    { label: editor.view.chosen.has(id) ? "Select no more" : "Select", iconName: "check", keys: "Ctrl click", run: () => toggleChosen(editor, id) },
    { label: "Move up", iconName: "arrow_up", keys: "Alt ↑", disabled: !canMove(editor, id, -1), run: () => moveBy(editor, id, -1) },
    { label: "Move down", iconName: "arrow_down", keys: "Alt ↓", disabled: !canMove(editor, id, 1), run: () => moveBy(editor, id, 1) },
    { label: editor.stepWithId(id).step.note === undefined ? "Add a note" : "Edit the note", iconName: "note", run: () => writeNote(editor, id) },
    { label: "Simulate from here", iconName: "simulator", run: async () => (await import("../simulator/starting.js")).startAt(editor, editor.stepWithId(id).step.name) },
    "-",
    { label: "Delete", iconName: "trash", keys: "Del", danger: true, run: () => deleteStep(editor, id) },
  ]);
}

function pasteItem(editor, id) {
  const count = copiedCount(editor);
  const label = count === 1 ? "Paste the copied step after it" : `Paste ${count} copied steps after it`;
  return count ? [{ label, iconName: "add", keys: "Ctrl V", run: () => pasteCopied(editor, id) }] : [];
}

function body(editor, { id, step, findings }) {
  const known = typeNamed(step.type);
  const form = new Form(editor, { kind: "step", id, type: step.type, part: step, findings });
  const loose = findings.filter((finding) => finding.at === "" || finding.at === "name" || finding.at === "type");
  return html`<div class="ed-card-body">
    ${findingList(loose, `f-${id}-name-findings`)}
    ${noteField(form)}
    ${known ? formFields(form, known.fields, { leaveOut: ["name", "type", "note"] }) : html`<p class="ed-help">This page does not know steps of this type; it is kept as it is.</p>`}
  </div>`;
}
