import { button, h, icon, wordsIn } from "./elements.js";
import { Memory } from "./memory.js";
import { Panel } from "./panel.js";
import { Session } from "./session.js";
import { styles } from "./styles.js";
import { Api, pauseAfter } from "./transport.js";

const PHONE = matchMedia("(max-width: 480px), (max-height: 400px)");

/** A chat with one bot, behind a button or, with mode="inline", where it stands. */
class SoniChat extends HTMLElement {
  #root = h("div", { class: "root" });
  #theme = new CSSStyleSheet();
  #api;
  #memory;
  #session;
  #settings;
  #words;
  #panel;
  #launcher;
  #news;
  #user;
  #language;
  #open = false;
  #opener;
  #told = {};
  #drawing;
  #begun;
  #ready = new Promise((resolve) => (this.#begun = resolve));
  #listening;

  constructor() {
    super();
    const shadow = this.attachShadow({ mode: "open" });
    shadow.adoptedStyleSheets = [styles, this.#theme];
    shadow.append(this.#root);
  }

  connectedCallback() {
    this.#listen();
    if (this.#session) {
      this.#connect();
    } else if (this.hasAttribute("bot")) {
      this.#begin();
    }
  }

  disconnectedCallback() {
    // It may be put in again at once.
    setTimeout(() => {
      if (!this.isConnected) {
        this.#listening.abort();
        this.#session?.stop();
      }
    });
  }

  open() {
    this.#ready.then(() => this.#show(true));
  }

  close() {
    this.#ready.then(() => this.#show(false));
  }

  toggle() {
    this.#ready.then(() => this.#show(!this.#open));
  }

  send(text) {
    this.#ready.then(() => {
      if (text.length > this.#settings.message_length) {
        this.#refused({ code: "message_too_long" });
      } else if (text.trim()) {
        this.#session.say(text);
      }
    });
  }

  identify({ userRef, userHash } = {}) {
    this.#user = { user_ref: userRef, user_hash: userHash };
    this.#ready.then(() => this.#enter());
  }

