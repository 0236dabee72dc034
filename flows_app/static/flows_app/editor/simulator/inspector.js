/** Beside the chat: where the conversation stands, what it knows, and what the newest turn called. */

import { button } from "../parts/button.js";
import { html, live, nothing } from "../parts/lit.js";
import { flowNames } from "./commands.js";
import { outcomeWords, toneOf } from "./transcript.js";
import { read, written } from "./values.js";

export function inspector(editor, simulation) {
  const answer = simulation.last;
  return html`
    ${section("Where it stands", standing(editor, simulation, answer))}
    ${section("Slots", slots(editor, simulation, answer))}
    ${section("Calls", calls(simulation))}`;
}

const section = (title, content) => html`<section class="ed-sim-section"><h3>${title}</h3>${content}</section>`;

function standing(editor, simulation, answer) {
  if (!answer) {
    return html`<p class="ed-help">Nothing has begun.</p>`;
  }
  const stack = [...(answer.stack ?? [])].reverse();
  return html`
    ${stack.length ? html`<ol class="ed-sim-stack" aria-label="Flows under way, the active one first">
      ${stack.map((one, position) => html`<li class=${position === 0 ? "ed-sim-active" : ""}>${one.flow}${stepLink(editor, one)}</li>`)}
    </ol>` : html`<p class="ed-help">No flow is under way.</p>`}
    ${stackDeeds(editor, simulation, stack)}
    <p class="ed-help">${statusWords(answer)}</p>
    ${editor.boot.names?.languages?.length > 1 ? html`<p class="ed-help">The bot answers in: ${answer.language}</p>` : nothing}
    ${answer.left_out?.length ? html`<p class="ed-help">Left out, because they have errors: ${answer.left_out.join(", ")}.</p>` : nothing}`;
}

/** The stack is changed as users change it, by what they say: what is changed so can happen in production, and in a test. */
function stackDeeds(editor, simulation, stack) {
  const cancel = () => simulation.do({ user: `Cancel ${stack[0].flow}`, commands: [{ type: "cancel_flow" }] });
  const start = (event) => {
    event.preventDefault();
    const { value: flow } = event.currentTarget.elements.flow;
    simulation.do({ user: `Start ${flow}`, commands: [{ type: "start_flow", flow }] });
  };
  return html`
    ${stack.length ? button({ label: "Cancel the active flow", kind: "link", disabled: simulation.busy, onClick: cancel }) : nothing}
    <form class="ed-sim-row" @submit=${start}>
      <select class="ed-input" name="flow" aria-label="Flow to start on top">${flowNames(editor).map((name) => html`<option>${name}</option>`)}</select>
      <button type="submit" class="ed-button" ?disabled=${simulation.busy}>Start on top</button>
    </form>`;
}

function stepLink(editor, { flow, step }) {
  const place = flow === editor.document.name ? editor.stepNamed(step) : null;
  if (!step) {
    return nothing;
  }
  return place
    ? html` › <button type="button" class="ed-sim-jump" @click=${() => editor.select(place.id, { focus: true })}>${step}</button>`
    : html` › ${step}`;
}

function statusWords({ status, pending }) {
  if (status === "handed_off") {
    return "A person has the conversation.";
  }
  return pending ? `Waits for the user${pending.slot ? `: ${pending.slot}` : ""}.` : "Waits for nothing.";
}

/** Every slot of the flows under way; what is written into one is set at once. */
function slots(editor, simulation, answer) {
  if (!answer) {
    return html`<p class="ed-help">They are filled as you talk.</p>`;
  }
  const own = editor.document.name;
  const byFlow = Object.entries(answer.slots ?? {});
  const shared = Object.entries(answer.bot_slots ?? {});
  return html`
    ${byFlow.map(([flow, values]) => slotTable(flow === own ? "" : `of ${flow}`, Object.entries(values), simulation, flow))}
    ${shared.length ? slotTable("shared by all flows", shared, simulation) : nothing}
    ${byFlow.length || shared.length ? nothing : html`<p class="ed-help">None is filled.</p>`}`;
}

const slotTable = (caption, rows, simulation, flow) => html`
  ${caption ? html`<h4>${caption}</h4>` : nothing}
  <dl class="ed-sim-slots">
    ${rows.map(([name, value]) => html`<dt>${name}</dt><dd>${slotField(name, value, simulation, flow)}</dd>`)}
  </dl>`;

const slotField = (name, value, simulation, flow) => html`
  <input class="ed-input" aria-label="Value of ${name}" placeholder="empty" .value=${live(value === null ? "" : written(value))} ?readonly=${simulation.busy}
    @change=${(event) => simulation.do({ set_slots: { [name]: read(event.target.value) }, ...(flow ? { flow } : {}) })}>`;

function calls(simulation) {
  const all = simulation.turns.flatMap(({ answer }) => answer.calls ?? []);
  if (!all.length) {
    return html`<p class="ed-help">No action was called so far.</p>`;
  }
  return html`<ol class="ed-sim-calls">${all.map((call) => html`<li class="ed-sim-${toneOf(call.outcome)}">
    <code>${call.action}</code><span>${outcomeWords(call.outcome)}${call.made_up ? html` <em>(made up)</em>` : nothing}</span>
    ${Object.keys(call.inputs ?? {}).length ? html`<small>with ${Object.entries(call.inputs).map(([name, value]) => `${name} = ${written(value)}`).join(", ")}</small>` : nothing}
  </li>`)}</ol>`;
}
