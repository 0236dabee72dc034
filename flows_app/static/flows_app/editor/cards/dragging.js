// Moving a card by its handle with the mouse, a pen or a finger.

import { layer } from "../parts/dialog.js";
import { moveTo } from "./deeds.js";
import { isOwnPlace, markPlace, placesFor } from "./places.js";

const THRESHOLD = 4;
const EDGE = 70;
const SPEED = 14;

export class Dragging {
  constructor(editor, root) {
    Object.assign(this, { editor, root });
  }

  begin(event, id) {
    if (event.button !== 0) return;
    const handle = event.currentTarget;
    const controller = new AbortController();
    const drag = { id, from: event.clientY, y: event.clientY, x: event.clientX, place: null, moving: false, end: () => controller.abort() };
    const on = (name, deed) => handle.addEventListener(name, deed, { signal: controller.signal });
    handle.setPointerCapture(event.pointerId);
    on("pointermove", (moved) => this.#move(drag, moved));
    on("pointerup", () => this.#finish(drag, true));
    on("pointercancel", () => this.#finish(drag, false));
    addEventListener("keydown", (pressed) => pressed.key === "Escape" && this.#finish(drag, false), { signal: controller.signal, capture: true });
  }

  #move(drag, { clientX, clientY }) {
    Object.assign(drag, { x: clientX, y: clientY });
    if (!drag.moving && Math.abs(clientY - drag.from) < THRESHOLD) return;
    if (!drag.moving) this.#lift(drag);
    this.#follow(drag);
  }

  #lift(drag) {
    drag.moving = true;
    const card = this.root.querySelector(`[data-card="${drag.id}"]`);
    card.classList.add("ed-dragged");
    this.root.classList.add("ed-dragging");
    drag.ghost = document.createElement("div");
    drag.ghost.className = "ed-ghost";
    drag.ghost.textContent = this.editor.stepWithId(drag.id).step.name || "step";
    layer().append(drag.ghost);
    drag.places = placesFor(this.root, drag.id);
    this.#scroll(drag);
  }

  #follow(drag) {
    drag.ghost.style.setProperty("transform", `translate(${drag.x + 12}px, ${drag.y - 14}px)`);
    drag.place = nearest(drag.places, drag.y);
    markPlace(this.root, drag.place);
  }

  /** While the pointer is near the upper or lower edge, the column scrolls. */
  #scroll(drag) {
    if (!drag.moving) return;
    const { top, bottom } = this.root.getBoundingClientRect();
    const by = drag.y < top + EDGE ? -SPEED : drag.y > bottom - EDGE ? SPEED : 0;
    if (by) {
      this.root.scrollBy(0, by);
      this.#follow(drag);
    }
    requestAnimationFrame(() => this.#scroll(drag));
  }

  #finish(drag, dropped) {
    drag.end();
    if (!drag.moving) return;
    drag.moving = false;
    drag.ghost.remove();
    markPlace(this.root, null);
    this.root.classList.remove("ed-dragging");
    this.root.querySelector(".ed-dragged")?.classList.remove("ed-dragged");
    const here = this.editor.stepWithId(drag.id);
    if (dropped && drag.place && here && !isOwnPlace(drag.place, here)) moveTo(this.editor, drag.id, drag.place.list, drag.place.index);
  }
}

function nearest(places, y) {
  let found = null;
  let least = Infinity;
  for (const place of places) {
    const box = place.element.getBoundingClientRect();
    const away = Math.abs((box.top + box.bottom) / 2 - y);
    if (away < least) [found, least] = [place, away];
  }
  return found;
}
