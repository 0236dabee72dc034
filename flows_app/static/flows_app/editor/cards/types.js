// The eleven types of step in plain words. What fields they have comes from the schema of the language.

export const TYPES = {
  say: { label: "Say", icon: "say", description: "Send a message and go on" },
  collect: { label: "Ask", icon: "collect", description: "Ask a question and keep the answer in a slot" },
  confirm: { label: "Confirm", icon: "confirm", description: "Go on only after the user has agreed" },
  action: { label: "Action", icon: "action", description: "Do something in another system" },
  set: { label: "Set", icon: "set", description: "Compute slots, or empty them" },
  branch: { label: "Branch", icon: "branch", description: "Choose between ways to go on" },
  while: { label: "Loop", icon: "while", description: "Repeat steps while a condition holds" },
  call: { label: "Call a flow", icon: "call", description: "Run another flow and come back" },
  link: { label: "Go to a flow", icon: "link", description: "End here and go on in another flow" },
  generate: { label: "Generate", icon: "generate", description: "Let a language model write the reply" },
  handoff: { label: "Hand over", icon: "handoff", description: "Give the conversation to a person" },
};

const UNKNOWN = { label: "Unknown", icon: "help", description: "A type of step that this page does not know" };

export const typeOf = (step) => TYPES[step.type] ?? { ...UNKNOWN, label: step.type || UNKNOWN.label };

/** What a new step of a type is called, and what it holds besides. */
export const BLANKS = {
  say: { name: "say" },
  collect: { name: "ask" },
  confirm: { name: "confirm" },
  action: { name: "action" },
  set: { name: "set" },
  branch: { name: "branch", cases: [{}] },
  while: { name: "loop", steps: [] },
  call: { name: "call" },
  link: { name: "go_on" },
  generate: { name: "generate" },
  handoff: { name: "hand_over" },
};
