/** A document as nodes and edges, ready to be laid out: one node a step, a start and an end; one edge a pair of steps. */

import { typeOf } from "../document/types.js";
import { END, isMissing, nameOfMissing, places } from "./routing.js";
import { summaryOf, titleOf, wordsOfWay } from "./wording.js";

export const START = "start";

/** With `failures`, also the ways that nobody wrote: what fails ends the flow. Texts are in `language`, or else in English. */
export function graphOf(written, { failures = false, language } = {}) {
  const known = places(written);
  const nodes = [{ key: START, type: START, title: "Start", summary: "" }];
  for (const { key, step } of known.values()) {
    const { outline, colour } = typeOf(step);
    nodes.push({ key, type: step.type, outline, colour, title: titleOf(step), summary: summaryOf(step, language), step });
  }
  const edges = new Map();
  join(edges, START, known.size ? known.keys().next().value : END, { kind: "next", words: "" });
  for (const place of known.values()) {
    drawnWays(place, failures, language).forEach((way) => join(edges, place.key, way.target, way));
  }
  const drawn = [...edges.values()].map((edge) => ({ ...edge, back: isBack(edge, known) }));
  nodes.push(...endsOf(drawn));
  return { nodes, edges: drawn, places: known };
}

function drawnWays(place, failures, language) {
  return place.ways
    .filter((way) => failures || !way.unwritten)
    // A step that is passed over leads where it leads anyway: nothing to be drawn.
    .filter((way) => way.exit.how !== "passed_over" || way.target !== place.following)
    .map((way) => ({ target: way.target, kind: way.exit.edge, words: wordsOfWay(place.step, way, language) }));
}

/** Two ways between the same steps are one edge with both names. */
function join(edges, from, to, { kind, words }) {
  const id = `${from} ${to}`;
  const edge = edges.get(id);
  if (!edge) {
    edges.set(id, { id, from, to, kind, words });
    return;
  }
  edge.words = [edge.words, words].filter(Boolean).join(" · ");
  edge.kind = edge.kind === "next" ? "next" : kind;
}

const isBack = (edge, known) => known.has(edge.to) && known.has(edge.from) && known.get(edge.to).order <= known.get(edge.from).order;

/** The end, if anything leads there, and a node for each name that no step has. */
function endsOf(edges) {
  const targets = new Set(edges.map((edge) => edge.to));
  return [...targets].filter((target) => target === END || isMissing(target)).map((target) =>
    target === END
      ? { key: END, type: END, title: "End", summary: "" }
      : { key: target, type: "missing", outline: "missing", title: nameOfMissing(target), summary: "no such step" },
  );
}
