/** A graph that has been laid out, as SVG. The same drawing serves the panel, the comparison and the exported file. */

import { noteOf } from "../cards/note.js";
import { typeOf } from "../document/types.js";
import { icon } from "../parts/icons.js";
import { nothing, repeat, svg } from "../parts/lit.js";
import { headOf, pathOf } from "./curves.js";
import { START } from "./model.js";
import { END } from "./routing.js";
import { isDiamond, outlineOf } from "./shapes.js";
import { shareLeft, trafficSentence, trafficWords } from "./wording.js";
import { widthOf } from "./measuring.js";

const PLAIN = Object.freeze({});

/** `marks` says by key what is special about a node; `choose(key)` makes steps pressable, `reachable` is the one for Tab. */
export function drawn(graph, { marks = new Map(), reachable = null, choose = null } = {}) {
  const byKey = new Map(graph.nodes.map((node) => [node.key, node]));
  return svg`
    <g class="ed-g-edges" aria-hidden="true">
      ${repeat(graph.edges, (edge) => edge.id, (edge) => line(edge, byKey, marks))}
    </g>
    <g class="ed-g-edge-names" aria-hidden="true">
      ${repeat(graph.edges.filter((edge) => edge.shown), (edge) => edge.id, edgeName)}
    </g>
    <g class="ed-g-nodes">
      ${repeat(graph.nodes, (node) => node.key, (node) => nodeAt(node, marks.get(node.key) ?? PLAIN, { reachable, choose }))}
    </g>`;
}

function line(edge, byKey, marks) {
  const from = byKey.get(edge.from);
  const to = byKey.get(edge.to);
  const walked = marks.get(edge.from)?.walkedTo?.has(edge.to) ? "ed-g-walked" : "";
  return svg`<g class="ed-g-edge ed-g-way-${edge.kind} ${edge.back ? "ed-g-back" : ""} ${walked}">
    <path class="ed-g-line" d=${pathOf(edge, from, to)}></path><path class="ed-g-head" d=${headOf(edge, from, to)}></path>
  </g>`;
}

function edgeName(edge) {
  return svg`<g class="ed-g-edge-name ed-g-way-${edge.kind}" transform="translate(${round(edge.x)} ${round(edge.y)})">
    <title>${edge.words}</title>
    <rect x=${round(-edge.width / 2)} y="-8" width=${round(edge.width)} height="16" rx="8"></rect>
    <text class="ed-g-edge-text" y="3.5">${edge.shown}</text>
  </g>`;
}

function nodeAt(node, mark, { reachable, choose }) {
  const terminal = node.type === START || node.type === END;
  const pressable = choose && node.step;
  return svg`<g class=${classesOf(node, mark)} data-key=${node.key} data-name=${node.step?.name ?? nothing}
      transform="translate(${round(node.x)} ${round(node.y)})"
      role=${pressable ? "button" : "img"} tabindex=${pressable ? (reachable === node.key ? "0" : "-1") : nothing}
      aria-label=${labelOf(node, mark)} aria-pressed=${pressable ? String(Boolean(mark.selected)) : nothing}
      @click=${pressable ? () => choose(node.key) : nothing}>
    <g aria-hidden="true">
      ${terminal ? terminalBody(node) : stepBody(node)}
      ${noteOf(node.step ?? PLAIN) ? noteSign(node) : nothing}
      ${mark.findings?.length ? findingDot(node, mark) : nothing}
      ${mark.traffic ? trafficBadge(node, mark.traffic) : nothing}
      ${mark.change ? changeBadge(node, mark.change) : nothing}
    </g>
  </g>`;
}

const terminalBody = (node) => svg`
  <rect class="ed-g-shape" x=${-node.width / 2} y=${-node.height / 2} width=${node.width} height=${node.height} rx=${node.height / 2}></rect>
  <text class="ed-g-terminal" y="4">${node.title}</text>`;

