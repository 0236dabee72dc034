/** A test's name and script, in a dialog. What the server refuses is said beneath, and nothing typed is lost. */

import { button } from "../parts/button.js";
import { openDialog } from "../parts/dialog.js";
import { icon } from "../parts/icons.js";
import { html, nothing } from "../parts/lit.js";
import { scriptErrors } from "./errors.js";

const EXAMPLE = `turns:
  - user: hi
    bot: What is your name?
  - user: Ana
    bot: Hello, Ana!
`;

export const BLANK = { id: null, name: "", script: EXAMPLE };

/** `store(test)` is a request; gives a promise of the test as it was stored, or undefined. `warning` is said above it. */
export function editTest(editor, test, store, { title = test.id === null ? "New test" : "Edit the test", warning = "" } = {}) {
  const state = { ...test, warning, failed: null, saving: false };
  const dialog = openDialog({
    title,
    size: "large",
    body: (opened) => form(editor, state, () => save(state, store, opened)),
    footer: (opened) => html`${button({ label: "Cancel", onClick: () => opened.close() })}
      ${button({ label: "Save", kind: "primary", disabled: state.saving, onClick: () => opened.element.querySelector("form").requestSubmit() })}`,
  });
  dialog.element.querySelector("input").focus();
  return dialog.closed;
}

const form = (editor, state, submit) => html`<form class="ed-test-form" @submit=${(event) => { event.preventDefault(); submit(); }}>
  <label>What it shows <input class="ed-input" required maxlength=${editor.boot.limits.test_name} .value=${state.name} @input=${(event) => { state.name = event.target.value; }}></label>
  ${state.warning ? html`<p class="ed-test-warning" role="status">${icon("warning", 16)}<span>${state.warning}</span></p>` : nothing}
  ${state.failed ? scriptErrors(state.failed) : nothing}
  <label>The conversation, as YAML
    <textarea class="ed-input ed-code" rows="18" spellcheck="false" autocapitalize="off" .value=${state.script}
      @input=${(event) => { state.script = event.target.value; }} @keydown=${indent}></textarea></label>
  <p class="ed-help">What the user does, turn by turn (user, press or event), and what must come of it: bot, options, slots, called.</p>
</form>`;

/** A new line begins below the one above: in YAML the spaces count. */
function indent(event) {
  const field = event.currentTarget;
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey) {
    return;
  }
  event.preventDefault();
  const line = field.value.slice(0, field.selectionStart).split("\n").at(-1);
  const spaces = /^ *(- )?/.exec(line)[0].replace("-", " ");
  field.setRangeText(`\n${spaces}`, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input"));
}

async function save(state, store, dialog) {
  state.saving = true;
  dialog.update();
  try {
    dialog.close(await store({ name: state.name, script: state.script }));
  } catch (failed) {
    Object.assign(state, { failed, saving: false });
    dialog.update();
  }
}
