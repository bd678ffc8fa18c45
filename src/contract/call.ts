import * as z from 'zod/mini';
import type { ErrorSpec } from './errors.ts';

/**
 * Who may make a call. `all`: everyone. `token`: everyone holding the single-purpose token in the call.
 * `user`, `agency`, `admin`: a session of that realm; without one the answer is 401 `login_required`.
 */
export type Access = 'all' | 'token' | 'user' | 'agency' | 'admin';

/** How often one address may ask for something; the numbers are in platform/rate-limits.server.ts. */
export type RateTier = 'read' | 'files' | 'tiles' | 'drawing' | 'often' | 'write' | 'sensitive';

/** What changed who may enter an account: told in the log once the call is done (ASVS 5, 16.3). */
export type SecurityEvent =
  | 'password.reset'
  | 'password.changed'
  | 'address.change-asked'
  | 'address.changed'
  | 'sign-in.changed'
  | 'account.deleted';

type Schema = z.ZodMiniType;

export interface Call<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, with `:name` parameters. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly tier: RateTier;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Schema of `data`; what it does not declare never leaves. */
  readonly answer: Answer;
  readonly errors: readonly ErrorSpec[];
  /** Also accepts form-encoded bodies (RFC 8058 one-click posts, forms without JavaScript). */
  readonly form: boolean;
  /** Its handler checks a signature of the very bytes that came. */
  readonly signed: boolean;
  /** Takes files (`multipart/form-data`), of so many bytes together at most; 0: it takes none. */
  readonly upload: number;
  /** Takes a whole mail as well (`message/rfc822`, then its body is `{ raw, encoding }`), of so many bytes at most; 0: none. */
  readonly letter: number;
  /** Of what it takes it reads one file, as it comes, never whole in memory; and it is given longer to come. */
  readonly streamed: boolean;
  /** Media type of the file that it answers instead of JSON; null for JSON. */
  readonly file: string | null;
  /**
   * Of an address that mails hold: the page where the person who opens it in a browser is sent, given its query
   * (`?token=…`); else null.
   */
  readonly page: ((search: string) => string) | null;
  readonly event: SecurityEvent | null;
}

export type ParamsOf<C extends Call> = z.output<C['params']>;
export type QueryOf<C extends Call> = z.output<C['query']>;
export type BodyOf<C extends Call> = z.output<C['body']>;
export type AnswerOf<C extends Call> = z.output<C['answer']>;

/** What a call without parameters, query, body or answer declares. */
export const nothing = z.object({});

type Given = {
  method: Call['method'];
  path: Call['path'];
  access: Access;
  summary: string;
  tier?: RateTier;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  answer?: Schema;
  errors?: readonly ErrorSpec[];
  form?: boolean;
  signed?: boolean;
  upload?: number;
  letter?: number;
  streamed?: boolean;
  file?: string;
  page?: (search: string) => string;
  event?: SecurityEvent;
};

type Part<G extends Given, K extends 'params' | 'query' | 'body' | 'answer'> = G[K] extends Schema
  ? G[K]
  : typeof nothing;

/** Declares one call of the API, once for the server, the browser, the tests and the OpenAPI document. */
export function defineCall<const G extends Given>(
  given: G,
): Call<Part<G, 'params'>, Part<G, 'query'>, Part<G, 'body'>, Part<G, 'answer'>> {
  const part = <K extends 'params' | 'query' | 'body' | 'answer'>(name: K) =>
    (given[name] ?? nothing) as Part<G, K>;
  return {
    method: given.method,
    path: given.path,
    access: given.access,
    tier: given.tier ?? (given.method === 'GET' ? 'read' : 'write'),
    summary: given.summary,
    params: part('params'),
    query: part('query'),
    body: part('body'),
    answer: part('answer'),
    errors: given.errors ?? [],
    form: given.form ?? false,
    signed: given.signed ?? false,
    upload: given.upload ?? 0,
    letter: given.letter ?? 0,
    streamed: given.streamed ?? false,
    file: given.file ?? null,
    page: given.page ?? null,
    event: given.event ?? null,
  };
}
