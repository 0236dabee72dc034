import { Transcript } from "./transcript.js";

/** What is known of a conversation from the frames that have come in. */
export class ConversationState {
  loaded = false;
  typing = false;
  closed = false;
  notice = "";

  constructor(unsent, notice = "") {
    this.transcript = new Transcript(unsent);
    this.notice = notice;
  }

  /** Whether frames are still to come. Any of them may get lost. */
  get isUnsettled() {
    const { hasGap, awaitsAnswer, toSend } = this.transcript;
    return hasGap || awaitsAnswer || toSend.length > 0;
  }

  take(frame) {
    if (frame.type === "message") {
      this.transcript.receive(frame.message);
    } else if (frame.type === "ack") {
      this.transcript.acknowledge(frame.client_id, frame.seq);
    } else if (frame.type === "typing") {
      this.typing = frame.active;
    } else if (frame.type === "status") {
      this.#takeStatus(frame);
    } else if (frame.type === "error") {
      this.#takeError(frame);
    }
  }

  #takeStatus(frame) {
    this.transcript.noteStatus(frame);
    // The end of one turn is not the end of typing if the next message waits already.
    this.typing = this.transcript.awaitsAnswer;
    this.closed = frame.status === "closed";
    this.loaded ||= !this.transcript.hasGap;
  }

  #takeError({ detail, client_id: clientId }) {
    if (clientId) {
      this.transcript.refuse(clientId, detail);
    } else {
      this.notice = detail;
    }
  }
}
