import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import fastifyCompress from '@fastify/compress';
import fastifyCookie from '@fastify/cookie';
import fastifyRateLimit from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import fastifySwagger from '@fastify/swagger';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import helmet from 'helmet';
import { sql } from 'kysely';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { AUTH_STATUS_COOKIE, LEFT_COOKIES } from '#contract/constants.ts';
import { fail, Refusal, sharedErrors } from '#contract/errors.ts';
import { type Audience, audienceOf } from '#contract/paths.ts';
import { adminApi } from '#desks/admin/api.server.ts';
import { catalogueApi } from '#desks/catalogue/api.server.ts';
import { portfolioApi } from '#desks/portfolio/api.server.ts';
import { proApi } from '#desks/pro/api.server.ts';
import { profileApi } from '#desks/profile/api.server.ts';
import { sharingApi } from '#desks/sharing/api.server.ts';
import { showcaseApi } from '#desks/showcase/api.server.ts';
import { siteApi } from '#desks/site/api.server.ts';
import { type RequestContext, type Route, registerCalls } from '#platform/api.server.ts';
import { type Actor, nobody } from '#platform/auth.server.ts';
import { readBodies } from '#platform/bodies.server.ts';
import { UPLOAD_PATIENCE_MS, waitForBody } from '#platform/body-timeout.server.ts';
import type { Services } from '#platform/context.server.ts';
import { answerBadBytes, answerError, speakFrench } from '#platform/errors.server.ts';
import {
  isLocal,
  mayMeasure,
  type Pages,
  refuseForeignOrigin,
  registerPages,
} from '#platform/pages.server.ts';
import { clientOf, limitDetails, rateLimitOf, waitText } from '#platform/rate-limits.server.ts';
import { countsIn } from '#platform/request-counts.server.ts';
import { logAnswer, logRefusal } from '#platform/security-events.server.ts';
import { ownTarget } from '#platform/target.server.ts';
import { actorOfSession, demoOpens, logout, sessionCookieName } from '#rooms/accounts/accounts.server.ts';
import { accountsApi } from '#rooms/accounts/api.server.ts';
import { administratorsApi } from '#rooms/administrators/api.server.ts';
import { actorOfCredentials } from '#rooms/administrators/credentials.server.ts';
import { agenciesApi } from '#rooms/agencies/api.server.ts';
import { actorOfAgencySession, agencyCookieName, logoutAgency } from '#rooms/agencies/sessions.server.ts';
import { actorOfView, viewCookieName } from '#rooms/agencies/view.server.ts';
import { viewErrors } from '#rooms/agencies/view.ts';
import { alertsApi } from '#rooms/alerts/api.server.ts';
import { boostsApi } from '#rooms/boosts/api.server.ts';
import { couponsApi } from '#rooms/coupons/api.server.ts';
import { favoritesApi } from '#rooms/favorites/api.server.ts';
import { feedsApi } from '#rooms/feeds/api.server.ts';
import { leadsApi } from '#rooms/leads/api.server.ts';
import { listingsApi } from '#rooms/listings/api.server.ts';
import { mailApi } from '#rooms/mail/api.server.ts';
import { SIGNATURE_HEADER } from '#rooms/mail/bounces.ts';
import { notificationsApi } from '#rooms/notifications/api.server.ts';
import { paymentsApi } from '#rooms/payments/api.server.ts';
import { EVENT_SIGNATURE_HEADER } from '#rooms/payments/provider.ts';
import { placesApi } from '#rooms/places/api.server.ts';
import { pricesApi } from '#rooms/prices/api.server.ts';
import { pushApi } from '#rooms/push/api.server.ts';
import { reportsApi } from '#rooms/reports/api.server.ts';
import { searchApi } from '#rooms/search/api.server.ts';
import { statisticsApi } from '#rooms/statistics/api.server.ts';
import { flushViews } from '#rooms/statistics/views.server.ts';
import { tooManyDocument } from '#shell/too-many-document.tsx';
import stylesUrl from './styles.css?url';

