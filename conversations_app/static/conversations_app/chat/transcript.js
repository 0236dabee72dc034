/**
 * The messages of one conversation: those the server has, by seq, and those on their way to it, by client_id.
 *
 * Frames may be dropped, doubled or reordered. Whatever order they come in, the transcript ends up the same.
 */
export class Transcript {
  #stored = new Map();
  #outgoing = new Map();
  #contiguousSeq = 0;
  #newestSeq = 0;
  #newestInboundSeq = 0;
  #answeredSeq = 0;
  #botIsSilent = false;

  constructor(unsent = []) {
    for (const message of unsent) {
      this.#outgoing.set(message.client_id, { ...message });
    }
  }

  /** Everything up to this seq is here. */
  get contiguousSeq() {
    return this.#contiguousSeq;
  }

  get hasGap() {
    return this.#newestSeq > this.#contiguousSeq;
  }

  get awaitsAnswer() {
    return this.#newestInboundSeq > this.#answeredSeq;
  }

  /** All that the server has not confirmed, including what it has refused. */
  get unsent() {
    return [...this.#outgoing.values()];
  }

  get toSend() {
    return this.unsent.filter((message) => message.state === "sending");
  }

  /** In reading order: by seq, then what is on its way. */
  get entries() {
    const stored = [...this.#stored.values()].sort((one, other) => one.seq - other.seq);
    const sent = stored.map((message) => ({ ...message, state: "sent", options: this.#optionsOnOffer(message) }));
    return [...sent, ...this.unsent];
  }

  /** `more` is the button, if the user has pressed one in place of writing. */
  write(clientId, text, more = {}) {
    const message = { client_id: clientId, role: "user", text, state: "sending", ...more };
    this.#outgoing.set(clientId, message);
    return message;
  }

  receive(message) {
    this.#stored.set(message.seq, message);
    if (message.client_id) {
      this.#outgoing.delete(message.client_id);
    }
    if (message.role === "user" || message.event) {
      this.#newestInboundSeq = Math.max(this.#newestInboundSeq, message.seq);
    }
    this.#noteSeq(message.seq);
  }

  /** The echo may be dropped; the acknowledged message is known well enough without it. */
  acknowledge(clientId, seq) {
    const message = this.#outgoing.get(clientId);
    if (message) {
      this.receive({ client_id: clientId, role: "user", text: message.text, seq });
    }
  }

  refuse(clientId, detail) {
    const message = this.#outgoing.get(clientId);
    if (message) {
      this.#outgoing.set(clientId, { ...message, state: "failed", detail });
    }
  }

  retry(clientId) {
    const { text, option, reply_to } = this.#outgoing.get(clientId);
    return this.write(clientId, text, option === undefined ? {} : { option, reply_to });
  }

  noteStatus({ last_seq: lastSeq, turn, status }) {
    this.#answeredSeq = Math.max(this.#answeredSeq, turn);
    this.#botIsSilent = status === "closed" || status === "handed_off";
    this.#noteSeq(lastSeq);
  }

  /** Buttons stand under what the bot has said since the user's last word. */
  #optionsOnOffer({ seq, options = [] }) {
    const answered = seq < this.#newestInboundSeq || this.toSend.length > 0;
    return answered || this.#botIsSilent ? [] : options;
  }

  #noteSeq(seq) {
    this.#newestSeq = Math.max(this.#newestSeq, seq);
    while (this.#stored.has(this.#contiguousSeq + 1)) {
      this.#contiguousSeq += 1;
    }
  }
}
