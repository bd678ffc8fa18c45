import {
  createDecipheriv,
  createECDH,
  createHash,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { later } from './leftovers.ts';

export interface Received {
  readonly device: string;
  readonly headers: IncomingMessage['headers'];
  /** What the browser of that device reads. */
  readonly text: string;
  /** Of the token that names the sender (RFC 8292), its signature checked. */
  readonly claims: { aud: string; exp: number; sub: string };
  /** The key it was signed with. */
  readonly publicKey: string;
}

/** A push service on this machine, with the devices that subscribed to it: it opens what they would. */
export async function pushService() {
  const devices = new Map<string, { pair: ECDH; auth: Buffer }>();
  const received: Received[] = [];
  const refused: string[] = [];
  let answers: { status: number; headers?: Record<string, string> }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const name = (request.url ?? '').slice(1);
      const device = devices.get(name);
      const answer = answers.shift();
      if (!device || (answer && answer.status >= 300)) {
        refused.push(name);
        return void response.writeHead(answer?.status ?? 410, answer?.headers).end();
      }
      received.push({
        device: name,
        headers: request.headers,
        text: decrypted(Buffer.concat(chunks), device),
        ...proven(request.headers.authorization ?? ''),
      });
      response.writeHead(201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // An idle connection stays open: one that is closed just as it is used again is a failure of nobody’s.
  server.keepAliveTimeout = 0;
  later(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    /** Devices that were not served. */
    refused,
    /** What a browser gives its page: a PushSubscription as JSON. */
    subscribe(name: string) {
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const auth = randomBytes(16);
      devices.set(name, { pair, auth });
      return {
        endpoint: `${origin}/${name}`,
        keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
      };
    },
    forget: (name: string) => void devices.delete(name),
    /** The next answers, before it serves again. */
    answer: (...next: typeof answers) => void (answers = next),
  };
}

/** RFC 8188 and 8291, from the side of the device: one record. */
function decrypted(body: Buffer, { pair, auth }: { pair: ECDH; auth: Buffer }): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32));
  const derive = (label: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${label}\0`), bytes));
  const opener = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  opener.setAuthTag(sealed.subarray(-16));
  const open = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()]);
  const end = open.lastIndexOf(2);
  return open.subarray(0, end).toString('utf8');
}

/** RFC 8292: `vapid t=…, k=…`. Throws when the token is not signed by that key. */
function proven(authorization: string): Pick<Received, 'claims' | 'publicKey'> {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signed = { key, dsaEncoding: 'ieee-p1363' as const };
  const bytes = Buffer.from(signature, 'base64url');
  if (!verify('sha256', Buffer.from(`${header}.${claims}`), signed, bytes)) {
    throw new Error('signature VAPID fausse');
  }
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')), publicKey };
}

/** As a browser names itself in the calls of rooms/push. */
export const markOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url');
