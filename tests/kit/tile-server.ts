import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { later } from './leftovers.ts';

/** What a request for a tile holds, and nothing else: nothing of the person who looks at a map. */
const SENT = new Set([
  'host',
  'connection',
  'accept',
  'accept-encoding',
  'accept-language',
  'sec-fetch-mode',
  'user-agent',
]);

/** What the server does instead of sending the tile that it was asked for. */
export type TileTrouble =
  | { readonly status: number; readonly retryAfter?: number | string }
  /** The bytes, and what it says they are. */
  | { readonly bytes: Uint8Array; readonly type: string }
  | 'silence'
  | 'cut'
  | 'endless'
  | 'elsewhere';

/**
 * A server of tiles as IGN's: a WMTS address, images of 256 pixels. It notes each request that is not made as it must be, and fails
 * in all the ways that servers do.
 */
export async function tileServer() {
  const requests: string[] = [];
  const wrong: string[] = [];
  let trouble: TileTrouble | null = null;
  let delayMs = 0;
  let held: Promise<void> | null = null;
  const images = new Map<string, Promise<Buffer>>();

  /** Of a colour of its own for each tile. */
  const imageOf = (tile: string) => {
    const known = images.get(tile);
    if (known) return known;
    const [z = 0, x = 0, y = 0] = tile.split('/').map(Number);
    const background = { r: 200 + (z % 50), g: 200 + (x % 50), b: 200 + (y % 50) };
    const made = sharp({ create: { width: 256, height: 256, channels: 3, background } })
      .png()
      .toBuffer();
    images.set(tile, made);
    return made;
  };

  /** The tile that an address names, when everything else in it is as IGN wants it. */
  function tileOf({ method, url = '', headers }: IncomingMessage): string | null {
    const { pathname, searchParams: given } = new URL(url, 'http://tuiles.test');
    const faults = [
      method !== 'GET' && `method ${method}`,
      pathname !== '/wmts' && `path ${pathname}`,
      given.get('LAYER') !== 'GEOGRAPHICALGRIDSYSTEMS.PLANIGNV2' && 'layer',
      given.get('FORMAT') !== 'image/png' && 'format',
      !['TILEMATRIX', 'TILEROW', 'TILECOL'].every((name) => /^\d+$/.test(given.get(name) ?? '')) && 'numbers',
      !/^Vigie \(\+https?:\/\//.test(headers['user-agent'] ?? '') && 'user-agent',
      ...Object.keys(headers).map((name) => !SENT.has(name) && `header ${name}`),
    ].filter((fault) => fault !== false);
    if (faults.length > 0) wrong.push(`${url}: ${faults.join(', ')}`);
    return faults.length > 0
      ? null
      : ['TILEMATRIX', 'TILECOL', 'TILEROW'].map((name) => given.get(name)).join('/');
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const tile = tileOf(request);
    if (!tile) return void response.writeHead(400).end();
    requests.push(tile);
    const gate = held;
    held = null;
    await gate;
    if (delayMs > 0) await wait(delayMs);
    const now = trouble;
    if (now === 'silence') return;
    if (now === 'elsewhere')
      return void response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    const image = await imageOf(tile);
    if (now === 'cut') {
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': image.length });
      response.write(image.subarray(0, image.length / 2));
      await wait(20);
      return void request.socket.destroy();
    }
    if (now === 'endless') {
      response.writeHead(200, { 'content-type': 'image/png' });
      const chunk = Buffer.alloc(65_536, 1);
      while (!response.destroyed) {
        response.write(chunk);
        await wait(5);
      }
      return;
    }
    if (now && 'status' in now) {
      const { status, retryAfter } = now;
      const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
      return void response.writeHead(status, { 'content-type': 'text/xml', ...headers }).end('<Exception/>');
    }
    const { bytes, type } = now ?? { bytes: image, type: 'image/png' };
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.byteLength }).end(bytes);
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  later(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const words = 'SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&STYLE=normal&TILEMATRIXSET=PM&FORMAT=image/png';
  const tile = 'LAYER=GEOGRAPHICALGRIDSYSTEMS.PLANIGNV2&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}';

  return {
    /** Settings of a site whose maps have these streets. */
    settings: {
      MAP_TILES: 'ign',
      MAP_TILES_URL: `${origin}/wmts?${words}&${tile}`,
      // A busy machine is no silent plan: who tests silence says less.
      MAP_TILES_SECONDS: '60',
    },
    /** Tiles asked for so far, as `z/x/y`, and requests that were not made as they must be. */
    requests,
    wrong,
    imageOf,
    /** What happens to each request from now on; null: it is answered. */
    trouble(next: TileTrouble | null) {
      trouble = next;
    },
    /** The next request is answered once the function that is returned is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    /** How long each answer takes. */
    slow(milliseconds: number) {
      delayMs = milliseconds;
    },
  };
}
