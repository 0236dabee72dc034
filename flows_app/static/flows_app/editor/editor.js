// The one object that every part of the page works with. It holds the document, and tells by events what has changed:
// `document`, `selection`, `findings`, `state`, `light`, and `travelled` after an undo or redo. Others speak through it,
// too: `saving` (document/saving.js), `people` (people/presence.js), `view` (shell/view_state.js), `published` (a version
// is new), `tests` (a stored test is new), `names` (an action is new or another), and `show`, which asks for a panel to be brought to the front.

import { adoptIds, assignIds, copyOf } from "./document/identity.js";
import { shared } from "./document/sharing.js";
import { History } from "./document/history.js";
import { requestJson } from "./document/requests.js";
import { SafetyCopy } from "./document/safety_copy.js";
import { Saving } from "./document/saving.js";
import { learn } from "./document/types.js";
import { findSlot, findStep, slotsOf, stepsOf } from "./document/walking.js";
import { placed } from "./findings/placing.js";

export class Editor extends EventTarget {
  #document;
  #history = new History();

  constructor(boot) {
    super();
    this.boot = boot;
    learn(boot.schema);
    this.readonly = !boot.rights?.write;
    this.#document = shared(undefined, assignIds(copyOf(boot.document)));
    this.selection = null;
    this.state = boot.state;
    this.findings = placed(boot.findings ?? [], this.#document);
    this.others = boot.others ?? [];
    this.lit = null;
    this.visited = [];
    this.copies = new SafetyCopy(boot.flow.id, boot.person.id);
    this.saver = new Saving(this, this.copies);
  }

  get document() {
    return this.#document;
  }

  steps() {
    return stepsOf(this.#document);
  }

  slots() {
    return slotsOf(this.#document);
  }

  /** The place of a step by its name: {id, path, step, parent}, or null. */
  stepNamed(name) {
    return this.steps().find(({ step }) => step.name === name) ?? null;
  }

  stepWithId(id) {
    return this.steps().find((place) => place.id === id) ?? null;
  }

  /** One undo step. `fn` gets a copy to change; what it returns is returned. Changes with the same `merge` are one step. */
  change(label, fn, { merge = null } = {}) {
    if (this.readonly) return undefined;
    const draft = copyOf(this.#document);
    const result = fn(draft);
    this.#put(label, assignIds(draft), merge);
    return result;
  }

  changeStep(id, label, fn, options) {
    return this.change(label, (draft) => fn(findStep(draft.steps, id), draft), options);
  }

  changeSlot(id, label, fn, options) {
    return this.change(label, (draft) => fn(findSlot(draft, id), draft), options);
  }

  /** Another document in the place of this one, as one undo step. */
  replace(label, document) {
    if (!this.readonly) this.#put(label, adoptIds(this.#document, copyOf(document)), null);
  }

  /** The document as the server has it now. Undo goes no further back: it would take back another author's work. */
  adopt(answer, { undoable = null } = {}) {
    const before = this.#document;
    this.#document = shared(before, adoptIds(before, copyOf(answer.document)));
    if (undoable) this.#history.record(undoable, before, this.#document);
    else if (this.#document !== before) this.#history.clear();
    this.saver.adopted(this.#document, answer);
    this.#tellDocument();
  }

  undo() {
    return this.#travel(this.#history.undoLabel, this.#history.undo(this.#document), "Undone");
  }

  redo() {
    return this.#travel(this.#history.redoLabel, this.#history.redo(this.#document), "Done again");
  }

  get undoLabel() {
    return this.#history.undoLabel;
  }

  get redoLabel() {
    return this.#history.redoLabel;
  }

  /** What is typed from now on is an undo step of its own. */
  seal() {
    this.#history.seal();
  }

  select(id, { focus = false, field = null, still = false } = {}) {
    const changed = this.selection !== id;
    this.selection = id;
    if (changed || focus) this.emit("selection", { id, focus, field, still });
  }

  light(name, visited = []) {
    this.lit = name;
    this.visited = visited;
    this.emit("light", { name, visited });
  }

  /** Findings and the state of publishing, as the server says of `document`. */
  found(findings, document, state) {
    if (findings) {
      this.findings = placed(findings, document, this.findings);
      this.emit("findings");
    }
    if (state && state !== this.state) {
      this.state = state;
      this.emit("state");
    }
  }

  flush() {
    return this.saver.flush();
  }

  /** By the word for the address; `path` is the number of one of the things there. */
  request(word, { path, ...options } = {}) {
    const url = this.boot.urls[word];
    return requestJson(path === undefined ? url : `${url}/${path}`, options);
  }

  emit(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  #put(label, draft, merge) {
    const before = this.#document;
    // Typed and taken back again, it is the document from before the typing.
    this.#document = shared(this.#history.before(merge) ?? before, draft);
    if (this.#document === before) return;
    this.#history.record(label, before, this.#document, merge);
    this.#tellDocument();
    this.saver.changed();
  }

  #travel(label, document, verb) {
    if (!document || this.readonly) return null;
    this.#document = document;
    this.#tellDocument();
    this.saver.changed();
    this.emit("travelled", { sentence: `${verb}: ${label}` });
    return label;
  }

  #tellDocument() {
    if (this.selection && !this.#holds(this.selection)) this.select(null);
    this.emit("document");
  }

  #holds(id) {
    return this.steps().some((place) => place.id === id) || this.slots().some((place) => place.id === id);
  }
}
