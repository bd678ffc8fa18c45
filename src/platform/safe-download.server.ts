import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP } from 'node:net';

/** Why a stranger's address was not followed, or gave nothing. `permanent`: trying again will not help. */
export class DownloadRefused extends Error {
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.name = 'DownloadRefused';
    this.permanent = permanent;
  }
}

export interface DownloadLimits {
  /** Host names that may be private and use any port: test servers. */
  readonly allowedHosts: readonly string[];
  readonly maxBytes: number;
  /** For everything: names, redirects and body. */
  readonly timeoutMs: number;
  readonly maxRedirects: number;
  readonly signal?: AbortSignal;
  /** How names become addresses; the system's way unless said. */
  readonly resolve?: (hostname: string) => Promise<readonly { address: string; family: number }[]>;
}

const closedNets = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  closedNets.addSubnet(net, prefix, 'ipv4');
}
// Within global unicast: protocol assignments with Teredo, documentation, 6to4 (which wraps an IPv4 address).
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closedNets.addSubnet(net, prefix, 'ipv6');
}
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address belongs to the public internet: everything special is not. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closedNets.check(address, 'ipv4');
  // Loopback, link-local, unique local, IPv4-mapped and NAT64 addresses are all outside global unicast.
  return family === 6 && globalUnicast.check(address, 'ipv6') && !closedNets.check(address, 'ipv6');
}

/**
 * Downloads what a stranger's address points at (security.md, threat 19): http(s) on its usual ports, the
 * name resolved once and the connection pinned to the address that was checked, each redirect checked
 * again, bounded in time and size. Throws `DownloadRefused`, or the abort reason of `signal`.
 */
export async function downloadSafely(address: string, limits: DownloadLimits): Promise<Uint8Array> {
  const deadline = AbortSignal.timeout(limits.timeoutMs);
  const signal = limits.signal ? AbortSignal.any([limits.signal, deadline]) : deadline;
  try {
    const response = await openSafely(address, { ...limits, signal, headers: { accept: 'image/*' } });
    const status = response.statusCode ?? 0;
    if (status !== 200) {
      response.destroy();
      throw new DownloadRefused(`réponse ${status}`, status === 410);
    }
    return await readBody(response, limits.maxBytes);
  } catch (error) {
    limits.signal?.throwIfAborted();
    if (error instanceof DownloadRefused) throw error;
    if (deadline.aborted) throw new DownloadRefused('délai dépassé', false);
    throw new DownloadRefused((error as NodeJS.ErrnoException).code ?? String(error), false);
  }
}

/**
 * The answer to a GET under the same rules, whatever its status but a redirect to follow: the caller reads its body, or
 * destroys it. `keepHttps`: an address that is https leads nowhere else. Throws `DownloadRefused`, and the errors of the network.
 */
export async function openSafely(
  address: string,
  asked: Reach & {
    readonly headers: Record<string, string>;
    readonly maxRedirects: number;
    readonly signal: AbortSignal;
    readonly keepHttps?: boolean;
  },
): Promise<IncomingMessage> {
  let target = readAddress(address);
  for (let hop = 0; hop <= asked.maxRedirects; hop += 1) {
    const response = await open(target, asked, asked.signal, { method: 'GET', headers: asked.headers });
    const status = response.statusCode ?? 0;
    const location = response.headers.location;
    if (status < 300 || status >= 400 || !location) return response;
    response.destroy();
    const next = readAddress(location, target);
    if (asked.keepHttps && target.protocol === 'https:' && next.protocol !== 'https:')
      throw new DownloadRefused('redirection de https vers une adresse sans chiffrement', true);
    target = next;
  }
  throw new DownloadRefused('trop de redirections', true);
}

function readAddress(text: string, base?: URL): URL {
  if (!URL.canParse(text, base)) throw new DownloadRefused('adresse illisible', true);
  return new URL(text, base);
}

type Reach = Pick<DownloadLimits, 'allowedHosts' | 'resolve'>;

/** Bytes read of an ignored answer, so that its server sees it received. */
const DRAINED_BYTES = 64_000;

/**
 * Posts to a stranger's address under the same rules, following no redirect: answers the status, and when to come back as
 * its server says. Throws `DownloadRefused`.
 */
export async function postSafely(
  address: string,
  post: Reach & {
    readonly body: string;
    readonly headers: Record<string, string>;
    readonly timeoutMs: number;
  },
): Promise<{ status: number; retryAfter: string | null }> {
  const signal = AbortSignal.timeout(post.timeoutMs);
  try {
    const response = await open(readAddress(address), post, signal, {
      method: 'POST',
      headers: post.headers,
      body: post.body,
    });
    const answer = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null };
    await readBody(response, DRAINED_BYTES).catch(() => response.destroy());
    return answer;
  } catch (error) {
    if (error instanceof DownloadRefused) throw error;
    if (signal.aborted) throw new DownloadRefused('délai dépassé', false);
    throw new DownloadRefused((error as NodeJS.ErrnoException).code ?? String(error), false);
  }
}

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  readonly body?: string;
}

async function open(target: URL, limits: Reach, signal: AbortSignal, asked: Asked): Promise<IncomingMessage> {
  if (target.protocol !== 'http:' && target.protocol !== 'https:') {
    throw new DownloadRefused('adresse ni http ni https', true);
  }
  if (target.username || target.password) throw new DownloadRefused('adresse avec identifiants', true);
  const hostname = target.hostname.replaceAll(/^\[|\]$/g, '');
  const allowed = limits.allowedHosts.includes(hostname);
  // The port is empty when it is the usual one of its scheme.
  if (!allowed && !['', '80', '443'].includes(target.port)) throw new DownloadRefused('port refusé', true);
  const pinned = await resolveOnce(hostname, limits, signal);
  if (!allowed && !pinned.every(({ address }) => isPublicAddress(address))) {
    throw new DownloadRefused('adresse privée', true);
  }
  return new Promise((resolve, reject) => {
    const request = target.protocol === 'https:' ? httpsRequest : httpRequest;
    request(target, {
      method: asked.method,
      agent: false,
      signal,
      // The connection goes where the check looked: the name is never resolved a second time.
      lookup: (_name, options, done) => {
        if (options.all)
          done(
            null,
            pinned.map(({ address, family }) => ({ address, family })),
          );
        else done(null, pinned[0]!.address, pinned[0]!.family);
      },
      headers: {
        ...asked.headers,
        ...(asked.body === undefined ? {} : { 'content-length': Buffer.byteLength(asked.body) }),
        'accept-encoding': 'identity',
        'user-agent': 'Vigie',
      },
    })
      .on('response', resolve)
      .on('error', reject)
      .end(asked.body);
  });
}

async function resolveOnce(
  hostname: string,
  limits: Reach,
  signal: AbortSignal,
): Promise<readonly { address: string; family: number }[]> {
  const family = isIP(hostname);
  if (family) return [{ address: hostname, family }];
  const resolve = limits.resolve ?? ((name: string) => lookup(name, { all: true, verbatim: true }));
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  // Name servers have their own, longer patience.
  const found = await Promise.race([resolve(hostname), aborted]);
  if (found.length === 0) throw new DownloadRefused('hôte inconnu', false);
  return found;
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  const tooBig = () => new DownloadRefused(`plus de ${maxBytes} octets`, true);
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy();
    throw tooBig();
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop destroys the response, and the connection with it.
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooBig();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
