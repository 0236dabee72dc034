/** A small graph in the simulator: where the conversation stands, and the way that it took. */

import { drawn } from "../graph/drawing.js";
import { Layout } from "../graph/layout.js";
import { marksOf } from "../graph/marks.js";
import { graphOf } from "../graph/model.js";
import { Viewport } from "../graph/viewport.js";
import { render, svg } from "../parts/lit.js";

const SCALE = 0.7;

/** Draws into `surface`, an svg element, and follows what the simulator does. */
export class SimulatorMap {
  #editor;
  #surface;
  #layer;
  #viewport;
  #graph = null;
  #document = null;
  #language = null;
  #layout = new Layout((graph) => this.#arrived(graph));

  constructor(editor, surface) {
    this.#editor = editor;
    this.#surface = surface;
    render(svg`<g class="ed-g-drawing"></g>`, surface);
    this.#layer = surface.querySelector("g");
    this.#viewport = new Viewport(surface, () => this.#layer, { wheel: false });
    editor.addEventListener("light", () => this.#show());
    editor.addEventListener("document", () => this.#follow());
    editor.addEventListener("view", () => this.#follow());
    new ResizeObserver(() => this.#show()).observe(surface);
    this.#follow();
  }

  #follow() {
    const { document, languages } = this.#editor;
    if (this.#document !== document || this.#language !== languages.shown) {
      this.#document = document;
      this.#language = languages.shown;
      this.#layout.request(graphOf(document, { language: languages.shown }));
    }
  }

  #arrived(graph) {
    this.#graph = graph;
    this.#show();
  }

  #show() {
    if (!this.#graph || !this.#surface.clientWidth) {
      return;
    }
    const { lit } = this.#editor;
    render(drawn(this.#graph, { marks: marksOf(this.#editor, this.#graph, null) }), this.#layer);
    const key = lit ? this.#editor.stepNamed(lit)?.path : null;
    const node = this.#graph.nodes.find((one) => one.key === key);
    const { width, height, nodes } = this.#graph;
    if (node) this.#viewport.centre(node, SCALE);
    else this.#viewport.restart({ width, height, start: nodes[0].x });
  }
}
