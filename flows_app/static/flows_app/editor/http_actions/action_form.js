// An HTTP action as it stands in its dialog: rows, problems at their fields, and the values to try it with.

import { copyOf } from "../document/identity.js";

const PLACEHOLDER = /\{([a-z][a-z0-9_]*)\}/g;

// Tried again, an action has the values that it was tried with before.
const samples = new Map();

export class ActionForm {
  /** `shown`: {id, form, seen, refused, name_stays} as the server gives it; of a new one the form alone. */
  constructor(editor, shown) {
    this.editor = editor;
    this.problems = [];
    this.notes = [];
    this.values = samples.get(shown.id) ?? {};
    this.take(shown);
  }

  take({ id = null, form, seen = "", refused = null, name_stays: nameStays = false }) {
    Object.assign(this, { id, seen, refused, nameStays, data: copyOf(form) });
    this.readonly = Boolean(refused) || this.editor.readonly;
    this.#clean = JSON.stringify(this.data);
    if (id) samples.set(id, this.values);
  }

  #clean;

  get dirty() {
    return !this.readonly && JSON.stringify(this.data) !== this.#clean;
  }

  elementId(at) {
    return `ed-http-${at.join("-")}`;
  }

  /** As the fields of steps have them. */
  findingsAt([field]) {
    return this.problems.filter((problem) => problem.field === field).map(({ sentence }) => ({ severity: "error", sentence }));
  }

  /** Problems at fields that the dialog does not show. */
  get loose() {
    const shown = ["name", "description", "method", "url", "query", "headers", "body", "inputs", "outputs", "timeout", "retries", "idempotent"];
    return this.problems.filter((problem) => !shown.includes(problem.field));
  }

  /** Whatever stands in braces somewhere is an input; says whether one is new. */
  addMissingInputs() {
    const { address, query, headers, body, inputs } = this.data;
    const texts = [address, ...query.map((row) => row.value), ...headers.filter((row) => !row.secret).map((row) => row.value)];
    texts.push(...(body.kind === "rows" ? body.rows.map((row) => row.value) : [body.kind === "json" ? body.text : ""]));
    const used = texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name]) => name));
    const missing = [...new Set(used)].filter((name) => !inputs.includes(name));
    this.data.inputs = [...inputs.filter(Boolean), ...missing];
    return missing.length > 0;
  }

  /** A command of curl replaces what is sent, and leaves the rest. */
  takeCommand(form) {
    const { method, address, query, headers, body, timeout, inputs } = form;
    const known = [...new Set([...this.data.inputs, ...inputs])];
    Object.assign(this.data, { method, address, query, headers, body, timeout, inputs: known });
    this.problems = [];
  }

  hasOutput(path) {
    return this.data.outputs.some((row) => row.value === path);
  }

  /** Gives the name of the new output. */
  addOutput(path) {
    const taken = this.data.outputs.map((row) => row.name);
    const name = outputName(path, taken);
    this.data.outputs = [...this.data.outputs.filter((row) => row.name || row.value), { name, value: path }];
    return name;
  }
}

/** The last word of the path; with the words before it, or a number, if that is taken. */
export function outputName(path, taken) {
  const words = path.split(".").filter((part) => !/^\d+$/.test(part)).map(asWord).filter(Boolean);
  for (let count = 1; count <= words.length; count += 1) {
    const name = words.slice(-count).join("_").slice(0, 60);
    if (!taken.includes(name)) return name;
  }
  const last = words.at(-1) ?? "value";
  for (let number = words.length ? 2 : 1; ; number += 1) {
    const name = words.length || number > 1 ? `${last}_${number}` : last;
    if (!taken.includes(name)) return name;
  }
}

const asWord = (part) => part.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^[^a-z]+|_+$/g, "");
