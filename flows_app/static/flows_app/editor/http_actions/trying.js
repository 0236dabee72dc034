// “Try it”: calls the other system as the action stands, and shows what comes back.

import { html, live, nothing } from "../parts/lit.js";
import { button } from "../parts/button.js";
import { announce } from "../parts/toast.js";
import { answerTree } from "./answer_tree.js";

export function tryPanel(form, dialog) {
  const refused = form.editor.boot.simulator.only_pretended;
  const inputs = form.data.inputs.filter(Boolean);
  return html`<section class="ed-http-try" aria-labelledby="ed-http-try-title">
    <h3 id="ed-http-try-title">Try it</h3>
    <p class="ed-help">This really calls the address, once, as a conversation would: what it does there is done.</p>
    ${inputs.map((name) => html`<label class="ed-http-sample"><span class="ed-code">${name}</span>
      <input class="ed-input" type="text" autocomplete="off" placeholder="a sample value" .value=${live(form.values[name] ?? "")} ?disabled=${Boolean(refused)}
        @input=${(event) => { form.values[name] = event.target.value; }}></label>`)}
    ${button({ label: form.calling ? "Calling…" : "Call it now", iconName: "bolt", kind: "primary", disabled: Boolean(refused) || form.calling, title: refused ?? undefined, onClick: () => call(form, dialog) })}
    ${refused ? html`<p class="ed-help">${refused}</p>` : nothing}
    <div aria-live="polite">${form.answer ? answer(form, dialog) : nothing}</div>
  </section>`;
}

async function call(form, dialog) {
  form.addMissingInputs();
  Object.assign(form, { calling: true, answer: null, problems: [] });
  dialog.update();
  try {
    const body = { form: form.data, values: form.values, id: form.id };
    form.answer = await form.editor.request("http_action_try", { method: "POST", body });
  } catch (failed) {
    form.problems = failed.body?.problems ?? [];
    form.answer = { failed: form.problems.length ? "It was not called: look at what is marked." : failed.detail, sent: false };
  }
  form.calling = false;
  dialog.update();
  if (form.problems.length) focusProblem(dialog.element);
}

/** The first field that is marked. */
export function focusProblem(element) {
  const [first] = ["[aria-invalid=true]", "[data-invalid] :is(input, select, textarea, button)"].map((wanted) => element.querySelector(wanted)).filter(Boolean);
  first?.focus();
}

function answer(form, dialog) {
  const { answer: got } = form;
  if (got.failed) {
    return html`<p class="ed-http-failed" role="alert">${got.failed}${got.sent ? " It was sent: the other system may have done it." : ""}</p>`;
  }
  const take = (path) => {
    if (form.hasOutput(path)) return;
    announce(`${form.addOutput(path)} is an output now.`);
    dialog.update();
  };
  const deeds = { take: form.readonly ? null : take, isTaken: (path) => form.hasOutput(path) };
  return html`<p class="ed-http-status ${got.ok ? "ed-http-ok" : "ed-http-bad"}"><b>${got.status} ${got.reason}</b> <span>in ${got.milliseconds} ms, ${sizeIn(got.bytes)}</span></p>
    <details class="ed-more"><summary>What was called, and headers</summary>
      <p class="ed-code ed-http-request">${got.request}</p>
      <dl class="ed-http-headers">${got.headers.map(({ name, value }) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></details>
    ${got.tree ? html`${form.readonly ? nothing : html`<p class="ed-help">Click on what the flow should get.</p>`}${answerTree(got.tree, deeds)}`
      : got.text === undefined ? html`<p class="ed-help">The answer is empty.</p>`
      : html`<p class="ed-http-failed">The answer is no JSON: an action can take nothing from it.</p><pre class="ed-http-text">${got.text}</pre>`}`;
}

const sizeIn = (bytes) => (bytes < 2000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} kB`);
