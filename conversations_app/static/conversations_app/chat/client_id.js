/** A random id for a message, so that the server knows it again when it is sent twice. */
export function newClientId() {
  // Outside of secure contexts, such as plain http in a local network, randomUUID is missing.
  if (typeof crypto.randomUUID === "function") {
    return crypto.randomUUID();
  }
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
