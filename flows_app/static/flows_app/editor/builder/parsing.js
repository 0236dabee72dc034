// Reads the part of the expression language that the builder can show. Anything else gives null.

const TOKEN = /\s*(?:('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|(\d+\.\d+|\d+)(?![\w.])|([A-Za-z_]\w*)|(&&|\|\||[=!<>]=|[-+*/%<>!?:().,[\]]))/gy;
const ESCAPES = { "\\": "\\", "'": "'", '"': '"', n: "\n", t: "\t", r: "\r" };
const CONSTANTS = { true: { kind: "boolean", value: true }, false: { kind: "boolean", value: false }, null: { kind: "null" } };
// From those that bind least to those that bind most; all of them group from the left.
const BINARY = [["||"], ["&&"], ["==", "!=", "<", "<=", ">", ">=", "in"], ["+", "-"], ["*", "/", "%"]];

class Unreadable extends Error {}

/** The tree of an expression, or null if it holds something that the builder does not know. */
export function parse(source) {
  try {
    return new Parser(tokensOf(source)).whole();
  } catch (problem) {
    if (problem instanceof Unreadable) return null;
    throw problem;
  }
}

export const sameTree = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** A text as the expression language writes it. */
export const quoted = (text) =>
  `'${text.replace(/[\\']/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t")}'`;

function tokensOf(source) {
  const text = source.trimEnd();
  const tokens = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match) throw new Unreadable();
    const [, string, number, name, mark] = match;
    if (string) tokens.push({ kind: "text", value: unquoted(string) });
    else if (number) tokens.push({ kind: "number", text: number });
    else tokens.push({ kind: name ? "name" : "mark", text: name ?? mark });
  }
  return tokens;
}

function unquoted(string) {
  return string.slice(1, -1).replace(/\\(.)/gs, (_, letter) => {
    if (!(letter in ESCAPES)) throw new Unreadable();
    return ESCAPES[letter];
  });
}

class Parser {
  constructor(tokens) {
    this.tokens = tokens;
    this.position = 0;
  }

  whole() {
    const tree = this.either();
    if (this.position < this.tokens.length) throw new Unreadable();
    return tree;
  }

  next(...texts) {
    const token = this.tokens[this.position];
    if (!token || token.kind === "text" || !texts.includes(token.text)) return null;
    this.position += 1;
    return token.text;
  }

  expect(text) {
    if (!this.next(text)) throw new Unreadable();
  }

  either() {
    const condition = this.binary(0);
    if (!this.next("?")) return condition;
    const then = this.either();
    this.expect(":");
    return { kind: "either", condition, then, otherwise: this.either() };
  }

  binary(level) {
    if (level === BINARY.length) return this.unary();
    let left = this.binary(level + 1);
    for (let operator = this.next(...BINARY[level]); operator; operator = this.next(...BINARY[level])) {
      left = { kind: "binary", operator, left, right: this.binary(level + 1) };
    }
    return left;
  }

  unary() {
    const operator = this.next("!", "-");
    if (!operator) return this.member();
    const operand = this.unary();
    if (operator === "-" && operand.kind === "number" && !operand.text.startsWith("-")) return { kind: "number", text: `-${operand.text}` };
    return { kind: "unary", operator, operand };
  }

  member() {
    let target = this.primary();
    while (this.next(".")) {
      const name = this.tokens[this.position++];
      if (name?.kind !== "name") throw new Unreadable();
      target = this.next("(") ? { kind: "call", name: name.text, target, given: this.list(")") } : { kind: "member", name: name.text, target };
    }
    return target;
  }

  primary() {
    if (this.next("(")) return this.closed(")");
    if (this.next("[")) return { kind: "list", items: this.list("]") };
    const token = this.tokens[this.position++];
    if (!token || token.kind === "mark") throw new Unreadable();
    if (token.kind !== "name") return token;
    if (this.next("(")) return { kind: "call", name: token.text, target: null, given: this.list(")") };
    return CONSTANTS[token.text] ?? { kind: "name", name: token.text };
  }

  closed(end) {
    const inside = this.either();
    this.expect(end);
    return inside;
  }

  list(end) {
    const items = [];
    if (this.next(end)) return items;
    do items.push(this.either()); while (this.next(","));
    this.expect(end);
    return items;
  }
}
