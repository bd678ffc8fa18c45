import { EventEmitter } from 'node:events';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { writeStillsWith } from '#browser/static-part.tsx';
import { outageContext, services } from '#platform/context.server.ts';
import { isConnectionLost } from '#platform/db.server.ts';
import { scriptsAfterSight } from '#platform/deferred-scripts.server.ts';
import { pageResponse } from '#platform/page-response.server.ts';

/** Streamed data that is not there by then is given up; the page around it stays. */
export const streamTimeout = 5_000;

writeStillsWith(renderToStaticMarkup);

/** What React writes, kept whole: handing a page on piece by piece costs more than making it. */
class Paper extends EventEmitter {
  readonly #pieces: Uint8Array[] = [];

  write(piece: Uint8Array | string): boolean {
    this.#pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
    return true;
  }

  end(): void {
    const page = Buffer.concat(this.#pieces);
    this.emit('whole', import.meta.env.PROD ? scriptsAfterSight(page) : page);
  }
}

/** Renders a page, whole: no loader of ours answers before all its data is there. Scripts carry the request's nonce. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method.toUpperCase() === 'HEAD') return new Response(null, { status, headers });

  const { nonce, log, requestId } = services(context);
  return new Promise((resolve, reject) => {
    let answered = false;
    let code = status;
    const paper = new Paper();
    paper.once('whole', (page: Buffer) => {
      clearTimeout(timer);
      resolve(pageResponse(page, { status: code, headers }));
    });
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        // A part of a page that is ready is never sent apart from it, however big (src/browser/later.tsx).
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          answered = true;
          pipe(paper as unknown as NodeJS.WritableStream);
        },
        onShellError: reject,
        onError(error) {
          code = 500;
          // Before the shell is there the error reaches the error page, which logs it.
          if (answered) log.error({ err: error, requestId }, 'page stream');
        },
      },
    );
    const timer = setTimeout(abort, streamTimeout + 1_000);
  });
}

/** Errors of loaders and actions; a page that is not there, or a reader who left, is not one. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  const { log, requestId } = services(context);
  if (isConnectionLost(error)) context.set(outageContext, true);
  log.error({ err: error, requestId, path: new URL(request.url).pathname }, 'page');
};
