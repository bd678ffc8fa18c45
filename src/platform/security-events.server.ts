import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { SecurityEvent } from '#contract/call.ts';
import { keptEmail } from '#contract/email.ts';
import type { Refusal } from '#contract/errors.ts';
import type { Services } from './context.server.ts';
import { clientOf, TooMany } from './rate-limits.server.ts';

/** What refusals mean to the person who watches over the site (ASVS 5, 16.3). */
const REFUSED: Readonly<Record<string, string>> = {
  INVALID_CREDENTIALS: 'login.failed',
  ACCOUNT_NOT_FOUND: 'login.failed',
  GOOGLE_REFUSED: 'login.failed',
  ADMIN_CREDENTIALS: 'login.failed',
  WRONG_PASSWORD: 'password.refused',
  RATE_LIMIT_EXCEEDED: 'limit.reached',
  FOREIGN_ORIGIN: 'origin.refused',
  MAIL_SIGNATURE: 'signature.forged',
};

type Needs = Pick<Services, 'log' | 'env'>;

/** Logs a refusal that may be an attack; skips what is only a mistake. */
export function logRefusal(refusal: Refusal, error: unknown, request: FastifyRequest, needs: Needs): void {
  const event = refusedEvent(refusal, error, request);
  if (event) needs.log.warn(lineOf(event, request, needs), 'sécurité');
}

/** Logs a change of who may enter an account. */
export function logSecurityEvent(event: SecurityEvent, request: FastifyRequest, needs: Needs): void {
  needs.log.info(lineOf(event, request, needs), 'sécurité');
}

/** Logs one answer, at LOG_LEVEL=debug: the address as the program knows it, so without what a link holds. */
export function logAnswer(
  request: FastifyRequest,
  { status, milliseconds }: { status: number; milliseconds: number },
  { log, env }: Needs,
): void {
  if (!log.isLevelEnabled('debug')) return;
  log.debug({ ...requestOf(request, env), status, milliseconds: Math.round(milliseconds) }, 'réponse');
}

function refusedEvent({ spec }: Refusal, error: unknown, request: FastifyRequest): string | undefined {
  const { access } = request.routeOptions.config;
  const { url = '' } = request.routeOptions;
  if (error instanceof TooMany && url.endsWith('/login')) return 'login.locked';
  const withSession = access === 'user' || access === 'agency' || access === 'admin';
  // The caller is not told whether the object is missing or another's, and the log need not know.
  const named = Object.keys((request.params as object | null) ?? {}).length > 0;
  if (withSession && named && (spec.status === 404 || spec.status === 403)) return 'tenant.refused';
  return REFUSED[spec.code];
}

function lineOf(event: string, request: FastifyRequest, { env }: Needs) {
  const email = (request.body as { email?: unknown } | null)?.email;
  return {
    security: event,
    ...requestOf(request, env),
    who: request.asker ?? null,
    ...(typeof email === 'string' ? { subject: keyed(env.secret, keptEmail(email)) } : {}),
  };
}

function requestOf(request: FastifyRequest, { secret }: Needs['env']) {
  const { id: requestId, method, routeOptions, ip } = request;
  return { requestId, method, route: routeOptions.url ?? null, client: keyed(secret, clientOf(ip)) };
}

/** The same for the same value, and of no use to who does not hold the secret. */
function keyed(secret: string, value: string): string {
  return createHmac('sha256', secret).update(`log\n${value}`).digest('base64url').slice(0, 16);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** `user:12`, `agency:3`, `admin:claire`: whose session this is, once it was asked. */
    asker?: string;
  }
}
