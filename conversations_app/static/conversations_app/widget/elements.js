const TAGS = "a blockquote br code em hr img li ol p pre s strong table tbody td th thead tr ul".split(" ");
const ICONS = {
  chat: "M20 11.5a7.5 7.5 0 0 1-11 6.6l-4.5 1.4 1.4-4.3A7.5 7.5 0 1 1 20 11.5Z",
  down: "M6 9.5l6 6 6-6",
  close: "M7 7l10 10m0-10L7 17",
  more: "M12 5.5v.01M12 12v.01M12 18.5v.01",
  send: "M12 19V5.5M6 11.5l6-6 6 6",
};
const BURST_MILLISECONDS = 300_000;
const NARRATED_MILLISECONDS = 20_000;
const MASK = "••••••";
export const PAGE = 100;
let policy;

/** Nothing is parsed, so nothing can run. */
export function h(tag, attributes, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function icon(name) {
  const [svg, path] = ["svg", "path"].map((tag) => document.createElementNS("http://www.w3.org/2000/svg", tag));
  return filled(svg, { viewBox: "0 0 24 24", "aria-hidden": "true" }, [filled(path, { d: ICONS[name] }, [])]);
}

export function button(label, click, name, ...shown) {
  const title = shown.length ? label : undefined;
  return h("button", { type: "button", class: name, click, title, "aria-label": title }, ...(title ? shown : [label]));
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") {
      node.addEventListener(name, value);
    } else if (value !== undefined && value !== false) {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
  node.append(...children.filter(Boolean));
  return node;
}

/** The server has cleaned it; whose page this is need not rely on that. */
export function copyOf(html) {
  try {
    policy ??= (window.trustedTypes ?? { createPolicy: (_, rules) => rules }).createPolicy("soni-chat", { createHTML: String });
    const { body } = new DOMParser().parseFromString(policy.createHTML(html), "text/html");
    return h("div", { class: "rich" }, ...copies(body));
  } catch {
    return null;
  }
}

function copies({ childNodes }) {
  return [...childNodes].flatMap((node) => {
    const { localName: tag, href, src, alt, start } = node;
    const attributes = {
      a: /^(https?|mailto|tel):/.test(href) && { href, target: "_blank", rel: "noopener noreferrer" },
      img: /^https?:/.test(src) && { src, alt, loading: "lazy", referrerpolicy: "no-referrer" },
      ol: { start },
    };
    if (!TAGS.includes(tag)) {
      return node.nodeType === Node.TEXT_NODE ? [node.nodeValue] : [];
    }
    return attributes[tag] === false ? copies(node) : [h(tag, attributes[tag], ...copies(node))];
  });
}

/** What a theme says goes before what the platform has its widgets say. */
export function wordsIn(language, own, words = {}) {
  return {
    language,
    direction: /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/.test(language) ? "rtl" : "ltr",
    say(name, values = {}) {
      const text = own[name] || words[values.count === 1 && `${name}_one`] || words[name] || "";
      return text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
    },
    date: (moment, style) => new Date(moment).toLocaleString(language, style),
  };
}

export class Messages {
  node = h("div", { class: "list" });
  shown = new Map();
  most = PAGE;

  constructor(words, on) {
    Object.assign(this, { words, on });
  }

  /** The newest, and of what is older as much as somebody has looked for. */
  show(entries, nameOf, trouble, listed) {
    const all = entries.filter(({ text, options }) => text || options?.length);
    const visible = all.slice(-this.most);
    this.hasMore = all.length > this.most;
    const before = this.shown;
    this.shown = new Map();
    visible.forEach((entry, index) => {
      const { seq, state } = entry;
      const place = { name: nameOf(entry), trouble: state === "sending" && trouble, isList: seq === listed };
      const node = this.keep(before, entry.client_id ?? seq, JSON.stringify([entry, place]), () => this.message(entry, place));
      node.toggleAttribute("data-last", !isOneBurst(entry, visible[index + 1]));
    });
    before.forEach(({ node }) => node.remove());
    [...this.shown.values()].forEach(({ node }, index) => {
      const there = this.node.children[index];
      if (there !== node) {
        this.node.insertBefore(node, there ?? null);
      }
    });
  }

  /** Made anew only if it shows something else. */
  keep(before, key, known, make) {
    const kept = before.get(key);
    before.delete(key);
    const node = kept?.known === known ? kept.node : make();
    if (kept && kept.node !== node) {
      node.classList.add("changed");
      kept.node.replaceWith(node);
    }
    this.shown.set(key, { known, node });
    return node;
  }

  message(entry, { name, trouble, isList }) {
    const { role, state, seq } = entry;
    return h("div", { class: "message", "data-role": role, "data-state": state, "data-seq": seq },
      h("span", { class: role === "agent" ? "speaker" : "hidden" }, `${name}: `),
      h("div", { class: "bubble", dir: "auto" }, this.content(entry)),
      !isList && this.options(entry),
      this.meta(entry, trouble),
    );
  }

  content({ role, text, html, sensitive }) {
    if (role === "user" && sensitive) {
      return h("span", { role: "img", "aria-label": this.words.say("hidden") }, MASK);
    }
    return (html && copyOf(html)) || text;
  }

  options({ options = [], seq }) {
    const buttons = options.map((option) => button(option.label, () => this.on.press(option, seq), "option"));
    return buttons.length > 0 && choice(this.words, buttons);
  }

  meta({ state, client_id: clientId, created_at: moment }, trouble) {
    const { say, date } = this.words;
    if (state === "failed") {
      return h("p", { class: "meta" }, say("failed"), button(say("retry"), () => this.on.retry(clientId), "retry"));
    }
    if (state === "sending") {
      return h("p", { class: "meta late" }, trouble || "…");
    }
    const isToday = new Date(moment).toDateString() === new Date().toDateString();
    const style = { dateStyle: isToday ? undefined : "medium", timeStyle: "short" };
    return moment && h("p", { class: "meta" }, h("time", { datetime: moment }, date(moment, style)));
  }
}

export function choice({ say }, buttons) {
  return h("div", { class: "options", role: "group", "aria-label": say("choose") }, ...buttons);
}

/** Tells screen readers what is new; the transcript itself stays silent. */
export class Narrator {
  polite = h("div", { class: "hidden", role: "status" });
  urgent = h("div", { class: "hidden", role: "alert" });
  known = {};
  failed = [];

  constructor({ say }) {
    this.say = say;
  }

  tell(text, region = this.polite) {
    const line = h("p", {}, text);
    region.append(line);
    setTimeout(() => line.remove(), NARRATED_MILLISECONDS);
  }

  message({ text, html, options = [] }, name, region) {
    const copy = html && copyOf(html);
    const words = copy ? textsIn(copy).join(" ") : text;
    const list = options.map(({ label }) => label).join(", ");
    this.tell(`${name}: ${words} ${list && this.say("options", { count: options.length, list })}`, region);
  }

  /** How something stands, if it stood otherwise before. */
  standing(name, text) {
    const before = this.known[name];
    this.known[name] = text;
    if (text && before !== undefined && before !== text) {
      this.tell(text);
    }
  }

  failures(entries) {
    const known = this.failed;
    this.failed = entries.filter(({ state }) => state === "failed").map((entry) => entry.client_id);
    if (this.failed.some((clientId) => !known.includes(clientId))) {
      this.tell(this.say("failed"), this.urgent);
    }
  }
}

export function transcriptText(entries, { date }, nameOf) {
  const lines = entries.map((entry) => {
    const { text, sensitive, created_at: moment } = entry;
    return text && moment && `[${date(moment, { dateStyle: "short", timeStyle: "short" })}] ${nameOf(entry)}: ${sensitive ? MASK : text}`;
  });
  return lines.filter(Boolean).join("\n");
}

function textsIn(node) {
  return [node.nodeValue ?? node.alt, ...[...node.childNodes].flatMap(textsIn)];
}

function isOneBurst(one, other) {
  const same = one && other && one.role === other.role && one.metadata?.agent === other.metadata?.agent;
  return same && !(Date.parse(other.created_at) - Date.parse(one.created_at) > BURST_MILLISECONDS);
}
