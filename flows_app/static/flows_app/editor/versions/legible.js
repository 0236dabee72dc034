/** A value of a flow in lines that people can read: as YAML would write it, without its quotes. */

export function legible(value, indent = "") {
  if (Array.isArray(value)) {
    return value.map((one) => `${indent}- ${inner(one, `${indent}  `)}`).join("\n");
  }
  if (value !== null && typeof value === "object") {
    return Object.entries(value).filter(([, one]) => !isBlank(one)).map(([key, one]) => `${indent}${key}: ${block(one, `${indent}  `)}`).join("\n");
  }
  return String(value);
}

const isBlank = (value) => value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
const inner = (value, indent) => legible(value, indent).trimStart();
const block = (value, indent) => (value !== null && typeof value === "object" ? `\n${legible(value, indent)}` : String(value));
