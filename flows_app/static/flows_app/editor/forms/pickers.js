// Fields for the name of a slot, a step or a flow.

import { combobox } from "./combobox.js";
import { field } from "./field.js";
import { put } from "./form.js";
import { flowChoices, slotChoices, slotNamed, stepChoices } from "./choices.js";
import { addSlot, asName } from "../document/editing.js";
import { hasField } from "../document/slot_types.js";
import { suggestName } from "../cards/renaming.js";
import { toast } from "../parts/toast.js";

/** `only`: the kind of slot that fits; others are not offered, and a new one is of that kind. */
export const slotInput = (form, { value, onCommit, placeholder = "a slot", only = null, ...tied }) =>
  combobox({
    ...tied,
    value,
    placeholder,
    disabled: form.readonly,
    choices: () => slotChoices(form.editor, only).filter((choice) => form.kind !== "slot" || choice.value !== form.part.name),
    onCommit,
    create: {
      nameOf: (typed) => freeName(form.editor, typed),
      label: (name) => `Create slot “${name}”`,
      run: (name) => {
        onCommit(name, (draft) => addSlot(draft, name, only ? { type: only } : {}));
        tellCreated(form.editor, name);
      },
    },
  });

/** Nothing if there is a slot of that name, be it of a kind that does not fit here. */
function freeName(editor, typed) {
  const name = asName(editor, typed);
  return slotNamed(editor, name) ? "" : name;
}

const PLACEHOLDERS = { choice: "a choice slot", boolean: "a yes or no slot", text: "a text slot" };
const KINDS = { text: "text", boolean: "yes or no", choice: "choices" };

/** A new slot of a kind that needs more, such as choices, is led to that; any other to its kind, which was only assumed. */
function tellCreated(editor, name) {
  const made = editor.slots().find(({ slot }) => slot.name === name);
  if (!made) return;
  const [label, field] = hasField(made.slot.type, "choices") ? ["Add its choices", "choices"] : ["Change its kind", "type"];
  toast(`Slot “${name}” is created, for ${KINDS[made.slot.type] ?? made.slot.type}.`, { action: { label, run: () => editor.select(made.id, { focus: true, field }) } });
}

/** Takes a name, and creates the slot in the same undo step if it is a new one. */
export function slotCommitted(form, at, name, create) {
  form.change(`Choose a slot for ${form.name}`, (part, draft) => {
    create?.(draft);
    put(part, at, name || undefined);
    if (at.length === 1) suggestName(form, part, draft, at[0], name);
  });
}

/** `slot_type`: the only kind of slot that the field takes. */
export const slotField = (form, at, { label, help, slot_type: only }) =>
  field(form, at, {
    label,
    help,
    showHelp: true,
    control: (tied) => slotInput(form, {
      ...tied,
      key: `slot-${at.join("/")}`,
      value: form.get(at),
      only,
      placeholder: (only && (PLACEHOLDERS[only] ?? `a slot of type ${only}`)) ?? "type a name to choose or create",
      onCommit: (name, create) => slotCommitted(form, at, name, create),
    }),
  });

export const targetField = (form, at, { label, help, placeholder = help, hideLabel }) =>
  field(form, at, {
    label,
    help,
    hideLabel,
    control: (tied) => combobox({
      ...tied,
      key: `target-${at.join("/")}`,
      value: form.get(at),
      placeholder: placeholder || "the step below",
      disabled: form.readonly,
      choices: () => stepChoices(form.editor),
      onCommit: (name) => form.set(at, name || undefined),
    }),
  });

export const flowField = (form, at, { label, help }) =>
  field(form, at, {
    label,
    help,
    control: (tied) => combobox({
      ...tied,
      key: `reference-${at.join("/")}`,
      value: form.get(at),
      placeholder: "choose a flow",
      disabled: form.readonly,
      choices: () => flowChoices(form.editor),
      onCommit: (name) => form.change(`Choose ${label.toLowerCase()} of ${form.name}`, (part, draft) => {
        put(part, at, name || undefined);
        suggestName(form, part, draft, at[0], name);
      }),
    }),
  });
