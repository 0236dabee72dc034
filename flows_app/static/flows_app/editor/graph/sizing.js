/** How large each node and each name of a way is drawn, and the texts cut to that. */

import { START } from "./model.js";
import { fitted, widthOf } from "./measuring.js";
import { END } from "./routing.js";
import { isDiamond } from "./shapes.js";

const WIDTH_OF_TEXT = 156;
const LEAST_TEXT = 56;
const SIGN = 22;
const WIDTH_OF_EDGE_TEXT = 130;
const HEIGHT_OF_EDGE_TEXT = 16;
// What an outline takes from the room for text, on both sides together.
const MARGINS = { slanted: 36, hexagon: 40, barred: 34, arrow: 36, round: 36 };
const MARGIN = 24;

export function sized(graph) {
  return { ...graph, nodes: graph.nodes.map(sizedNode), edges: graph.edges.map(sizedEdge) };
}

function sizedNode(node) {
  if (node.type === START || node.type === END) {
    return { ...node, width: 58, height: 26, lines: [node.title] };
  }
  const lines = [fitted(node.title, "title", WIDTH_OF_TEXT), fitted(node.summary, "summary", WIDTH_OF_TEXT)];
  const text = Math.max(LEAST_TEXT, widthOf(lines[0], "title"), widthOf(lines[1], "summary"));
  const height = lines[1] ? 44 : 32;
  if (isDiamond(node)) {
    // A diamond is as wide as its text only in the middle.
    return { ...node, lines, width: (text + SIGN) * 1.5 + 26, height: lines[1] ? 68 : 54 };
  }
  return { ...node, lines, width: text + SIGN + (MARGINS[node.outline] ?? MARGIN), height };
}

function sizedEdge(edge) {
  const shown = edge.words ? fitted(edge.words, "edge", WIDTH_OF_EDGE_TEXT) : "";
  return { ...edge, shown, width: shown ? widthOf(shown, "edge") + 12 : 0, height: shown ? HEIGHT_OF_EDGE_TEXT : 0 };
}
