// Branches and loops: lists of steps inside a card. Each case has its condition (or value), and leads to a step or holds
// steps of its own.

import { guard, html, nothing, repeat } from "../parts/lit.js";
import { addButton, button, iconButton, removeButton } from "../parts/button.js";
import { idOf, isPart } from "../document/identity.js";
import { decidedBy, typeOf } from "../document/types.js";
import { Form } from "../forms/form.js";
import { expressionField, expressionHelp } from "../forms/expression.js";
import { stepChoices } from "../forms/choices.js";
import { combobox } from "../forms/combobox.js";
import { field, findingList } from "../forms/field.js";
import { targetField } from "../forms/pickers.js";
import { slotOf, valueField } from "../forms/values.js";

/** `stepList(list, steps, words)` draws the cards of a list. */
export function nested(editor, { id, step, findings }, stepList) {
  const { nesting } = typeOf(step);
  if (!nesting.size) return nothing;
  const form = new Form(editor, { kind: "step", id, type: step.type, part: step, findings });
  return html`
    ${nesting.has("steps") ? html`<div class="ed-nest ed-loop">${stepList(`${id} steps`, step.steps ?? [], "in the loop")}</div>` : nothing}
    ${nesting.has("cases") ? caseSections(form, step, stepList) : nothing}
    ${nesting.has("default") ? otherwise(form, step, stepList) : nothing}`;
}

function caseSections(form, step, stepList) {
  const cases = Array.isArray(step.cases) ? step.cases : [];
  return html`
    ${findingList(form.findings.filter((finding) => finding.at === "cases"), `f-${form.id}-cases-findings`)}
    ${repeat(cases, (one, number) => idOf(one) ?? number, (one, number) => (isPart(one) ? caseSection(form, one, number, cases.length, stepList) : noCase(form, number)))}
    ${form.readonly ? nothing : html`<div class="ed-add-case">${addButton("Add a case", "add-case", () => addCase(form))}</div>`}`;
}

function caseSection(form, one, number, count, stepList) {
  const at = ["cases", number];
  const steps = one.steps ?? [];
  const mine = form.findings.filter((finding) => finding.at.startsWith(`cases/${number}`));
  return html`<div class="ed-case" role="group" aria-label="Case ${number + 1} of ${form.name}" data-at="cases/${number}">
    ${guard([one.when, one.value, one.next, steps.length > 0, decidedBy(form.part), slotOf(form, decidedBy(form.part)), number, count, JSON.stringify(mine)], () => caseHead(form, one, number, count))}
    <div class="ed-nest">${stepList(`${form.id} ${idOf(one)}`, steps, `in case ${number + 1}`)}</div>
    ${guard([one.next, steps.length > 0, number, JSON.stringify(mine)], () => (steps.length && !one.next ? nothing : jump(form, [...at, "next"], `Or case ${number + 1} goes to`)))}
  </div>`;
}

function caseHead(form, one, number, count) {
  const at = ["cases", number];
  const byValue = one.when === undefined && (one.value !== undefined || Boolean(decidedBy(form.part)));
  return html`<div class="ed-case-head">
    <span class="ed-case-word">${byValue ? "If it is" : number === 0 ? "If" : "Else if"}</span>
    ${byValue
      ? valueField(form, [...at, "value"], { label: `Value of case ${number + 1}`, hideLabel: true, slot: slotOf(form, decidedBy(form.part)), placeholder: decidedBy(form.part) ? `a value of ${decidedBy(form.part)}` : "a value" })
      : html`${expressionField(form, [...at, "when"], { label: `Condition of case ${number + 1}`, hideLabel: true })}
        ${expressionHelp(form, [...at, "when"], `case ${number + 1}`)}`}
    ${form.readonly ? nothing : html`<span class="ed-row-tools">
      ${decidedBy(form.part) ? button({ label: byValue ? "Use a condition" : "Use a value", kind: "link", key: `kind-${number}`, onClick: () => switchKind(form, number, byValue) }) : nothing}
      ${number > 0 ? iconButton({ label: `Move case ${number + 1} up`, iconName: "arrow_up", key: `up-${number}`, onClick: () => moveUp(form, number) }) : nothing}
      ${count > 1 ? removeButton(`Remove case ${number + 1}`, `drop-${number}`, () => removeCase(form, number)) : nothing}
    </span>`}
  </div>${findingList(form.findings.filter((finding) => finding.at === `cases/${number}`), `f-${form.id}-case-${number}`)}`;
}

