/**
 * What the browser keeps of a chat with a bot in one language.
 *
 * The conversation is shared by all tabs; unsent messages belong to the tab they were written in.
 * Both storages may be blocked, and then even naming them throws: the chat works on, until the page is left.
 */
export class Memory {
  #conversationKey;
  #unsentKey;

  constructor(bot, language) {
    this.#conversationKey = `soni.chat.${bot}.${language}.conversation`;
    this.#unsentKey = `soni.chat.${bot}.${language}.unsent`;
  }

  get conversation() {
    const kept = read(() => localStorage, this.#conversationKey);
    return typeof kept?.id === "string" && typeof kept?.token === "string" ? kept : null;
  }

  set conversation(conversation) {
    write(() => localStorage, this.#conversationKey, conversation);
  }

  get unsent() {
    const kept = read(() => sessionStorage, this.#unsentKey);
    return Array.isArray(kept) ? kept.filter(isOutgoing) : [];
  }

  set unsent(messages) {
    write(() => sessionStorage, this.#unsentKey, messages.length ? messages : null);
  }

  forget() {
    this.conversation = null;
    this.unsent = [];
  }
}

function isOutgoing(message) {
  return typeof message?.client_id === "string" && typeof message?.text === "string";
}

function read(storage, key) {
  try {
    return JSON.parse(storage().getItem(key));
  } catch {
    return null;
  }
}

function write(storage, key, value) {
  try {
    if (value === null) {
      storage().removeItem(key);
    } else {
      storage().setItem(key, JSON.stringify(value));
    }
  } catch {
    // Blocked or full: see above.
  }
}
