/** What of the graph is seen: dragging and the wheel move and scale it, buttons and keys do the same. */

const SMALLEST = 0.15;
const LARGEST = 2.5;
const MARGIN = 12;
const READABLE = 0.62;

export class Viewport {
  #surface;
  #layer;
  #onChange;
  #x = 0;
  #y = 0;
  #scale = 1;
  #size = { width: 0, height: 0, start: 0 };
  #untouched = true;

  /** `surface` is the svg element, `layer` gives the group in it that holds the drawing. `wheel`: whether it scales; if
   *  not, the wheel scrolls what is around. */
  constructor(surface, layer, { onChange = () => {}, wheel = true } = {}) {
    this.#surface = surface;
    this.#layer = layer;
    this.#onChange = onChange;
    if (wheel) surface.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    surface.addEventListener("pointerdown", (event) => this.#press(event));
    new ResizeObserver(() => this.#untouched && this.show(this.#size)).observe(surface);
  }

  get scale() {
    return this.#scale;
  }

  get visible() {
    const { clientWidth, clientHeight } = this.#surface;
    return { left: -this.#x / this.#scale, top: -this.#y / this.#scale, width: clientWidth / this.#scale, height: clientHeight / this.#scale };
  }

  /** A drawing of another size, whose first node stands at `start`. Until its reader moves it, it is shown from there. */
  show(size) {
    this.#size = size;
    if (this.#untouched) {
      const scale = Math.min(1, Math.max(READABLE, this.#fitting()));
      const room = this.#surface.clientWidth - size.width * scale;
      const atStart = this.#surface.clientWidth / 2 - size.start * scale;
      this.#place(room >= 0 ? room / 2 : Math.min(0, Math.max(room, atStart)), MARGIN, scale);
    }
  }

  /** From its first node again, as if nobody had moved it. */
  restart(size) {
    this.#untouched = true;
    this.show(size);
  }

  /** The whole of it. */
  fit() {
    const { clientWidth, clientHeight } = this.#surface;
    const scale = Math.min(1.4, this.#fitting());
    this.#place((clientWidth - this.#size.width * scale) / 2, Math.max(MARGIN, (clientHeight - this.#size.height * scale) / 2), scale);
    this.#untouched = false;
  }

  zoom(factor, at = this.#middle()) {
    const scale = Math.min(LARGEST, Math.max(SMALLEST, this.#scale * factor));
    const grown = scale / this.#scale;
    this.#place(at.x - (at.x - this.#x) * grown, at.y - (at.y - this.#y) * grown, scale);
    this.#untouched = false;
  }

  move(dx, dy) {
    this.#place(this.#x + dx, this.#y + dy, this.#scale);
    this.#untouched = false;
  }

  /** The drawing may change under it: what stood at `before` and now stands at `after` stays where it was seen. */
  keep(before, after) {
    if (!this.#untouched) {
      this.#place(this.#x + (before.x - after.x) * this.#scale, this.#y + (before.y - after.y) * this.#scale, this.#scale);
    }
  }

  /** Moves no further than needed to see a node. */
  reveal(node) {
    const seen = this.visible;
    const dx = shortfall(node.x, node.width / 2 + 20, seen.left, seen.width);
    const dy = shortfall(node.y, node.height / 2 + 24, seen.top, seen.height);
    if (seen.width > 0 && (dx || dy)) {
      this.move(dx * this.#scale, dy * this.#scale);
    }
  }

  /** A node in the middle, at a size. */
  centre(node, scale) {
    const { clientWidth, clientHeight } = this.#surface;
    this.#place(clientWidth / 2 - node.x * scale, clientHeight / 2 - node.y * scale, scale);
    this.#untouched = false;
  }

  #fitting() {
    const { clientWidth, clientHeight } = this.#surface;
    const room = { width: clientWidth - 2 * MARGIN, height: clientHeight - 2 * MARGIN };
    return Math.max(SMALLEST, Math.min(room.width / (this.#size.width || 1), room.height / (this.#size.height || 1)));
  }

  #middle() {
    return { x: this.#surface.clientWidth / 2, y: this.#surface.clientHeight / 2 };
  }

  #place(x, y, scale) {
    [this.#x, this.#y, this.#scale] = [x, y, scale];
    this.#layer().setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})`);
    this.#onChange();
  }

  #wheel(event) {
    event.preventDefault();
    if (event.shiftKey) {
      this.move(-(event.deltaX || event.deltaY), 0);
      return;
    }
    const box = this.#surface.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY / 500), { x: event.clientX - box.left, y: event.clientY - box.top });
  }

  #press(event) {
    if (event.button !== 0) {
      return;
    }
    let last = event;
    let dragging = false;
    const drag = (moved) => {
      if (!dragging && Math.hypot(moved.clientX - event.clientX, moved.clientY - event.clientY) < 4) {
        return;
      }
      dragging = true;
      this.#surface.classList.add("ed-g-dragging");
      this.move(moved.clientX - last.clientX, moved.clientY - last.clientY);
      last = moved;
    };
    const release = () => {
      window.removeEventListener("pointermove", drag);
      window.removeEventListener("pointerup", release);
      window.removeEventListener("pointercancel", release);
      this.#surface.classList.remove("ed-g-dragging");
      if (dragging) {
        // A drag that ends over a node is no click on it.
        const swallow = (click) => click.stopPropagation();
        window.addEventListener("click", swallow, { capture: true });
        setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
      }
    };
    window.addEventListener("pointermove", drag);
    window.addEventListener("pointerup", release);
    window.addEventListener("pointercancel", release);
  }
}

/** How far the drawing must move so that a stretch around `middle` is seen. */
function shortfall(middle, half, from, length) {
  if (middle - half < from) {
    return from - (middle - half);
  }
  return middle + half > from + length ? from + length - (middle + half) : 0;
}
