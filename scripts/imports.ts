/** How an import of this package is read: relative to its file, or from the root by `imports` of package.json. */
import path from 'node:path';

/** Folders that an import names by `#<home>/…` (package.json, `imports`), and where they stand. */
const HOMES: ReadonlyMap<string, string> = new Map([
  ['contract', 'src/contract'],
  ['platform', 'src/platform'],
  ['browser', 'src/browser'],
  ['ui', 'src/ui'],
  ['shell', 'src/shell'],
  ['rooms', 'src/rooms'],
  ['desks', 'src/desks'],
  ['demonstration', 'demonstration'],
]);

/** The file that an import names, or null for a package. `file` and the answer are absolute. */
export function resolveImport(root: string, file: string, specifier: string): string | null {
  const [bare = ''] = specifier.split('?');
  if (bare.startsWith('.')) return path.resolve(path.dirname(file), bare);
  if (!bare.startsWith('#')) return null;
  const [home = '', ...rest] = bare.slice(1).split('/');
  const folder = HOMES.get(home);
  return folder ? path.join(root, folder, ...rest) : null;
}

/**
 * The home of a file: a room or a desk (`rooms/alerts`), a folder of src/ (`contract`), a folder beside it (`tests`); empty for
 * what stands at the top of src/.
 */
export function homeOf(root: string, file: string): string {
  const [first = '', second = '', third] = path.relative(root, file).split(path.sep);
  if (first !== 'src') return first;
  if (third === undefined) return '';
  return second === 'rooms' || second === 'desks' ? `${second}/${third}` : second;
}

/** `#rooms/…` where a relative import leaves the home of its file; null for an import that is well written. */
export function fromTheRoot(root: string, file: string, specifier: string): string | null {
  if (!specifier.startsWith('.')) return null;
  const target = resolveImport(root, file, specifier) ?? '';
  if (homeOf(root, target) === homeOf(root, file)) return null;
  for (const [home, folder] of HOMES) {
    const inside = path.relative(path.join(root, folder), target);
    if (!inside.startsWith('..')) return `#${home}/${inside.replaceAll(path.sep, '/')}`;
  }
  return null;
}
