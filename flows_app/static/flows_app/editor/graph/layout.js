/** Asks the worker for layouts. While it computes one, only the newest request waits: what lay between is never drawn. */

import { sized } from "./sizing.js";

export class Layout {
  #worker = new Worker(new URL("./layout_worker.js", import.meta.url), { type: "module" });
  #number = 0;
  #underWay = null;
  #waiting = null;
  #onDone;

  /** `onDone` gets the graph with sizes and places. */
  constructor(onDone) {
    this.#onDone = onDone;
    this.#worker.addEventListener("message", ({ data }) => this.#done(data));
  }

  request(graph) {
    this.#waiting = graph;
    if (!this.#underWay) {
      this.#start();
    }
  }

  close() {
    this.#worker.terminate();
  }

  #start() {
    const graph = sized(this.#waiting);
    this.#waiting = null;
    this.#underWay = graph;
    this.#number += 1;
    const nodes = graph.nodes.map(({ key, width, height }) => ({ key, width, height }));
    const edges = graph.edges.map(({ id, from, to, kind, back, width, height }) => ({ id, from, to, kind, back, width, height }));
    this.#worker.postMessage({ number: this.#number, nodes, edges });
  }

  #done({ nodes, edges, width, height }) {
    const graph = this.#underWay;
    this.#underWay = null;
    if (this.#waiting) {
      this.#start();
      return;
    }
    this.#onDone({
      ...graph, width, height,
      nodes: graph.nodes.map((node, position) => ({ ...node, ...nodes[position] })),
      edges: graph.edges.map((edge, position) => ({ ...edge, ...edges[position] })),
    });
  }
}

/** One layout, for a picture that doesn't change. */
export function layoutOnce(graph) {
  return new Promise((resolve) => {
    const layout = new Layout((done) => {
      layout.close();
      resolve(done);
    });
    layout.request(graph);
  });
}
