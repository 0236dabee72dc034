/** Publishing: everything one wants to know first, a note, and a button that says why if it can't be pressed. */

import { jumpTo } from "../findings/list.js";
import { placed } from "../findings/placing.js";
import { button } from "../parts/button.js";
import { openDialog } from "../parts/dialog.js";
import { html, nothing } from "../parts/lit.js";
import { changesPart, findingsPart, impactPart, refusedPart, testsPart } from "./checklist.js";
import { tellPublished } from "./published_notice.js";

export function openPublishing(editor) {
  const state = { standing: null, tests: null, note: "", failed: "", busy: false };
  const dialog = openDialog({
    title: "Publish the flow",
    size: "medium",
    body: (opened) => body(editor, state, opened),
    footer: (opened) => footer(editor, state, opened),
  });
  dialog.element.classList.add("ed-pub-dialog");
  load(editor, state, dialog);
  return dialog;
}

/** What is published is what is saved: so it is saved first. */
async function load(editor, state, dialog) {
  try {
    await editor.flush();
    state.standing = await editor.request("publishing");
    state.tests = { ...state.standing.tests, results: null, failed: "" };
  } catch (failed) {
    state.failed = failed.detail ?? String(failed);
    dialog.update();
    return;
  }
  editor.found(state.standing.findings, editor.document, state.standing.state);
  dialog.update();
  dialog.element.querySelector(".ed-pub-note input").focus({ preventScroll: true });
  await runTests(editor, state, dialog);
}

async function runTests(editor, state, dialog) {
  if (!state.tests.count || errorsOf(state).length) {
    return;
  }
  Object.assign(state.tests, { results: null, failed: "" });
  dialog.update();
  try {
    const { results } = await editor.request("tests_run", { method: "POST", body: { document: editor.document } });
    state.tests.results = results;
  } catch (failed) {
    state.tests.failed = failed.detail;
  }
  dialog.update();
}

const errorsOf = (state) => state.standing.findings.filter(({ severity }) => severity === "error");

function body(editor, state, dialog) {
  if (!state.standing) {
    return state.failed ? html`<p class="ed-pub-refused" role="alert">${state.failed}</p>` : html`<p class="ed-help">Saving and checking…</p>`;
  }
  const { standing, tests } = state;
  return html`<div class="ed-pub">
    ${refusedPart(standing.refused)}
    ${findingsPart(standing.findings, (finding) => jump(editor, finding, dialog))}
    ${changesPart(standing.changes, { state: standing.state, current: standing.current_version })}
    ${errorsOf(state).length && tests.count ? nothing : testsPart(tests, () => runTests(editor, state, dialog))}
    ${impactPart(standing.impact)}
    <label class="ed-pub-note">Note, for your colleagues
      <input class="ed-input" maxlength=${editor.boot.limits.note} placeholder="What has changed, and why" .value=${state.note} @input=${(event) => { state.note = event.target.value; }}></label>
    ${state.failed ? html`<p class="ed-pub-refused" role="alert">${state.failed}</p>` : nothing}
  </div>`;
}

function footer(editor, state, dialog) {
  const reason = state.standing ? whyNot(state) : "";
  const number = state.standing?.next_version;
  return html`${reason ? html`<p class="ed-pub-reason" id="ed-pub-reason">${reason}</p>` : nothing}
    ${button({ label: "Not now", onClick: () => dialog.close() })}
    <button type="button" class="ed-button ed-primary" aria-describedby=${reason ? "ed-pub-reason" : nothing}
      ?disabled=${!state.standing || Boolean(reason) || state.busy} @click=${() => publish(editor, state, dialog)}>
      ${state.busy ? "Publishing…" : number ? `Publish version ${number}` : "Publish"}</button>`;
}

/** Why the button can't be pressed, or nothing. */
function whyNot(state) {
  const { standing, tests } = state;
  if (standing.refused.length) {
    return standing.refused[0].sentence;
  }
  if (errorsOf(state).length) {
    return "Mend the errors first.";
  }
  if (!tests.required || !tests.count) {
    return "";
  }
  if (!tests.results) {
    return tests.failed ? "The tests must pass, and could not be run." : "Waits for the tests.";
  }
  return tests.results.every(({ passed }) => passed) ? "" : "The tests must pass first.";
}

function jump(editor, finding, dialog) {
  dialog.close();
  const [here] = placed([finding], editor.document);
  jumpTo(editor, here);
}

async function publish(editor, state, dialog) {
  Object.assign(state, { busy: true, failed: "" });
  dialog.update();
  try {
    const body = { revision: state.standing.revision, note: state.note };
    const answer = await editor.request("publish", { method: "POST", body });
    dialog.close();
    editor.found(null, editor.document, answer.state);
    editor.emit("published", { version: answer.version });
    tellPublished(editor, `Version ${answer.version} is published: new conversations take it from now on.`, answer.chat);
  } catch (failed) {
    Object.assign(state, { busy: false, failed: refusalWords(failed) });
    dialog.update();
  }
}

function refusalWords(failed) {
  if (failed.code === "draft_changed") {
    return "Another author has saved the flow meanwhile. Close this, look at what changed, and publish again.";
  }
  return failed.detail ?? String(failed);
}
