// Conditions and computed values put together by choosing, for people who don't write expressions.

import { html, nothing } from "../parts/lit.js";
import { button } from "../parts/button.js";
import { openDialog } from "../parts/dialog.js";
import { allSlots, slotNamed } from "../forms/choices.js";
import { conditionRows } from "./condition_rows.js";
import { emptyCondition, readCondition, writeCondition } from "./conditions.js";
import { computationRows } from "./computation_rows.js";
import { emptyComputation, kindsFor, readComputation, writeComputation } from "./computations.js";

// What expressions know of the time, beside the slots.
const CLOCK = [{ name: "today", type: "date" }, { name: "now", type: "datetime" }];

/**
 * Gives a promise of the expression, or of nothing if it was dismissed.
 * `target`: null for a condition; for a computed value what is known of the slot that it is for: {name?, type?, choices?}.
 */
export function openBuilder(editor, { source, target = null, label }) {
  const slots = [...allSlots(editor), ...CLOCK];
  const typeOf = (name) => (CLOCK.find((one) => one.name === name) ?? slotNamed(editor, name))?.type;
  const kind = target ? computation(target, typeOf) : condition(typeOf);
  const read = source ? kind.read(source) : null;
  let model = read ?? kind.empty();
  const tools = { slots, typeOf, update: () => dialog.update() };
  const put = (made) => {
    model = made;
    tools.update();
  };
  const dialog = openDialog({
    title: target ? `Build a value${target.name ? ` for ${target.name}` : ""}` : "Build a condition",
    size: "large",
    body: () => html`<div class="eb-builder">
      ${source && !read ? html`<p class="eb-notice">“${label}” holds an expression that can't be shown here: <code>${source}</code>. It stays as it is unless you use a new one.</p>` : nothing}
      ${slots.length === CLOCK.length ? html`<p>This flow has no slots yet. Add a slot first, so that there is something to look at.</p>` : nothing}
      ${kind.rows(model, tools, put)}
      ${preview(kind.write(model))}</div>`,
    footer: () => html`${button({ label: "Use it", kind: "primary", disabled: kind.write(model) === null, key: "use", onClick: () => dialog.close(kind.write(model)) })}
      ${button({ label: "Cancel", key: "cancel", onClick: () => dialog.close() })}`,
  });
  return dialog.closed;
}

const condition = (typeOf) => ({
  read: (source) => readCondition(source, typeOf),
  empty: emptyCondition,
  write: (model) => writeCondition(model, typeOf),
  rows: (model, tools) => conditionRows(model, tools),
});

const computation = (target, typeOf) => ({
  read: (source) => readComputation(source, target.type, typeOf),
  empty: () => emptyComputation(kindsFor(target.type)[0][0], target.type),
  write: (model) => writeComputation(model, target.type, typeOf),
  rows: (model, tools, put) => computationRows(model, tools, target, { put }),
});

const preview = (written) => html`<p class="eb-preview" role="status">${written === null
  ? "Something is still to be chosen."
  : html`<span>Written as</span> <code>${written}</code>`}</p>`;
