const REQUEST_MILLISECONDS = 15_000;
const WORTH_ANOTHER_TRY = new Set([408, 425, 429]);

/** An answer of the API that says no. */
export class ApiError extends Error {
  constructor(status, problem) {
    super(problem.detail || `The server answered with status ${status}.`);
    this.status = status;
    this.code = problem.code || "";
  }

  get isPassing() {
    return this.status >= 500 || WORTH_ANOTHER_TRY.has(this.status);
  }
}

export class Api {
  #base;

  constructor(base) {
    this.#base = base;
  }

  async createConversation(bot, language) {
    const { id, token } = await this.#post("conversations", { bot, language });
    return { id, token };
  }

  async createTicket({ id, token }) {
    const path = `conversations/${encodeURIComponent(id)}/ticket`;
    return (await this.#post(path, {}, { Authorization: `Bearer ${token}` })).ticket;
  }

  async #post(path, body, headers = {}) {
    const response = await fetch(this.#base + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
      credentials: "omit",
      signal: AbortSignal.timeout(REQUEST_MILLISECONDS),
    });
    if (!response.ok) {
      throw new ApiError(response.status, await problemIn(response));
    }
    return response.json();
  }
}

/** A proxy in between may answer with something that is no JSON. */
async function problemIn(response) {
  try {
    return Object(await response.json());
  } catch {
    return {};
  }
}
