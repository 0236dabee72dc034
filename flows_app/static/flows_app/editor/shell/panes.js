// The three columns: flow and slots, cards, and the panels beside them. On a narrower screen flow and slots become tabs of
// the middle column; how wide the right one is, the author says.

import { html, render } from "../parts/lit.js";
import { tabList, tabPanel } from "../parts/tabs.js";
import { mountCards } from "../cards/cards.js";
import { mountFlowPanel } from "../side/flow_panel.js";
import { mountSlotsPanel } from "../side/slots_panel.js";
import { findingsOf } from "../findings/placing.js";
import { drawnAt } from "../parts/drawing.js";
import { mountOptional } from "./optional.js";
import { listenToSplitter } from "./splitter.js";

const RIGHT = [
  { id: "graph", label: "Graph", iconName: "graph" },
  { id: "simulator", label: "Simulator", iconName: "simulator" },
  { id: "versions", label: "Versions", iconName: "versions" },
  { id: "tests", label: "Tests", iconName: "tests" },
];
const narrow = matchMedia("(max-width: 1199px)");
const phone = matchMedia("(max-width: 767px)");

export function mountPanes(editor, body) {
  render(frame, body);
  mountSide(editor, body);
  mountRight(editor, body.querySelector(".ed-right-tabs"), body.querySelector(".ed-right-panels"));
  listenToSplitter(body.querySelector(".ed-splitter"), body);
}

const frame = html`
  <section class="ed-side" aria-label="The flow and its parts">
    <div class="ed-side-tabs"></div>
    <div class="ed-side-panels"></div>
  </section>
  <section class="ed-centre" aria-labelledby="ed-steps-heading"><div class="ed-cards ed-scroll"></div></section>
  <div class="ed-splitter" role="separator" aria-orientation="vertical" aria-label="Width of the panels on the right" tabindex="0"></div>
  <section class="ed-right" aria-label="Panels"><div class="ed-right-tabs"></div><div class="ed-right-panels"></div></section>`;

/** Flow and slots; on a narrow screen the steps are a tab beside them. */
function mountSide(editor, body) {
  const panels = body.querySelector(".ed-side-panels");
  let active = "flow";
  let inMiddle = "steps";
  render(html`${tabPanel({ name: "side", id: "flow", active: "flow", content: html`<div class="ed-scroll" id="ed-flow-panel"></div>` })}
    ${tabPanel({ name: "side", id: "slots", active: "", content: html`<div class="ed-scroll" id="ed-slots-panel"></div>` })}`, panels);
  mountFlowPanel(editor, panels.querySelector("#ed-flow-panel"));
  mountSlotsPanel(editor, panels.querySelector("#ed-slots-panel"));
  mountCards(editor, body.querySelector(".ed-cards"));

  const draw = () => {
    const shown = narrow.matches ? inMiddle : active;
    body.dataset.middle = narrow.matches ? inMiddle : "steps";
    render(tabList({ name: "side", label: "Parts of the flow", tabs: tabs(editor), active: shown, onSelect: select }), body.querySelector(".ed-side-tabs"));
    for (const id of ["flow", "slots"]) panels.querySelector(`#side-panel-${id}`).hidden = id !== shown;
    prepareCentre(body.querySelector(".ed-centre"));
  };
  const select = (id) => {
    if (id !== "steps") active = id;
    inMiddle = id;
    draw();
  };
  narrow.addEventListener("change", draw);
  editor.addEventListener("show", ({ detail }) => detail.side && select(detail.side));
  editor.addEventListener("selection", ({ detail }) => detail.focus && editor.stepWithId(detail.id) && inMiddle !== "steps" && select("steps"));
  drawnAt(editor, ["document", "findings"], draw);
}

/** As a tab's panel it has the role of one. */
function prepareCentre(centre) {
  if (narrow.matches) {
    centre.id = "side-panel-steps";
    centre.setAttribute("role", "tabpanel");
    centre.setAttribute("aria-labelledby", "side-tab-steps");
  } else {
    centre.removeAttribute("role");
    centre.setAttribute("aria-labelledby", "ed-steps-heading");
  }
}

function tabs(editor) {
  const wrong = (ids) => ids.reduce((sum, id) => sum + findingsOf(editor, id).length, 0) || undefined;
  const parts = [
    { id: "flow", label: "Flow", badge: wrong([null]) },
    { id: "slots", label: "Slots", badge: wrong(editor.slots().map((place) => place.id)) },
  ];
  return narrow.matches ? [{ id: "steps", label: "Steps" }, ...parts] : parts;
}

function mountRight(editor, tabsElement, panelsElement) {
  const mounted = {};
  let active = null;
  render(RIGHT.map((tab) => tabPanel({ name: "right", id: tab.id, active: "", content: panelFrame(tab.id) })), panelsElement);
  const select = (id) => {
    mounted[active]?.then((panel) => panel?.hidden?.());
    active = id;
    render(tabList({ name: "right", label: "Panels", tabs: RIGHT, active, onSelect: select }), tabsElement);
    for (const tab of RIGHT) panelsElement.querySelector(`#right-panel-${tab.id}`).hidden = tab.id !== id;
    mounted[id] ??= mountOptional(editor, `${id}/panel.js`, panelsElement.querySelector(`[data-panel=${id}]`));
    mounted[id].then((panel) => panel?.shown?.());
  };
  editor.addEventListener("show", ({ detail }) => {
    if (!detail.tab) return;
    select(detail.tab);
    if (phone.matches) panelsElement.scrollIntoView();
  });
  select("graph");
}

const panelFrame = (id) => html`<div class="ed-panel" data-panel=${id}><p class="ed-loading">Loading…</p></div>`;