/** Every room's doors on HTTP. */
export const routes: readonly Route[] = [
  ...placesApi,
  ...accountsApi,
  ...administratorsApi,
  ...agenciesApi,
  ...listingsApi,
  ...leadsApi,
  ...reportsApi,
  ...searchApi,
  ...showcaseApi,
  ...sharingApi,
  ...pricesApi,
  ...favoritesApi,
  ...alertsApi,
  ...boostsApi,
  ...pushApi,
  ...mailApi,
  ...siteApi,
  ...profileApi,
  ...proApi,
  ...adminApi,
  ...catalogueApi,
  ...notificationsApi,
  ...portfolioApi,
  ...feedsApi,
  ...statisticsApi,
  ...couponsApi,
  ...paymentsApi,
];

interface WebOptions {
  readonly services: Services;
  /** None in tests of the API. */
  readonly pages: Pages | null;
  /** Vite's middleware stands in front in development. */
  readonly before?: (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  readonly rateLimits?: boolean;
}

const ASSETS = path.resolve('build/client');
/** The front door: helmet, cookies, rate limits, every room's calls under /api, React Router last. */
export async function openWeb({
  services,
  pages,
  before,
  rateLimits = true,
}: WebOptions): Promise<FastifyInstance> {
  const { env } = services;
  const measuredAt = env.measurementUrl ? [new URL(env.measurementUrl).origin] : [];
  const mappedAt = env.MAP_STYLE_URL ? [new URL(env.MAP_STYLE_URL).origin] : [];
  speakFrench();
  // Its own chatter stays out of a terminal where a person just started the product.
  const level = services.log.level === 'info' ? 'warn' : services.log.level;
  const loggerInstance: FastifyBaseLogger = services.log.child({}, { level });
  const app = Fastify({
    loggerInstance,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: env.TRUST_PROXY ? env.TRUST_PROXY.split(',').map((range) => range.trim()) : false,
    bodyLimit: 100_000,
    requestTimeout: UPLOAD_PATIENCE_MS,
    connectionTimeout: 60_000,
    http: {
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
      // An address may carry an outline of 10,000 points: a page answers it, without the outline.
      maxHeaderSize: 65_536,
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    rewriteUrl: (request) => ownTarget(request.url ?? '/'),
    clientErrorHandler: answerBadBytes,
    logController: new LogController({ disableRequestLogging: true }),
  });
  const registry = measure(app);
  if (before) app.addHook('onRequest', (request, reply, next) => before(request.raw, reply.raw, next));

  app.addHook('onRequest', waitForBody);
  app.addHook('onRequest', async (request, reply) => {
    request.nonce = randomBytes(16).toString('base64url');
    reply.header('x-request-id', request.id);
  });
  // Not by @fastify/helmet: a function that it keeps on each answer keeps the whole answer, page and data, alive until the next
  // full collection (decision 0034).
  const protect = helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: env.publicUrl.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', (request, reply, next) => protect(request.raw, reply.raw, () => next()));
  app.addHook('onSend', async (request, reply) => {
    // Its cookies are for this reader: no cache hands them to others.
    if (request.sessionLeft) reply.header('cache-control', 'private, no-store');
    if (before || reply.hasHeader('content-security-policy')) return;
    // One nonce for scripts only: a nonce in style-src would cancel 'unsafe-inline' and block style="" (stack.md 1.3-6).
    reply.header(
      'content-security-policy',
      [
        `default-src 'self'`,
        `script-src 'self' 'nonce-${request.nonce}'`,
        `style-src 'self' 'unsafe-inline'`,
        ['img-src', `'self'`, 'data:', 'blob:', ...mappedAt].join(' '),
        `font-src 'self'`,
        ['connect-src', `'self'`, ...measuredAt, ...mappedAt].join(' '),
        `worker-src 'self'`,
        `object-src 'none'`,
        `base-uri 'self'`,
        `form-action 'self'`,
        `frame-ancestors 'none'`,
      ].join('; '),
    );
  });
  await app.register(fastifyCookie);
  app.addHook('onRequest', (request, reply) => endLeft(request, reply, services));
  if (!before)
    await app.register(fastifyCompress, {
      threshold: 1_024,
      encodings: ['br', 'gzip'],
      brotliOptions: { params: { 1: 4 } },
    });
  await app.register(fastifyRateLimit, {
    global: false,
    enableDraftSpec: false,
    keyGenerator: ({ ip }) => clientOf(ip),
    store: countsIn(services),
    errorResponseBuilder: (request, { ttl }) =>
      fail(sharedErrors.RATE_LIMIT_EXCEEDED, limitDetails(ttl / 1000, request.url)),
    ...(rateLimits ? {} : { allowList: () => true }),
  });
  app.setErrorHandler((error, request, reply) =>
    request.routeOptions.config.page &&
    error instanceof Refusal &&
    error.spec === sharedErrors.RATE_LIMIT_EXCEEDED
      ? refusePage(error, request, reply, services)
      : answerError(error, request, reply, services),
  );
  app.setNotFoundHandler(() => Promise.reject(fail(sharedErrors.NOT_FOUND)));

  app.addHook('onResponse', async (request, { statusCode: status, elapsedTime: milliseconds }) =>
    logAnswer(request, { status, milliseconds }, services),
  );
  app.addHook('onClose', () => flushViews(services.db, services.log));

  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    const ready = await sql`select 1`.execute(services.db).then(
      () => true,
      () => false,
    );
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'base de données injoignable' });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayMeasure(request, env)) throw fail(sharedErrors.NOT_FOUND);
    return reply.type(registry.contentType).send(await registry.metrics());
  });

  for (const route of routes) {
    if (route.kind !== 'raw' || (route.development && env.production)) continue;
    app.route({
      method: route.method,
      url: route.url,
      config: { rateLimit: rateLimitOf(route.tier ?? 'read') },
      handler: async (request, reply) => {
        if (route.development && !isLocal(request, env)) throw fail(sharedErrors.NOT_FOUND);
        return route.handle(request, reply, services);
      },
    });
  }

  await app.register((api) => registerApi(api, services, routes), { prefix: '/api' });
  if (!before) {
    await app.register(fastifyStatic, {
      root: path.join(ASSETS, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
      decorateReply: false,
    });
    await app.register(fastifyStatic, {
      root: ASSETS,
      prefix: '/',
      wildcard: false,
      globIgnore: ['assets/**', '.vite/**'],
      maxAge: '1h',
      preCompressed: true,
    });
  }
  if (pages)
    await app.register((web) => registerPages(web, services, pages, (request) => actorOf(request, services)));
  return app;
}

