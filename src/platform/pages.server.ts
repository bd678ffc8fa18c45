import { timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { fail, sharedErrors } from '#contract/errors.ts';
import { type Audience, loginPathFor, pageAt, spelledPath } from '#contract/paths.ts';
import { type Actor, hashToken, nobody } from './auth.server.ts';
import { outageContext, type PageServices, type Services, servicesContext } from './context.server.ts';
import { isConnectionLost } from './db.server.ts';
import type { Env } from './env.server.ts';
import { bytesOf } from './page-response.server.ts';
import { rateLimitOf } from './rate-limits.server.ts';

/** The pages: the built ones, or a loader of fresh ones in development. */
export type Pages = ServerBuild | (() => Promise<ServerBuild>);

const METHODS = ['GET', 'HEAD', 'POST'];
const URLENCODED = 'application/x-www-form-urlencoded';

/** React Router, behind everything else: every address that no other door knows. */
export async function registerPages(
  web: FastifyInstance,
  services: Services,
  pages: Pages,
  actorOf: (request: FastifyRequest) => Promise<Actor>,
): Promise<void> {
  const { env } = services;
  const mode = env.production || typeof pages !== 'function' ? 'production' : 'development';
  const fixed = typeof pages === 'function' ? null : createRequestHandler(pages, mode);
  // Forms without JavaScript, and nothing else. Read here, within the limit of every body.
  web.removeAllContentTypeParsers();
  web.addContentTypeParser(
    [URLENCODED, 'multipart/form-data'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  const config = { rateLimit: rateLimitOf('read'), page: true };
  web.all('/*', { config }, async (request, reply) => {
    if (!METHODS.includes(request.method)) {
      reply.header('allow', METHODS.join(', '));
      throw fail(sharedErrors.METHOD_NOT_ALLOWED);
    }
    const url = new URL(request.raw.url ?? '/', env.publicUrl);
    const written = asWritten(url.pathname);
    // 308 keeps the method and body of a posted form.
    if (written !== url.pathname)
      return reply.redirect(written + url.search, request.method === 'POST' ? 308 : 301);
    refuseForeignOrigin(request, env);
    const asked = await askedOf(request, reply, url);
    const who = await whoAsks(request, actorOf);
    const context = new RouterContextProvider();
    context.set(servicesContext, {
      ...services,
      ...who,
      requestId: request.id,
      ip: request.ip,
      local: isLocal(request, env),
      nonce: request.nonce,
    });
    const handle = fixed ?? createRequestHandler(await (pages as () => Promise<ServerBuild>)(), mode);
    const response = await handle(asked, context);
    const { headers } = response;
    if (who.actor.kind !== 'none') headers.set('cache-control', 'private, no-store');
    else if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    // The header of a page greets its reader: no cache gives one reader's page to another.
    if (!/\bcookie\b/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Cookie');
    const away = context.get(outageContext);
    if (away) {
      headers.set('retry-after', '5');
      headers.set('cache-control', 'no-store');
    }
    return send(request, reply, response, away ? sharedErrors.UNAVAILABLE.status : response.status);
  });
}

/** The one address of a page: without a slash at its end, its fixed words in their own letters. Nearly all come so. */
function asWritten(pathname: string): string {
  const trimmed = pathname.endsWith('/') ? pathname.replace(/\/+$/, '') || '/' : pathname;
  return /[A-Z%]/.test(trimmed) ? spelledPath(trimmed) : trimmed;
}

const brotli = promisify(brotliCompress);
/** A city page in 1,5 ms and 20 kB; the next level saves 8 % of the bytes for 75 % more time. */
const BROTLI_LEVEL = 4;
/** 256 kB, more than a page holds: the usual 4 MB take longer to lay out than they save. */
const BROTLI_WINDOW = 18;
const WORTH_COMPRESSING = 1_024;

/** The answer in one piece, compressed at once; what is not for brotli is left to the door of every answer. */
async function send(request: FastifyRequest, reply: FastifyReply, response: Response, status: number) {
  const { headers } = response;
  reply.code(status);
  for (const [name, value] of headers) reply.header(name, value);
  if (!response.body) return reply.send();
  const page = await bytesOf(response);
  const wished = request.headers['accept-encoding'] ?? '';
  if (page.length < WORTH_COMPRESSING || !/\bbr\b/.test(wished)) return reply.send(page);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  const small = await brotli(page, {
    params: {
      [BROTLI_PARAM_QUALITY]: BROTLI_LEVEL,
      [BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
      [BROTLI_PARAM_SIZE_HINT]: page.length,
    },
  });
  reply.header('vary', `${headers.get('vary') ?? ''}, accept-encoding`);
  return reply.header('content-encoding', 'br').send(small);
}

/** A database that is away is said by a page, not by this door: see the middleware of root.tsx. */
async function whoAsks(
  request: FastifyRequest,
  actorOf: (request: FastifyRequest) => Promise<Actor>,
): Promise<Pick<PageServices, 'actor' | 'trouble'>> {
  try {
    return { actor: await actorOf(request), trouble: null };
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return { actor: nobody, trouble: error };
  }
}

/**
 * The request as React Router reads it. Its origin is ours whatever `Host` says; `Origin` was checked at this
 * door, and React Router's own check would refuse the https origin of a site behind a proxy that ends TLS.
 */
async function askedOf(request: FastifyRequest, reply: FastifyReply, url: URL): Promise<Request> {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(request.raw.headersDistinct)) {
    if (name !== 'origin') for (const value of values) headers.append(name, value);
  }
  const init = { method: request.method, headers, signal: gone.signal };
  if (request.method !== 'POST') return new Request(url, init);
  const body = request.body instanceof Uint8Array ? new Uint8Array(request.body) : new Uint8Array();
  if (body.length === 0) headers.set('content-type', URLENCODED);
  await new Response(body, { headers: { 'content-type': headers.get('content-type') ?? URLENCODED } })
    .formData()
    .catch(() => {
      throw fail(sharedErrors.VALIDATION_ERROR, undefined, 'Le formulaire est mal formé.');
    });
  return new Request(url, { ...init, body });
}

/** The login page that this reader must pass first, or null. The address is that of the page, not of its data. */
export function loginBefore(url: URL, actor: Actor): string | null {
  const found = pageAt(url.pathname);
  if (!found?.page.protected || mayEnter(actor, found.page.audience)) return null;
  return loginPathFor(found.page.audience, url.pathname + url.search);
}

/**
 * The agency whose protected page this is: the one that is signed in. Under another reference there is no such page,
 * whatever it would show (security.md, threat 10). Throws the 404 of pages.
 */
export function agencyOfPage(
  { actor }: Pick<PageServices, 'actor'>,
  { ownerReference }: { readonly ownerReference?: string | undefined },
): Extract<Actor, { kind: 'agency' }> {
  if (actor.kind !== 'agency' || (ownerReference ?? actor.ownerReference) !== actor.ownerReference)
    throw new Response(null, { status: 404 });
  return actor;
}

function mayEnter(actor: Actor, audience: Audience): boolean {
  // The administrator's credentials live in the tab's session storage: the page itself asks for them.
  if (audience === 'admin') return true;
  return actor.kind === (audience === 'individual' ? 'user' : 'agency');
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Whether this machine asks, for itself: not a proxy on it for somebody else, nor a page whose name was made
 * to point here (DNS rebinding).
 */
export function isLocal(request: FastifyRequest, env: Pick<Env, 'TRUST_PROXY' | 'publicUrl'>): boolean {
  const { headers } = request;
  if (!LOOPBACK.test(request.ip)) return false;
  if (!env.TRUST_PROXY && (headers['x-forwarded-for'] || headers.forwarded)) return false;
  return LOCAL_NAMES.has(request.hostname) || request.host === new URL(env.publicUrl).host;
}

/**
 * Whether figures of the process may be read: with METRICS_TOKEN as a bearer; without that setting by this machine only, and only
 * where no proxy stands in front, since one may hide that it is there.
 */
export function mayMeasure(
  request: FastifyRequest,
  env: Pick<Env, 'METRICS_TOKEN' | 'TRUST_PROXY' | 'publicUrl'>,
): boolean {
  const { authorization = '' } = request.headers;
  if (env.METRICS_TOKEN !== undefined) {
    const [given, expected] = [authorization, `Bearer ${env.METRICS_TOKEN}`].map(hashToken);
    return timingSafeEqual(given!, expected!);
  }
  const proxied = env.TRUST_PROXY !== undefined || !LOCAL_NAMES.has(new URL(env.publicUrl).hostname);
  return !proxied && isLocal(request, env);
}

/**
 * A state change asked by another site is refused; providers that post without a browser send neither header. A GET that uses
 * a mailed link is one: another site would sign its reader in to a space of its own.
 */
export function refuseForeignOrigin(request: FastifyRequest, env: Pick<Env, 'publicUrl'>): void {
  const site = request.headers['sec-fetch-site'];
  const mailed = request.routeOptions.config.access === 'token';
  if (request.method === 'GET' || request.method === 'HEAD') {
    if (mailed && site && site !== 'same-origin') throw fail(sharedErrors.FOREIGN_ORIGIN);
    return;
  }
  if (mailed || request.method === 'OPTIONS') return;
  const { origin } = request.headers;
  const own = new Set([new URL(env.publicUrl).host, request.host]);
  const foreign = site === 'cross-site' || (origin && origin !== 'null' && !own.has(hostOf(origin)));
  if (foreign || (origin === 'null' && site !== 'same-origin')) throw fail(sharedErrors.FOREIGN_ORIGIN);
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : '';
}
