import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { outageContext, services } from './platform/context.server.ts';
import { isConnectionLost } from './platform/db.server.ts';

/** Streamed data that is not there by then is given up; the page around it stays. */
export const streamTimeout = 5_000;

/** Renders a page as a stream: at once for people, whole for robots. Scripts carry the request's nonce. */
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
  const whole = isbot(request.headers.get('user-agent'));
  return new Promise((resolve, reject) => {
    let answered = false;
    let code = status;
    const answer = () => {
      answered = true;
      const body = new PassThrough({
        final(done) {
          clearTimeout(timer);
          done();
        },
      });
      resolve(new Response(createReadableStreamFromReadable(body), { status: code, headers }));
      pipe(body);
    };
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        ...(whole ? { onAllReady: answer } : { onShellReady: answer }),
        onShellError: reject,
        onError(error) {
          code = 500;
          // Before the shell is sent the error reaches the error page, which logs it.
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
