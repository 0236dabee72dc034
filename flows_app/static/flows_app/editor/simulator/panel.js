/** The simulator: a chat with the draft, unsaved changes included. */

import { button, iconButton } from "../parts/button.js";
import { soon } from "../parts/drawing.js";
import { html, nothing, render } from "../parts/lit.js";
import { openMenu } from "../parts/menu.js";
import { inspector } from "./inspector.js";
import { SimulatorMap } from "./map.js";
import { simulationOf } from "./simulation.js";
import { actionSettings } from "./stubs.js";
import { makeTest } from "./test_making.js";
import { transcript } from "./transcript.js";
import { wordingIn } from "../document/texts.js";
import { languageName } from "../forms/words.js";

export default function mount(editor, element) {
  const simulation = simulationOf(editor);
  const view = { editing: null };
  element.classList.add("ed-sim");
  const redraw = soon(draw);
  simulation.addEventListener("change", redraw);
  draw();
  new SimulatorMap(editor, element.querySelector(".ed-sim-map"));

  function draw() {
    const focused = element.contains(document.activeElement) ? document.activeElement : null;
    render(panel(editor, simulation, view, redraw), element);
    followChat(element, simulation);
    if (focused && (!focused.isConnected || focused.disabled)) element.querySelector(NEXT).focus();
  }
}

/** Where one goes on when what was pressed has gone: in the form for what was understood, if it is open, or in the chat. */
const NEXT = ".ed-sim-commands :is(select, button), .ed-sim-composer input";

const panel = (editor, simulation, view, redraw) => html`
  ${bar(editor, simulation)}
  ${simulation.outdated ? outdated(simulation) : nothing}
  ${editor.boot.simulator.without_model ? html`<p class="ed-help ed-sim-note">${editor.boot.simulator.without_model}</p>` : nothing}
  <div class="ed-sim-body">
    <div class="ed-sim-chat">
      <div class="ed-sim-transcript ed-scroll" role="log" aria-label="Conversation" tabindex="0">
        ${simulation.turns.length || simulation.busy || simulation.failure ? transcript(editor, simulation, view, redraw) : welcome(editor, simulation)}
      </div>
      ${composer(editor, simulation)}
    </div>
    <section class="ed-sim-inside ed-scroll" aria-label="Inside the conversation" tabindex="0">
      <details class="ed-sim-section" open><summary>In the graph</summary>
        <svg class="ed-g-surface ed-sim-map" role="group" aria-label="Where the conversation stands"></svg></details>
      ${inspector(editor, simulation)}
      ${actionSettings(editor, simulation, redraw)}
    </section>
  </div>`;

function bar(editor, simulation) {
  return html`<div class="ed-sim-bar">
    ${button({ label: "Start again", iconName: "undo", disabled: !simulation.turns.length && !simulation.failure, onClick: () => simulation.restart() })}
    ${editor.languages.all.length > 1 ? spoken(editor, simulation) : nothing}
    <span class="ed-sim-gap"></span>
    ${button({ label: "Make a test", iconName: "tests", disabled: !simulation.run || simulation.busy || editor.readonly, onClick: () => makeTest(editor, simulation) })}
    ${iconButton({ label: "More of the simulator", iconName: "more", popup: "menu", onClick: (event) => more(simulation, event.currentTarget) })}
  </div>`;
}

/** A conversation stays in the language in which it began. */
function spoken(editor, simulation) {
  const { shown } = editor.languages;
  return html`<span class="ed-sim-language">In ${languageName(simulation.language)}</span>
    ${shown === simulation.language ? nothing : button({ label: `Start again in ${languageName(shown)}`, kind: "link", onClick: () => simulation.restart() })}`;
}

function more(simulation, anchor) {
  const idle = simulation.busy || !simulation.run;
  openMenu(anchor, "More of the simulator", [
    { label: "Say everything again on the flow as it is now", disabled: idle, run: () => simulation.again() },
    "-",
    { label: "A person hands the conversation back", disabled: idle || simulation.last?.status !== "handed_off", run: () => simulation.do({ event: "handed_back" }) },
    { label: "The session expires", disabled: idle, run: () => simulation.do({ event: "session_expired" }) },
  ]);
}

const outdated = (simulation) => html`<div class="ed-sim-outdated" role="status">
  <p>You have changed the flow since this conversation began.</p>
  ${button({ label: "Start again with the changes", kind: "primary", onClick: () => simulation.restart() })}
  ${button({ label: "Say the same again", onClick: () => simulation.again() })}
  ${button({ label: "Go on with the old", kind: "quiet", onClick: () => simulation.goOnWithTheOld() })}
</div>`;

/** Before the first word: what people say to start the flow, or straight into it. */
function welcome(editor, simulation) {
  const triggers = (editor.document.triggers ?? []).map((text) => wordingIn(text)).filter((text) => text && !text.includes("{")).slice(0, 4);
  const first = editor.steps()[0]?.step.name;
  return html`<div class="ed-empty ed-sim-welcome">
    <p><strong>Talk to the draft.</strong> It answers with what is on this page, saved or not. Nobody else sees it.</p>
    ${triggers.length ? html`<p>Say what a user would say:</p><div class="ed-sim-options">${triggers.map((text) => html`<button type="button" class="ed-sim-option" @click=${() => simulation.do({ user: text })}>${text}</button>`)}</div>` : nothing}
    ${first ? html`<p>${button({ label: "Start at the first step", iconName: "simulator", onClick: () => simulation.startAt(first) })}</p>` : html`<p class="ed-help">The flow has no steps so far.</p>`}
  </div>`;
}

function composer(editor, simulation) {
  const send = (event) => {
    event.preventDefault();
    const input = event.currentTarget.elements.text;
    if (input.value.trim()) {
      simulation.do({ user: input.value });
      input.value = "";
    }
  };
  return html`<form class="ed-sim-composer" @submit=${send}>
    <input class="ed-input" name="text" aria-label="Message to the bot" placeholder="Say something" autocomplete="off" maxlength=${editor.boot.limits.message}>
    <button type="submit" class="ed-button ed-primary">Send</button>
  </form>`;
}

/** The newest is seen; who reads further up when a turn comes is led down only by something new. */
function followChat(element, simulation) {
  const log = element.querySelector(".ed-sim-transcript");
  const length = `${simulation.turns.length} ${simulation.busy} ${Boolean(simulation.failure)}`;
  if (log.dataset.length !== length) {
    log.dataset.length = length;
    log.scrollTop = log.scrollHeight;
  }
}
