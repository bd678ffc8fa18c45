import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Files } from './house.ts';

/** A file that is made, or lines put beside one that is there. */
export interface Change {
  readonly file: string;
  readonly how: 'new' | 'after' | 'before' | 'instead of';
  /** Words of one line of the file; empty for a new file. */
  readonly anchor: string;
  readonly text: string;
}

export interface Walkthrough {
  /** Its page: `docs/walkthroughs/filter.md`. */
  readonly page: string;
  readonly changes: readonly Change[];
  /** Files of tests that its last block runs. */
  readonly tests: readonly string[];
}

const CHANGE = /^(?:New file `([^`]+)`|In `([^`]+)`, (after|before|instead of) `([^`]+)`):$/;
const FENCE = /^```(\w*)$/;
const TESTS = /^npx vitest run --project unit (.+)$/;

/** Reads a page: each block of code is a change that the line above it introduces, or a command. Throws when one is neither. */
export function readWalkthrough(page: string, text: string): Walkthrough {
  const changes: Change[] = [];
  const tests: string[] = [];
  let introduced = '';
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const language = FENCE.exec(lines[at] ?? '')?.[1];
    if (language === undefined) {
      if (lines[at]?.trim()) introduced = lines[at] ?? '';
      continue;
    }
    const end = lines.indexOf('```', at + 1);
    if (end < 0) throw new Error(`${page}: the block of line ${at + 1} has no end`);
    const block = lines.slice(at + 1, end);
    at = end;
    if (language === 'sh') {
      tests.push(...block.flatMap((line) => TESTS.exec(line)?.[1]?.split(' ') ?? []));
      continue;
    }
    const [, made, changed, how, anchor = ''] = CHANGE.exec(introduced) ?? [];
    const file = made ?? changed;
    if (!file)
      throw new Error(
        `${page}: the line above the block says « New file \`…\`: » or « In \`…\`, after \`…\`: », not « ${introduced} »`,
      );
    changes.push({ file, how: (how as Change['how'] | undefined) ?? 'new', anchor, text: block.join('\n') });
  }
  return { page, changes, tests };
}

/** Every page of a folder but its index, in the order of their names. */
export function readWalkthroughs(folder: string): Walkthrough[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .toSorted()
    .map((name) => path.join(folder, name))
    .map((page) => readWalkthrough(page, readFileSync(page, 'utf8')));
}

/**
 * The files of a house as a walk-through leaves them, `{ path: text }`: all that it makes or changes, and no other. `NNNN` in the
 * name of a migration is the next number. Throws when the house has changed so that a change no longer applies, and says which.
 */
export function applied({ page, changes }: Walkthrough, root: string): Files {
  const files: Files = {};
  const text = (file: string) => {
    if (file in files) return files[file] ?? '';
    return existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : null;
  };
  let number = lastMigration(root);
  for (const { file: said, how, anchor, text: words } of changes) {
    const file = said.replace('NNNN', () => String((number += 1)).padStart(4, '0'));
    const before = text(file);
    if (how === 'new') {
      if (before !== null) throw new Error(`${page}: ${file} is there already`);
      files[file] = `${words}\n`;
      continue;
    }
    if (before === null) throw new Error(`${page}: ${file} is not there any more`);
    const lines = before.split('\n');
    const found = lines.flatMap((line, at) => (spaced(line).includes(spaced(anchor)) ? [at] : []));
    const [at = 0] = found;
    if (found.length !== 1)
      throw new Error(
        `${page}: ${found.length === 0 ? 'no line' : `${found.length} lines`} of ${file} with « ${anchor} »: give the change another line to stand beside`,
      );
    if (how === 'before') lines.splice(at, 0, words);
    else if (how === 'after') lines.splice(at + 1, 0, words);
    else lines.splice(at, 1, words);
    files[file] = lines.join('\n');
  }
  return files;
}

/** Indentation and spaces apart. */
const spaced = (line: string) => line.trim().replaceAll(/\s+/g, ' ');

function lastMigration(root: string): number {
  const folder = path.join(root, 'migrations');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return Math.max(0, ...names.map((name) => Number(name.slice(0, 4)) || 0));
}
