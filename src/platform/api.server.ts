import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import {
  type AnswerOf,
  type BodyOf,
  type Call,
  nothing,
  type ParamsOf,
  type QueryOf,
  type RateTier,
} from '#contract/call.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import type { Actor } from './auth.server.ts';
import type { Services } from './context.server.ts';
import { firstFile, type StreamedFile } from './multipart.server.ts';
import { rateLimitOf } from './rate-limits.server.ts';
import { logSecurityEvent } from './security-events.server.ts';

export type { StreamedFile };

/** What a handler of the API knows of its request. Rules get values from it, never the request itself. */
export interface RequestContext extends Services {
  readonly actor: Actor;
  readonly ip: string;
  /** True when the request comes from this machine itself, not through a proxy. */
  readonly local: boolean;
  readonly requestId: string;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  readonly userAgent: string;
  /** The body as it came, of a call that declares to be signed, and what its sender signed it with; else empty. */
  readonly signed: { readonly signature: string; readonly body: string | Uint8Array };
  /** Of a call that takes files, in the order they came; else empty. */
  readonly files: readonly UploadedFile[];
  /** The file of a call that reads it as it comes; null when there is none. */
  readonly file: StreamedFile | null;
  /** Of API clients; undefined when there is none, or when it is a placeholder. */
  readonly bearer: string | undefined;
  setCookie(name: string, value: string, options: CookieOptions): void;
  clearCookie(name: string): void;
  /** The `message` that goes with `data`, for calls whose answer has one (specification 7). */
  say(message: string): void;
}

/** A file as a stranger sent it: its name and what it says of itself are not to be believed. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface CookieOptions {
  readonly maxAgeSeconds?: number;
  readonly httpOnly: boolean;
}

/** What a call that declares `file` answers: it leaves as it is made, never whole in memory. */
export interface Download {
  /** As the browser saves it. */
  readonly fileName: string;
  readonly content: Readable;
}

export interface BoundCall {
  readonly kind: 'call';
  readonly call: Call;
  readonly handle: (
    input: { params: unknown; query: unknown; body: unknown },
    context: RequestContext,
  ) => Promise<unknown>;
}

/** Something served outside the JSON API: pictures, sitemaps, robots.txt. The URL is absolute. */
interface RawRoute {
  readonly kind: 'raw';
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Development only: answers loopback peers, absent in production. */
  readonly development?: boolean;
  /** `read` unless it says otherwise. */
  readonly tier?: RateTier;
  readonly handle: (request: FastifyRequest, reply: FastifyReply, services: Services) => Promise<unknown>;
}

export type Route = BoundCall | RawRoute;

/** Ties a declared call to the rule that answers it. The handler returns `data`; the envelope is added. */
export function bind<C extends Call>(
  call: C,
  handle: (
    input: { params: ParamsOf<C>; query: QueryOf<C>; body: BodyOf<C> },
    context: RequestContext,
  ) => Promise<AnswerOf<C>>,
): BoundCall {
  return { kind: 'call', call, handle: handle as BoundCall['handle'] };
}

/** Ties a call that answers a file to the rule that writes it. */
export function bindFile<C extends Call>(
  call: C,
  handle: (
    input: { params: ParamsOf<C>; query: QueryOf<C>; body: BodyOf<C> },
    context: RequestContext,
  ) => Promise<Download>,
): BoundCall {
  return { kind: 'call', call, handle: handle as BoundCall['handle'] };
}

export function raw(route: Omit<RawRoute, 'kind'>): RawRoute {
  return { kind: 'raw', ...route };
}

