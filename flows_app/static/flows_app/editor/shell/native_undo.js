// In a field, Ctrl Z first takes back what was typed there since one came to it, letter by letter as people are used to
// from every field. Only when the field is as it was does it take back the author's earlier changes.

export class NativeUndo {
  #field = null;
  #before = "";
  #undone = 0;

  constructor(root) {
    root.addEventListener("focusin", ({ target }) => this.#enter(target));
    root.addEventListener("beforeinput", ({ inputType }) => this.#count(inputType), true);
  }

  #enter(target) {
    this.#field = target;
    this.#before = target.value;
    this.#undone = 0;
  }

  #count(inputType) {
    if (inputType === "historyUndo") this.#undone += 1;
    else if (inputType === "historyRedo") this.#undone = Math.max(0, this.#undone - 1);
    else this.#undone = 0;
  }

  canUndo(target) {
    return this.#isText(target) && target.value !== this.#before;
  }

  canRedo(target) {
    return this.#isText(target) && this.#undone > 0;
  }

  /** An earlier change was taken back: redo must bring back that one, not the letters after it. */
  forget() {
    this.#undone = 0;
  }

  #isText(target) {
    return target === this.#field && ["textarea", "text"].includes(target.type);
  }
}
