import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerBadBytes } from './errors.server.ts';

/** How long a request may take to come (security.md, threat 36): what carries no large file has half a minute. */
const PATIENCE_MS = 30_000;
export const UPLOAD_PATIENCE_MS = 600_000;

/** Times out a request whose body does not arrive; a call that streams its file has the server's longer timeout. */
export function waitForBody(
  { raw, headers, routeOptions }: FastifyRequest,
  _: FastifyReply,
  next: () => void,
): void {
  const carries = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (carries && !routeOptions.config.streamed) {
    const timer = setTimeout(() => {
      if (!raw.complete)
        answerBadBytes(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket);
    }, PATIENCE_MS);
    raw.once('close', () => clearTimeout(timer));
  }
  next();
}
