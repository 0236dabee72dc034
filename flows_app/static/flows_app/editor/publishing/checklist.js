/** What a person should know before publishing: one section each, with a sign that says whether it stands in the way. */

import { button } from "../parts/button.js";
import { icon } from "../parts/icons.js";
import { html, nothing } from "../parts/lit.js";
import { changeList, changeSummary } from "../versions/changes.js";

const WARNINGS_SHOWN = 4;
const SIGNS = { good: "check", bad: "error", warn: "warning", busy: "versions" };

const section = (tone, title, content = nothing) => html`<section class="ed-pub-part ed-pub-${tone}">
  <h3>${icon(SIGNS[tone], 18)}<span>${title}</span></h3>${content}</section>`;

export function refusedPart(refused) {
  return refused.length ? section("bad", "You can't publish it now", html`<ul>${refused.map(({ sentence }) => html`<li>${sentence}</li>`)}</ul>`) : nothing;
}

export function findingsPart(findings, jump) {
  const errors = findings.filter(({ severity }) => severity === "error");
  const warnings = findings.filter(({ severity }) => severity !== "error");
  if (!findings.length) {
    return section("good", "Nothing to mend");
  }
  const title = [counted(errors.length, "error"), counted(warnings.length, "warning")].filter(Boolean).join(", ");
  const list = (own) => html`<ul class="ed-pub-findings">${own.map((finding) => item(finding, jump))}</ul>`;
  // Many warnings would hide what stands below them.
  const told = warnings.length > WARNINGS_SHOWN ? html`<details><summary>The warnings</summary>${list(warnings)}</details>` : list(warnings);
  return section(errors.length ? "bad" : "warn", title, html`${errors.length ? list(errors) : nothing}${warnings.length ? told : nothing}`);
}

const item = (finding, jump) => html`<li class="ed-pub-${finding.severity}">
  <button type="button" class="ed-pub-jump" @click=${() => jump(finding)}>${finding.step || finding.slot || "The flow"}</button> ${finding.sentence}</li>`;

export function changesPart(changes, { state, current }) {
  if (state === "never_published") {
    return section("good", "The first version", html`<p>From now on this flow is part of the bot.</p>`);
  }
  if (!changes.length) {
    return section("good", `Says the same as ${current ? `version ${current}` : "the current version"}`);
  }
  return section("good", `${counted(changes.length, "change")} (${changeSummary(changes)})`, html`<details><summary>What changes</summary>${changeList(changes)}</details>`);
}

/** Conversations under way: publishing never touches them. */
export function impactPart(impact) {
  const all = impact.reduce((sum, { conversations }) => sum + conversations, 0);
  if (!all) {
    return section("good", "No conversation is under way");
  }
  const title = all === 1 ? "1 conversation is under way and stays on its version" : `${all} conversations are under way; they stay on their version`;
  return section("good", title, html`<details><summary>Where they are</summary>
    <table><thead><tr><th scope="col">Version</th><th scope="col">Step</th><th scope="col">Conversations</th></tr></thead>
      <tbody>${impact.map(({ version, step, conversations }) => html`<tr><td>${version}</td><td>${step || "–"}</td><td>${conversations}</td></tr>`)}</tbody></table></details>`);
}

/** `tests`: {count, required, results: null while they run, failed: why they could not be run}. */
export function testsPart(tests, again) {
  const required = tests.required ? " They must pass." : "";
  if (!tests.count) {
    return section("warn", "No tests", html`<p>Make one of a chat in the simulator: it says at once if a change breaks it.</p>`);
  }
  if (tests.failed) {
    return section(tests.required ? "bad" : "warn", "The tests could not be run", html`<p>${tests.failed}${required}</p>${button({ label: "Run them again", onClick: again })}`);
  }
  if (!tests.results) {
    return section("busy", `${tests.count === 1 ? "The test is" : `${tests.count} tests are`} running…`);
  }
  const failing = tests.results.filter(({ passed }) => !passed);
  if (!failing.length) {
    return section("good", tests.count === 1 ? "The test passes" : `All ${tests.count} tests pass`);
  }
  return section(tests.required ? "bad" : "warn", tests.count === 1 ? "The test fails" : `${failing.length} of ${tests.count} tests fail`, html`
    ${tests.required ? html`<p>Tests must pass before this bot's flows are published.</p>` : nothing}
    <ul>${failing.map(({ name, problems }) => html`<li><strong>${name}</strong><span class="ed-pub-problem">${problems[0]}</span></li>`)}</ul>`);
}

const counted = (number, word) => (number ? `${number} ${word}${number === 1 ? "" : "s"}` : "");
