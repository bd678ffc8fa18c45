import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * How an answer goes wrong, once: `cut` closes the connection midway, `silent` stops sending, `mute` never answers, `lies`
 * says more bytes than it sends, `again` sends the file from its first byte as if it were the rest, `whole` sends all of it
 * although the rest was asked, `doubled` sends the file twice over, `torn` spoils a byte, `busy` asks to come back at once,
 * `broken` answers 500.
 */
export type Fault =
  | 'cut'
  | 'silent'
  | 'mute'
  | 'lies'
  | 'again'
  | 'whole'
  | 'doubled'
  | 'torn'
  | 'busy'
  | 'broken';

export interface Publisher {
  readonly origin: string;
  /** What stands at each path; a function is asked each time. */
  readonly files: Map<string, Buffer | (() => Buffer | Promise<Buffer>)>;
  /** What goes wrong with the next answers of a path, first come first. */
  readonly faults: Map<string, Fault[]>;
  /** Each request: its path, the range it asked for, and the status that it got. */
  readonly asked: { readonly path: string; readonly range: string | null; status: number }[];
  close(): Promise<void>;
}

/** A server of static files, with versions and ranges, as the publisher of geo-dvf has; and one that goes wrong when told. */
export async function openPublisher(): Promise<Publisher> {
  const files: Publisher['files'] = new Map();
  const faults: Publisher['faults'] = new Map();
  const asked: Publisher['asked'] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    const seen = { path, range: request.headers.range ?? null, status: 0 };
    asked.push(seen);
    const stored = files.get(path);
    const content = typeof stored === 'function' ? await stored() : stored;
    answer(request, response, content ?? null, faults.get(path)?.shift() ?? null);
    seen.status = response.headersSent ? response.statusCode : 0;
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    faults,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  content: Buffer | null,
  fault: Fault | null,
): void {
  if (fault === 'mute') return;
  if (fault === 'busy') return void response.writeHead(503, { 'retry-after': '0' }).end();
  if (fault === 'broken') return void response.writeHead(500).end();
  if (!content) return void response.writeHead(404).end();
  const etag = `"${createHash('sha256').update(content).digest('hex').slice(0, 16)}"`;
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  const resumes = from > 0 && request.headers['if-range'] === etag && fault !== 'whole';
  if (resumes && from >= content.length) return void response.writeHead(416).end();
  const rest = bodyOf(content, resumes ? from : 0, fault);
  response.writeHead(resumes ? 206 : 200, {
    etag,
    'content-length': fault === 'lies' ? rest.length + 1_000 : rest.length,
    ...(resumes ? { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` } : {}),
  });
  if (fault !== 'cut' && fault !== 'silent' && fault !== 'lies') return void response.end(rest);
  const sent = fault === 'lies' ? rest : rest.subarray(0, Math.ceil(rest.length / 2));
  response.write(sent, () => {
    // Time for the bytes to leave before the connection does.
    if (fault !== 'silent') setTimeout(() => response.destroy(), 50);
  });
}

function bodyOf(content: Buffer, from: number, fault: Fault | null): Buffer {
  if (fault === 'doubled') return Buffer.concat([content, content]);
  if (fault === 'again') return content.subarray(0, content.length - from);
  const rest = Buffer.from(content.subarray(from));
  if (fault === 'torn') {
    const middle = Math.floor(rest.length / 2);
    rest[middle] = (rest[middle] ?? 0) ^ 0xff;
  }
  return rest;
}
