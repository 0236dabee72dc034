const REQUEST_MILLISECONDS = 15_000;
const SILENCE_MILLISECONDS = 8_000;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 20_000;

/** With jitter: not all clients come back at the same moment. */
export function pauseAfter(failures) {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures) * (0.5 + Math.random() / 2);
}

export class Api {
  constructor(origin) {
    this.origin = origin;
  }

  settings(bot, language) {
    return this.#fetch(`bots/${bot}/widget?${new URLSearchParams(language ? { language } : {})}`);
  }

  start(body) {
    return this.#fetch("conversations", body);
  }

  post({ id, token }, verb, body = {}) {
    return this.#fetch(`conversations/${id}/${verb}`, body, { Authorization: `Bearer ${token}` });
  }

  async socketAddress(conversation) {
    const { ticket } = await this.post(conversation, "ticket");
    return `${this.origin.replace("http", "ws")}/ws/conversations/${conversation.id}/?ticket=${ticket}`;
  }

  async #fetch(path, body, headers) {
    const response = await fetch(`${this.origin}/api/v1/${path}`, {
      ...(body && { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers } }),
      credentials: "omit",
      signal: AbortSignal.timeout(REQUEST_MILLISECONDS),
    });
    if (response.ok) {
      // If it breaks off, it is asked for again.
      return await response.json();
    }
    const { status } = response;
    const told = await response.json().catch(() => ({}));
    // What is not ours to say, such as a proxy's, may pass.
    throw Object.assign(new Error(), told, { status, isFinal: told.code && status < 500 && status !== 429 });
  }
}

/** A socket that comes back by itself, until it is stopped or refused. */
export class Connection {
  #address;
  #on;
  #failures = 0;
  #socket;
  #stopped = false;
  #silence;

  constructor(address, on) {
    this.#address = address;
    this.#on = on;
  }

  drop = () => {};

  /** Also of an attempt that is under way: should it fail, the next is soon. */
  hurry = () => (this.#failures = 0);

  async run() {
    while (!this.#stopped) {
      try {
        // Left for another one.
        if (await this.#connectOnce()) {
          continue;
        }
      } catch (error) {
        if (error.isFinal) {
          this.#tell("refused", error);
          return;
        }
      }
      this.#tell("lost");
      await new Promise((resolve) => {
        this.hurry = () => resolve((this.#failures = 0));
        setTimeout(resolve, this.#stopped ? 0 : pauseAfter(this.#failures++));
      });
    }
  }

  send(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(frame));
    }
  }

  /** If no answer comes, the socket is dead, though it looks open. */
  ask(frame) {
    this.send(frame);
    this.#expectSomething();
  }

  stop() {
    this.#stopped = true;
    this.drop();
    this.hurry();
  }

  async #connectOnce() {
    const address = await this.#address();
    if (this.#stopped) {
      return;
    }
    const socket = (this.#socket = new WebSocket(address));
    // On a dead network the close event comes late, or never.
    const isLeft = await new Promise((resolve) => {
      this.drop = resolve;
      socket.onclose = () => resolve();
      socket.onopen = () => this.#tell("open");
      socket.onmessage = ({ data }) => {
        clearTimeout(this.#silence);
        this.#failures = 0;
        this.#tell("frame", JSON.parse(data));
      };
      this.#expectSomething();
    });
    clearTimeout(this.#silence);
    this.#socket = socket.onopen = socket.onmessage = null;
    socket.close();
    return isLeft;
  }

  #expectSomething() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.drop(), SILENCE_MILLISECONDS);
  }

  #tell(what, detail) {
    if (!this.#stopped) {
      this.#on[what](detail);
    }
  }
}
