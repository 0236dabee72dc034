// The slots: what the flow keeps in mind. Each opens to a form made from the schema.

import { guard, html, ifDefined, nothing, render, repeat } from "../parts/lit.js";
import { icon } from "../parts/icons.js";
import { button, iconButton } from "../parts/button.js";
import { drawnAt } from "../parts/drawing.js";
import { addSlot } from "../document/editing.js";
import { findSlot } from "../document/walking.js";
import { slotUses } from "../document/references.js";
import { fieldsOf, slotModel } from "../document/schema.js";
import { hasField, isOfSomeTypes } from "../document/slot_types.js";
import { findingsOf } from "../findings/placing.js";
import { findingList } from "../forms/field.js";
import { formFields } from "../forms/fields.js";
import { Form } from "../forms/form.js";
import { focusField, keepingFocus } from "../cards/focus.js";
import { countBadge } from "../cards/card.js";
import { renameSlot } from "../cards/renaming.js";
import { tellWithUndo } from "../shell/undo_notice.js";

export function mountSlotsPanel(editor, element) {
  const opened = new Set();
  const draw = () => keepingFocus(element, () => render(panel(editor, opened, draw), element));
  drawnAt(editor, ["document", "findings", "view"], draw);
  editor.addEventListener("selection", ({ detail }) => {
    if (!detail.focus || !editor.slots().some((place) => place.id === detail.id)) return;
    opened.add(detail.id);
    editor.emit("show", { side: "slots" });
    draw();
    queueMicrotask(() => reveal(element, detail));
  });
}

function reveal(element, { id, field }) {
  const item = element.querySelector(`[data-slot="${id}"]`);
  if (!item) return;
  focusField(item, field || "name");
  item.scrollIntoView({ block: "nearest" });
}

function panel(editor, opened, draw) {
  const uses = slotUses(editor.document, editor.boot.schema);
  const slots = editor.slots();
  return html`<div class="ed-side-form">
    ${slots.length ? nothing : html`<p class="ed-help">A slot is something the flow keeps in mind: a name, an amount, a date. Questions fill slots; messages and conditions use them.</p>`}
    <ul class="ed-slots">${repeat(slots, ({ id }) => id, ({ id, slot }) => html`<li class="ed-slot" data-slot=${id}>
      ${guard([slot, opened.has(id), uses.get(slot.name), findingsOf(editor, id), editor.languages.shown], () =>
        slotItem(editor, { id, slot, open: opened.has(id), uses: uses.get(slot.name) ?? 0, toggle: () => toggle(opened, id, draw) }))}
    </li>`)}</ul>
    ${editor.readonly ? nothing : button({ label: "Add a slot", iconName: "add", key: "add-slot", onClick: () => add(editor) })}
    ${botSlots(editor)}
  </div>`;
}

function toggle(opened, id, draw) {
  if (!opened.delete(id)) opened.add(id);
  draw();
}

function add(editor) {
  const id = editor.change("Add a slot", (draft) => addSlot(draft, "slot"));
  editor.select(id, { focus: true, field: "name" });
}

function slotItem(editor, { id, slot, open, uses, toggle }) {
  const findings = findingsOf(editor, id);
  const name = slot.name || "nameless slot";
  const form = new Form(editor, { kind: "slot", id, type: "slot", part: slot, findings });
  const loose = findings.filter((finding) => finding.at === "" || finding.at === "name");
  return html`<div class="ed-slot-head">
      <button type="button" class="ed-fold" aria-expanded=${open} aria-label="${open ? "Fold" : "Unfold"} slot ${name}" data-key="fold-${id}" @click=${toggle}>${icon(open ? "chevron_down" : "chevron_right", 16)}</button>
      <input class="ed-name ed-code" type="text" aria-label="Name of the slot" maxlength=${editor.boot.limits.name} spellcheck="false" autocomplete="off" data-key="name" data-at="name" ?disabled=${editor.readonly}
        aria-invalid=${ifDefined(loose.some((one) => one.at === "name" && one.severity === "error") ? "true" : undefined)} aria-describedby=${ifDefined(loose.length ? `f-${id}-loose` : undefined)}
        .value=${slot.name ?? ""} size="10" @change=${(event) => (event.target.value = renameSlot(editor, id, event.target.value))} />
      <span class="ed-slot-type">${slot.type ?? "text"}</span>
      <span class="ed-uses" title=${uses ? `Used in ${uses} places` : "Used nowhere"}>${uses}×<span class="ed-unseen"> used</span></span>
      ${countBadge(findings)}
      ${editor.readonly ? nothing : iconButton({ label: `Delete slot ${name}`, iconName: "trash", key: `delete-${id}`, onClick: () => remove(editor, id, slot.name, uses) })}
    </div>
    ${findingList(loose, `f-${id}-loose`)}
    ${open ? html`<div class="ed-slot-body">${formFields(form, fieldsFor(editor, slot), { leaveOut: ["name"] })}</div>` : nothing}`;
}

/** Fields of some types are shown elsewhere only if they were written there. */
const fieldsFor = (editor, slot) =>
  fieldsOf(editor.boot.schema, slotModel(editor.boot.schema)).filter(({ key }) => !isOfSomeTypes(key) || hasField(slot.type, key) || slot[key] !== undefined);

function remove(editor, id, name, uses) {
  editor.change(`Delete slot ${name}`, (draft) => draft.slots.splice(draft.slots.indexOf(findSlot(draft, id)), 1));
  tellWithUndo(editor, `Slot “${name}” is deleted.${uses ? ` It is still used ${uses === 1 ? "once" : `in ${uses} places`}.` : ""}`);
}

const botSlots = (editor) => {
  const shared = editor.boot.names.bot_slots ?? [];
  return shared.length ? html`<h3 class="ed-side-title">Slots of the whole bot</h3><p class="ed-name-list">${shared.map((slot) => html`<span><code>${slot.name}</code> ${slot.type}</span>`)}</p>` : nothing;
};