function stepBody(node) {
  const [title, summary] = node.lines;
  const text = Math.max(widthOf(title, "title"), widthOf(summary, "summary"));
  const left = -(text + 22) / 2;
  return svg`<title>${node.title}${node.summary ? ` – ${node.summary}` : ""}</title>
    <path class="ed-g-shape" d=${outlineOf(node)}></path>
    <g class="ed-g-sign" transform="translate(${round(left)} -8)">${icon(node.step ? typeOf(node.step).icon : "error", 16)}</g>
    <text class="ed-g-title" x=${round(left + 22)} y=${summary ? -3 : 4.5}>${title}</text>
    ${summary ? svg`<text class="ed-g-summary" x=${round(left + 22)} y="12">${summary}</text>` : nothing}`;
}

function findingDot(node, mark) {
  const at = cornerOf(node);
  return svg`<g class="ed-g-finding ed-g-${mark.severity}" transform="translate(${at.x} ${at.y})">
    <title>${mark.findings.join("\n")}</title><circle r="8"></circle><text y="4">${mark.severity === "error" ? "!" : "?"}</text>
  </g>`;
}

/** At the corner across from the findings. */
function noteSign(node) {
  const { x, y } = cornerOf(node);
  return svg`<g class="ed-g-note" transform="translate(${-x} ${y})"><title>Note: ${noteOf(node.step)}</title>
    <path d="M-6,-7H6V2L1,7H-6Z"></path><path d="M-3,-3H3M-3,0.5H1"></path></g>`;
}

function trafficBadge(node, traffic) {
  const share = shareLeft(traffic);
  const words = trafficWords(traffic);
  const width = widthOf(words, "edge") + 14;
  const level = share >= 25 ? "ed-g-much" : share >= 10 ? "ed-g-some" : "";
  return svg`<g class="ed-g-traffic ${level}" transform="translate(0 ${node.height / 2 + 9})">
    <rect x=${round(-width / 2)} y="-8" width=${round(width)} height="16" rx="8"></rect><text y="3.5">${words}</text>
  </g>`;
}

const CHANGE_SIGNS = { added: "+", removed: "−", changed: "~", moved: "↕" };

function changeBadge(node, change) {
  const at = cornerOf(node);
  return svg`<g class="ed-g-change" transform="translate(${at.x} ${at.y})">
    <circle r="8"></circle><text y="4">${CHANGE_SIGNS[change]}</text>
  </g>`;
}

function cornerOf(node) {
  const [inset, below] = isDiamond(node) ? [node.width / 4, node.height / 4] : [4, 2];
  return { x: round(node.width / 2 - inset), y: round(below - node.height / 2) };
}

function classesOf(node, mark) {
  const classes = ["ed-g-node", `ed-g-type-${node.type ?? "unknown"}`, `ed-hue-${node.colour ?? "none"}`];
  for (const name of ["selected", "lit", "visited"]) {
    if (mark[name]) {
      classes.push(`ed-g-${name}`);
    }
  }
  if (mark.change) {
    classes.push(`ed-g-${mark.change}`);
  }
  return classes.join(" ");
}

/** What a screen reader says of a node: what is seen of it first, as who speaks to the page would call it. */
function labelOf(node, mark) {
  if (!node.step) {
    return node.type === "missing" ? `Missing step ${node.title}` : node.title;
  }
  const seen = [...node.lines, mark.traffic && trafficWords(mark.traffic)].filter(Boolean).join(" ");
  const parts = [`${typeOf(node.step).label}: ${seen}`];
  if (node.lines[1] !== node.summary) {
    parts.push(node.summary);
  }
  if (noteOf(node.step)) {
    parts.push(`Note: ${noteOf(node.step)}`);
  }
  if (mark.change) {
    parts.push(mark.change);
  }
  if (mark.lit || mark.visited) {
    parts.push(mark.lit ? "the simulator stands here" : "visited by the simulator");
  }
  if (mark.traffic) {
    parts.push(trafficSentence(mark.traffic));
  }
  return [...parts, ...(mark.findings ?? [])].join(". ");
}

const round = (number) => Math.round(number * 10) / 10;
