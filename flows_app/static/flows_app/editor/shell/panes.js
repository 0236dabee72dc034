// The three columns: flow and slots, cards, and the panels beside them. On a narrower screen flow and slots become tabs of
// the middle column; how wide the right one is, the author says. On a phone, or at 200 % zoom, everything is one tap away:
// one pane is seen at a time, chosen by a bar of tabs at the bottom.

import { html, nothing, render } from "../parts/lit.js";
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
const PARTS = [
  { id: "steps", label: "Steps", iconName: "equals" },
  { id: "flow", label: "Flow", iconName: "note" },
  { id: "slots", label: "Slots", iconName: "question" },
];
const narrow = matchMedia("(max-width: 1199px)");
const phone = matchMedia("(max-width: 767px)");

const isRight = (id) => RIGHT.some((tab) => tab.id === id);

export function mountPanes(editor, body) {
  render(frame, body);
  mountSide(editor, body);
  const panels = mountRight(editor, body.querySelector(".ed-right-panels"));
  // Which pane is in front in each column, and which one where only one is seen.
  const front = { side: "flow", middle: "steps", right: "graph", only: "steps" };
  const draw = () => drawPanes(editor, body, panels, front, select);
  const select = (id) => {
    front.only = id;
    if (isRight(id)) front.right = id;
    else front.middle = id;
    if (id === "flow" || id === "slots") front.side = id;
    draw();
  };
  narrow.addEventListener("change", draw);
  phone.addEventListener("change", draw);
  editor.addEventListener("show", ({ detail }) => (detail.side || detail.tab) && select(detail.side ?? detail.tab));
  editor.addEventListener("selection", ({ detail }) => detail.focus && editor.stepWithId(detail.id) && !stepsAreSeen(front) && select("steps"));
  drawnAt(editor, ["document", "findings"], draw);
  listenToSplitter(body.querySelector(".ed-splitter"), body);
}

const stepsAreSeen = (front) => (phone.matches ? front.only : narrow.matches ? front.middle : "steps") === "steps";

const frame = html`
  <section class="ed-side" aria-label="The flow and its parts">
    <div class="ed-side-tabs"></div>
    <div class="ed-side-panels"></div>
  </section>
  <section class="ed-centre" id="side-panel-steps"><div class="ed-cards ed-scroll"></div></section>
  <div class="ed-splitter" role="separator" aria-orientation="vertical" aria-label="Width of the panels on the right" tabindex="0"></div>
  <section class="ed-right" aria-labelledby="ed-panels-heading"><h2 class="ed-unseen" id="ed-panels-heading">Panels</h2><div class="ed-right-tabs"></div><div class="ed-right-panels"></div></section>
  <div class="ed-bottom-tabs"></div>`;

function mountSide(editor, body) {
  const panels = body.querySelector(".ed-side-panels");
  render(html`${tabPanel({ name: "side", id: "flow", active: "flow", content: html`<div class="ed-scroll" id="ed-flow-panel"></div>` })}
    ${tabPanel({ name: "side", id: "slots", active: "", content: html`<div class="ed-scroll" id="ed-slots-panel"></div>` })}`, panels);
  mountFlowPanel(editor, panels.querySelector("#ed-flow-panel"));
  mountSlotsPanel(editor, panels.querySelector("#ed-slots-panel"));
  mountCards(editor, body.querySelector(".ed-cards"));
}

/** Gives a function that brings a panel to the front, or none at all; each is fetched when it is first seen. */
function mountRight(editor, element) {
  const mounted = {};
  let seen = null;
  render(RIGHT.map((tab) => tabPanel({ name: "right", id: tab.id, active: "", content: panelFrame(tab.id) })), element);
  return (id) => {
    if (id === seen) return;
    mounted[seen]?.then((panel) => panel?.hidden?.());
    seen = id;
    for (const tab of RIGHT) element.querySelector(`#right-panel-${tab.id}`).hidden = tab.id !== id;
    if (!id) return;
    mounted[id] ??= mountOptional(editor, `${id}/panel.js`, element.querySelector(`[data-panel=${id}]`));
    mounted[id].then((panel) => panel?.shown?.());
  };
}

const panelFrame = (id) => html`<div class="ed-panel" data-panel=${id}><p class="ed-loading">Loading…</p></div>`;

function drawPanes(editor, body, showRight, front, select) {
  const inSide = phone.matches ? front.only : narrow.matches ? front.middle : front.side;
  body.dataset.middle = narrow.matches ? front.middle : "steps";
  body.dataset.only = phone.matches ? (isRight(front.only) ? "right" : "left") : "";
  for (const id of ["flow", "slots"]) body.querySelector(`#side-panel-${id}`).hidden = id !== inSide;
  drawTabs(editor, body, { front, inSide, select });
  nameSteps(body.querySelector(".ed-centre"));
  showRight(!phone.matches || isRight(front.only) ? front.right : null);
}

/** Beside the columns, or all in one bar where one pane is seen. */
function drawTabs(editor, body, { front, inSide, select }) {
  const parts = withBadges(editor, narrow.matches ? PARTS : PARTS.slice(1));
  const at = (place, list) => render(list, body.querySelector(place));
  const all = [...parts.map((tab) => ({ ...tab, name: "side" })), ...RIGHT.map((tab) => ({ ...tab, name: "right" }))];
  const plain = parts.map(({ iconName, ...tab }) => tab);
  at(".ed-side-tabs", phone.matches ? nothing : tabList({ name: "side", label: "Parts of the flow", tabs: plain, active: inSide, onSelect: select }));
  at(".ed-right-tabs", phone.matches ? nothing : tabList({ name: "right", label: "Panels", tabs: RIGHT, active: front.right, onSelect: select }));
  at(".ed-bottom-tabs", phone.matches ? tabList({ label: "Parts of the editor", tabs: all, active: front.only, onSelect: select }) : nothing);
}

function withBadges(editor, tabs) {
  const wrong = (ids) => ids.reduce((sum, id) => sum + findingsOf(editor, id).length, 0) || undefined;
  const badges = { flow: () => wrong([null]), slots: () => wrong(editor.slots().map((place) => place.id)) };
  return tabs.map((tab) => ({ ...tab, badge: badges[tab.id]?.() }));
}

/** As a tab's panel it has the role and the name of one. */
function nameSteps(centre) {
  if (narrow.matches) centre.setAttribute("role", "tabpanel");
  else centre.removeAttribute("role");
  centre.setAttribute("aria-labelledby", narrow.matches ? "side-tab-steps" : "ed-steps-heading");
}
