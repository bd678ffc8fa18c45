/**
 * Logo: the picture that an agency is known by, where it is served, and what stands in its place.
 */
import * as z from 'zod/mini';

export const agencyLogoSchema = z.object({
  /** Names its file. */
  key: z.string(),
  /** In pixels. */
  width: z.int(),
  height: z.int(),
});
export type AgencyLogo = z.output<typeof agencyLogoSchema>;

/** Site-relative address of the file of a logo. */
export function logoPath({ key }: Pick<AgencyLogo, 'key'>): string {
  return `/logos/${key}.webp`;
}

/** The key in a file name as addresses carry it; null when it is none. */
export function readLogoFile(file: string): string | null {
  return /^([0-9a-f]{32})\.webp$/.exec(file)?.[1] ?? null;
}

/** Storage key of the file of a logo. */
export function logoStorageKey(key: string): string {
  return `logos/${key.slice(0, 2)}/${key}.webp`;
}

const LINKING = new Set([
  'de',
  'des',
  'du',
  'la',
  'le',
  'les',
  'et',
  'à',
  'au',
  'aux',
  'en',
  'sur',
  'chez',
  '&',
]);

/** « Agence du Port » gives « AP »: at most two letters, without the words that only link the others. */
export function initialsOf(name: string): string {
  const words = name
    .split(/[\s\u00a0-]+/)
    .flatMap((word) => word.replace(/^(?:[dl]|qu)['’]/i, '').match(/[\p{L}\d].*/u) ?? []);
  const telling = words.filter((word) => !LINKING.has(word.toLowerCase()));
  const chosen = telling.length > 0 ? telling : words;
  return chosen
    .slice(0, 2)
    .map((word) => /^./u.exec(word)?.[0].toUpperCase())
    .join('');
}
