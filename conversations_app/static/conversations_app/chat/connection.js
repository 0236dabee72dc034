import { Backoff } from "./backoff.js";

const SILENCE_MILLISECONDS = 8_000;

/**
 * A socket that comes back by itself, until it is stopped or refused.
 *
 * `address()` gives a fresh address for each attempt. Its errors are taken for passing unless `isFinal(error)`.
 */
export class Connection {
  #address;
  #isFinal;
  #on;
  #backoff = new Backoff();
  #socket = null;
  #stopped = false;
  #leaveSocket = () => {};
  #endPause = () => {};
  #silenceTimer = 0;

  constructor({ address, isFinal, on }) {
    this.#address = address;
    this.#isFinal = isFinal;
    this.#on = on;
  }

  async run() {
    while (!this.#stopped) {
      try {
        await this.#connectOnce();
      } catch (error) {
        if (this.#isFinal(error)) {
          this.#unlessStopped(() => this.#on.refused(error));
          return;
        }
      }
      this.#unlessStopped(() => this.#on.lost());
      await this.#pause(this.#backoff.next());
    }
  }

  send(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify(frame));
    }
  }

  /** For a frame that the server answers: a socket that stays silent then is dead, even if it looks open. */
  ask(frame) {
    this.send(frame);
    this.#expectSomething();
  }

  /** Connects now instead of at the end of the pause. */
  hurry() {
    this.#endPause();
  }

  reconnect() {
    this.#leaveSocket();
  }

  stop() {
    this.#stopped = true;
    this.#leaveSocket();
    this.#endPause();
  }

  async #connectOnce() {
    const address = await this.#address();
    if (this.#stopped) {
      return;
    }
    const socket = new WebSocket(address);
    this.#socket = socket;
    // Not the close event alone: on a dead network it comes late, or never.
    await new Promise((resolve) => {
      this.#leaveSocket = resolve;
      socket.addEventListener("close", resolve);
      socket.addEventListener("open", () => this.#ifCurrent(socket, () => this.#on.open()));
      socket.addEventListener("message", (event) => this.#ifCurrent(socket, () => this.#receive(event.data)));
      this.#expectSomething();
    });
    this.#socket = null;
    clearTimeout(this.#silenceTimer);
    socket.close();
  }

  #expectSomething() {
    clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => this.#leaveSocket(), SILENCE_MILLISECONDS);
  }

  #receive(data) {
    clearTimeout(this.#silenceTimer);
    this.#backoff.reset();
    this.#on.frame(JSON.parse(data));
  }

  #ifCurrent(socket, act) {
    if (this.#socket === socket) {
      this.#unlessStopped(act);
    }
  }

  #unlessStopped(act) {
    if (!this.#stopped) {
      act();
    }
  }

  async #pause(milliseconds) {
    await new Promise((resolve) => {
      this.#endPause = resolve;
      setTimeout(resolve, this.#stopped ? 0 : milliseconds);
    });
  }
}
