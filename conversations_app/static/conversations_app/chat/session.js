import { ApiError } from "../api.js";
import { newClientId } from "./client_id.js";
import { Connection } from "./connection.js";
import { Door } from "./door.js";
import { ConversationState } from "./state.js";

const HEALING_MILLISECONDS = 10_000;

/** Keeps the state of a conversation and the server's of one mind, over as many connections as it takes. */
export class Session {
  #memory;
  #state;
  #connection;
  #connectionState = "connecting";
  #healingTimer;
  #stopped = false;
  #onChange;

  constructor({ api, bot, language, socketBase, memory, onChange }) {
    this.#memory = memory;
    this.#onChange = onChange;
    this.#state = new ConversationState(memory.unsent);
    const door = new Door({
      api,
      bot,
      language,
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
        lost: () => this.#disconnected("reconnecting"),
        refused: () => this.#refused(),
      },
    });
  }

  get snapshot() {
    const { transcript, loaded, typing, closed, notice } = this.#state;
    return { entries: transcript.entries, connectionState: this.#connectionState, loaded, typing, closed, notice };
  }

  start() {
    this.#healingTimer = setInterval(() => this.#heal(), HEALING_MILLISECONDS);
    this.#connection.run();
    this.#onChange();
  }

  stop() {
    this.#stopped = true;
    clearInterval(this.#healingTimer);
    this.#connection.stop();
  }

  say(text, more = {}) {
    if (this.#isOnline) {
      this.#state.notice = "";
    }
    this.#post(this.#state.transcript.write(newClientId(), text, more));
  }

  press({ label, value }, seq) {
    this.say(label, { option: value, reply_to: seq });
  }

  retry(clientId) {
    this.#post(this.#state.transcript.retry(clientId));
  }

  /** The page is looked at again, or the network is back: find out how things stand. */
  wake() {
    this.#connection.hurry();
    if (this.#isOnline) {
      this.#resume();
    }
  }

  get #isOnline() {
    return this.#connectionState === "online";
  }

  #post(message) {
    this.#send(message);
    this.#changed();
  }

  #send({ text, option, reply_to: replyTo, client_id: clientId }) {
    const said = option === undefined ? { text } : { option, reply_to: replyTo };
    this.#connection.send({ type: "message", ...said, client_id: clientId });
  }

  #resume() {
    this.#connection.ask({ type: "resume", after: this.#state.transcript.contiguousSeq });
  }

  #catchUp() {
    this.#resume();
    this.#state.transcript.toSend.forEach((message) => this.#send(message));
  }

  /** Asks again as long as something is open. The server knows repeated messages by their client_id. */
  #heal() {
    if (this.#isOnline && this.#state.isUnsettled) {
      this.#catchUp();
    }
  }

  #opened() {
    this.#connectionState = "online";
    this.#catchUp();
    this.#changed();
  }

  #disconnected(connectionState) {
    this.#connectionState = connectionState;
    this.#state.typing = false;
    this.#changed();
  }

  #refused() {
    // The API's own words are for those who call it, not for those who chat.
    this.#state.notice = "This bot is not available right now.";
    this.#disconnected("refused");
  }

  #startAfresh(conversation, { replaced }) {
    // A request may outlive its session; the next one has a conversation of its own.
    if (this.#stopped) {
      return;
    }
    this.#memory.conversation = conversation;
    const notice = replaced ? "The earlier conversation is no longer available. This is a new one." : "";
    // What has not been sent yet was meant for the bot, whichever conversation it ends up in; a button as its words.
    const unsent = this.#state.transcript.unsent.map(({ option, reply_to, ...message }) => message);
    this.#state = new ConversationState(unsent, notice);
    this.#changed();
  }

  #receive(frame) {
    if (frame.code === "conversation_not_found") {
      this.#connection.reconnect();
      return;
    }
    const hadGap = this.#state.transcript.hasGap;
    this.#state.take(frame);
    // Asked once, when the gap appears; if the answer is lost too, healing asks again.
    if (this.#state.transcript.hasGap && !hadGap) {
      this.#resume();
    }
    this.#changed();
  }

  #changed() {
    this.#memory.unsent = this.#state.transcript.unsent;
    this.#onChange();
  }
}
