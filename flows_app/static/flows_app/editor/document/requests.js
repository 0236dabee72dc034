// JSON requests to the editor's endpoints.

export class RequestFailed extends Error {
  constructor(status, code, detail, body = {}) {
    super(detail || code);
    this.name = "RequestFailed";
    Object.assign(this, { status, code, detail, body });
  }

  /** Nothing is wrong with what was asked: it is worth asking again. */
  get passing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

export async function requestJson(url, { method = "GET", body, signal, keepalive = false } = {}) {
  const response = await reach(url, {
    method,
    signal,
    keepalive,
    redirect: "manual",
    headers: { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": token() },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const answer = await read(response);
  if (!response.ok) throw new RequestFailed(response.status, answer.code ?? "failed", answer.detail ?? response.statusText, answer);
  return answer;
}

async function reach(url, options) {
  try {
    return await fetch(url, options);
  } catch (failed) {
    if (failed.name === "AbortError") throw failed;
    throw new RequestFailed(0, "offline", "The server can't be reached.");
  }
}

async function read(response) {
  // The admin leads people whose session has ended to its page for logging in.
  if (response.type === "opaqueredirect") throw new RequestFailed(401, "signed_out", "You have been signed out.");
  try {
    return await response.json();
  } catch {
    throw new RequestFailed(response.status || 502, "no_json", "The server gave no readable answer.");
  }
}

/** Of now: who signs in again in another tab gets a new one, and the page's own is worth nothing from then on. */
const token = () => /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1] ?? document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
