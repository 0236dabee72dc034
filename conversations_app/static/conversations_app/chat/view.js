import { Scrolling } from "./scrolling.js";
import { TranscriptView } from "./transcript_view.js";

const CONNECTION_TEXTS = {
  connecting: "Connecting…",
  online: "Online",
  reconnecting: "Reconnecting…",
  refused: "Not available",
};
const CLOSED_TEXT = "This conversation has ended. Start over to begin a new one.";
const TYPING_DOTS = 3;

/** Shows snapshots of a session. */
export class View {
  #parts;
  #botName;
  #transcript;
  #scrolling;
  #takeSnapshot = null;

  constructor({ parts, botName, onRetry, onPress }) {
    this.#parts = parts;
    this.#botName = botName;
    const names = { user: "You", bot: botName, agent: "Agent", system: "Notice" };
    this.#transcript = new TranscriptView(parts.transcript, { names, onRetry, onPress });
    this.#scrolling = new Scrolling(parts.scroller, parts.latest);
  }

  /** Changes that come together, such as a whole history, are drawn once: the snapshot is taken when that happens. */
  show(takeSnapshot) {
    if (this.#takeSnapshot === null) {
      requestAnimationFrame(() => this.#draw());
    }
    this.#takeSnapshot = takeSnapshot;
  }

  toEnd() {
    this.#scrolling.toEnd();
  }

  #draw() {
    const snapshot = this.#takeSnapshot();
    this.#takeSnapshot = null;
    this.#drawConnection(snapshot.connectionState);
    this.#drawTranscript(snapshot);
    this.#drawTyping(snapshot.typing);
    this.#drawNotice(snapshot.closed ? CLOSED_TEXT : snapshot.notice);
    this.#parts.field.disabled = snapshot.closed;
    this.#parts.send.disabled = snapshot.closed;
    this.#scrolling.follow();
  }

  #drawConnection(state) {
    const { connection } = this.#parts;
    if (connection.dataset.state !== state) {
      connection.dataset.state = state;
      connection.textContent = CONNECTION_TEXTS[state];
    }
  }

  #drawTranscript({ entries, loaded }) {
    // A screen reader must not read out the whole history after a reload.
    this.#parts.transcript.setAttribute("aria-busy", String(!loaded));
    this.#transcript.render(entries);
    this.#parts.welcome.hidden = !loaded || entries.length > 0;
  }

  #drawTyping(typing) {
    const { typing: sign } = this.#parts;
    if (typing === sign.hasChildNodes()) {
      return;
    }
    sign.replaceChildren(...(typing ? typingSign(this.#botName) : []));
  }

  #drawNotice(text) {
    this.#parts.notice.hidden = !text;
    if (this.#parts.notice.textContent !== text) {
      this.#parts.notice.textContent = text;
    }
  }
}

function typingSign(name) {
  const text = document.createElement("span");
  text.className = "visually-hidden";
  text.textContent = `${name} is typing…`;
  const dots = document.createElement("span");
  dots.className = "typing-dots";
  dots.setAttribute("aria-hidden", "true");
  dots.append(...Array.from({ length: TYPING_DOTS }, () => document.createElement("span")));
  return [text, dots];
}