/** Puts the calls below the instance's prefix, each with its schemas, its rate limit and its access. */
export function registerCalls(
  app: FastifyInstance,
  routes: readonly Route[],
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Omit<RequestContext, 'say'>>,
): void {
  const methods = new Map<string, Call['method'][]>();
  for (const route of routes) {
    if (route.kind !== 'call') continue;
    const { call } = route;
    methods.set(call.path, [...(methods.get(call.path) ?? []), call.method]);
    if (call.page !== null) {
      methods.get(call.path)?.push('GET');
      sendToPage(app, call, call.page);
    }
    app.route({
      method: call.method,
      url: call.path,
      config: {
        rateLimit: rateLimitOf(call.tier),
        access: call.access,
        form: call.form,
        signed: call.signed,
        upload: call.upload > 0,
        letter: call.letter > 0,
        streamed: call.streamed,
      },
      ...(call.letter > 0 ? { bodyLimit: call.letter } : {}),
      ...(call.upload > 0 ? { bodyLimit: call.upload } : {}),
      // Authenticate before reading the body: a refusal tells strangers nothing of it.
      preParsing: async (request, reply, payload) => {
        if (needsSession(call)) {
          const { actor } = await contextOf(request, reply);
          checkAccess(call, actor);
          if (actor.kind === 'user') request.asker = `user:${actor.userId}`;
          if (actor.kind === 'agency') request.asker = `agency:${actor.agencyId}`;
          if (actor.kind === 'admin') request.asker = `admin:${actor.name}`;
        }
        return call.streamed ? withoutFile(request, payload) : payload;
      },
      schema: {
        summary: call.summary,
        ...(call.upload > 0 ? { consumes: ['multipart/form-data'] } : {}),
        ...(call.letter > 0 ? { consumes: ['application/json', 'message/rfc822'] } : {}),
        tags: [call.path.split('/')[1] ?? ''],
        params: call.params,
        querystring: call.query,
        ...(call.body === nothing ? {} : { body: call.body }),
        ...(call.file
          ? { produces: [call.file] }
          : {
              response: {
                200: z.object({
                  success: z.literal(true),
                  data: call.answer,
                  message: z.optional(z.string()),
                }),
              },
            }),
      },
      // A missing body is read as an empty one.
      preValidation: async (request) => {
        request.body ??= {};
      },
      handler: async (request, reply) => {
        let message: string | undefined;
        const say = (said: string) => {
          message = said;
        };
        const context = { ...(await contextOf(request, reply)), say };
        checkAccess(call, context.actor);
        const data = await route.handle(
          { params: request.params, query: request.query, body: request.body ?? {} },
          context,
        );
        if (call.event) logSecurityEvent(call.event, request, context);
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
        if (call.file) {
          const { fileName, content } = data as Download;
          reply.type(call.file).header('content-disposition', `attachment; filename="${fileName}"`);
          return reply.send(content);
        }
        return { success: true, data: data ?? {}, ...(message === undefined ? {} : { message }) };
      },
    });
  }
  for (const [url, given] of methods) refuseOtherMethods(app, url, given);
}

/** Programs that know no one-click post open the address of a mail like any other (RFC 8058, 3.1): nothing is done then. */
function sendToPage(app: FastifyInstance, { path, tier }: Call, page: (search: string) => string): void {
  app.get(
    path,
    { config: { rateLimit: rateLimitOf(tier) }, schema: { hide: true } },
    async (request, reply) => {
      const { search } = new URL(request.url, 'http://localhost');
      return reply.header('cache-control', 'no-store').redirect(page(search), 303);
    },
  );
}

/** Takes the file out of a form as it comes; what is left to be read of the request is nothing. */
async function withoutFile(request: FastifyRequest, payload: Readable): Promise<Readable> {
  const type = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) throw fail(sharedErrors.UNSUPPORTED_MEDIA_TYPE);
  request.file = await firstFile(payload, type);
  const rest = Readable.from([]);
  return Object.assign(rest, { receivedEncodedLength: Number(request.headers['content-length'] ?? 0) });
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

function refuseOtherMethods(app: FastifyInstance, url: string, given: readonly Call['method'][]): void {
  app.route({
    method: METHODS.filter((method) => !(given as readonly string[]).includes(method)),
    url,
    schema: { hide: true },
    handler: (_request, reply) => {
      reply.header('allow', given.join(', '));
      return Promise.reject(fail(sharedErrors.METHOD_NOT_ALLOWED));
    },
  });
}

function needsSession({ access }: Call): boolean {
  return access !== 'all' && access !== 'token';
}

function checkAccess(call: Call, actor: Actor): void {
  if (!needsSession(call)) return;
  if (actor.kind !== call.access) throw fail(sharedErrors.LOGIN_REQUIRED);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Call['access'];
    /** True when a person sees the answer. */
    page?: boolean;
    form?: boolean;
    signed?: boolean;
    upload?: boolean;
    letter?: boolean;
    streamed?: boolean;
  }
  interface FastifyRequest {
    file?: StreamedFile | null;
  }
}
