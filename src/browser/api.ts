import type * as z from 'zod/mini';
import type { AnswerOf, Call } from '#contract/call.ts';
import { ADMIN_STORAGE_KEY, STORAGE_KEYS } from '#contract/constants.ts';
import { measureCall } from './analytics.ts';
import { guard } from './guard.ts';
import { ApiError, type Failure, invalidAnswer, isCancelled, noResponse, readAnswer } from './read-error.ts';
import type { Sent } from './sending.ts';

/** Words that have a default, or may be anything, need not be said. */
type Loose<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: T[K];
};

type Given<Key extends string, Input> =
  Record<string, never> extends Loose<Input> ? { [K in Key]?: Loose<Input> } : { [K in Key]: Loose<Input> };

/** The parts a call asks for; those it does not ask for may be left out. */
export type CallInput<C extends Call> = Given<'params', z.input<C['params']>> &
  Given<'query', z.input<C['query']>> &
  Given<'body', z.input<C['body']>>;

type Word = string | number | boolean;

interface Parts {
  params?: Record<string, Word>;
  query?: Record<string, Word | readonly Word[] | null | undefined>;
  body?: unknown;
}

/** `/listings/:id/leads` and its parameters to the address under /api; null and undefined words are left out. */
export function addressOf(call: Pick<Call, 'path'>, { params = {}, query = {} }: Parts): string {
  const path = call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    words.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  return `/api${path}${words.size > 0 ? `?${words}` : ''}`;
}

/**
 * `admin_auth` goes to /admin calls only, `agency_token` to those of /agence, `token` to the others (interface.md, fine
 * points 9). The key of administrators is read here: their session stays out of the script of every page.
 */
function authorizationFor(path: string): string | null {
  try {
    if (/^\/admin(\/|$)/.test(path)) return sessionStorage.getItem(ADMIN_STORAGE_KEY);
    const key = /^\/agence(\/|$)/.test(path) ? STORAGE_KEYS.agencyToken : STORAGE_KEYS.token;
    const bearer = localStorage.getItem(key);
    return bearer && `Bearer ${bearer}`;
  } catch {
    return null;
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

interface Options {
  signal?: AbortSignal;
  quiet?: boolean;
  keepalive?: boolean;
  form?: FormData;
  onSent?: (sent: Sent) => void;
}

/** Writes in flight, keyed by their whole content. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Makes a declared call from the browser: JSON, with the cookies. A write that is pressed again while it is on its way is one
 * act: both read its one answer, whatever form it came from. Answers `data`, and the message when the server sends one. Throws `ApiError` on a refusal or on silence; a cancelled request throws its
 * own AbortError. Neither retries nor times out (specification 7). A 401, or silence, may end the local session and
 * leave the page (specification 8); `quiet` leaves that to the caller. `keepalive`: a small write that must arrive
 * although the page is left at once. `form`: files, for a call that takes them; `onSent` is told how much of it has left.
 */
export async function callApi<C extends Call>(
  call: C,
  input: CallInput<C>,
  options: Options = {},
): Promise<{ data: AnswerOf<C>; message?: string }> {
  // Never dedupe a form of files, nor a call with an abort signal: aborting it must not abort another caller's.
  if (call.method === 'GET' || options.form || options.signal) return makeCall(call, input, options);
  const { body } = input as Parts;
  const said = JSON.stringify([call.method, addressOf(call, input), body, options.quiet]);
  const before = underWay.get(said) as ReturnType<typeof makeCall<C>> | undefined;
  if (before) return before;
  const made = makeCall(call, input, options).finally(() => underWay.delete(said));
  underWay.set(said, made);
  return made;
}

async function makeCall<C extends Call>(
  call: C,
  input: CallInput<C>,
  options: Options,
): Promise<{ data: AnswerOf<C>; message?: string }> {
  const parts = input as Parts;
  const { form, signal, onSent } = options;
  const hasBody = !form && call.method !== 'GET' && (call.method !== 'DELETE' || parts.body !== undefined);
  const authorization = authorizationFor(call.path);
  const headers: Record<string, string> = { accept: 'application/json' };
  // The browser itself says how a form is cut into parts.
  if (hasBody) headers['content-type'] = 'application/json';
  if (authorization) headers.authorization = authorization;
  const failed = (failure: Failure) => {
    if (!options.quiet) guard(failure, call.path);
    return new ApiError(failure);
  };
  let response: Response;
  try {
    const address = addressOf(call, parts);
    const { method } = call;
    const cancelled = signal ? { signal } : {};
    if (form && onSent) {
      const { sendForm } = await import('./sending.ts');
      response = await sendForm(address, { method, headers, form, onSent, ...cancelled });
    } else {
      response = await fetch(address, {
        method,
        credentials: 'include',
        headers,
        ...(hasBody ? { body: JSON.stringify(parts.body ?? {}) } : form ? { body: form } : {}),
        ...cancelled,
        ...(options.keepalive ? { keepalive: true } : {}),
      });
    }
  } catch (error) {
    if (isCancelled(error)) throw error;
    throw failed(noResponse);
  }
  const body = await bodyOf(response);
  if (!response.ok) throw failed(readAnswer(response.status, body, call.path));
  if (
    typeof body !== 'object' ||
    body === null ||
    !('success' in body) ||
    body.success !== true ||
    !('data' in body)
  ) {
    throw invalidAnswer(call);
  }
  measureCall(call);
  const message = 'message' in body && typeof body.message === 'string' ? body.message : undefined;
  return { data: body.data as AnswerOf<C>, ...(message ? { message } : {}) };
}
