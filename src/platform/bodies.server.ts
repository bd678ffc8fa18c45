import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail, sharedErrors } from '#contract/errors.ts';
import type { UploadedFile } from './api.server.ts';

// Half a character, or none: PostgreSQL takes neither. An even number of backslashes before would be words.
const UNSTORABLE =
  /(?<!\\)(?:\\\\)*\\u(?:0000|d[89ab][\da-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][\da-f]{2}\\u)d[c-f])/i;
const UNSTORABLE_SAID = 'La demande contient un caractère qui n’en est pas un.';

/** Reads what calls are sent: JSON, and of those that declare it a form, files or a mail. Throws UNSUPPORTED_MEDIA_TYPE, VALIDATION_ERROR. */
export function readBodies(api: FastifyInstance): void {
  // JSON only: a form or text/plain post from another site is refused before it is read (security.md, threat 5).
  api.removeContentTypeParser('text/plain');
  api.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      if (!request.routeOptions.config.form) return done(fail(sharedErrors.UNSUPPORTED_MEDIA_TYPE));
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    },
  );
  // RFC 8058 lets mail providers post their one click either way. What they say in it tells nothing more.
  api.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { form, upload, streamed } = request.routeOptions.config;
      if (streamed) return {};
      if (!form && !upload) throw fail(sharedErrors.UNSUPPORTED_MEDIA_TYPE);
      if (upload) request.files = await filesOf(request, body);
      return {};
    },
  );
  // A mail has bytes of its own, which are no text of one charset: what is signed is those bytes.
  api.addContentTypeParser('message/rfc822', { parseAs: 'buffer' }, (request, body, done) => {
    const { letter, signed } = request.routeOptions.config;
    if (!letter) return done(fail(sharedErrors.UNSUPPORTED_MEDIA_TYPE));
    if (signed) request.signedBody = body as Buffer;
    done(null, { raw: (body as Buffer).toString('base64'), encoding: 'base64' });
  });
  const readJson = api.getDefaultJsonParser('error', 'error');
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (UNSTORABLE.test(String(body)))
      return done(fail(sharedErrors.VALIDATION_ERROR, undefined, UNSTORABLE_SAID));
    if (request.routeOptions.config.signed) request.signedBody = String(body);
    return readJson(request, String(body), done);
  });
}

/** The files of a form, in their order; its other fields say nothing to a call that takes files. */
async function filesOf(request: FastifyRequest, body: Buffer): Promise<UploadedFile[]> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  })
    .formData()
    .catch(() => {
      throw fail(sharedErrors.VALIDATION_ERROR, undefined, 'Le formulaire est mal formé.');
    });
  const files = [...form.values()].filter((value) => value instanceof File);
  return Promise.all(
    files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
}

declare module 'fastify' {
  interface FastifyRequest {
    signedBody?: string | Uint8Array;
    files?: readonly UploadedFile[];
  }
}
