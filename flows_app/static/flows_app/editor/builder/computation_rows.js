// A computed value as a form: what kind of value, then its parts.

import { html, live, nothing } from "../parts/lit.js";
import { addButton, removeButton } from "../parts/button.js";
import { isList, isNumber, isText } from "../document/slot_types.js";
import { OPERATORS, emptyCase, emptyComputation, kindsFor } from "./computations.js";
import { conditionRows } from "./condition_rows.js";
import { operandInput, slotSelect } from "./operand_input.js";

/** `tools`: {slots, typeOf, update()}; `target`: {type, choices} of the slot that the value is for. `put(model)` takes another model. */
export function computationRows(model, tools, target, { label = "Value", put, without = [] }) {
  const kinds = kindsFor(target.type).filter(([kind]) => !without.includes(kind));
  return html`<div class="eb-computation" role="group" aria-label=${label}>
    <select class="ed-input eb-kind" aria-label="${label}: what kind" @change=${(event) => put(emptyComputation(event.target.value, target.type))}>
      ${kinds.map(([kind, words]) => html`<option value=${kind} .selected=${live(kind === model.kind)}>${words}</option>`)}</select>
    ${PARTS[model.kind](model, tools, target, label)}
  </div>`;
}

const changing = (tools, fn) => (...given) => {
  fn(...given);
  tools.update();
};

const oneOperand = (fixed) => (model, tools, target, label) => operandInput(model.operand, {
  slots: fixed ? [] : tools.slots, type: target.type, choices: target.choices, label, fixed,
  put: changing(tools, (operand) => { model.operand = operand; }),
});

const PARTS = {
  value: oneOperand(true),
  slot: oneOperand(false),
  numbers: numbersParts,
  texts: textsParts,
  more: moreParts,
  condition: (model, tools) => conditionRows(model.condition, tools),
  cases: casesParts,
};

function numbersParts(model, tools, target, label) {
  const numbers = tools.slots.filter((slot) => isNumber(slot.type));
  const number = (operand, words, put) => operandInput(operand, { slots: numbers, type: "number", label: words, put: changing(tools, put) });
  return html`<div class="eb-chain">
    ${number(model.first, `${label}: first number`, (operand) => { model.first = operand; })}
    ${model.rest.map((one, index) => html`<div class="eb-row">
      <select class="ed-input eb-operator" aria-label="${label}: sign ${index + 1}" @change=${changing(tools, (event) => { one.operator = event.target.value; })}>
        ${Object.entries(OPERATORS).map(([operator, words]) => html`<option value=${operator} .selected=${live(operator === one.operator)}>${words}</option>`)}</select>
      ${number(one.operand, `${label}: number ${index + 2}`, (operand) => { one.operand = operand; })}
      ${model.rest.length > 1 ? removeButton(`Remove number ${index + 2}`, `drop-number-${index}`, changing(tools, () => model.rest.splice(index, 1))) : nothing}</div>`)}
    ${addButton("Another number", "add-number", changing(tools, () => model.rest.push({ operator: "+", operand: { slot: "" } })))}
    ${model.rest.length > 1 ? html`<p class="ed-help">“times” and “divided by” are done before “plus” and “minus”.</p>` : nothing}
  </div>`;
}

function textsParts(model, tools, target, label) {
  const slots = tools.slots.filter((slot) => isText(slot.type) || isNumber(slot.type));
  return html`<div class="eb-chain">
    ${model.parts.map((part, index) => html`<div class="eb-row">
      ${operandInput(part, { slots, type: undefined, label: `${label}: text ${index + 1}`, put: changing(tools, (operand) => { model.parts[index] = operand; }) })}
      ${model.parts.length > 2 ? removeButton(`Remove text ${index + 1}`, `drop-text-${index}`, changing(tools, () => model.parts.splice(index, 1))) : nothing}</div>`)}
    ${addButton("Another text or slot", "add-text", changing(tools, () => model.parts.push({ value: "" })))}
  </div>`;
}

function moreParts(model, tools, target, label) {
  return html`<div class="eb-chain">
    <span class="eb-operand">${slotSelect(tools.slots.filter((slot) => isList(slot.type)), model.list, changing(tools, (name) => { model.list = name; }), { label: `${label}: list` })}</span>
    <div class="eb-row"><span class="eb-words">and</span>
    ${operandInput(model.operand, { slots: tools.slots.filter((slot) => !isList(slot.type)), type: undefined, label: `${label}: new item`, put: changing(tools, (operand) => { model.operand = operand; }) })}</div>
  </div>`;
}

/** A value inside cases is a plain one: cases inside cases are said by one more case. */
function casesParts(model, tools, target, label) {
  const value = (words, holder, key) => computationRows(holder[key], tools, target, {
    label: words, without: ["cases", "condition"], put: changing(tools, (made) => { holder[key] = made; }) });
  return html`<div class="eb-cases">
    ${model.cases.map((one, index) => html`<div class="eb-case">
      <p class="eb-words">${index === 0 ? "If" : "Otherwise, if"}${model.cases.length > 1 ? removeButton(`Remove case ${index + 1}`, `drop-case-${index}`, changing(tools, () => model.cases.splice(index, 1))) : nothing}</p>
      ${conditionRows(one.condition, tools, { label: `Condition ${index + 1}` })}
      <p class="eb-words">then</p>${value(`Value ${index + 1}`, one, "then")}</div>`)}
    ${addButton("Another case", "add-case", changing(tools, () => model.cases.push(emptyCase(target.type))))}
    <div class="eb-case"><p class="eb-words">Otherwise</p>${value("Value otherwise", model, "otherwise")}</div>
  </div>`;
}
