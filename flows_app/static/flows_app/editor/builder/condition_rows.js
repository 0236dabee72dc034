// A condition as rows: slot, comparison, value; joined by “all” or “any”; groups of rows inside.

import { html, live, nothing } from "../parts/lit.js";
import { addButton, removeButton } from "../parts/button.js";
import { comparisonNamed, comparisonsFor, otherSide } from "./comparisons.js";
import { emptyCondition, emptyRow, withSlot } from "./conditions.js";
import { operandInput, slotSelect } from "./operand_input.js";

const DEPTH = 3;

/** `tools`: {slots, typeOf, update()}. Changes the group in place and draws again. */
export function conditionRows(group, tools, { label = "Condition", depth = 1 } = {}) {
  const change = (fn) => (...given) => {
    fn(...given);
    tools.update();
  };
  return html`<div class="eb-group" role="group" aria-label=${label}>
    ${group.rows.length > 1 ? joinSelect(group, label, change) : nothing}
    ${group.rows.map((row, index) => html`<div class="eb-row">
      ${row.rows
        ? conditionRows(row, tools, { label: `${label}, part ${index + 1}`, depth: depth + 1 })
        : comparisonRow(row, tools, `${label}, part ${index + 1}`, change((made) => { group.rows[index] = made; }))}
      ${group.rows.length > 1 ? removeButton(`Remove part ${index + 1} of ${label.toLowerCase()}`, `drop-${depth}-${index}`, change(() => group.rows.splice(index, 1))) : nothing}
    </div>`)}
    <div class="eb-adding">
      ${addButton("Add a comparison", `add-comparison-${depth}`, change(() => group.rows.push(emptyRow())))}
      ${depth < DEPTH ? addButton("Add a group", `add-group-${depth}`, change(() => group.rows.push({ ...emptyCondition(), join: group.join === "all" ? "any" : "all" }))) : nothing}
    </div>
  </div>`;
}

const joinSelect = (group, label, change) => html`<select class="ed-input eb-join" aria-label="${label}: how its parts are joined"
  @change=${change((event) => { group.join = event.target.value; })}>
  ${[["all", "All of these hold"], ["any", "At least one of these holds"]].map(([join, words]) => html`<option value=${join} .selected=${live(group.join === join)}>${words}</option>`)}</select>`;

function comparisonRow(row, { slots, typeOf }, label, put) {
  const type = row.slot && typeOf(row.slot);
  const comparison = row.slot && comparisonNamed(type, row.is);
  return html`<span class="eb-comparison">
    ${slotSelect(slots, row.slot, (name) => put(name ? withSlot(row, name, typeOf) : emptyRow()), { label: `${label}: slot` })}
    ${row.slot ? html`<select class="ed-input" aria-label="${label}: comparison" @change=${(event) => put(withComparison(row, type, event.target.value))}>
      ${comparisonsFor(type).map((one) => html`<option value=${one.key} .selected=${live(one.key === row.is)}>${one.words}</option>`)}</select>` : nothing}
    ${comparison?.takes ? operandInput(row.operand, {
      slots: slots.filter((slot) => slot.name !== row.slot),
      type: otherSide(comparison, type),
      choices: slots.find((slot) => slot.name === row.slot)?.choices,
      label: `${label}: value`,
      put: (operand) => put({ ...row, operand }),
    }) : nothing}
  </span>`;
}

/** What stood on the other side stays if the new comparison takes the same kind of thing. */
function withComparison(row, type, is) {
  const before = comparisonNamed(type, row.is)?.takes;
  const { takes } = comparisonNamed(type, is);
  if (takes === "many" && before === "one" && row.operand.value) return { ...row, is, operand: { values: [row.operand.value] } };
  if (takes === before) return { ...row, is };
  return { ...row, is, operand: takes === "many" ? { values: [""] } : { value: "" } };
}
