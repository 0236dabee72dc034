/** Of what the browser does not keep: it is blocked, or full. */
const copies = {};

/** The conversation is for all tabs of a visitor, the rest for one. */
export class Memory {
  constructor(...whose) {
    this.key = `soni:${whose.join(":")}:`;
  }

  read(name) {
    const key = this.key + name;
    try {
      return copies[key] ?? JSON.parse(storageOf(name).getItem(key));
    } catch {
      return null;
    }
  }

  write(name, value) {
    const key = this.key + name;
    try {
      storageOf(name).setItem(key, JSON.stringify(value));
      delete copies[key];
    } catch {
      copies[key] = value;
    }
  }
}

function storageOf(name) {
  return name === "conversation" ? localStorage : sessionStorage;
}
