import { button, choice, h, icon, Messages, Narrator, PAGE, transcriptText } from "./elements.js";
import { REFUSED } from "./session.js";

const NEAR_PIXELS = 80;
/** More are a list below. */
const MOST_BUTTONS = 8;
const FIELDS = {
  date: { type: "date" },
  datetime: { type: "datetime-local" },
  time: { type: "time" },
  number: { type: "number", step: "any" },
  integer: { type: "number" },
  money: { type: "number", step: "any" },
  email: { type: "email", autocomplete: "email" },
  phone: { type: "tel", autocomplete: "tel" },
};
/** What a field says, as its user would write it. Three digits behind a point may be read as thousands. */
const WRITTEN = {
  number: (value) => String(Number(value)).replace(/\.\d{3}$/, "$&0"),
  date: (value, language) => day(value, language) ?? value,
  "datetime-local": (value, language) => {
    const [date, time] = value.split("T");
    const written = day(date, language);
    return written ? `${written}, ${time}` : `${date} ${time}`;
  },
};
/** Languages in which the bot is sure to read a day in words, and how each writes it. */
const DAYS = { en: "en-GB", es: "es" };

function day(value, language) {
  const locale = DAYS[language.split("-")[0]];
  return locale && new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${value}T00:00Z`));
}

export class Panel {
  places = {};
  shown = {};
  following = true;

  constructor(words, settings, session, inline, on) {
    // What was pressed goes, and the focus with it.
    const answered = (act) => (...values) => {
      session[act](...values);
      this.following = true;
      this.show();
      this.focus();
    };
    Object.assign(this, { words, settings, session, name: settings.texts.title || settings.name });
    this.on = { ...on, download: () => this.download(), say: answered("say"), press: answered("press"), retry: answered("retry"), restart: answered("restart") };
    this.narrator = new Narrator(words);
    this.messages = new Messages(words, this.on);
    this.composer = composer(words, settings.message_length, session, this.on);
    this.node = this.assemble(inline);
  }

  /** On a touch screen, the field would open the keyboard. */
  focus() {
    const writes = !this.composer.hidden && matchMedia("(hover: hover)").matches;
    (writes ? this.composer.firstChild : this.places.scroller).focus({ preventScroll: true });
  }

  nameOf = ({ role, metadata }) => {
    const { say } = this.words;
    return { user: say("you"), agent: metadata?.agent }[role] ?? this.name;
  };

  show() {
    const { transcript, connection } = this.session;
    const { entries, status, agent, question, typist, loaded } = transcript;
    const { say } = this.words;
    const { theme } = this.settings;
    const online = connection === "online";
    const closed = status === "closed";
    const banner = status === "handed_off" && say(agent ? "person" : "nobody", agent ?? {});
    const root = this.node.getRootNode();
    const focused = root.activeElement;
    this.narrator.failures(entries);
    if (connection !== "connecting") {
      this.narrator.standing("connection", say(online ? "back" : connection));
    }
    const waits = !REFUSED.has(connection);
    const trouble = !online && say(waits ? "waiting" : connection);
    this.messages.show(entries, this.nameOf, trouble, question?.options.length > MOST_BUTTONS && question.seq);
    this.composer.hidden = closed;
    this.fill("subtitle", say(online ? "subtitle" : connection));
    this.fill("banner", banner);
    this.fill("welcome", loaded && !entries.length, () => h("div", {}, this.avatar(), h("h3", {}, say("greeting"))));
    this.fill("typing", online && typist !== null && say("typing", { name: typist || this.name }), typing);
    this.fill("answer", question, () => answerTo(question, this.words, this.on));
    this.fill("end", closed, () => ending(say, theme.rating, this.session, this.on));
    this.follow();
    // What had the focus may be gone.
    if (focused && !root.activeElement?.checkVisibility()) {
      this.focus();
    }
  }

  /** What was said, and then how it stands. */
  tell(news, region) {
    const { status, loaded } = this.session.transcript;
    const heard = news.filter(({ role, text }) => role !== "user" && text);
    heard.forEach((message) => this.narrator.message(message, this.nameOf(message), region));
    if (loaded) {
      this.narrator.standing("status", status === "closed" ? this.words.say("closed") : this.places.banner.textContent);
    }
  }

  /** A field that is being filled in stays. */
  fill(name, value, make = String) {
    const known = JSON.stringify(value);
    if (this.shown[name] !== known) {
      this.shown[name] = known;
      this.places[name].replaceChildren(...[value && make(value)].filter(Boolean));
    }
  }

  assemble(inline) {
    const { say } = this.words;
    const place = (name, attributes, ...children) => (this.places[name] = h("div", { class: name, ...attributes }, ...children));
    const log = { part: "transcript", role: "log", "aria-live": "off", "aria-label": say("messages"), tabindex: 0, scroll: () => this.scrolled() };
    const scroller = place("scroller", log, place("welcome"), this.messages.node, place("typing"));
    const latest = (this.places.latest = button(say("messages"), () => this.follow(true), "latest", icon("down")));
    // Pictures come late.
    const grown = new ResizeObserver(() => this.follow());
    [scroller, this.messages.node].forEach((node) => grown.observe(node));
    return h(
      inline ? "section" : "dialog",
      { class: "panel", part: "panel", "aria-label": this.name, keydown: this.escape, cancel: this.escape },
      h("div", { class: "header", part: "header" },
        this.avatar(),
        h("div", {}, h("h2", {}, this.name), place("subtitle")),
        menu(this.words, this.settings, this.on),
        !inline && button(say("close"), this.on.close, "icon", icon("close")),
      ),
      place("banner"),
      scroller,
      h("div", { class: "foot", part: "composer" }, latest, place("answer"), this.composer, place("end")),
      this.narrator.polite,
      this.narrator.urgent,
    );
  }

  avatar() {
    const { avatar: src } = this.settings.theme;
    const letter = [...this.name][0].toUpperCase();
    return h("span", { class: "avatar", "aria-hidden": "true" }, src ? h("img", { src, alt: "", error: ({ target }) => target.replaceWith(letter) }) : letter);
  }

  download() {
    const text = transcriptText(this.session.transcript.entries, this.words, this.nameOf);
    const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    h("a", { href, download: `${this.name}.txt` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 9_999);
  }

  escape = (event) => {
    if (event.type === "cancel" || (event.key === "Escape" && !event.isComposing)) {
      event.preventDefault();
      const menu = this.node.querySelector("details[open]");
      if (menu) {
        menu.open = false;
        menu.firstChild.focus();
      } else {
        this.on.close();
      }
    }
  };

  follow(toEnd = this.following) {
    const { scroller, latest } = this.places;
    this.following = toEnd;
    if (toEnd) {
      scroller.scrollTop = scroller.scrollHeight;
    }
    latest.hidden = toEnd;
  }

  scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.places.scroller;
    this.following = scrollHeight - scrollTop - clientHeight < NEAR_PIXELS;
    this.places.latest.hidden = this.following;
    if (scrollTop < NEAR_PIXELS && this.messages.hasMore) {
      this.messages.most += PAGE;
      this.show();
      this.places.scroller.scrollTop += this.places.scroller.scrollHeight - scrollHeight;
    }
  }
}

function typing(text) {
  return h("p", { class: "bubble dots" }, h("span", { class: "hidden" }, text), h("i"), h("i"), h("i"));
}

function composer({ say }, length, session, on) {
  const placeholder = say("placeholder");
  const keydown = (event) => {
    // 229: Safari's, for the end of a composition.
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing && event.keyCode !== 229) {
      event.preventDefault();
      node.requestSubmit();
    }
  };
  // Who has written before a question came has not answered it, however late they send.
  let seen = 0;
  const input = () => {
    session.draft = field.value;
    seen = session.transcript.shownSeq;
  };
  const field = h("textarea", { rows: 1, dir: "auto", maxlength: length, placeholder, "aria-label": placeholder, enterkeyhint: "send", input, keydown }, session.draft);
  const send = () => {
    const text = field.value.trim();
    field.value = session.draft = "";
    if (text) {
      on.say(text, { seen });
    }
    field.focus();
  };
  const node = form("composer", send, field, h("button", { class: "send", "aria-label": say("send") }, icon("send")));
  return node;
}

function answerTo({ input, options, seq, acknowledge }, words, on) {
  const { say } = words;
  if (acknowledge || (input.type === "boolean" && !options.length)) {
    const labels = acknowledge ? ["OK"] : [say("yes"), say("no")];
    const answer = (label) => (acknowledge ? on.press({ label, value: label }, seq) : on.say(label));
    return choice(words, labels.map((label) => button(label, () => answer(label), "option")));
  }
  const type = input.secret ? { type: "password", autocomplete: "off" } : FIELDS[input.type] ?? input.field;
  const limit = (value) => value && String(value).replace(" ", "T");
  if (options.length > MOST_BUTTONS) {
    const choices = options.map(({ label }, index) => h("option", { value: index }, label));
    const list = h("select", { required: true }, h("option", { value: "" }), ...choices);
    return answerForm(say, say("choose"), list, () => on.press(options[list.value], seq));
  }
  const field = h("input", { ...type, min: limit(input.min), max: limit(input.max), required: true });
  const value = () => WRITTEN[field.type]?.(field.value, words.language) ?? field.value;
  const label = input.secret ? say("secret") : input.label ?? say(input.type, input);
  return type && answerForm(say, label, field, () => on.say(value()));
}

function answerForm(say, label, field, submit) {
  return form("field", submit, h("label", {}, label, field), h("button", { class: "primary" }, say("send")));
}

function form(name, act, ...parts) {
  const submit = (event) => {
    event.preventDefault();
    act(event);
  };
  return h("form", { class: name, submit }, ...parts);
}

function menu({ say, language }, { theme, languages = [] }, on) {
  const shut = () => node.removeAttribute("open");
  const restart = button(say("restart"), () => {
    // Only the second press does it.
    const sure = restart.textContent === say("sure");
    restart.textContent = say("sure");
    if (sure) {
      shut();
      on.restart();
    }
  });
  const choices = languages.map((code) => h("option", { value: code, lang: code, selected: code === language }, new Intl.DisplayNames(code, { type: "language" }).of(code)));
  const items = [
    theme.transcript && button(say("download"), () => (shut(), on.download())),
    theme.restart && restart,
    choices.length > 1 && h("label", {}, say("language"), h("select", { change: ({ target }) => on.language(target.value) }, ...choices)),
  ];
  const summary = h("summary", { class: "icon", "aria-label": say("menu"), title: say("menu") }, icon("more"));
  const focusout = ({ relatedTarget: next }) => next && !node.contains(next) && shut();
  const toggle = () => (restart.textContent = say("restart"));
  const node = h("details", { hidden: !items.some(Boolean), focusout, toggle }, summary, h("div", { class: "menu" }, ...items));
  return node;
}

function ending(say, rating, session, on) {
  return h("div", {}, h("p", {}, say("closed")), rating && ratingForm(say, session), button(say("again"), on.restart, "primary"));
}

function ratingForm(say, session) {
  const stars = [1, 2, 3, 4, 5].map((value) => {
    const field = { type: "radio", name: "score", value, required: true, checked: value === session.rated, "aria-label": `${value}/5` };
    return h("label", { class: "star" }, h("input", field), "★");
  });
  const comment = h("textarea", { name: "comment", rows: 2, maxlength: 1000, dir: "auto", "aria-label": say("comment"), placeholder: say("comment") });
  const told = h("p", { role: "status" }, session.rated && say("rated"));
  const submit = async ({ target }) => {
    const { score, ...more } = Object.fromEntries(new FormData(target));
    told.textContent = say(await session.rate({ score: Number(score), ...more }).then(() => "rated", () => "failed"));
  };
  const choices = h("fieldset", {}, h("legend", {}, say("rate")), ...stars);
  return form("rating", submit, choices, comment, h("button", { class: "quiet" }, say("send")), told);
}
