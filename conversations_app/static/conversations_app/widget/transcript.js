export const TOO_MANY_UNANSWERED = "too_many_unanswered";
/** Refused for now: it stays on its way. */
const PASSING = new Set(["busy", TOO_MANY_UNANSWERED]);

/** However frames are lost, doubled or reordered: after a `resume` it is the same as if they had not been. */
export class Transcript {
  status = "open";
  pending = null;
  agent = null;
  loaded = false;
  contiguousSeq = 0;
  /** Up to here the visitor has had it before them. */
  shownSeq = 0;
  #stored = new Map();
  #outgoing = new Map();
  #newestSeq = 0;
  #inboundSeq = 0;
  #answeredSeq = 0;
  #toldSeq = 0;
  #typist = null;

  constructor(unsent) {
    unsent.forEach((message) => this.#outgoing.set(message.client_id, message));
  }

  get hasGap() {
    return this.#newestSeq > this.contiguousSeq;
  }

  get botIsSilent() {
    return this.status === "closed" || this.status === "handed_off";
  }

  get awaitsAnswer() {
    return !this.botIsSilent && this.#inboundSeq > this.#answeredSeq;
  }

  get unsent() {
    return [...this.#outgoing.values()];
  }

  get toSend() {
    return this.unsent.filter(({ state }) => state === "sending");
  }

  /** A person's name, "" for the bot, null for nobody. */
  get typist() {
    return this.#typist ?? (this.awaitsAnswer ? "" : null);
  }

  get entries() {
    const stored = [...this.#stored.values()].map((message) => {
      const options = this.#isOnOffer(message) ? message.options : [];
      return { ...message, options, state: "sent" };
    });
    const place = ({ seq }) => seq ?? Infinity;
    return [...stored, ...this.unsent].sort((one, other) => place(one) - place(other) || 0);
  }

  /** The question comes before it is told that it is open. */
  get asksForSecret() {
    return [...this.#stored.values()].some((message) => message.input?.secret && this.#isOnOffer(message));
  }

  get question() {
    const { seq, input, wait_for_ack: waits } = this.pending ?? {};
    const message = this.#stored.get(seq);
    if (!message || !this.#isOnOffer(message)) {
      return null;
    }
    const { options = [] } = message;
    return { seq, options, input: input ?? message.input ?? {}, acknowledge: waits && !options.length };
  }

  /** What has come since this was asked last, in its order; of what was there before, nothing. */
  news() {
    const news = [];
    while (this.loaded && this.#toldSeq < this.contiguousSeq) {
      news.push(this.#stored.get(++this.#toldSeq));
    }
    return news;
  }

  write(message) {
    const written = { ...message, role: "user", state: "sending" };
    this.#outgoing.set(message.client_id, written);
    return written;
  }

  retry(clientId) {
    return this.write(this.#outgoing.get(clientId));
  }

  take(frame) {
    const { type, message, client_id: clientId } = frame;
    const written = this.#outgoing.get(clientId);
    if (type === "message") {
      this.#stored.set(message.seq, message);
      this.#outgoing.delete(message.client_id);
      this.#typist = message.role === "agent" ? null : this.#typist;
      this.#noteSeq(message.seq, message.role === "user" || message.event);
    } else if (type === "ack" && written) {
      // Not stored: the server knows more of it.
      this.#outgoing.set(clientId, { ...written, state: "sent", seq: frame.seq });
      this.#noteSeq(frame.seq, true);
    } else if (type === "error" && !PASSING.has(frame.code) && written?.state === "sending") {
      this.#outgoing.set(clientId, { ...written, state: "failed" });
    } else if (type === "typing") {
      this.#typist = frame.active ? (frame.agent ?? "") : null;
    } else if (type === "status") {
      this.#noteStatus(frame);
    }
  }

  #noteStatus({ status, pending, agent, last_seq: lastSeq, turn }) {
    // It may have been overtaken; and what is closed stays so.
    if (this.status !== "closed" && lastSeq >= this.#newestSeq && turn >= this.#answeredSeq) {
      Object.assign(this, { status, pending, agent });
    }
    this.#answeredSeq = Math.max(this.#answeredSeq, turn);
    this.#typist ||= null;
    this.#noteSeq(lastSeq);
    if (!this.loaded && !this.hasGap) {
      this.loaded = true;
      this.#toldSeq = this.contiguousSeq;
    }
  }

  /** Said since the user's last word. */
  #isOnOffer({ seq, role }) {
    return role !== "user" && seq > this.#inboundSeq && !this.toSend.length && !this.botIsSilent;
  }

  #noteSeq(seq, isInbound) {
    this.#newestSeq = Math.max(this.#newestSeq, seq);
    this.#inboundSeq = Math.max(this.#inboundSeq, isInbound ? seq : 0);
    while (this.#stored.has(this.contiguousSeq + 1)) {
      this.contiguousSeq += 1;
    }
  }
}
