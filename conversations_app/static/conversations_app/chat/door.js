import { ApiError } from "../api.js";

/** The way into the kept conversation, or into a new one if there is none any more. */
export class Door {
  #api;
  #bot;
  #language;
  #socketBase;
  #conversation;
  #onNewConversation;

  constructor({ api, bot, language, socketBase, conversation, onNewConversation }) {
    this.#api = api;
    this.#bot = bot;
    this.#language = language;
    this.#socketBase = socketBase;
    this.#conversation = conversation;
    this.#onNewConversation = onNewConversation;
  }

  /** The address of a socket. It holds a ticket that works once. */
  async socketAddress() {
    const ticket = await this.#ticket();
    const url = new URL(`conversations/${this.#conversation.id}/`, new URL(this.#socketBase, location.href));
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.searchParams.set("ticket", ticket);
    return url.href;
  }

  async #ticket() {
    if (this.#conversation) {
      try {
        return await this.#api.createTicket(this.#conversation);
      } catch (error) {
        if (!isGone(error)) {
          throw error;
        }
      }
    }
    await this.#begin();
    return this.#api.createTicket(this.#conversation);
  }

  async #begin() {
    const replaced = this.#conversation !== null;
    this.#conversation = await this.#api.createConversation(this.#bot, this.#language);
    this.#onNewConversation(this.#conversation, { replaced });
  }
}

/** The token has expired, or the conversation has been removed. */
function isGone(error) {
  return error instanceof ApiError && (error.status === 401 || error.status === 404);
}
