// Just enough of the expression language to find names in it, and of message texts to find placeholders.

const TOKEN = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[A-Za-z_][A-Za-z0-9_]*|\d[\w.]*|\s+|./gs;
const PLACEHOLDER = /\{\{|\}\}|\{(\s*)([a-z][a-z0-9_]*)((?:\s*\|[^{}]*)?\s*)\}/g;
const WORDS = new Set(["true", "false", "null", "in"]);

/** [{text, name}] where `name` says that the token may be the name of a slot. */
function tokensOf(expression) {
  const tokens = (String(expression).match(TOKEN) ?? []).map((text) => ({ text, name: false }));
  const spoken = tokens.filter((token) => token.text.trim());
  spoken.forEach((token, index) => {
    const member = spoken[index - 1]?.text === ".";
    const called = spoken[index + 1]?.text === "(";
    token.name = /^[A-Za-z_]/.test(token.text) && !member && !called && !WORDS.has(token.text);
  });
  return tokens;
}

export const namesIn = (expression) => tokensOf(expression).filter((token) => token.name).map((token) => token.text);

export const renamedIn = (expression, from, to) =>
  tokensOf(expression).map((token) => (token.name && token.text === from ? to : token.text)).join("");

export const placeholdersIn = (text) => [...String(text).matchAll(PLACEHOLDER)].map((match) => match[2]).filter(Boolean);

export const renamedPlaceholders = (text, from, to) =>
  String(text).replace(PLACEHOLDER, (whole, space, name, rest) => (name === from ? `{${space}${to}${rest}}` : whole));
