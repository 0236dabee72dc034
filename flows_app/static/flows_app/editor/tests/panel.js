/** The flow's stored conversations: run on what is on the page, saved or not. */

import { button, iconButton } from "../parts/button.js";
import { soon } from "../parts/drawing.js";
import { icon } from "../parts/icons.js";
import { html, nothing, render, repeat } from "../parts/lit.js";
import { openMenu } from "../parts/menu.js";
import { announce, toast } from "../parts/toast.js";
import { moment } from "../parts/moments.js";
import { askAccept } from "./accepting.js";
import { BLANK, editTest } from "./editing.js";
import { summary, TestRuns } from "./runs.js";

export default function mount(editor, element) {
  return new TestsPanel(editor, element);
}

class TestsPanel {
  #editor;
  #element;
  #tests = null;
  #failed = "";
  #runs;
  #redraw = soon(() => this.#draw());

  constructor(editor, element) {
    this.#editor = editor;
    this.#element = element;
    this.#runs = new TestRuns(editor, this.#redraw);
    element.classList.add("ed-tests");
    editor.addEventListener("tests", () => this.#load());
    editor.addEventListener("document", this.#redraw);
    this.#draw();
    this.#load();
  }

  async #load() {
    try {
      const answer = await this.#editor.request("tests");
      this.#tests = answer.results;
      this.#failed = "";
    } catch (failed) {
      this.#failed = failed.detail;
    }
    this.#redraw();
  }

  #draw() {
    render(html`
      <div class="ed-tests-bar">
        ${button({ label: this.#runs.busy ? "Running…" : "Run all", kind: "primary", iconName: "tests", disabled: !this.#tests?.length, onClick: () => this.#run() })}
        ${button({ label: "New test", iconName: "add", disabled: this.#editor.readonly, onClick: () => this.#edit(BLANK) })}
        <span class="ed-tests-summary" role="status">${summary(this.#runs, this.#tests ?? [])}</span>
      </div>
      <div class="ed-tests-list ed-scroll">${this.#content()}</div>`, this.#element);
  }

  #content() {
    if (this.#failed) {
      return html`<div class="ed-empty" role="alert"><p>The tests can't be shown. ${this.#failed}</p>${button({ label: "Try again", onClick: () => this.#load() })}</div>`;
    }
    if (!this.#tests) {
      return html`<p class="ed-help">Loading…</p>`;
    }
    return this.#tests.length ? html`<ul>${repeat(this.#tests, (test) => test.id, (test) => this.#item(test))}</ul>` : EMPTY(this.#editor);
  }

  #item(test) {
    const result = this.#runs.resultOf(test);
    const { tone, words, sign } = standingOf(result, this.#runs.isRunning(test));
    return html`<li class="ed-test ed-test-${tone}">
      <div class="ed-test-head">
        <span class="ed-test-sign">${icon(sign, 18)}</span>
        <div class="ed-test-name"><strong>${test.name}</strong><span class="ed-help">${words}${result?.stale ? " – before your last change" : ""} · changed ${moment(test.updated_at)}</span></div>
        ${button({ label: "Run", title: `Run “${test.name}”`, onClick: () => this.#run([test.id]) })}
        ${iconButton({ label: `More of “${test.name}”`, iconName: "more", popup: "menu", onClick: (event) => this.#menu(test, event.currentTarget) })}
      </div>
      ${result?.problems.length ? html`<ul class="ed-test-problems">${result.problems.map((problem) => html`<li>${problemOf(problem)}</li>`)}</ul>
        ${this.#editor.readonly ? nothing : html`<div class="ed-test-accept">${button({ label: "Accept the new output…", iconName: "check", title: `Let “${test.name}” expect what happens now`, onClick: () => this.#accept(test) })}</div>`}` : nothing}
    </li>`;
  }

  #menu(test, anchor) {
    const { readonly } = this.#editor;
    openMenu(anchor, `More of “${test.name}”`, [
      { label: readonly ? "Read" : "Edit", run: () => this.#edit(test) },
      { label: "Duplicate", iconName: "copy", disabled: readonly, run: () => this.#edit({ ...test, id: null, name: `${test.name} (copy)` }) },
      "-",
      { label: "Delete", iconName: "trash", danger: true, disabled: readonly, run: () => this.#delete(test) },
    ]);
  }

  async #run(ids) {
    await this.#runs.run(ids);
    announce(summary(this.#runs, this.#tests ?? []));
  }

  async #edit(test) {
    const store = (body) => (test.id === null ? this.#editor.request("tests", { method: "POST", body }) : this.#put(test, body));
    const stored = await editTest(this.#editor, test, store);
    if (stored) {
      this.#runs.forget(test);
      await this.#load();
    }
  }

  /** As long as nobody else has changed it since it was read. */
  #put({ id, updated_at }, { name, script }) {
    return this.#editor.request("tests", { method: "PUT", path: id, body: { name, script, updated_at } });
  }

  async #accept(test) {
    const stored = await askAccept(this.#editor, test, (script) => this.#put(test, { name: test.name, script }));
    if (!stored) {
      return;
    }
    await this.#changed(test);
    toast(`“${test.name}” expects what happens now.`, { action: { label: "Undo", run: () => this.#putBack(stored, test) } });
  }

  async #putBack(stored, { name, script }) {
    try {
      await this.#put(stored, { name, script });
    } catch (failed) {
      toast(failed.detail, { kind: "error" });
    }
    await this.#changed(stored);
  }

  async #changed(test) {
    this.#runs.forget(test);
    await this.#load();
    await this.#run([test.id]);
  }

  async #delete(test) {
    try {
      await this.#editor.request("tests", { method: "DELETE", path: test.id });
    } catch (failed) {
      toast(failed.detail, { kind: "error" });
      return;
    }
    await this.#load();
    toast(`“${test.name}” is deleted.`, { action: { label: "Undo", run: () => this.#restore(test) } });
  }

  async #restore({ name, script }) {
    await this.#editor.request("tests", { method: "POST", body: { name, script } });
    await this.#load();
  }
}

const EMPTY = (editor) => html`<div class="ed-empty">
  <p><strong>No tests so far.</strong> A test is a conversation that must go as it went: make one of a chat in the simulator, and run it after every change.</p>
  ${button({ label: "Open the simulator", iconName: "simulator", onClick: () => editor.emit("show", { tab: "simulator" }) })}
</div>`;

function standingOf(result, running) {
  if (running) {
    return { tone: "running", words: "Running…", sign: "versions" };
  }
  if (!result) {
    return { tone: "unknown", words: "Not run yet", sign: "tests" };
  }
  return result.passed ? { tone: "passed", words: "Passes", sign: "check" } : { tone: "failed", words: "Fails", sign: "error" };
}

/** “Turn 2 (user: hi), bot: …”: the place stands out, what differs is told line by line. */
function problemOf(problem) {
  const [, place, rest] = /^(Turn \d+ \(.*?\)), ([\s\S]*)$/.exec(problem) ?? [null, "", problem];
  return html`${place ? html`<strong>${place}</strong>` : nothing}<span class="ed-test-problem">${rest}</span>`;
}
