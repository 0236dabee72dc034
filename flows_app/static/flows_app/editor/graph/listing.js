/** The graph in words: every step, and where it leads. For screen readers, and for who prefers to read. */

import { typeOf } from "../document/types.js";
import { html, nothing } from "../parts/lit.js";
import { titleOf, trafficSentence, wordsOfTarget, wordsOfWay } from "./wording.js";

export function listing(graph, { marks, choose }) {
  if (!graph.places.size) {
    return html`<p class="ed-empty">No steps so far.</p>`;
  }
  return html`<ol class="ed-g-list" aria-label="Steps and where they lead">
    ${[...graph.places.values()].map((place) => item(place, graph.places, marks.get(place.key) ?? {}, choose))}
  </ol>`;
}

function item({ key, step, ways, parent }, places, mark, choose) {
  return html`<li class=${parent ? "ed-g-nested" : ""} aria-current=${mark.selected ? "true" : nothing}>
    <button type="button" class="ed-link-button" @click=${() => choose(key)}>${titleOf(step)}</button>
    <span class="ed-help">${typeOf(step).label}${mark.lit ? " – the simulator stands here" : ""}</span>
    ${mark.findings ? html`<span class="ed-g-list-finding ed-g-list-${mark.severity}">${mark.findings.join(" ")}</span>` : nothing}
    ${mark.traffic ? html`<span class="ed-help">${trafficSentence(mark.traffic)}</span>` : nothing}
    <ul>${ways.map((way) => html`<li>${wayWords(step, way)} → ${wordsOfTarget(way.target, places)}</li>`)}</ul>
  </li>`;
}

const wayWords = (step, way) => wordsOfWay(step, way) || (way.exit.how === "away" ? `flow ${step[way.field] ?? ""}` : "then");
