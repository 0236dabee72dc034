/** What was understood in a message: shown in words, and changed in a small form. */

import { iconButton, button } from "../parts/button.js";
import { html, nothing } from "../parts/lit.js";
import { read, written } from "./values.js";

// What each command takes beside its type.
const FIELDS = {
  start_flow: ["flow"],
  set_slot: ["slot", "value"],
  correct_slot: ["slot", "value"],
  clear_slot: ["slot"],
  affirm: [],
  deny: ["slot"],
  cancel_flow: [],
  clarify: [],
  chitchat: [],
  handoff: [],
  out_of_scope: [],
};
const WORDS = {
  start_flow: "start flow", set_slot: "set", correct_slot: "correct", clear_slot: "clear", affirm: "yes", deny: "no", cancel_flow: "cancel",
  clarify: "explain", chitchat: "small talk", handoff: "a person, please", out_of_scope: "out of scope", jump_to: "jump to",
};

export function commandWords(command) {
  const kind = WORDS[command.type] ?? command.type;
  const value = "value" in command ? ` = ${written(command.value)}` : "";
  const object = command.slot ?? command.flow ?? command.step ?? "";
  return `${kind}${object ? ` ${object}` : ""}${value}`;
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
        ${[...new Set([...Object.keys(FIELDS), command.type])].map((type) => html`<option value=${type} ?selected=${type === command.type}>${WORDS[type] ?? type}</option>`)}
      </select>
      ${(FIELDS[command.type] ?? []).map((field) => fieldOf(editor, command, field, (value) => put(position, { ...command, [field]: value })))}
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

function fresh(editor, type) {
  const fields = FIELDS[type] ?? [];
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
  if (field === "value") {
    return html`<input class="ed-input" aria-label="Value" placeholder="value" .value=${written(command.value)} @change=${(event) => put(read(event.target.value))}>`;
  }
  const names = field === "flow" ? flowNames(editor) : slotNames(editor);
  const choices = [...new Set(["", ...names, command[field] ?? ""])];
  return html`<select class="ed-input" aria-label=${field === "flow" ? "Flow" : "Slot"} @change=${(event) => put(event.target.value || undefined)}>
    ${choices.map((name) => html`<option value=${name} ?selected=${name === (command[field] ?? "")}>${name || "–"}</option>`)}
  </select>`;
}

const slotNames = (editor) => [...(editor.document.slots ?? []), ...(editor.boot.names?.bot_slots ?? [])].map((slot) => slot?.name).filter(Boolean);
export const flowNames = (editor) => [...new Set([editor.document.name, ...(editor.boot.names?.flows ?? []).map((flow) => flow.name)])];
