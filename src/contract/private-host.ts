// Names that are never those of a public site: RFC 6761 and 6762, and what companies and routers use at home.
const PRIVATE_NAMES =
  /(^|\.)(localhost|local|localdomain|internal|intranet|private|corp|home|lan|arpa|test|invalid)$/;

/**
 * Whether a host name, as `location.hostname` or a URL says it, is this machine or a private network: loopback,
 * RFC 1918, link-local, carrier-grade NAT, fc00::/7, names without a dot and names of local zones. What cannot be read
 * is private.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.includes(':') || host.startsWith('[')) return isPrivateV6(host.replace(/^\[|\]$/g, ''));
  if (/^[\d.]+$/.test(host)) return isPrivateV4(host);
  return !host.includes('.') || PRIVATE_NAMES.test(host);
}

function isPrivateV4(address: string): boolean {
  const parts = address.split('.').map(Number);
  const [a = 0, b = 0] = parts;
  if (parts.length !== 4 || parts.some((part) => part > 255)) return true;
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168)
  );
}

function isPrivateV6(given: string): boolean {
  const address = given.split('%')[0] ?? '';
  const dotted = /^(?:.*:)?((?:\d{1,3}\.){3}\d{1,3})$/.exec(address)?.[1];
  if (dotted) return isPrivateV4(dotted);
  const [head = '', tail, more] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  if (more !== undefined || !/^[\da-f:]+$/.test(address)) return true;
  const groups = [
    ...before,
    ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'),
    ...after,
  ];
  const words = groups.map((group) => Number.parseInt(group, 16));
  const [first = 0] = words;
  if (words.length !== 8) return true;
  // ::, ::1, and IPv4 in IPv6.
  if (words.slice(0, 5).every((word) => word === 0)) {
    if (words[5] !== 0xffff) return true;
    const [high = 0, low = 0] = words.slice(6);
    return isPrivateV4([high >> 8, high & 255, low >> 8, low & 255].join('.'));
  }
  return (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfe80;
}
