// What is folded and what is open: the author's view, not the document's. By id, so that it survives every change.

const FOLDED_BEYOND = 40;

export class ViewState {
  constructor(editor) {
    this.editor = editor;
    this.folded = new Set();
    // Which cards show all their fields, and which of the rarer fields stand outside “More” since they are used.
    this.more = new Map();
    this.promoted = new Map();
    // Cards that are chosen to be copied together.
    this.chosen = new Set();
    // Steps whose note is about to be written.
    this.noted = new Set();
    // Whether all texts stand side by side in the place of the columns.
    this.texts = false;
    if (editor.steps().length > FOLDED_BEYOND) this.foldAll();
  }

  fold(id, folded = !this.folded.has(id)) {
    if (folded) this.folded.add(id);
    else this.folded.delete(id);
    this.editor.emit("view");
  }

  /** The chosen steps that are still there. */
  chosenIds() {
    return [...this.chosen].filter((id) => this.editor.stepWithId(id));
  }

  choose(ids) {
    this.chosen = new Set(ids);
    this.editor.emit("view");
  }

  foldAll() {
    this.folded = new Set(this.editor.steps().map((place) => place.id));
    this.editor.emit("view");
  }

  unfoldAll() {
    this.folded = new Set();
    this.editor.emit("view");
  }

  /** Unfolds a step and whatever it stands in. */
  reveal(id) {
    let place = this.editor.stepWithId(id);
    while (place) {
      this.folded.delete(place.id);
      place = place.parent ? this.editor.stepWithId(place.parent) : null;
    }
    this.editor.emit("view");
  }
}
