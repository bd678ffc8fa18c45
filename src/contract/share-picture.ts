/** Pictures shown where a page is shared, in pixels: what every network asks for. */
export const SHARE_PICTURE = { width: 1200, height: 630 } as const;

/** Below it stand the pictures of pages, under their own paths. */
export const SHARE_PREFIX = '/partage';

/** The picture of a page that has none of its own. */
export const SHARE_DEFAULT = 'vigie';

/**
 * Site-relative address of the picture of a page. Networks keep pictures by their address: `said` is what the picture
 * says in words, so that another price makes another address.
 */
export function sharePicturePath(path: string, said: string): string {
  const [page = ''] = path.split(/[?#]/);
  return `${SHARE_PREFIX}${page}.jpg?v=${digestOf(said)}`;
}

/** FNV-1a on 32 bits, in base 36: short, and the same everywhere. */
function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}