/** Something else stands in the place of a case: all one can do is to take it away. */
const noCase = (form, number) => html`<div class="ed-case" role="group" aria-label="Case ${number + 1} of ${form.name}" data-at="cases/${number}">
  <div class="ed-case-head"><span class="ed-case-word">Case ${number + 1} is none</span>
    ${form.readonly ? nothing : html`<span class="ed-row-tools">${removeButton(`Remove case ${number + 1}`, `drop-${number}`, () => removeCase(form, number))}</span>`}
  </div>${findingList(form.findings.filter((finding) => finding.at === `cases/${number}`), `f-${form.id}-case-${number}`)}</div>`;

const jump = (form, at, label) => html`<div class="ed-jump">${targetField(form, at, { label, help: "", placeholder: "a step; empty goes on below the branch" })}</div>`;

function otherwise(form, step, stepList) {
  const steps = step.default?.steps ?? [];
  const mine = form.findings.filter((finding) => finding.at.startsWith("default"));
  return html`<div class="ed-case" role="group" aria-label="Otherwise in ${form.name}" data-at="default">
    <div class="ed-case-head"><span class="ed-case-word">Otherwise</span></div>
    ${findingList(mine.filter((finding) => finding.at === "default"), `f-${form.id}-default`)}
    <div class="ed-nest">${stepList(`${form.id} default`, steps, "otherwise")}</div>
    ${guard([step.default?.next, isPart(step.default), steps.length > 0, JSON.stringify(mine)], () => (steps.length && !step.default?.next ? nothing : otherwiseWay(form)))}
  </div>`;
}

// No step can be called so.
const BELOW = "go on below the branch";

/** That the flow goes on below is a choice of its own: left empty, it may have been forgotten. */
const otherwiseWay = (form) => html`<div class="ed-jump">${field(form, ["default", "next"], {
  label: "Or otherwise",
  control: (tied) => combobox({
    ...tied,
    key: "target-default/next",
    value: form.part.default?.next ?? (isPart(form.part.default) ? BELOW : ""),
    placeholder: "choose a step, or to go on below",
    disabled: form.readonly,
    choices: () => [{ value: BELOW }, ...stepChoices(form.editor)],
    onCommit: (chosen) => leadOtherwise(form, chosen),
  }),
})}</div>`;

/** Whatever else stands there is kept. */
function leadOtherwise(form, chosen) {
  form.change(`Change “otherwise” of ${form.name}`, (step) => {
    const way = { ...(isPart(step.default) ? step.default : {}) };
    delete way.next;
    if (chosen && chosen !== BELOW) way.next = chosen;
    if (chosen || way.steps?.length) step.default = way;
    else delete step.default;
  });
}

function addCase(form) {
  form.change(`Add a case to ${form.name}`, (step) => (step.cases = [...(step.cases ?? []), {}]));
}

function removeCase(form, number) {
  form.change(`Remove case ${number + 1} of ${form.name}`, (step) => step.cases.splice(number, 1));
}

function moveUp(form, number) {
  form.change(`Move case ${number + 1} of ${form.name}`, ({ cases }) => cases.splice(number - 1, 0, ...cases.splice(number, 1)));
}

function switchKind(form, number, byValue) {
  form.change(`Change case ${number + 1} of ${form.name}`, (step) => {
    const one = step.cases[number];
    delete one.when;
    delete one.value;
    if (byValue) one.when = `${decidedBy(form.part)} == `;
  });
}
