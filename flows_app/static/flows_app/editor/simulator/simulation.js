/**
 * A conversation with the draft. The server keeps nothing: each answer brings a new `run`, so that one can go back to
 * any turn. A run keeps the document with which it began; what is changed meanwhile waits for the next one.
 */

import { placed } from "../findings/placing.js";
import { RequestFailed } from "../document/requests.js";

const known = new WeakMap();

/** One an editor: the card's menu may start it before its panel is seen. */
export function simulationOf(editor) {
  if (!known.has(editor)) {
    known.set(editor, new Simulation(editor));
  }
  return known.get(editor);
}

class Simulation extends EventTarget {
  #editor;
  #begun = null;
  #keepsOld = null;
  #era = 0;
  #answered = null;

  constructor(editor) {
    super();
    this.#editor = editor;
    // Each {deed, said, answer}; `said` is what the chat shows of the deed.
    this.turns = [];
    this.underWay = null;
    this.failure = null;
    this.broken = [];
    this.settings = { actions: "pretended", stubs: {} };
    // In which the conversation began; before that, the one that the whole page shows.
    this.language = editor.languages.shown;
    editor.addEventListener("document", () => this.#changed());
    editor.addEventListener("view", () => this.#speak());
  }

  get last() {
    return this.turns.at(-1)?.answer ?? null;
  }

  get run() {
    return this.last?.run ?? null;
  }

  get busy() {
    return this.underWay !== null;
  }

  /** Whether the flow has been changed since this conversation began, and its author has not said to go on. */
  get outdated() {
    const { document } = this.#editor;
    return this.turns.length > 0 && this.#begun !== document && this.#keepsOld !== document;
  }

  set(name, value) {
    this.settings = { ...this.settings, [name]: value };
    this.#changed();
  }

  goOnWithTheOld() {
    this.#keepsOld = this.#editor.document;
    this.#changed();
  }

  restart() {
    this.#era += 1;
    this.turns = [];
    this.underWay = null;
    this.failure = null;
    this.broken = [];
    this.#begun = null;
    this.#light();
    this.#speak();
  }

  #speak() {
    if (!this.turns.length && !this.busy) this.language = this.#editor.languages.shown;
    this.#changed();
  }

  /** Everything that was done so far, on the flow as it is now. */
  async again() {
    const { turns } = this;
    this.restart();
    for (const { deed, said } of turns) {
      if (!(await this.do(deed, said))) {
        return;
      }
    }
  }

  /** As if what came after that turn had not been said. */
  backTo(position) {
    this.turns = this.turns.slice(0, position + 1);
    this.failure = null;
    this.#light();
    this.#changed();
  }

  /** The same words, understood otherwise. */
  understand(position, commands) {
    const { user } = this.turns[position].deed;
    return this.do({ user, commands }, user, { from: position });
  }

  startAt(step) {
    const slots = this.last?.slots?.[this.#editor.document.name] ?? {};
    this.restart();
    return this.do({ start_at: step, slots });
  }

  /** After what is under way, if anything is; in place of all turns from `from` on. Gives whether it was answered. */
  async do(deed, said = deed.user, { from = Infinity } = {}) {
    const era = this.#era;
    while (this.busy && era === this.#era) {
      await this.#answered;
    }
    if (era !== this.#era) {
      return false;
    }
    this.turns = this.turns.slice(0, from);
    if (!this.turns.length) {
      this.#begun = this.#editor.document;
      this.#keepsOld = null;
    }
    Object.assign(this, { underWay: { deed, said }, failure: null, broken: [] });
    this.#changed();
    this.#answered = this.#ask(deed);
    const outcome = await this.#answered;
    // Meanwhile it may have been started anew.
    if (era !== this.#era) {
      return false;
    }
    this.underWay = null;
    this.#take({ deed, said }, outcome);
    return !outcome.failure;
  }

  async #ask(deed) {
    const { actions, stubs } = this.settings;
    const body = { document: this.#begun, run: this.run, deed, actions, stubs, language: this.language };
    try {
      return { answer: await this.#editor.request("simulator_turn", { method: "POST", body }) };
    } catch (failure) {
      if (!(failure instanceof RequestFailed)) {
        throw failure;
      }
      return { failure };
    }
  }

  #take(turn, { answer, failure }) {
    if (answer) {
      this.turns = [...this.turns, { ...turn, answer }];
    } else {
      this.failure = { ...turn, sentence: failure.detail };
      this.broken = failure.code === "draft_broken" ? placed(failure.body.findings ?? [], this.#begun) : [];
    }
    this.#light();
    this.#changed();
  }

  #light() {
    const here = this.#editor.document.name;
    const { standing } = this.last ?? {};
    const visited = this.turns.flatMap(({ answer }) => answer.visited ?? []);
    this.#editor.light(standing?.flow === here ? standing.step : null, visited);
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
