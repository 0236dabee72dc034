/** Two documents drawn side by side: what was added, removed, changed or moved is marked in both. */

import { drawn } from "../graph/drawing.js";
import { layoutOnce } from "../graph/layout.js";
import { graphOf } from "../graph/model.js";
import { Viewport } from "../graph/viewport.js";
import { html, render } from "../parts/lit.js";

export const pictures = (titles) => html`<div class="ed-pictures">
  ${["before", "after"].map((side) => html`<figure>
    <figcaption>${titles[side]}</figcaption>
    <svg class="ed-g-surface" data-side=${side} role="group" tabindex="0" aria-label="Graph of ${titles[side]}"><g class="ed-g-drawing"></g></svg>
  </figure>`)}
  <p class="ed-pictures-legend"><span class="ed-legend-removed">− removed</span><span class="ed-legend-added">+ added</span><span class="ed-legend-changed">~ changed</span><span class="ed-legend-changed">↕ moved</span></p>
</div>`;

/** Draws both into a place that holds `pictures`. */
export async function drawPictures(element, comparison) {
  await Promise.all(["before", "after"].map(async (side) => {
    const graph = await layoutOnce(graphOf(comparison[side]));
    const surface = element.querySelector(`[data-side="${side}"]`);
    if (!surface) {
      return;
    }
    const layer = surface.querySelector(".ed-g-drawing");
    render(drawn(graph, { marks: marksOfChanges(graph, comparison.changes, side) }), layer);
    const viewport = viewportOf(surface, layer);
    viewport.show({ width: graph.width, height: graph.height, start: graph.nodes[0].x });
    viewport.fit();
  }));
}

const viewports = new WeakMap();

/** One a surface: it may be drawn again for other versions. */
function viewportOf(surface, layer) {
  if (!viewports.has(surface)) {
    const viewport = new Viewport(surface, () => layer);
    surface.addEventListener("keydown", (event) => steer(event, viewport));
    viewports.set(surface, viewport);
  }
  return viewports.get(surface);
}

const KEYS = {
  "+": (viewport) => viewport.zoom(1.25),
  "-": (viewport) => viewport.zoom(0.8),
  0: (viewport) => viewport.fit(),
  ArrowUp: (viewport) => viewport.move(0, 40),
  ArrowDown: (viewport) => viewport.move(0, -40),
  ArrowLeft: (viewport) => viewport.move(40, 0),
  ArrowRight: (viewport) => viewport.move(-40, 0),
};

function steer(event, viewport) {
  if (KEYS[event.key]) {
    event.preventDefault();
    KEYS[event.key](viewport);
  }
}

// What is drawn on which side: a step that was added has no place in the older picture.
const SIDES = { added: ["after"], removed: ["before"], moved: ["before", "after"], changed: ["before", "after"] };
const WEIGHT = { added: 3, removed: 3, changed: 2, moved: 1 };

function marksOfChanges(graph, changes, side) {
  const keys = new Map([...graph.places.values()].map(({ key, step }) => [step.name, key]));
  const marks = new Map();
  for (const { kind, part, step } of changes) {
    // A text that was added changes its step; only whole steps are added and removed.
    const own = part === "step" ? kind : "changed";
    const key = keys.get(step);
    if (key && SIDES[own].includes(side) && (WEIGHT[marks.get(key)?.change] ?? 0) < WEIGHT[own]) {
      marks.set(key, { change: own });
    }
  }
  return marks;
}
