/** The graph beside the cards: it follows what one types, shows where one is, and leads to each card. */

import { html, nothing, render } from "../parts/lit.js";
import { toast } from "../parts/toast.js";
import { drawn } from "./drawing.js";
import { Layout } from "./layout.js";
import { listing } from "./listing.js";
import { marksOf } from "./marks.js";
import { graphOf, START } from "./model.js";
import { neighbour } from "./navigation.js";
import { toolbar } from "./toolbar.js";
import { Viewport } from "./viewport.js";

export default function mount(editor, element) {
  return new GraphPanel(editor, element);
}

class GraphPanel {
  #editor;
  #element;
  #layout = new Layout((graph) => this.#arrived(graph));
  #viewport;
  #graph = null;
  #marks = new Map();
  #reachable = null;
  #statistics = null;
  #language;
  #options = { failures: false, asList: false };

  constructor(editor, element) {
    this.#editor = editor;
    this.#element = element;
    element.classList.add("ed-g-panel");
    this.#renderFrame();
    this.#viewport = new Viewport(this.#surface, () => this.#layer, { onChange: () => this.#showScale() });
    this.#surface.addEventListener("keydown", (event) => this.#key(event));
    editor.addEventListener("document", () => this.#follow());
    for (const name of ["findings", "selection", "light", "state"]) {
      editor.addEventListener(name, () => this.#mark(name));
    }
    editor.addEventListener("view", () => this.#language !== editor.languages.shown && this.#follow());
    editor.addEventListener("published", () => this.#statistics && this.#count());
    this.#follow();
  }

  /** What happened while it was hidden is brought into view. */
  shown() {
    this.#reveal(this.#litKey() ?? this.#selectedKey());
  }

  get #surface() {
    return this.#element.querySelector(".ed-g-surface");
  }

  get #layer() {
    return this.#element.querySelector(".ed-g-drawing");
  }

  #follow() {
    this.#language = this.#editor.languages.shown;
    this.#layout.request(graphOf(this.#editor.document, { ...this.#options, language: this.#language }));
  }

  #arrived(graph) {
    const before = this.#anchor();
    this.#graph = graph;
    this.#viewport.show({ width: graph.width, height: graph.height, start: graph.nodes[0].x });
    const after = before && graph.nodes.find((node) => node.key === before.key);
    if (after) {
      this.#viewport.keep(before, after);
    }
    this.#mark();
  }

  /** The node that stays where it is seen when all is laid out anew: the selected one, or the start. */
  #anchor() {
    const selected = this.#selectedKey();
    return this.#graph?.nodes.find((node) => node.key === selected) ?? this.#graph?.nodes.find((node) => node.key === START);
  }

  #selectedKey() {
    return (this.#editor.selection && this.#editor.stepWithId(this.#editor.selection)?.path) ?? null;
  }

  /** Colours and signs only: nothing is laid out again. */
  #mark(event = "") {
    if (!this.#graph) {
      return;
    }
    this.#marks = marksOf(this.#editor, this.#graph, this.#statistics);
    this.#reachable = this.#reachableKey();
    this.#renderFrame();
    this.#renderDrawing();
    this.#reveal({ selection: this.#selectedKey(), light: this.#litKey() }[event]);
  }

  #reveal(key) {
    const node = key && this.#graph?.nodes.find((one) => one.key === key);
    if (node) {
      this.#viewport.reveal(node);
    }
  }

  #litKey() {
    return this.#editor.lit ? (this.#editor.stepNamed(this.#editor.lit)?.path ?? null) : null;
  }

  /** Tab reaches one node; the arrows lead to the others. */
  #reachableKey() {
    const keys = this.#graph.places;
    const focused = this.#element.querySelector(".ed-g-node:focus")?.dataset.key;
    return [focused, this.#selectedKey(), this.#reachable].find((key) => keys.has(key)) ?? keys.keys().next().value ?? null;
  }

  #renderFrame() {
    const list = this.#options.asList;
    render(html`
      ${toolbar(this.#editor, { ...this.#options, statistics: this.#statistics }, {
        zoom: (factor) => this.#viewport.zoom(factor),
        fit: () => this.#viewport.fit(),
        toggle: (name) => (name === "statistics" ? this.#toggleStatistics() : this.#toggle(name)),
      })}
      <svg class="ed-g-surface" role="group" aria-label="Graph of the flow" ?hidden=${list}><g class="ed-g-drawing"></g></svg>
      ${list && this.#graph ? html`<div class="ed-g-scroll" tabindex="0" role="region" aria-label="The graph in words">${
        listing(this.#graph, { marks: this.#marks, choose: (key) => this.#choose(key, true) })}</div>` : nothing}
      ${this.#statistics ? this.#statisticsNote() : nothing}
    `, this.#element);
  }

  #renderDrawing() {
    render(drawn(this.#graph, {
      marks: this.#marks, reachable: this.#reachable, choose: (key) => this.#choose(key, false),
    }), this.#layer);
  }

  #statisticsNote() {
    const { version, steps } = this.#statistics;
    if (version === null) {
      return html`<p class="ed-g-note">No version of this flow is published: there is nothing to count.</p>`;
    }
    const unknown = Object.keys(steps).filter((name) => !this.#editor.stepNamed(name));
    const gone = unknown.length ? ` Steps that the draft no longer has are left out: ${unknown.join(", ")}.` : "";
    return html`<p class="ed-g-note">Of version ${version}: how often each step was reached, where that can be told, and how many conversations ended there.${gone}</p>`;
  }

  /** Where the cards are not seen beside the graph, a press leads to them. */
  #choose(key, focus) {
    const step = this.#editor.steps().find(({ path }) => path === key);
    if (step) {
      this.#editor.select(step.id, { focus: focus || !document.querySelector(".ed-cards").checkVisibility() });
    }
  }

  #toggle(name) {
    this.#options = { ...this.#options, [name]: !this.#options[name] };
    this.#follow();
  }

  #toggleStatistics() {
    if (!this.#statistics) {
      return this.#count();
    }
    this.#statistics = null;
    return this.#mark();
  }

  async #count() {
    try {
      this.#statistics = await this.#editor.request("statistics");
      this.#mark();
    } catch (failed) {
      toast(failed.detail, { kind: "error" });
    }
  }

  #showScale() {
    const output = this.#element.querySelector(".ed-g-scale");
    output.textContent = `${Math.round(this.#viewport.scale * 100)} %`;
  }

  #key(event) {
    const key = event.target.closest(".ed-g-node")?.dataset.key;
    const deed = this.#deedOf(event, key);
    if (deed) {
      event.preventDefault();
      deed();
    }
  }

  #deedOf(event, key) {
    const zooms = { "+": () => this.#viewport.zoom(1.25), "=": () => this.#viewport.zoom(1.25), "-": () => this.#viewport.zoom(0.8), 0: () => this.#viewport.fit() };
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return null;
    }
    if (event.key in zooms) {
      return zooms[event.key];
    }
    if (key && (event.key === "Enter" || event.key === " ")) {
      return () => this.#choose(key, true);
    }
    const next = key && neighbour(this.#graph.nodes, key, event.key);
    return next ? () => this.#focus(next) : null;
  }

  #focus(key) {
    this.#reachable = key;
    this.#reveal(key);
    const node = this.#element.querySelector(`.ed-g-node[data-key="${CSS.escape(key)}"]`);
    node.focus({ preventScroll: true });
    this.#choose(key, false);
    this.#mark();
  }
}
