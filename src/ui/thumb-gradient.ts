/**
 * A thumbhash (base64) to a CSS gradient, or `none` when it is not one.
 * Only the lowest frequencies are read: a few dozen bytes of style in place of a data: image, which
 * the content security policy would refuse. Layout of the bytes: evanw/thumbhash, version 1.
 */
export function placeholderGradient(base64: string): string {
  const bytes = decode(base64);
  if (!bytes || bytes.length < 8) return 'none';
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0] = bytes;
  const header = b0 | (b1 << 8) | (b2 << 16);
  const size = b3 | (b4 << 8);
  const hasAlpha = header >> 23 !== 0;
  const landscape = size >> 15 !== 0;
  const base = {
    l: (header & 63) / 63,
    p: ((header >> 6) & 63) / 31.5 - 1,
    q: ((header >> 12) & 63) / 31.5 - 1,
  };
  const scale = ((header >> 18) & 31) / 31;
  const limit = size & 7;
  const lx = Math.max(3, landscape ? (hasAlpha ? 5 : 7) : limit);
  const start = hasAlpha ? 6 : 5;
  // Luminance coefficients come row by row; (1,0) is the first one, (0,1) follows the rest of row 0.
  const nibble = (rank: number) => {
    const byte = bytes[start + (rank >> 1)] ?? 136;
    return ((rank & 1 ? byte >> 4 : byte & 15) / 7.5 - 1) * scale;
  };
  const across = nibble(0);
  const down = nibble(lx - 1);
  // The two slowest waves add up to one: bright where both are, and dark opposite.
  const reach = Math.hypot(across, down) * 1.4;
  const angle = Math.round((Math.atan2(-across, down) * 180) / Math.PI + 360) % 360;
  return `linear-gradient(${angle}deg, ${rgb(base.l - reach, base.p, base.q)}, ${rgb(base.l + reach, base.p, base.q)})`;
}

function decode(base64: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
  } catch {
    return null;
  }
}

function rgb(l: number, p: number, q: number): string {
  const blue = l - (2 / 3) * p;
  const red = (3 * l - blue + q) / 2;
  const green = red - q;
  const part = (value: number) => Math.round(255 * Math.max(0, Math.min(1, value)));
  return `rgb(${part(red)} ${part(green)} ${part(blue)})`;
}
