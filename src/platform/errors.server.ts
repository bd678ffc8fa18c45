import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { fail, Refusal, sharedErrors } from '#contract/errors.ts';
import type { Services } from './context.server.ts';
import { isConnectionLost, isDiskFull } from './db.server.ts';
import { limitDetails, TooMany } from './rate-limits.server.ts';
import { logRefusal } from './security-events.server.ts';

const MALFORMED = 'La demande est mal formée.';

/** What a schema says when it has no sentence of its own (specification 8), instead of zod's English. */
export function speakFrench(): void {
  z.config({
    localeError: (issue) => {
      if (issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)) {
        return 'Ce champ est requis.';
      }
      if (issue.code === 'too_small') return 'La valeur saisie est trop courte.';
      if (issue.code === 'too_big') return 'La valeur saisie est trop longue.';
      return 'La valeur saisie n’est pas valable.';
    },
  });
}

/** Any failure of a request as the envelope of specification 8; those of ours are logged. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  services: Pick<Services, 'log' | 'env'>,
) {
  const refusal = asRefusal(error, request);
  logRefusal(refusal, error, request, services);
  if (error instanceof TooMany) reply.header('retry-after', error.seconds);
  if (refusal.spec.status >= 500 && !leftMidway(request)) {
    services.log.error(
      { err: error, requestId: request.id, url: request.url.split('?')[0] },
      'requête en échec',
    );
  }
  if (refusal.spec === sharedErrors.UNAVAILABLE) reply.header('retry-after', '5');
  // Past the serializer of the route: the envelope of an error is the same everywhere. No cache keeps it, whatever
  // the route had said of its answer.
  return reply
    .code(refusal.spec.status)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send(refusal.toEnvelope());
}

/** The client aborted its request: no failure of ours, and nobody reads the answer. */
function leftMidway({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

function asRefusal(error: unknown, request: FastifyRequest): Refusal {
  if (error instanceof TooMany) return fail(error.spec, limitDetails(error.seconds, request.url));
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map(({ instancePath, message }) => ({
      field: instancePath.split('/').filter(Boolean).join('.'),
      message: message ?? sharedErrors.VALIDATION_ERROR.message,
    }));
    return fail(sharedErrors.VALIDATION_ERROR, { fields }, fields[0]?.message);
  }
  if (isConnectionLost(error)) return fail(sharedErrors.UNAVAILABLE);
  if (isDiskFull(error)) return fail(sharedErrors.STORAGE_FULL);
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return fail(sharedErrors.UNSUPPORTED_MEDIA_TYPE);
  if (statusCode === 413) return fail(sharedErrors.PAYLOAD_TOO_LARGE);
  if (statusCode === 404) return fail(sharedErrors.NOT_FOUND);
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return fail(sharedErrors.VALIDATION_ERROR, undefined, MALFORMED);
  return fail(sharedErrors.INTERNAL_ERROR);
}

const CLIENT_STATUS: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Page shown for an address that is too long: a zone of thousands of corners. */
const TOO_LONG = `<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Adresse trop longue – Vigie</title>
<body style="max-width:36rem;margin:4rem auto;padding:0 1rem;font-family:sans-serif;line-height:1.5">
<h1>Cette adresse est trop longue</h1>
<p>Elle dit sans doute une zone de trop de côtés. Recommencez la recherche et dessinez la zone plus simplement.</p>
<p><a href="/">Aller à l’accueil</a></p>
</html>
`;

/** The same envelope for bytes that never became a request; a page for an address that is too long, which only a link leads to. */
export function answerBadBytes(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return;
  const status = CLIENT_STATUS[error.code ?? ''] ?? 400;
  const page = status === 431;
  const body = page
    ? TOO_LONG
    : JSON.stringify(fail(sharedErrors.VALIDATION_ERROR, undefined, MALFORMED).toEnvelope());
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `content-type: ${page ? 'text/html' : 'application/json'}; charset=utf-8`,
      `content-security-policy: default-src 'none'; style-src 'unsafe-inline'`,
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
