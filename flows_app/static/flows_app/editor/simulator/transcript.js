/** The chat itself: what was said, turn by turn, with what came of it. */

import { jumpTo } from "../findings/list.js";
import { button, iconButton } from "../parts/button.js";
import { icon } from "../parts/icons.js";
import { html, nothing } from "../parts/lit.js";
import { commandForm, commandWords } from "./commands.js";
import { shown } from "./markup.js";
import { written } from "./values.js";

/** `view` holds what the panel shows open: {editing: {position, commands}}. */
export function transcript(editor, simulation, view, redraw) {
  const turns = simulation.turns.map((turn, position) => turnOf(editor, simulation, turn, position, view, redraw));
  return html`${turns}
    ${simulation.busy ? html`${deedOf(simulation.underWay)}${typing}` : nothing}
    ${simulation.failure ? failure(editor, simulation) : nothing}`;
}

const typing = html`<div class="ed-sim-bubble ed-sim-bot ed-sim-typing" role="status"><span class="ed-unseen">The bot is working</span><i></i><i></i><i></i></div>`;

function turnOf(editor, simulation, turn, position, view, redraw) {
  const newest = position === simulation.turns.length - 1;
  const { messages } = turn.answer;
  return html`<div class="ed-sim-turn" role="group" aria-label="Turn ${position + 1}">
    ${deedOf(turn)}
    ${understood(editor, simulation, turn, position, view, redraw)}
    ${(turn.answer.calls ?? []).map(callLine)}
    ${(turn.answer.failures ?? []).map((one) => failureLine(editor, one))}
    ${messages.map((message) => html`<div class="ed-sim-bubble ed-sim-bot" dir="auto"><span class="ed-unseen">Bot: </span>${shown(message)}</div>
      ${optionsOf(message, simulation)}`)}
    ${messages.length || turn.deed.set_slots ? nothing : html`<p class="ed-sim-meta">The bot says nothing.</p>`}
    ${newest ? nothing : html`<div class="ed-sim-back">${iconButton({ label: `Go back to here, turn ${position + 1}`, title: "Go back to here: forget what came after", iconName: "undo", disabled: simulation.busy, onClick: () => simulation.backTo(position) })}</div>`}
  </div>`;
}

function deedOf({ deed, said }) {
  const note = noteOf(deed);
  return note
    ? html`<p class="ed-sim-meta ed-sim-deed">${note}</p>`
    : html`<div class="ed-sim-bubble ed-sim-user"><span class="ed-unseen">You: </span>${said}</div>`;
}

function noteOf(deed) {
  if (deed.event) {
    return { handed_back: "A person hands the conversation back.", session_expired: "The session has expired." }[deed.event];
  }
  if (deed.start_at) {
    return `Started at ${deed.start_at}.`;
  }
  return deed.set_slots ? `Changed ${Object.keys(deed.set_slots).join(", ")} by hand.` : null;
}

/** Older ones too: the real chat offers them still, and answers that they are stale. */
function optionsOf({ options, seq }, simulation) {
  if (!options?.length) {
    return nothing;
  }
  return html`<div class="ed-sim-options" role="group" aria-label="Answers to choose from">
    ${options.map(({ label, value }) => html`<button type="button" class="ed-sim-option" ?disabled=${simulation.busy}
      @click=${() => simulation.do({ press: value ?? label, reply_to: seq }, label)}>${label}</button>`)}
  </div>`;
}

/** What was recognised in what the user said, in words; it may be changed and said again. */
function understood(editor, simulation, turn, position, view, redraw) {
  const { commands = [], understood_by: by, confidence } = turn.answer;
  if (turn.deed.user === undefined) {
    return nothing;
  }
  if (view.editing?.position === position) {
    return commandForm(editor, view.editing, {
      redraw,
      cancel: () => { view.editing = null; redraw(); },
      apply: (chosen) => { view.editing = null; simulation.understand(position, chosen); },
    });
  }
  const sure = typeof confidence === "number" ? `, ${Math.round(confidence * 100)} % sure` : "";
  return html`<div class="ed-sim-meta ed-sim-understood">
    ${commands.length ? commands.map((command) => html`<span class="ed-sim-chip">${commandWords(editor, command)}</span>`) : html`<span>nothing understood</span>`}
    <span class="ed-unseen">Understood by ${by ?? "the bot"}${sure}</span>
    ${iconButton({ label: `Change what was understood in “${turn.deed.user}”`, title: `Understood by ${by ?? "the bot"}${sure}. Change it…`, iconName: "more", disabled: simulation.busy, onClick: () => { view.editing = { position, commands }; redraw(); } })}
  </div>`;
}

function callLine(call) {
  const words = outcomeWords(call.outcome);
  return html`<p class="ed-sim-meta ed-sim-call ed-sim-${toneOf(call.outcome)}">${icon("bolt", 14)}<span><b>${call.action}</b> ${words}</span></p>`;
}

/** Why a step has failed, whichever it was: users are never told so much. */
function failureLine(editor, { flow, step, reason, goes_on: goesOn }) {
  const place = flow === editor.document.name ? editor.stepNamed(step) : null;
  const name = step ?? flow;
  const where = place
    ? html`<button type="button" class="ed-sim-jump" @click=${() => editor.select(place.id, { focus: true })}>${name}</button>`
    : html`<b>${step && flow !== editor.document.name ? `${step} of ${flow}` : name}</b>`;
  const why = [`${step}: `, "failed: "].reduce((words, before) => (words.startsWith(before) ? words.slice(before.length) : words), reason);
  return html`<p class="ed-sim-meta ed-sim-call ed-sim-bad ed-sim-why">${icon("error", 14)}<span>${where} failed: ${why}
    ${goesOn ? "The flow goes on where the step says." : "The flow has stopped."}</span></p>`;
}

export function outcomeWords({ fails, unknown, returns = {} }) {
  if (fails) {
    return `failed: ${fails}`;
  }
  if (unknown) {
    return "unknown outcome";
  }
  const values = Object.entries(returns).map(([name, value]) => `${name} = ${written(value)}`);
  return values.length ? `gave ${values.join(", ")}` : "done";
}

export const toneOf = ({ fails, unknown }) => (fails || unknown ? "bad" : "good");

function failure(editor, simulation) {
  const { deed, said, sentence } = simulation.failure;
  if (deed.set_slots) {
    return html`<div class="ed-sim-failure" role="alert"><p>${Object.keys(deed.set_slots).join(", ")}: ${sentence}</p></div>`;
  }
  return html`${deedOf(simulation.failure)}
    <div class="ed-sim-failure" role="alert">
      <p>${simulation.broken.length ? "The flow can't run yet. Mend these first:" : sentence}</p>
      ${simulation.broken.length ? html`<ul>${simulation.broken.map((finding) => toMend(editor, finding))}</ul>` : nothing}
      ${button({ label: "Try again", onClick: () => simulation.do(deed, said) })}
    </div>`;
}

const toMend = (editor, finding) => html`<li>
  <button type="button" class="ed-sim-jump" @click=${() => jumpTo(editor, finding)}>${finding.step || finding.slot || "The flow"}</button>
  ${finding.sentence}</li>`;
