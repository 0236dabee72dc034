/** Any two states of the flow compared, in words and drawn side by side. */

import { openDialog } from "../parts/dialog.js";
import { html, nothing } from "../parts/lit.js";
import { tabList } from "../parts/tabs.js";
import { changeList, changeSummary } from "./changes.js";
import { drawPictures, pictures } from "./pictures.js";

/** `choices`: [{ref, label}]; `from` and `to` are refs: a number, "document" or "snapshot:ID". */
export function openComparison(editor, choices, from, to) {
  const state = { from, to, view: "words", comparison: null, failed: "" };
  const dialog = openDialog({ title: "Compare", size: "large", body: (opened) => body(editor, choices, state, opened) });
  dialog.element.classList.add("ed-compare-dialog");
  load(editor, state, dialog);
  return dialog;
}

async function load(editor, state, dialog) {
  Object.assign(state, { comparison: null, failed: "" });
  redraw(state, dialog);
  try {
    const posted = { from: state.from, to: state.to, document: editor.document };
    const comparison = await editor.request("compare", { method: "POST", body: posted });
    if (posted.from === state.from && posted.to === state.to) {
      state.comparison = comparison;
    }
  } catch (failed) {
    state.failed = failed.detail;
  }
  redraw(state, dialog);
}

function redraw(state, dialog) {
  dialog.update();
  if (state.comparison && state.view === "drawn") {
    drawPictures(dialog.element, state.comparison);
  }
}

function body(editor, choices, state, dialog) {
  const choose = (side, ref) => {
    state[side] = ref;
    load(editor, state, dialog);
  };
  const jump = (step) => {
    dialog.close();
    const place = editor.stepNamed(step);
    if (place) {
      editor.select(place.id, { focus: true });
    }
  };
  return html`
    <div class="ed-compare-choice">
      ${picker("Before", choices, state.from, (ref) => choose("from", ref))}
      <span aria-hidden="true">→</span>
      ${picker("After", choices, state.to, (ref) => choose("to", ref))}
      <span class="ed-compare-summary" role="status">${state.comparison ? changeSummary(state.comparison.changes) || "no difference" : ""}</span>
    </div>
    ${tabList({ name: "ed-compare", label: "Shown as", active: state.view, tabs: [{ id: "words", label: "In words" }, { id: "drawn", label: "Side by side" }], onSelect: (id) => { state.view = id; redraw(state, dialog); } })}
    <div class="ed-compare-view" role="tabpanel" id="ed-compare-panel-${state.view}" aria-labelledby="ed-compare-tab-${state.view}" tabindex="0">
      ${state.failed ? html`<p role="alert">${state.failed}</p>` : nothing}
      ${state.comparison ? shown(choices, state, state.to === "document" ? jump : null) : state.failed ? nothing : html`<p class="ed-help">Comparing…</p>`}
    </div>`;
}

function shown(choices, state, choose) {
  const label = (ref) => choices.find((choice) => choice.ref === ref).label;
  return state.view === "words"
    ? changeList(state.comparison.changes, { choose })
    : pictures({ before: label(state.from), after: label(state.to) });
}

const picker = (label, choices, chosen, choose) => html`<label>${label}
  <select class="ed-input" @change=${(event) => choose(choices[event.target.selectedIndex].ref)}>
    ${choices.map(({ ref, label: words }) => html`<option ?selected=${ref === chosen}>${words}</option>`)}
  </select></label>`;
