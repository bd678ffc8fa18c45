/** How an import of this package is read: relative to its file, or from the root by `imports` of package.json. */
import path from 'node:path';

/** Folders of src/ that an import names by `#<home>/…` (package.json, `imports`). */
export const HOMES = ['contract', 'platform', 'browser', 'ui', 'rooms'] as const;

/** The file that an import names, or null for a package. `file` and the answer are absolute. */
export function resolveImport(root: string, file: string, specifier: string): string | null {
  const [bare = ''] = specifier.split('?');
  if (bare.startsWith('.')) return path.resolve(path.dirname(file), bare);
  const [home = ''] = bare.slice(1).split('/');
  const known = bare.startsWith('#') && (HOMES as readonly string[]).includes(home);
  return known ? path.join(root, 'src', bare.slice(1)) : null;
}

/**
 * The home of a file: a room (`rooms/alerts`), a folder of src/ (`contract`), a folder beside it (`tests`); empty for
 * what stands at the top of src/.
 */
export function homeOf(root: string, file: string): string {
  const [first = '', second = '', third] = path.relative(root, file).split(path.sep);
  if (first !== 'src') return first;
  if (third === undefined) return '';
  return second === 'rooms' ? `rooms/${third}` : second;
}

/** `#rooms/…` where a relative import leaves the home of its file; null for an import that is well written. */
export function fromTheRoot(root: string, file: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  const target = resolveImport(root, file, specifier) ?? '';
  const inside = path.relative(path.join(root, 'src'), target);
  const [first = '', ...rest] = inside.split(path.sep);
  const known = rest.length > 0 && (HOMES as readonly string[]).includes(first);
  return known && homeOf(root, target) !== homeOf(root, file) ? `#${inside.replaceAll(path.sep, '/')}` : null;
}
