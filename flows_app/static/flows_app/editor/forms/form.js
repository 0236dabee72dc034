// The form of a step, a slot or the flow: it reads from a part of the document, writes to it, and knows its findings.
// Places inside the part are lists of keys: ["options", 0, "label"].

import { findingsAt } from "../findings/placing.js";

export class Form {
  /** `kind`: "step", "slot" or "flow"; `type`: whose words to use; `part`: the step, slot or document itself. */
  constructor(editor, { kind, id, type, part, findings }) {
    Object.assign(this, { editor, kind, id, type, part, findings });
    this.readonly = editor.readonly;
    this.name = kind === "flow" ? "the flow" : part.name || "a nameless one";
  }

  get(at) {
    return valueAt(this.part, at);
  }

  /** `undefined` takes the key away. `typing`: one undo step with what was typed into the same field before. */
  set(at, value, { typing = false, label = at[0] } = {}) {
    this.change(`Change ${String(label).replaceAll("_", " ")} of ${this.name}`, (part) => put(part, at, value), {
      merge: typing ? `${this.id} ${at.join("/")}` : null,
    });
  }

  /** `fn` gets the part of a copy of the document, and that copy. */
  change(label, fn, options) {
    if (this.kind === "step") return this.editor.changeStep(this.id, label, fn, options);
    if (this.kind === "slot") return this.editor.changeSlot(this.id, label, fn, options);
    return this.editor.change(label, (draft) => fn(draft, draft), options);
  }

  findingsAt(at, options) {
    return findingsAt(this.findings, at.join("/"), options);
  }

  elementId(at) {
    return `f-${this.id}-${at.join("-")}`.replace(/[^A-Za-z0-9_-]/g, "_");
  }
}

export const valueAt = (part, at) => at.reduce((here, key) => here?.[key], part);

/** Makes the objects and lists on the way if they are not there. */
export function put(part, at, value) {
  let here = part;
  at.slice(0, -1).forEach((key, index) => {
    here[key] ??= typeof at[index + 1] === "number" ? [] : {};
    here = here[key];
  });
  const last = at.at(-1);
  if (value !== undefined) here[last] = value;
  else if (Array.isArray(here)) here.splice(last, 1);
  else delete here[last];
}

/** Takes a place away, and whatever is empty because of it. */
export function takeAway(part, at) {
  put(part, at, undefined);
  if (at.length < 2) return;
  const holder = valueAt(part, at.slice(0, -1));
  if (holder && Object.keys(holder).length === 0) takeAway(part, at.slice(0, -1));
}
