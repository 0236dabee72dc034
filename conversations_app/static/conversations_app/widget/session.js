import { TOO_MANY_UNANSWERED, Transcript } from "./transcript.js";
import { Connection } from "./transport.js";

const HEALING_MILLISECONDS = 10_000;
const GAP_MILLISECONDS = 300;
const TYPING_MILLISECONDS = 8_000;
/** States in which nothing is tried again by itself. */
export const REFUSED = new Set(["refused", "archived"]);
const GONE = /^conversation_(gone|not_found)$|^token_invalid$/;

/** Keeps a transcript and the server's of one mind, whatever the network does. */
export class Session {
  connection = "connecting";
  #api;
  #memory;
  #beginning;
  #on;
  #id;
  #left;
  #renewing;
  #line;
  #holds = false;
  #timers = {};

  constructor(api, memory, beginning, on) {
    this.#api = api;
    this.#memory = memory;
    this.#beginning = beginning;
    this.#on = on;
    this.#id = this.#kept?.id;
    this.transcript = new Transcript(memory.read("unsent") ?? []);
  }

  start() {
    if (this.#line || !this.#api) {
      return;
    }
    this.#line = new Connection(() => this.#address(), {
      open: () => this.#opened(),
      frame: (frame) => this.#receive(frame),
      lost: () => this.#disconnected("reconnecting"),
      refused: (error) => {
        this.stop();
        this.#disconnected(error.code === "bot_archived" ? "archived" : "refused");
        this.#on.refused(error);
      },
    });
    this.#timers.healing = setInterval(() => this.#heal(), HEALING_MILLISECONDS);
    this.#line.run();
  }

  stop() {
    clearInterval(this.#timers.healing);
    this.#line?.stop();
    this.#line = null;
    this.connection = "connecting";
  }

  say(text, more) {
    const client_id = `${Date.now()}-${Math.random()}`;
    this.start();
    const { shownSeq: seen, asksForSecret: sensitive } = this.transcript;
    this.#post(this.transcript.write({ seen, ...more, text, client_id, sensitive }));
  }

  press({ label, value }, seq) {
    this.say(label, { option: value, reply_to: seq });
  }

  retry(clientId) {
    this.#post(this.transcript.retry(clientId));
  }

  get draft() {
    return this.#memory.read("draft");
  }

  set draft(text) {
    this.#memory.write("draft", this.transcript.asksForSecret ? "" : text);
  }

  get rated() {
    return this.#kept?.rated;
  }

  async rate(rating) {
    const kept = this.#kept;
    await this.#api.post(kept, "rating", rating);
    if (kept.id === this.#id) {
      this.#memory.write("conversation", { ...this.#kept, rated: rating.score });
    }
  }

  unread(isSeen) {
    const kept = this.#kept;
    const fresh = this.transcript.entries.filter(({ role, seq, text }) => role !== "user" && text && seq > (kept?.read ?? 0));
    if (isSeen && fresh.length && kept?.id === this.#id) {
      this.#memory.write("conversation", { ...kept, read: fresh.at(-1).seq });
    }
    return isSeen ? 0 : fresh.length;
  }

  wake() {
    this.#line?.hurry();
    if (this.connection === "online") {
      this.#resume();
    }
  }

  drop() {
    this.#line?.drop();
  }

  restart() {
    const left = this.#kept;
    if (REFUSED.has(this.connection)) {
      this.start();
    }
    if (left && this.transcript.status !== "closed") {
      this.#api.post(left, "close").catch(() => {});
    }
    this.#left = left?.id ?? this.#left;
    this.#enter(undefined, []);
  }

  /** In another language; but what somebody has said stays. */
  renew() {
    const { loaded, entries } = this.transcript;
    this.#renewing = !loaded;
    if (loaded && !entries.some(({ role }) => role === "user")) {
      this.restart();
    }
  }

  follow() {
    if (this.#kept && this.#kept.id !== this.#id) {
      this.#enter(this.#kept.id);
    }
    this.#on.change();
  }

  get #kept() {
    const kept = this.#memory.read("conversation");
    return kept?.id === this.#left ? null : kept;
  }

  #enter(id, unsent) {
    this.#show(id, unsent);
    this.connection = "connecting";
    this.#line?.drop(true);
    this.#line?.hurry();
    this.#changed();
  }

  /** A secret was for the question that asked. */
  #show(id, unsent = this.transcript.unsent.filter(({ state, sensitive }) => state !== "sent" && !sensitive)) {
    this.#id = id;
    this.transcript = new Transcript(unsent.map(({ option, ...message }) => ({ ...message, seen: 0 })));
  }

  async #address() {
    const enter = async () => this.#kept ?? this.#begin();
    // Of several tabs, one begins.
    const alone = (error) => (error.name === "SecurityError" ? enter() : Promise.reject(error));
    const found = await (navigator.locks?.request(this.#memory.key, enter).catch(alone) ?? enter());
    if (found.id !== this.#id) {
      this.#show(found.id);
    }
    try {
      const address = await this.#api.socketAddress(found);
      return found.id === this.#id ? address : this.#address();
    } catch (error) {
      if (!GONE.test(error.code)) {
        throw error;
      }
      this.#left = found.id;
      return this.#address();
    }
  }

  async #begin() {
    this.#renewing = false;
    const { id, token } = await this.#api.start(this.#beginning());
    this.#show(id);
    this.transcript.loaded = true;
    this.#memory.write("conversation", { id, token });
    return { id, token };
  }

  #post(message) {
    // Not past one that is held.
    if (!this.#holds) {
      this.#send(message);
    }
    this.#changed();
  }

  #send({ text, option, reply_to, client_id, seen }) {
    // Not to one that is being left.
    if (this.connection === "online") {
      this.#line.send({ type: "message", client_id, ...(option === undefined ? { text, seen } : { option, reply_to }) });
    }
  }

  #resume() {
    this.#line?.ask({ type: "resume", after: this.transcript.contiguousSeq });
  }

  #catchUp() {
    this.#resume();
    this.#sendUnsent();
  }

  #sendUnsent() {
    this.#holds = false;
    this.transcript.toSend.forEach((message) => this.#send(message));
  }

  /** The server knows repeated messages by their client_id. A person may answer at any time. */
  #heal() {
    const { loaded, hasGap, awaitsAnswer, toSend, status } = this.transcript;
    if (this.connection === "online" && (!loaded || hasGap || awaitsAnswer || toSend.length || status === "handed_off")) {
      this.#catchUp();
    }
  }

  #opened() {
    this.connection = "online";
    this.#catchUp();
    this.#changed();
  }

  #disconnected(connection) {
    this.connection = connection;
    this.transcript.take({ type: "typing" });
    this.#changed();
  }

  #receive(frame) {
    if (GONE.test(frame.code)) {
      this.drop();
      return;
    }
    const { transcript } = this;
    transcript.take(frame);
    if (frame.code === TOO_MANY_UNANSWERED) {
      this.#holds = true;
    } else if (frame.type === "status" && this.#holds) {
      this.#sendUnsent();
    }
    if (transcript.hasGap) {
      this.#after(GAP_MILLISECONDS, "gap", () => this.transcript.hasGap && this.#resume());
    }
    if (frame.code === "busy") {
      this.#after(frame.retry_after * 1000, "busy", () => this.#heal());
    }
    if (frame.agent && frame.active) {
      this.#after(TYPING_MILLISECONDS, "typing", () => this.#receive({ type: "typing" }));
    }
    if (this.#renewing && transcript.loaded) {
      this.renew();
    }
    this.#changed();
  }

  #after(milliseconds, name, act) {
    clearTimeout(this.#timers[name]);
    this.#timers[name] = setTimeout(act, milliseconds);
  }

  #changed() {
    // Secrets are not left lying about.
    this.#memory.write("unsent", this.transcript.unsent.filter(({ sensitive }) => !sensitive));
    this.#on.change();
  }
}
