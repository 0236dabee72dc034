// The column of cards. Only cards whose own content changed are drawn again: everything else is the same object as before.

import { guard, html, nothing, render, repeat } from "../parts/lit.js";
import { icon } from "../parts/icons.js";
import { button, iconButton } from "../parts/button.js";
import { drawnAt } from "../parts/drawing.js";
import { idOf, isPart } from "../document/identity.js";
import { hasKind, stepTypes, typeOf } from "../document/types.js";
import { findingsOf } from "../findings/placing.js";
import { slotsOfReplies } from "../forms/options.js";
import { questionOfSlot } from "../forms/question.js";
import { copiedCount, pasteCopied } from "../clipboard/deeds.js";
import { openAddMenu } from "./add_menu.js";
import { cardInside } from "./card.js";
import { chosenBar, toggleChosen } from "./choosing.js";
import { Dragging } from "./dragging.js";
import { keepingFocus, obeySelection } from "./focus.js";
import { Lifting } from "./lifting.js";
import { nested } from "./nesting.js";
import { addStep } from "./deeds.js";

export function mountCards(editor, element) {
  const grips = { dragging: new Dragging(editor, element), lifting: new Lifting(editor, element) };
  const draw = () => keepingFocus(element, () => render(column(editor, grips), element));
  drawnAt(editor, ["document", "selection", "findings", "light", "view", "people", "names"], draw);
  element.addEventListener("focusin", (event) => selectAround(editor, event.target));
  // What is being pressed must not move away.
  element.addEventListener("pointerdown", (event) => selectAround(editor, event.target, { still: true }));
  element.addEventListener("click", (event) => chooseByClick(editor, event));
  obeySelection(editor, element);
}

/** Ctrl and a click on the head of a card, but not on its name or a button. */
function chooseByClick(editor, event) {
  const head = event.target.closest(".ed-card-head");
  if (!head || !(event.ctrlKey || event.metaKey) || event.target.closest("input, button:not(.ed-handle)")) return;
  event.preventDefault();
  toggleChosen(editor, head.closest("[data-card]").dataset.card);
}

function selectAround(editor, target, options) {
  const id = target.closest?.("[data-card]")?.dataset.card;
  if (id) editor.select(id, options);
}

function column(editor, grips) {
  const count = editor.steps().length;
  return html`
    <div class="ed-column-head">
      <h2 id="ed-steps-heading">Steps <span class="ed-quiet-text">${count || ""}</span></h2>
      ${count ? html`<span class="ed-tools">
        ${iconButton({ label: "Fold all steps", iconName: "fold", onClick: () => editor.view.foldAll() })}
        ${iconButton({ label: "Unfold all steps", iconName: "unfold", onClick: () => editor.view.unfoldAll() })}</span>` : nothing}
    </div>
    ${chosenBar(editor)}
    ${count ? stepList(editor, grips, "root", editor.document.steps, "in the flow") : emptyState(editor)}`;
}

const emptyState = (editor) => html`<div class="ed-empty">
  <h3>What should the bot do first?</h3>
  <p>A flow is a list of steps that run from top to bottom. Most begin with a message or a question.</p>
  ${editor.readonly ? nothing : html`<div class="ed-empty-choices">
    ${stepTypes().filter((one) => one.begins_flows).map(({ type, colour, icon: sign, label, description }) => html`<button type="button" class="ed-empty-choice ed-hue-${colour}" @click=${() => addStep(editor, "root", 0, type)}>
      <span class="ed-type-icon">${icon(sign)}</span><b>${label}</b><span>${description}</span></button>`)}
    ${button({ label: "Another type of step", kind: "link", iconName: "add", onClick: (event) => openAddMenu(editor, event.currentTarget, "root", 0) })}
  </div>
  <p>Or begin with something that works already:
    ${copiedCount(editor) ? button({ label: "Paste the copied steps", iconName: "copy", onClick: () => pasteCopied(editor, null) }) : nothing}
    ${button({ label: "Start from a template", iconName: "copy", onClick: async () => (await import("../exchange/templates.js")).openTemplates(editor) })}</p>`}</div>`;

const stepList = (editor, grips, list, steps, where) => html`
  <ol class="ed-list" data-list=${list} aria-label="Steps ${where}">
    ${repeat(steps, idOf, (step, index) => item(editor, grips, list, step, index, steps[index - 1]))}
    <li class="ed-last">${gap(editor, list, steps.length, steps.at(-1), where)}</li>
  </ol>`;

function item(editor, grips, list, step, index, before) {
  if (!isPart(step)) return nothing;
  const id = idOf(step);
  const folded = editor.view.folded.has(id);
  const findings = findingsOf(editor, id);
  const others = editor.others.filter((person) => person.step && person.step === step.name);
  const lit = editor.lit === step.name;
  const state = [id === editor.selection && "ed-selected", editor.view.chosen.has(id) && "ed-chosen", lit && "ed-lit", !lit && editor.visited.includes(step.name) && "ed-visited", findings.some((one) => one.severity === "error") && "ed-wrong"];
  const own = [...ownContent(step), questionOfSlot(editor, step), ...slotsOfReplies(editor, step), folded, findings, JSON.stringify(others), editor.languages.shown, editor.view.noted.has(id), hasKind(step, "action") && editor.boot.names.actions];
  return html`<li class="ed-item">
    ${gap(editor, list, index, before)}
    <article class="ed-card ed-hue-${typeOf(step).colour} ${state.filter(Boolean).join(" ")}" data-card=${id} aria-label="${typeOf(step).label}: ${step.name || "nameless"}" aria-current=${id === editor.selection ? "true" : nothing}>
      ${guard(own, () => cardInside(editor, { id, step, folded, findings, others, grip: gripOf(grips, id) }))}
      ${folded ? nothing : nested(editor, { id, step, findings }, (inside, steps, where) => stepList(editor, grips, inside, steps, where))}
    </article>
  </li>`;
}

const gripOf = ({ dragging, lifting }, id) => ({
  pointer: (event) => dragging.begin(event, id),
  key: (event) => lifting.key(event, id),
});

/** All but the steps inside: a letter typed in a nested card is no reason to draw the cards around it. */
function ownContent(step) {
  const { nesting } = typeOf(step);
  return nesting.size ? Object.entries(step).filter(([key]) => !nesting.has(key)).flat() : [step];
}

function gap(editor, list, index, before, where = "") {
  const label = before ? `Add a step after ${before.name || "this one"}` : index === 0 && where ? `Add a step as the first ${where}` : "Add a step before the first";
  return html`<div class="ed-gap" data-list=${list} data-index=${index}>
    ${editor.readonly ? nothing : html`<button type="button" class="ed-plus" aria-label=${label} title="Add a step here" aria-haspopup="dialog" data-key="plus-${list}-${index}"
      @click=${(event) => openAddMenu(editor, event.currentTarget, list, index)}>${icon("add", 14)}<span class="ed-plus-words">Add a step</span></button>`}
  </div>`;
}
