// Moving a card by its handle with the keyboard: Space lifts, arrows choose the place, Enter or Space puts it down, Escape
// leaves it where it was. Every step of it is read out.

import { announce } from "../parts/toast.js";
import { chooseOn } from "./choosing.js";
import { deleteStep, moveTo } from "./deeds.js";
import { described, isOwnPlace, markPlace, placesFor } from "./places.js";

export class Lifting {
  #lifted = null;

  constructor(editor, root) {
    Object.assign(this, { editor, root });
  }

  key(event, id) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const choosing = event.shiftKey && by && !this.#lifted;
    const deed = choosing ? () => chooseOn(this.editor, id, by) : this.#lifted ? this.#whileLifted(event.key) : this.#atRest(event.key, id, event.currentTarget);
    if (!deed) return;
    event.preventDefault();
    event.stopPropagation();
    deed();
  }

  #atRest(key, id, handle) {
    return {
      " ": () => this.#lift(id, handle),
      Enter: () => this.#lift(id, handle),
      ArrowDown: () => this.#go(id, 1),
      ArrowUp: () => this.#go(id, -1),
      ArrowLeft: () => this.editor.view.fold(id, true),
      ArrowRight: () => this.editor.view.fold(id, false),
      Delete: () => deleteStep(this.editor, id),
    }[key];
  }

  #whileLifted(key) {
    return {
      ArrowDown: () => this.#aim(1),
      ArrowUp: () => this.#aim(-1),
      " ": () => this.#drop(),
      Enter: () => this.#drop(),
      Escape: () => this.#return(),
      Tab: () => this.#return(),
    }[key];
  }

  /** To the handle of the card above or below. */
  #go(id, by) {
    const all = this.editor.steps();
    const place = all[all.findIndex((one) => one.id === id) + by];
    if (place) this.editor.select(place.id, { focus: !this.editor.view.folded.has(place.parent), field: "handle" });
  }

  #lift(id, handle) {
    const here = this.editor.stepWithId(id);
    const places = placesFor(this.root, id);
    const at = places.findIndex((place) => isOwnPlace(place, here));
    this.#lifted = { id, places, at, handle };
    this.root.querySelector(`[data-card="${id}"]`).classList.add("ed-dragged");
    handle.addEventListener("blur", () => this.#lifted && this.#return(), { once: true });
    announce(`${here.step.name} is lifted. Arrows choose a place, Enter puts it down, Escape leaves it here.`);
  }

  #aim(by) {
    const { places, id } = this.#lifted;
    const here = this.editor.stepWithId(id);
    let at = this.#lifted.at + by;
    // The gaps before and after the card itself are one place.
    if (places[at] && places[this.#lifted.at] && isOwnPlace(places[at], here) && isOwnPlace(places[this.#lifted.at], here)) at += by;
    if (!places[at]) return announce("There is no further place.");
    this.#lifted.at = at;
    markPlace(this.root, places[at]);
    places[at].element.scrollIntoView({ block: "nearest" });
    return announce(isOwnPlace(places[at], here) ? "Where it was." : described(this.editor, places[at]));
  }

  #drop() {
    const { id, places, at } = this.#lifted;
    const here = this.editor.stepWithId(id);
    const words = described(this.editor, places[at]);
    this.#end();
    if (isOwnPlace(places[at], here)) return announce(`${here.step.name} stays where it was.`);
    moveTo(this.editor, id, places[at].list, places[at].index);
    this.editor.select(id, { focus: true, field: "handle" });
    return announce(`${here.step.name} is put down ${words}.`);
  }

  #return() {
    const { id } = this.#lifted;
    this.#end();
    announce(`${this.editor.stepWithId(id)?.step.name} stays where it was.`);
  }

  #end() {
    this.#lifted = null;
    markPlace(this.root, null);
    this.root.querySelector(".ed-dragged")?.classList.remove("ed-dragged");
  }
}
