const TIME = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
const DAY_AND_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** One message in the transcript. `names` tells who speaks, by role. */
export class MessageElement {
  #meta = make("p", "message-meta");
  #text = make("p", "message-text");
  #options = make("div", "message-options");
  #onRetry;
  #onPress;
  #shown = "";

  constructor(entry, { names, onRetry, onPress }) {
    this.#onRetry = onRetry;
    this.#onPress = onPress;
    this.#options.setAttribute("role", "group");
    this.#options.setAttribute("aria-label", "Answers to choose from");
    this.#text.dir = "auto";
    this.node = make("div", "message");
    this.node.dataset.role = entry.role;
    const speaker = make("span", entry.role === "agent" ? "message-speaker" : "visually-hidden");
    speaker.textContent = `${names[entry.role] ?? entry.role}:`;
    this.node.append(speaker, this.#text, this.#options, this.#meta);
  }

  update(entry, { timed }) {
    const { seq, text, state, created_at: moment, options = [] } = entry;
    const shown = JSON.stringify([seq, text, state, moment, options, timed]);
    if (shown === this.#shown) {
      return;
    }
    this.#shown = shown;
    if (this.#text.textContent !== entry.text) {
      this.#text.textContent = entry.text;
    }
    this.node.dataset.state = entry.state;
    if (entry.seq !== undefined) {
      this.node.dataset.seq = entry.seq;
    }
    this.#options.hidden = options.length === 0;
    this.#options.replaceChildren(...options.map((option) => this.#optionButton(option, seq)));
    this.#meta.replaceChildren(...this.#metaOf(entry, timed));
  }

  #metaOf(entry, timed) {
    if (entry.state === "failed") {
      return [`Not sent. ${entry.detail ?? ""} `, this.#retryButton(entry)];
    }
    if (entry.state === "sending") {
      return [sendingSign()];
    }
    return timed ? [timeOf(entry.created_at)] : [];
  }

  #optionButton(option, seq) {
    const button = make("button", "option");
    button.type = "button";
    button.dir = "auto";
    button.textContent = option.label;
    button.addEventListener("click", () => this.#onPress(option, seq));
    return button;
  }

  #retryButton(entry) {
    const button = make("button", "retry");
    button.type = "button";
    button.textContent = "Retry";
    button.addEventListener("click", () => this.#onRetry(entry.client_id));
    return button;
  }
}

function sendingSign() {
  const sign = make("span", "sending");
  sign.textContent = "Sending…";
  // Read out after every message, it would be in the way.
  sign.setAttribute("aria-hidden", "true");
  return sign;
}

function timeOf(moment) {
  const date = new Date(moment);
  const time = make("time");
  time.dateTime = moment;
  time.textContent = TIME.format(date);
  time.title = DAY_AND_TIME.format(date);
  return time;
}

function make(tag, className = "") {
  const node = document.createElement(tag);
  node.className = className;
  return node;
}
