import { ApiError } from "../api.js";
import { newClientId } from "./client_id.js";
import { Connection } from "./connection.js";
import { Door } from "./door.js";
import { Transcript } from "./transcript.js";

const HEALING_MILLISECONDS = 10_000;

/** One conversation as it goes on: what has been said, whether we are connected, and what there is to tell the user. */
export class Session {
  #memory;
  #connection;
  #transcript;
  #healingTimer;
  #onChange;
  #connectionState = "connecting";
  #loaded = false;
  #typing = false;
  #closed = false;
  #stopped = false;
  #notice = "";

  constructor({ api, bot, socketBase, memory, onChange }) {
    this.#memory = memory;
    this.#onChange = onChange;
    this.#transcript = new Transcript(memory.unsent);
    const door = new Door({
      api,
      bot,
      socketBase,
      conversation: memory.conversation,
      onNewConversation: (conversation, news) => this.#startAfresh(conversation, news),
    });
    this.#connection = new Connection({
      address: () => door.socketAddress(),
      isFinal: (error) => error instanceof ApiError && !error.isPassing,
      on: {
        open: () => this.#opened(),
        frame: (frame) => this.#receive(frame),
        lost: () => this.#lost(),
        refused: (error) => this.#refused(error),
      },
    });
    this.#healingTimer = setInterval(() => this.#heal(), HEALING_MILLISECONDS);
  }

  get snapshot() {
    return {
      entries: this.#transcript.entries,
      connectionState: this.#connectionState,
      loaded: this.#loaded,
      typing: this.#typing,
      closed: this.#closed,
      notice: this.#notice,
    };
  }

  start() {
    this.#connection.run();
    this.#changed();
  }

  stop() {
    this.#stopped = true;
    clearInterval(this.#healingTimer);
    this.#connection.stop();
  }

  say(text) {
    if (this.#connectionState === "online") {
      this.#notice = "";
    }
    this.#post(this.#transcript.write(newClientId(), text));
  }

  retry(clientId) {
    this.#post(this.#transcript.retry(clientId));
  }

  /** The page is looked at again, or the network is back: find out how things stand. */
  wake() {
    this.#connection.hurry();
    if (this.#connectionState === "online") {
      this.#resume();
    }
  }

  #post(message) {
    this.#connection.send({ type: "message", text: message.text, client_id: message.client_id });
    this.#unsentChanged();
  }

  #resume() {
    this.#connection.ask({ type: "resume", after: this.#transcript.contiguousSeq });
  }

  #sendUnsent() {
    this.#transcript.toSend.forEach((message) => this.#post(message));
  }

  #opened() {
    this.#connectionState = "online";
    this.#resume();
    this.#sendUnsent();
    this.#changed();
  }

  #lost() {
    this.#connectionState = "reconnecting";
    this.#typing = false;
    this.#changed();
  }

  #refused(error) {
    this.#connectionState = "refused";
    this.#typing = false;
    this.#notice = error.message;
    this.#changed();
  }

  #startAfresh(conversation, { replaced }) {
    // A request may outlive its session; the next one has a conversation of its own.
    if (this.#stopped) {
      return;
    }
    this.#memory.conversation = conversation;
    // What has not been sent yet was meant for the bot, whichever conversation it ends up in.
    this.#transcript = new Transcript(this.#transcript.unsent);
    this.#notice = replaced ? "The earlier conversation has expired. This is a new one." : "";
    this.#changed();
  }

  #receive(frame) {
    const gapBefore = this.#transcript.hasGap;
    this.#handle(frame);
    // Asked once, when the gap appears; if the answer is lost too, healing asks again.
    if (this.#transcript.hasGap && !gapBefore) {
      this.#resume();
    }
    this.#changed();
  }

  #handle(frame) {
    if (frame.type === "message") {
      this.#transcript.receive(frame.message);
      this.#unsentChanged();
    } else if (frame.type === "ack") {
      this.#transcript.acknowledge(frame.client_id, frame.seq);
      this.#unsentChanged();
    } else if (frame.type === "typing") {
      this.#typing = frame.active;
    } else if (frame.type === "status") {
      this.#noteStatus(frame);
    } else if (frame.type === "error") {
      this.#noteError(frame);
    }
  }

  #noteStatus(frame) {
    this.#transcript.noteStatus(frame);
    // The end of one turn is not the end of typing if the next message waits already.
    this.#typing = this.#transcript.awaitsAnswer;
    this.#closed = frame.status === "closed";
    this.#loaded ||= !this.#transcript.hasGap;
  }

  #noteError({ code, detail, client_id: clientId }) {
    if (code === "conversation_not_found") {
      this.#connection.reconnect();
    } else if (clientId) {
      this.#transcript.refuse(clientId, detail);
      this.#unsentChanged();
    } else {
      this.#notice = detail;
    }
  }

  /** Any single frame may have been dropped: as long as something is open, ask again. */
  #heal() {
    const { hasGap, awaitsAnswer, toSend } = this.#transcript;
    if (this.#connectionState === "online" && (hasGap || awaitsAnswer || toSend.length)) {
      this.#resume();
      this.#sendUnsent();
    }
  }

  #unsentChanged() {
    this.#memory.unsent = this.#transcript.unsent;
    this.#changed();
  }

  #changed() {
    this.#onChange();
  }
}
