import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const DOCS = path.resolve('../shared/docs');

/** A binding document with straight apostrophes; null where its folder is absent. */
function documentOf(name: string): string | null {
  const file = path.join(DOCS, name);
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('’', "'") : null;
}

/**
 * A section of specification.md by its number, or all of interface.md as `interface`, less what says nothing by itself:
 * titles, and the heads of tables.
 */
export function saidIn(section: string): string | null {
  if (section === 'interface') return documentOf('interface.md');
  const text = documentOf('specification.md');
  if (text === null) return null;
  const start = text.indexOf(`\n## ${section}. `);
  const end = text.indexOf('\n## ', start + 4);
  return text
    .slice(start, end < 0 ? undefined : end)
    .replaceAll(/^#+ .*$/gm, '')
    .replaceAll(/^\|.*\|\n(?=\|-)/gm, '')
    .replaceAll(/^(\*\*[^*]+\*\*|- Messages:|Individual footer:)$/gm, '');
}
