// Undo and redo. Documents are frozen and share what they have in common, so keeping whole ones costs little.

const KEPT = 300;

export class History {
  #past = [];
  #future = [];
  #open = false;

  /** `merge`: changes with the same key (letters typed into one field) become one step until `seal()`. */
  record(label, before, now, merge = null) {
    this.#future = [];
    const last = this.#past.at(-1);
    if (this.#open && merge !== null && last?.merge === merge) {
      if (last.before === now) this.#past.pop();
      return;
    }
    this.#past.push({ label, before, merge });
    if (this.#past.length > KEPT) this.#past.shift();
    this.#open = merge !== null;
  }

  /** The document before what is being typed, if a change with this key would be merged with it. */
  before(merge) {
    const last = this.#past.at(-1);
    return this.#open && merge !== null && last?.merge === merge ? last.before : null;
  }

  /** What is typed from now on is a step of its own. */
  seal() {
    this.#open = false;
  }

  /** Nothing before this can be undone: it would take back what another author did since. */
  clear() {
    this.#past = [];
    this.#future = [];
    this.#open = false;
  }

  get undoLabel() {
    return this.#past.at(-1)?.label ?? null;
  }

  get redoLabel() {
    return this.#future.at(-1)?.label ?? null;
  }

  undo(now) {
    const entry = this.#past.pop();
    if (!entry) return null;
    this.#open = false;
    this.#future.push({ label: entry.label, after: now, merge: entry.merge });
    return entry.before;
  }

  redo(now) {
    const entry = this.#future.pop();
    if (!entry) return null;
    this.#open = false;
    this.#past.push({ label: entry.label, before: now, merge: null });
    return entry.after;
  }
}
