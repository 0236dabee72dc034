// How tall a box is, for browsers in which a box does not grow with its content by itself (`field-sizing`).

const IN_A_ROW = 48;
const MOST = 12;

export function rowsFor(text) {
  const lines = String(text ?? "").split("\n");
  return Math.min(MOST, lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(line.length / IN_A_ROW)), 0));
}
