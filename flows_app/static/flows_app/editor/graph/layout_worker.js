/** Lays a graph out away from the page, so that a large flow never makes typing wait. */

import { Graph, layout } from "../../vendor/dagre/dagre.esm.js";
import { END } from "./routing.js";

// The main way is drawn as straight as can be; what goes back or goes wrong bends around it. What leads to the end pulls
// least: a step stays near the one that leads to it.
const WEIGHTS = { next: 16, choice: 6, skip: 2, trouble: 3 };
const weightOf = ({ to, kind, back }) => (to === END || back ? 1 : WEIGHTS[kind]);

self.addEventListener("message", ({ data: { number, nodes, edges } }) => {
  self.postMessage({ number, ...laidOut(nodes, edges) });
});

function laidOut(nodes, edges) {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: "TB", nodesep: 34, ranksep: 34, edgesep: 18, marginx: 16, marginy: 16 });
  for (const { key, width, height } of nodes) {
    graph.setNode(key, { width, height });
  }
  for (const edge of edges) {
    const { id, from, to, width, height } = edge;
    graph.setEdge(from, to, { width, height, labelpos: "c", weight: weightOf(edge) }, id);
  }
  layout(graph);
  const { width, height } = graph.graph();
  return {
    width, height,
    nodes: nodes.map(({ key }) => ({ key, x: graph.node(key).x, y: graph.node(key).y })),
    edges: edges.map(({ id, from, to }) => edgeAt(graph.edge(from, to, id))),
  };
}

const edgeAt = ({ points, x, y }) => ({ points, x, y });
