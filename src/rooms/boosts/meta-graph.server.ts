import { NetworkTrouble } from './network.server.ts';

const TIMEOUT_MS = 30_000;

interface GraphError {
  readonly code?: number;
  readonly message?: string;
  readonly error_user_msg?: string;
  readonly is_transient?: boolean;
}

/** Codes of errors that pass by themselves: unknown, service, too many calls of the application, of the account. */
const TRANSIENT = new Set([1, 2, 4, 17, 32, 341, 368, 613, 80_000, 80_003, 80_004, 80_014]);
/** The token is over, or lacks a right. */
const DENIED = new Set([3, 10, 102, 190, 200, 294]);

/** One call of the Graph API. Answers its JSON. Throws NetworkTrouble, with what Meta says to people where it says it. */
export class Graph {
  readonly #origin: string;
  readonly #token: string;

  constructor(origin: string, token: string) {
    this.#origin = origin.replace(/\/+$/, '');
    this.#token = token;
  }

  get<Answer>(path: string, query: Readonly<Record<string, string>>): Promise<Answer> {
    return this.#call(`${path}?${new URLSearchParams({ ...query, locale: 'fr_FR' })}`, null);
  }

  post<Answer>(path: string, body: object): Promise<Answer> {
    return this.#call(path, JSON.stringify({ ...body, locale: 'fr_FR' }));
  }

  async #call<Answer>(path: string, body: string | null): Promise<Answer> {
    const { status, said } = await this.#send(path, body);
    if (status >= 200 && status < 300) return said as Answer;
    const { error = {} } = (said ?? {}) as { error?: GraphError };
    const code = error.code ?? 0;
    const passing =
      error.is_transient === true || TRANSIENT.has(code) || status === 408 || status === 429 || status >= 500;
    const reason = error.error_user_msg ?? error.message ?? `réponse ${status}`;
    const denied = DENIED.has(code);
    throw new NetworkTrouble(
      denied
        ? `Meta refuse l’accès de Vigie\u00a0: ${reason}`
        : passing
          ? `Meta ne répond pas pour l’instant\u00a0: ${reason}`
          : `Meta refuse la campagne\u00a0: ${reason}`,
      !passing,
      { denied },
    );
  }

  async #send(path: string, body: string | null): Promise<{ status: number; said: unknown }> {
    try {
      const response = await fetch(`${this.#origin}/${path}`, {
        method: body === null ? 'GET' : 'POST',
        headers: {
          // Never in the address, which logs keep.
          authorization: `Bearer ${this.#token}`,
          ...(body === null ? {} : { 'content-type': 'application/json' }),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      return { status: response.status, said: await response.json() };
    } catch (error) {
      const { cause, name } = error as Error;
      const detail =
        name === 'TimeoutError' ? name : ((cause as NodeJS.ErrnoException | undefined)?.code ?? name);
      throw new NetworkTrouble('Meta ne répond pas.', false, { detail });
    }
  }
}