/** A 429 to a person: a page, or to the script of a page, which shows it, how long to wait. */
function refusePage(
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): FastifyReply {
  logRefusal(refusal, refusal, request, services);
  const wait = waitText(Number(reply.getHeader('retry-after')));
  const address = request.raw.url ?? '/';
  reply.code(sharedErrors.RATE_LIMIT_EXCEEDED.status).header('cache-control', 'no-store');
  if ((address.split('?')[0] ?? '').endsWith('.data'))
    return reply.type('text/plain; charset=utf-8').send(wait);
  const page = tooManyDocument({ address, wait, origin: services.env.publicUrl, stylesUrl });
  return reply.type('text/html; charset=utf-8').send(page);
}

async function registerApi(api: FastifyInstance, services: Services, all: readonly Route[]): Promise<void> {
  api.setValidatorCompiler(validatorCompiler);
  api.setSerializerCompiler(serializerCompiler);
  readBodies(api);
  api.addHook('onRequest', async (request) => {
    refuseForeignOrigin(request, services.env);
    // A space that is only looked at refuses to be changed before anything that came is read.
    if (request.cookies[viewCookieName(services.env)] !== undefined && isWrite(request))
      await actorOf(request, services);
  });
  await api.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vigie',
        version: '1',
        description: 'Annonces immobilières et alertes. Enveloppe : success, data, message, code, details.',
      },
      servers: [{ url: '/api' }],
    },
    transform: jsonSchemaTransform,
  });
  await api.register(async (calls) => {
    registerCalls(calls, all, (request, reply) => requestContext(request, reply, services));
  });
  const config = { rateLimit: rateLimitOf('read') };
  api.get('/openapi.json', { schema: { hide: true }, config }, async () => api.swagger());
  // Before the pages, which take every address that is left.
  for (const url of ['/', '/*']) {
    api.all(url, { schema: { hide: true } }, () => Promise.reject(fail(sharedErrors.NOT_FOUND)));
  }
}

/**
 * Ends the sessions that this browser left while no server heard it (specification 4: logged out even if the call fails),
 * before anybody is recognised. What cannot be ended now is not recognised either, and is ended next time.
 */
