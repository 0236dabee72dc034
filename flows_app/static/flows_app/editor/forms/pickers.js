// Fields for the name of a slot, a step or a flow.

import { combobox } from "./combobox.js";
import { field } from "./field.js";
import { put } from "./form.js";
import { flowChoices, slotChoices, stepChoices } from "./choices.js";
import { addSlot, asName } from "../document/editing.js";
import { suggestName } from "../cards/renaming.js";
import { toast } from "../parts/toast.js";

export const slotInput = (form, { value, onCommit, placeholder = "a slot", ...tied }) =>
  combobox({
    ...tied,
    value,
    placeholder,
    disabled: form.readonly,
    choices: () => slotChoices(form.editor),
    onCommit,
    create: {
      nameOf: (typed) => asName(form.editor, typed),
      label: (name) => `Create slot “${name}”`,
      run: (name) => onCommit(name, (draft) => addSlot(draft, name)),
    },
  });

/** Takes a name, and creates the slot in the same undo step if it is a new one. */
export function slotCommitted(form, at, name, create) {
  form.change(`Choose a slot for ${form.name}`, (part, draft) => {
    create?.(draft);
    put(part, at, name || undefined);
    if (at.length === 1) suggestName(form, part, draft, name);
  });
  if (create) {
    const made = form.editor.slots().find(({ slot }) => slot.name === name);
    toast(`Slot “${name}” is created, for text.`, { action: { label: "Change its kind", run: () => form.editor.select(made.id, { focus: true, field: "type" }) } });
  }
}

export const slotField = (form, at, { label, help }) =>
  field(form, at, {
    label,
    help,
    control: (tied) => slotInput(form, {
      ...tied,
      key: `slot-${at.join("/")}`,
      value: form.get(at),
      placeholder: help || "type a name to choose or create",
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
        suggestName(form, part, draft, name);
      }),
    }),
  });
