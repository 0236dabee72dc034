// What fields are called, in plain words, and which of them come first. Fields that are not named here keep the words
// of the schema and stand under “More”: a language that grows needs no change here to be edited.

const EVERYWHERE = {
  when: { label: "Only if", help: "The step is passed over unless this condition holds." },
  next: { label: "Then go to", help: "Leave empty to go on with the step below." },
  metadata: { label: "Extra data for clients" },
  note: { label: "Note", help: "For you and your colleagues: users, clients and language models never see it." },
};

const WORDS = {
  say: {
    message: { label: "Message", help: "What the bot says; {slot} puts a value in." },
    options: { label: "Quick replies" },
    wait_for_ack: { label: "Wait until the user has seen it" },
  },
  collect: {
    slot: { label: "Slot to fill" },
    message: { label: "Question", help: "What the bot asks; if empty, it asks the question of the slot." },
    options: { label: "Quick replies" },
    reask: { label: "Question when asked again" },
    max_attempts: { label: "Attempts at most" },
    on_invalid: { label: "After too many attempts go to", help: "Left empty, the flow is cancelled." },
    always_ask: { label: "Ask even if the slot is filled" },
  },
  confirm: {
    message: { label: "What the user agrees to", help: "Shown before the question; {slot} puts a value in." },
    options: { label: "Answers" },
    on_deny: { label: "If the user says no, go to", help: "Left empty, the flow is cancelled." },
    slot: { label: "Keep the answer in" },
  },
  action: {
    call: { label: "Action" },
    inputs: { label: "What it gets", help: "Left empty, an input takes the slot of its name." },
    outputs: { label: "What to keep of its result", help: "Each result goes into a slot; what has none is not kept." },
    timeout: { label: "Seconds to wait at most" },
    retry: { label: "Tries again if it fails" },
    on_error: { label: "If it fails, go to", help: "Left empty, the flow is stopped." },
  },
  set: { values: { label: "Set slots" }, clear: { label: "Empty these slots" } },
  branch: { cases: { label: "Case" }, default: { label: "Otherwise" }, slot: { label: "Decide by the value of", help: "Cases then name values of this slot in place of conditions." } },
  while: { condition: { label: "Repeat while" }, max_iterations: { label: "Rounds at most" } },
  call: { flow: { label: "Flow" }, inputs: { label: "What it gets" }, outputs: { label: "What comes back" } },
  link: { flow: { label: "Flow" }, inputs: { label: "What it gets" } },
  generate: {
    instruction: { label: "Instruction to the language model" },
    context: { label: "Slots it may see" },
    fallback: { label: "Said if there is no model" },
    slot: { label: "Keep the text in" },
  },
  handoff: { message: { label: "Message before it" }, queue: { label: "To whom" } },
  slot: {
    type: { label: "Kind of value" },
    description: { label: "What it is" },
    choices: { label: "Choices" },
    items: { label: "Its items are choices of", help: "A choice slot: people then see the items as its choices are called." },
    currency: { label: "Currency", help: "Three letters, such as EUR." },
    prompt: { label: "Question", help: "Asked by steps that have no question of their own." },
    validators: { label: "Must pass" },
    error_message: { label: "Said when a value is refused" },
    initial: { label: "Starts with" },
    normalise: { label: "Tidied by" },
    sensitive: { label: "Sensitive", help: "Masked wherever people or language models look." },
  },
  flow: {
    language_version: { label: "Version of the flow language" },
    description: { label: "What it does for the user", help: "Such as: sends money to a saved payee." },
    triggers: { label: "What people say to start it", help: "A sentence each; {slot} stands where people name a value." },
    guard: { label: "Can be started only if" },
    inputs: { label: "Slots a caller may fill", help: "" },
    outputs: { label: "Slots a caller gets back", help: "" },
    persist: { label: "Slots kept for the next time", help: "They still hold their values when the flow is started again." },
  },
};

const FIRST = {
  say: ["message", "options"],
  collect: ["slot", "message", "options"],
  confirm: ["message", "on_deny"],
  action: ["call", "inputs", "outputs", "on_error"],
  set: ["values", "clear"],
  while: ["condition"],
  call: ["flow", "inputs", "outputs"],
  link: ["flow", "inputs"],
  generate: ["instruction", "fallback", "context"],
  handoff: ["message", "queue"],
  slot: ["type", "choices", "items", "currency", "description", "prompt", "validators"],
};

const LANGUAGES = new Intl.DisplayNames(["en"], { type: "language" });

const known = (type, key) => WORDS[type]?.[key] ?? EVERYWHERE[key] ?? {};

export function wordsFor(type, field) {
  return { label: labelAt(type, field.key), help: known(type, field.key).help ?? plain(field.description) };
}

/** Also of what is inside a field: `options.2.label` is “Quick replies 2, label”. */
export function labelAt(type, path) {
  const [key, ...inside] = path.split(".");
  const further = (label, part) => (/^\d+$/.test(part) ? `${label} ${part}` : `${label}, ${spelled(part).toLowerCase()}`);
  return inside.reduce(further, known(type, key).label ?? spelled(key));
}

export const comesFirst = (type, field) => (FIRST[type] ?? []).includes(field.key) || (field.required && field.key !== "name");

/** Fields in the order in which they stand in the form. */
export function inOrder(type, fields) {
  const place = (field) => {
    const index = (FIRST[type] ?? []).indexOf(field.key);
    return index < 0 ? 100 : index;
  };
  return [...fields].sort((one, other) => place(one) - place(other));
}

const spelled = (key) => (key.charAt(0).toUpperCase() + key.slice(1)).replaceAll("_", " ");

/** Descriptions of the language mark names with backticks; people read them without. */
const plain = (description) => description.replaceAll("`", "");

export function languageName(code) {
  try {
    return LANGUAGES.of(code);
  } catch {
    return code;
  }
}