async function endLeft(request: FastifyRequest, reply: FastifyReply, { db, env }: Services): Promise<void> {
  const left = [
    [LEFT_COOKIES.individual, sessionCookieName(env), logout, [AUTH_STATUS_COOKIE]],
    [LEFT_COOKIES.agency, agencyCookieName(env), logoutAgency, []],
  ] as const;
  for (const [mark, name, end, beside] of left) {
    if (request.cookies[mark] === undefined) continue;
    request.sessionLeft = true;
    const token = request.cookies[name];
    delete request.cookies[name];
    try {
      if (token) await end(db, token);
      for (const cookie of [mark, name, ...beside]) reply.clearCookie(cookie, cookieOptions(env));
    } catch (error) {
      request.log.warn({ err: error }, 'a session that was left could not be ended yet');
    }
  }
}

const actors = new WeakMap<FastifyRequest, Promise<Actor>>();

/** Who asks, looked up once for each request. */
function actorOf(request: FastifyRequest, services: Services): Promise<Actor> {
  const actor = actors.get(request) ?? findActor(request, services);
  actors.set(request, actor);
  return actor;
}

/** Who enters by one door is nobody at the others: individuals, agencies and administrators each have their own. */
async function findActor(request: FastifyRequest, services: Services): Promise<Actor> {
  const demo = demoOpens(services.env, isLocal(request, services.env));
  const { env, db } = services;
  const door = doorOf(request.raw.url ?? '/');
  // The pages of administrators hold nothing: what they show comes by calls, which carry the credentials.
  if (door === 'admin') return nobody;
  if (door === 'admin-call')
    return actorOfCredentials(services, request.headers.authorization, { ip: request.ip, demo });
  const ofAgency = door === 'agency';
  const viewed = ofAgency ? await actorOfView(services, request.cookies[viewCookieName(env)]) : null;
  if (viewed) {
    if (isWrite(request)) throw fail(viewErrors.READ_ONLY_VIEW);
    return viewed;
  }
  const cookie = request.cookies[ofAgency ? agencyCookieName(env) : sessionCookieName(env)];
  // The bearer of API clients comes after the cookie, so that a placeholder harms nothing (interface.md, fine points 9).
  for (const token of [cookie, bearerOf(request)]) {
    if (!token) continue;
    const actor = ofAgency
      ? await actorOfAgencySession(db, token, { demo })
      : await actorOfSession(db, token, { demo });
    if (actor.kind !== 'none') return actor;
  }
  return nobody;
}

/** Whether a request may change something; opening a mailed link is a GET that does. */
function isWrite({ method, routeOptions }: FastifyRequest): boolean {
  return (method !== 'GET' && method !== 'HEAD') || routeOptions.config.access === 'token';
}

/** Calls below /agence and the pages of agencies with their data (`/agence/connexion.data`), and so on. */
function doorOf(target: string): Audience | 'admin-call' {
  const pathname = (target.split('?')[0] ?? '').toLowerCase();
  if (!pathname.startsWith('/api/')) return audienceOf(pathname.replace(/(\/_)?\.data$/, ''));
  if (/^\/api\/admin(\/|$)/.test(pathname)) return 'admin-call';
  return /^\/api\/agence(\/|$)/.test(pathname) ? 'agency' : 'individual';
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '')?.[1];
}

function cookieOptions(env: Services['env']) {
  const secure = sessionCookieName(env).startsWith('__Host-');
  return { path: '/', sameSite: 'lax', secure } as const;
}

async function requestContext(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
): Promise<Omit<RequestContext, 'say'>> {
  const common = cookieOptions(services.env);
  return {
    ...services,
    actor: await actorOf(request, services),
    ip: request.ip,
    local: isLocal(request, services.env),
    requestId: request.id,
    cookies: request.cookies,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    signed: {
      signature: String(request.headers[SIGNATURE_HEADER] ?? request.headers[EVENT_SIGNATURE_HEADER] ?? ''),
      body: request.signedBody ?? '',
    },
    files: request.files ?? [],
    file: request.file ?? null,
    bearer: bearerOf(request),
    setCookie: (name, value, { maxAgeSeconds, httpOnly }) => {
      reply.setCookie(name, value, {
        ...common,
        httpOnly,
        ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
      });
    },
    clearCookie: (name) => {
      reply.clearCookie(name, common);
    },
  };
}

function measure(app: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Durée des réponses',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    duration.observe(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'inconnue',
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    );
  });
  return registry;
}

declare module 'fastify' {
  interface FastifyRequest {
    nonce: string;
    /** A session of this browser was left, which the server had not heard. */
    sessionLeft?: boolean;
  }
}
