// The field for the action of a step: the bot's own HTTP actions first, then those of plugins; new ones are made here.

import { nothing } from "../parts/lit.js";
import { button } from "../parts/button.js";
import { toast } from "../parts/toast.js";
import { suggestName } from "../cards/renaming.js";
import { asName } from "../document/editing.js";
import { typeOf } from "../document/types.js";
import { stepsOf } from "../document/walking.js";
import { actionNamed, refreshActions } from "../http_actions/known.js";
import { actionChoices } from "./choices.js";
import { combobox } from "./combobox.js";
import { field } from "./field.js";
import { put } from "./form.js";

export function actionField(form, at, { label, help }) {
  const { editor } = form;
  const own = actionNamed(editor, form.get(at));
  const choose = (name) => form.change(`Choose ${label.toLowerCase()} of ${form.name}`, (part, draft) => {
    put(part, at, name || undefined);
    suggestName(form, part, draft, at[0], name);
  });
  return field(form, at, {
    label,
    help,
    extra: own?.source === "http" ? button({ label: form.readonly ? "Look at this action…" : "Edit this action…", kind: "link", key: "edit-action", onClick: () => edit(form, own) }) : nothing,
    control: (tied) => combobox({
      ...tied,
      key: `reference-${at.join("/")}`,
      value: form.get(at),
      placeholder: "choose an action",
      disabled: form.readonly,
      choices: () => actionChoices(editor),
      refresh: () => refreshActions(editor),
      extras: (typed) => [newAction(editor, typed, choose)],
      onCommit: choose,
    }),
  });
}

function newAction(editor, typed, choose) {
  const name = typed && !actionNamed(editor, typed) ? asName(editor, typed) : "";
  return { label: name ? `New HTTP action “${name}”…` : "New HTTP action…", run: () => make(editor, name, choose) };
}

async function make(editor, name, choose) {
  const { openNewAction } = await import("../http_actions/dialog.js");
  const made = await openNewAction(editor, name);
  if (!made) return;
  choose(made.form.name);
  toast(`The HTTP action “${made.form.name}” is made, and this step calls it.`);
}

/** Steps of this flow follow an action that gets another name; drafts of other flows are told by their findings. */
async function edit(form, { id, name }) {
  const { openAction } = await import("../http_actions/dialog.js");
  let saved;
  try {
    saved = await openAction(form.editor, id);
  } catch (failed) {
    toast(failed.detail ?? String(failed), { kind: "error" });
    return;
  }
  if (saved && saved.form.name !== name) form.editor.change(`Rename the action ${name}`, (draft) => renameCalls(draft, name, saved.form.name));
}

function renameCalls(draft, from, to) {
  for (const { step } of stepsOf(draft)) {
    for (const { key, kind } of typeOf(step).fields) if (kind === "action" && step[key] === from) step[key] = to;
  }
}
