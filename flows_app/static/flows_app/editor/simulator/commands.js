/** What was understood in a message: shown in words, and changed in a small form. */

import { iconButton, button } from "../parts/button.js";
import { html, nothing } from "../parts/lit.js";
import { read, written } from "./values.js";

const aboutOf = (editor, type) => editor.boot.commands.about[type] ?? { words: type, fields: [] };

export function commandWords(editor, command) {
  const { words, fields } = aboutOf(editor, command.type);
  const named = fields.filter((field) => field !== "value").flatMap((field) => command[field] ?? []).map(written);
  const value = "value" in command ? ` = ${written(command.value)}` : "";
  return `${[words, ...named].join(" ")}${value}`;
}

/** A form for a list of commands; `state.commands` is what it holds so far. */
export function commandForm(editor, state, { redraw, apply, cancel }) {
  const change = (commands) => {
    state.commands = commands;
    redraw();
  };
  const put = (position, command) => change(state.commands.map((one, place) => (place === position ? command : one)));
  return html`<form class="ed-sim-commands" aria-label="What the message means"
      @submit=${(event) => { event.preventDefault(); apply(state.commands); }}>
    ${state.commands.map((command, position) => html`<div class="ed-sim-command">
      <select class="ed-input" aria-label="Command ${position + 1}" .value=${command.type}
        @change=${(event) => put(position, fresh(editor, event.target.value))}>
        ${choices(editor, command).map((type) => html`<option value=${type} ?selected=${type === command.type}>${aboutOf(editor, type).words}</option>`)}
      </select>
      ${aboutOf(editor, command.type).fields.map((field) => fieldOf(editor, command, field, (value) => put(position, { ...command, [field]: value })))}
      ${iconButton({ label: `Remove command ${position + 1}`, iconName: "close", onClick: () => change(state.commands.toSpliced(position, 1)) })}
    </div>`)}
    ${state.commands.length ? nothing : html`<p class="ed-help">Nothing: the bot says that it has not understood.</p>`}
    <div class="ed-sim-row">
      ${button({ label: "Add", iconName: "add", kind: "quiet", onClick: () => change([...state.commands, fresh(editor, "set_slot")]) })}
      <span class="ed-sim-gap"></span>
      ${button({ label: "Cancel", kind: "quiet", onClick: cancel })}
      <button type="submit" class="ed-button ed-primary">Say it again</button>
    </div>
  </form>`;
}

/** All that a message can mean, and what is meant here. */
const choices = (editor, command) => [...new Set([...editor.boot.commands.said, command.type])];

function fresh(editor, type) {
  const { fields } = aboutOf(editor, type);
  const command = { type };
  if (fields.includes("flow")) {
    command.flow = editor.document.name;
  }
  if (fields.includes("value")) {
    Object.assign(command, { slot: editor.document.slots?.[0]?.name ?? "", value: "" });
  }
  return command;
}

function fieldOf(editor, command, field, put) {
  if (field !== "flow" && field !== "slot") {
    const label = `${field[0].toUpperCase()}${field.slice(1).replaceAll("_", " ")}`;
    return html`<input class="ed-input" aria-label=${label} placeholder=${label.toLowerCase()} .value=${command[field] === undefined ? "" : written(command[field])} @change=${(event) => put(typed(field, event.target.value))}>`;
  }
  const names = field === "flow" ? flowNames(editor) : slotNames(editor);
  const offered = [...new Set(["", ...names, command[field] ?? ""])];
  return html`<select class="ed-input" aria-label=${field === "flow" ? "Flow" : "Slot"} @change=${(event) => put(event.target.value || undefined)}>
    ${offered.map((name) => html`<option value=${name} ?selected=${name === (command[field] ?? "")}>${name || "–"}</option>`)}
  </select>`;
}

/** What is left empty is not there, but for a value: that may be an empty one. */
const typed = (field, text) => (text || field === "value" ? read(text) : undefined);

const slotNames = (editor) => [...(editor.document.slots ?? []), ...(editor.boot.names?.bot_slots ?? [])].map((slot) => slot?.name).filter(Boolean);
export const flowNames = (editor) => [...new Set([editor.document.name, ...(editor.boot.names?.flows ?? []).map((flow) => flow.name)])];
