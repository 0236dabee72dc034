/** How actions behave in the simulator: pretended, with an outcome of the author's choice, or real. */

import { heldAs } from "../document/types.js";
import { button } from "../parts/button.js";
import { openDialog } from "../parts/dialog.js";
import { html, live, nothing } from "../parts/lit.js";

const OUTCOMES = { default: "succeeds (made up)", returns: "returns …", fails: "fails …", unknown: "nobody knows whether it worked" };

export function actionSettings(editor, simulation, redraw) {
  const { actions, stubs } = simulation.settings;
  const real = actions === "real";
  const refused = editor.boot.simulator.only_pretended;
  const names = calledIn(editor, simulation);
  return html`<section class="ed-sim-section"><h3>Actions</h3>
    <div class="ed-sim-choice" role="radiogroup" aria-label="Actions are">
      ${radio("pretended", "Pretended", !real, false, () => simulation.set("actions", "pretended"))}
      ${radio("real", "Real", real, Boolean(refused), () => chooseReal(simulation, redraw))}
    </div>
    ${refused ? html`<p class="ed-help" id="ed-sim-only-pretended">${refused}</p>` : nothing}
    ${real ? html`<p class="ed-sim-real">Actions are called for real.</p>`
      : names.length ? html`<ul class="ed-sim-stubs">${names.map((name) => stub(editor, name, stubs[name], (value) => put(simulation, name, value)))}</ul>`
      : html`<p class="ed-help">This flow calls none.</p>`}
  </section>`;
}

const radio = (value, words, checked, disabled, choose) => html`<label><input type="radio" name="ed-sim-actions" value=${value} .checked=${live(checked)} ?disabled=${disabled} aria-describedby=${disabled ? "ed-sim-only-pretended" : nothing} @change=${choose}> ${words}</label>`;

let agreed = false;

/** Asked once a page: real actions may send money and mail. */
async function chooseReal(simulation, redraw) {
  agreed ||= await openDialog({
    title: "Call the actions for real?",
    size: "small",
    body: () => html`<p>From now on the simulator calls other systems as the published bot would: what it sends, books or pays there is not taken back.</p>`,
    footer: (dialog) => html`${button({ label: "Go on pretending", onClick: () => dialog.close(false) })}
      ${button({ label: "Call them for real", kind: "danger", onClick: () => dialog.close(true) })}`,
  }).closed;
  if (agreed) {
    simulation.set("actions", "real");
  } else {
    redraw();
  }
}

/** Actions of the flow, and those of other flows that were called. */
function calledIn(editor, simulation) {
  const own = editor.steps().map(({ step }) => heldAs(step, "action")).filter(Boolean);
  const others = simulation.turns.flatMap(({ answer }) => (answer.calls ?? []).map((call) => call.action));
  return [...new Set([...own, ...others])];
}

function put(simulation, name, value) {
  const { [name]: _, ...others } = simulation.settings.stubs;
  simulation.set("stubs", value ? { ...others, [name]: value } : others);
}

const kindOf = (value) => (value ? Object.keys(OUTCOMES).find((kind) => kind in value) : "default");
const FRESH = {
  default: () => null,
  returns: (editor, name) => madeUp(editor, name),
  fails: () => ({ fails: "It did not work." }),
  unknown: () => ({ unknown: true }),
};

/** What the server would make up, to begin with. */
async function madeUp(editor, name) {
  try {
    const { actions } = await editor.request("simulator_start", { method: "POST", body: { document: editor.document } });
    return { returns: actions.find((action) => action.name === name)?.stub?.returns ?? {} };
  } catch {
    return { returns: {} };
  }
}

function stub(editor, name, value, set) {
  const kind = kindOf(value);
  return html`<li>
    <label><code>${name}</code>
      <select class="ed-input" aria-label="What ${name} does" @change=${async (event) => set(await FRESH[event.target.value](editor, name))}>
        ${Object.entries(OUTCOMES).map(([one, words]) => html`<option value=${one} ?selected=${one === kind}>${words}</option>`)}
      </select></label>
    ${kind === "fails" ? html`<input class="ed-input" aria-label="Why ${name} fails" .value=${value.fails} @change=${(event) => set({ fails: event.target.value || "It did not work." })}>` : nothing}
    ${kind === "returns" ? returned(name, value, set) : nothing}
  </li>`;
}

function returned(name, value, set) {
  const take = ({ target }) => {
    try {
      const result = JSON.parse(target.value || "{}");
      const isObject = result !== null && typeof result === "object" && !Array.isArray(result);
      target.setCustomValidity(isObject ? "" : "A result has names and values: {\"balance\": 50}");
      if (isObject) {
        set({ returns: result });
      }
    } catch {
      target.setCustomValidity("That is no JSON, such as {\"balance\": 50}");
    }
    target.reportValidity();
  };
  return html`<textarea class="ed-input ed-sim-json" rows="2" spellcheck="false" aria-label="What ${name} returns, as JSON" .value=${JSON.stringify(value.returns)} @change=${take}></textarea>`;
}
