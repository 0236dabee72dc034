/** Published versions and kept drafts: to look at, compare, restore, and publish again. */

import { button, iconButton } from "../parts/button.js";
import { soon } from "../parts/drawing.js";
import { html, nothing, render, repeat } from "../parts/lit.js";
import { openMenu } from "../parts/menu.js";
import { openComparison } from "./comparing.js";
import { moment } from "../parts/moments.js";
import { askRestore, askRollBack } from "./restoring.js";

export default function mount(editor, element) {
  return new VersionsPanel(editor, element);
}

const DRAFT = { ref: "document", label: "The draft, as on this page" };

class VersionsPanel {
  #editor;
  #element;
  #found = null;
  #failed = "";
  #redraw = soon(() => this.#draw());

  constructor(editor, element) {
    this.#editor = editor;
    this.#element = element;
    element.classList.add("ed-versions");
    editor.addEventListener("published", () => this.#load());
    this.#draw();
    this.#load();
  }

  shown() {
    this.#load();
  }

  hidden() {}

  async #load() {
    try {
      this.#found = await this.#editor.request("versions");
      this.#failed = "";
    } catch (failed) {
      this.#failed = failed.detail;
    }
    this.#redraw();
  }

  get #choices() {
    const versions = this.#found.results.map(({ number, current, note }) => ({
      ref: number, label: `Version ${number}${current ? " (current)" : ""}${note ? ` – ${short(note)}` : ""}`,
    }));
    const snapshots = this.#found.snapshots.map(({ id, created_at: at }) => ({ ref: `snapshot:${id}`, label: `Draft kept ${moment(at)}` }));
    return [DRAFT, ...versions, ...snapshots];
  }

  #draw() {
    const versions = this.#found?.results ?? [];
    render(html`
      <div class="ed-versions-bar">
        ${button({ label: "Compare…", iconName: "versions", disabled: !versions.length && !this.#found?.snapshots.length, onClick: () => this.#compare(this.#choices[1].ref, DRAFT.ref) })}
      </div>
      <div class="ed-versions-list ed-scroll">${this.#content(versions)}</div>`, this.#element);
  }

  #content(versions) {
    if (this.#failed) {
      return html`<div class="ed-empty" role="alert"><p>The versions can't be shown. ${this.#failed}</p>${button({ label: "Try again", onClick: () => this.#load() })}</div>`;
    }
    if (!this.#found) {
      return html`<p class="ed-help">Loading…</p>`;
    }
    return html`
      ${versions.length ? html`<ol class="ed-version-list" aria-label="Published versions, the newest first">${repeat(versions, (one) => one.number, (one) => this.#version(one))}</ol>`
        : html`<div class="ed-empty"><p><strong>Not published yet.</strong> When you publish, the flow as it is then is kept as version 1, and conversations that begin from then on take it.</p></div>`}
      ${this.#found.snapshots.length ? html`<h3>Kept drafts</h3><ol class="ed-version-list">${this.#found.snapshots.map((one) => this.#snapshot(one))}</ol>` : nothing}`;
  }

  #version(version) {
    const { number, author, note, created_at: at, current, conversations } = version;
    return html`<li class="ed-version ${current ? "ed-version-current" : ""}">
      <div class="ed-version-head"><strong>Version ${number}</strong>${current ? html`<span class="ed-badge">current</span>` : nothing}
        <span class="ed-help">${[author, moment(at)].filter(Boolean).join(", ")}</span></div>
      ${note ? html`<p class="ed-version-note">${note}</p>` : nothing}
      <p class="ed-help">${conversationWords(conversations)}</p>
      <div class="ed-version-deeds">
        ${button({ label: "Compare with the draft", kind: "quiet", title: `Compare version ${number} with the draft`, onClick: () => this.#compare(number, DRAFT.ref) })}
        ${iconButton({ label: `More of version ${number}`, iconName: "more", popup: "menu", onClick: (event) => this.#menu(version, event.currentTarget) })}
      </div>
    </li>`;
  }

  #menu({ number, current }, anchor) {
    const older = this.#found.results.find((one) => one.number < number);
    const { rights } = this.#editor.boot;
    openMenu(anchor, `More of version ${number}`, [
      { label: older ? `Compare with version ${older.number}` : "Compare with the version before", disabled: !older, run: () => this.#compare(older.number, number) },
      { label: "Restore into the draft…", iconName: "undo", disabled: this.#editor.readonly, run: () => this.#restore(number, `version ${number}`) },
      { label: "Roll back: publish it again…", disabled: current || !rights.publish, run: () => askRollBack(this.#editor, number) },
    ]);
  }

  #snapshot({ id, author, reason, created_at: at }) {
    const ref = `snapshot:${id}`;
    return html`<li class="ed-version">
      <div class="ed-version-head"><strong>Draft</strong><span class="ed-help">${[author, moment(at)].filter(Boolean).join(", ")}</span></div>
      ${reason ? html`<p class="ed-version-note">${reason}</p>` : nothing}
      <div class="ed-version-deeds">
        ${button({ label: "Compare with the draft", kind: "quiet", onClick: () => this.#compare(ref, DRAFT.ref) })}
        ${button({ label: "Restore…", kind: "quiet", disabled: this.#editor.readonly, onClick: () => this.#restore(ref, "the kept draft") })}
      </div>
    </li>`;
  }

  #compare(from, to) {
    openComparison(this.#editor, this.#choices, from, to);
  }

  async #restore(ref, words) {
    if (await askRestore(this.#editor, ref, words)) {
      await this.#load();
    }
  }
}

const short = (note) => (note.length > 40 ? `${note.slice(0, 39)}…` : note);

function conversationWords(count) {
  if (!count) {
    return "No conversation is on it.";
  }
  return count === 1 ? "1 conversation is on it." : `${count} conversations are on it.`;
}