  setLanguage(code) {
    this.#language = code;
    this.#ready.then(async () => {
      const { language } = this.#settings;
      await this.#configure();
      new Memory(this.#api.origin).write("language", code);
      if (language !== this.#settings.language) {
        const inside = this.matches(":focus-within");
        this.#build();
        if (inside) {
          this.#panel.focus();
        }
        this.#session.renew();
      }
    });
  }

  reset() {
    this.#ready.then(() => this.#session.restart());
  }

  on(name, handler) {
    const listener = ({ detail }) => handler(detail);
    this.addEventListener(`soni:${name}`, listener);
    return () => this.removeEventListener(`soni:${name}`, listener);
  }

  /** Shows what it is given, without a server. */
  preview({ messages = [], state = {}, ...settings }) {
    this.#memory = new Memory("preview");
    this.#session = new Session(null, this.#memory, null, { change: () => this.#changed() });
    const seq = messages.length;
    const frames = messages.map((message, index) => ({ type: "message", message: { ...message, seq: index + 1 } }));
    const standing = { type: "status", pending: { seq }, last_seq: seq, turn: seq, ...state };
    [...frames, standing, { type: "typing", ...state.typing }].forEach((frame) => this.#session.transcript.take(frame));
    this.#session.connection = state.connection ?? "online";
    this.#settings = { direction: document.dir, ...settings };
    this.#open = state.open ?? this.#open;
    this.#begun();
    this.#build();
  }

  get #isInline() {
    return this.getAttribute("mode") === "inline";
  }

  async #begin() {
    const host = this.getAttribute("host") ?? new URL(import.meta.url).origin;
    this.#api = new Api(host);
    this.#user ??= { user_ref: this.getAttribute("user-ref") ?? undefined, user_hash: this.getAttribute("user-hash") ?? undefined };
    this.#language ??= new Memory(host).read("language") ?? this.getAttribute("language");
    await this.#configure();
    this.#enter();
    this.#begun();
    this.#emit("ready");
  }

  async #configure(failures = 0) {
    try {
      this.#settings = await this.#api.settings(this.getAttribute("bot"), this.#language);
    } catch (error) {
      if (error.isFinal) {
        this.#refused(error);
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseAfter(failures)));
      await this.#configure(failures + 1);
    }
  }

  #enter() {
    const memory = new Memory(this.#api.origin, this.getAttribute("bot"), this.#user.user_ref, this.getAttribute("language"));
    // As it was: pages say who somebody is again and again.
    if (memory.key === this.#memory?.key) {
      return;
    }
    this.#memory = memory;
    this.#session?.stop();
    const beginning = () => ({ bot: this.getAttribute("bot"), language: this.#settings.language, ...this.#user });
    this.#session = new Session(this.#api, this.#memory, beginning, {
      change: () => this.#changed(),
      refused: (error) => this.#refused(error),
    });
    this.#open ||= this.hasAttribute("open") || (this.#memory.read("open") && !PHONE.matches);
    this.#build();
    this.#connect();
  }

  /** Unopened, it costs the server nothing. */
  #connect() {
    if (this.isConnected && (this.#isInline || this.#open || this.#memory.read("conversation"))) {
      this.#session.start();
    }
  }

  #build() {
    const { theme, texts, words, language, direction } = this.#settings;
    const on = { close: () => this.close(), language: (code) => this.setLanguage(code) };
    this.#words = wordsIn(language, texts, words);
    this.#panel = new Panel(this.#words, this.#settings, this.#session, this.#isInline, on);
    this.#news = h("div", { class: "hidden", role: "status" });
    this.#launcher = button(" ", () => this.toggle(), "launcher", icon("chat"), texts.launcher && h("span", {}, texts.launcher), h("b", { class: "badge" }));
    this.#launcher.part = "launcher";
    const corner = h("section", { "aria-label": this.#words.say("launcher") }, this.#launcher, this.#news);
    this.#root.replaceChildren(...(this.#isInline ? [] : [corner]), this.#panel.node);
    Object.assign(this.#root, { lang: language, dir: direction || this.#words.direction });
    this.#root.dataset.position = this.getAttribute("position") ?? theme.position;
    this.#root.dataset.scheme = this.getAttribute("colour-scheme") ?? theme.colour_scheme;
    // What the page sets wins.
    this.#theme.replaceSync(`:host { --soni-accent: ${theme.colour}; --soni-accent-text: ${theme.accent_text}; --soni-radius: ${theme.radius}px; }`);
    this.#show(this.#open, false);
  }

  #show(open, byUser = true) {
    this.#open = open;
    const { node } = this.#panel;
    const { activeElement, body } = document;
    const isFree = activeElement === body || this.matches(":focus-within");
    if (!this.#isInline && open !== node.open) {
      node.close();
      if (open && PHONE.matches && this.#api) {
        node.showModal();
        this.shadowRoot.activeElement?.blur();
      }
      // Unlike show(), it leaves the focus where it is.
      node.open = open;
      if (open) {
        this.#session.start();
      }
      if (byUser) {
        if (open) {
          this.#opener = activeElement;
          this.#panel.focus();
        } else if (isFree) {
          this.#launcher.focus();
          // It may be gone.
          this.#opener?.focus();
        }
        this.#memory.write("open", open);
        this.#emit(open ? "open" : "close");
      }
    }
    this.#changed();
  }

  #listen() {
    this.#listening?.abort();
    this.#listening = new AbortController();
    const on = (target, name, act) => target.addEventListener(name, act, this.#listening);
    const wake = () => {
      this.#session?.wake();
      this.#changed();
    };
    on(window, "online", wake);
    on(document, "visibilitychange", wake);
    on(window, "offline", () => this.#session?.drop());
    on(window, "storage", () => this.#session?.follow());
    ["resize", "scroll"].forEach((name) => on(visualViewport, name, () => this.#fit()));
  }

  /** Above a phone's keyboard. */
  #fit() {
    const { height, offsetTop, scale } = visualViewport;
    this.#root.style.setProperty("--height", scale === 1 ? `${height}px` : "");
    this.#root.style.setProperty("--top", scale === 1 ? `${offsetTop}px` : "");
  }

  #changed() {
    if (this.#panel) {
      // A tab in the background has no animation frames, but unread messages.
      this.#drawing ??= setTimeout(() => this.#draw(), 16);
    }
  }

  #draw() {
    this.#drawing = null;
    const { transcript, connection } = this.#session;
    const seen = (this.#isInline || this.#open) && document.visibilityState === "visible";
    const { say } = this.#words;
    const count = this.#session.unread(seen);
    this.#panel.show();
    if (seen) {
      transcript.shownSeq = transcript.contiguousSeq;
    }
    this.#launcher.title = say(this.#open ? "close" : "launcher");
    this.#launcher.setAttribute("aria-label", this.#launcher.title + (count ? `, ${say("unread", { count })}` : ""));
    this.#launcher.setAttribute("aria-expanded", this.#open);
    this.#launcher.lastChild.textContent = count || "";
    this.#emitChange("unread", { count });
    this.#emitChange("status", { status: transcript.status, connection });
    // Last: who is told of a button finds it.
    const news = transcript.news();
    this.#panel.tell(news, this.#isInline || this.#open ? undefined : this.#news);
    news.forEach((message) => this.#emit("message", message));
  }

  #refused({ code, detail }) {
    this.#emit("error", { code, detail });
  }

  #emitChange(name, detail) {
    const known = JSON.stringify(detail);
    if (this.#told[name] !== known) {
      this.#told[name] = known;
      this.#emit(name, detail);
    }
  }

  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(`soni:${name}`, { detail, bubbles: true, composed: true }));
  }
}

customElements.get("soni-chat") ?? customElements.define("soni-chat", SoniChat);
