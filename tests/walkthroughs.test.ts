import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { checkRooms } from '../scripts/check-rooms.ts';
import { checkTables } from '../scripts/check-tables.ts';
import { newRoom } from '../scripts/new-room.ts';
import { cruise, type Files, house, houseCopy, run, runWith, write } from './kit/house.ts';
import { applied, readWalkthrough, readWalkthroughs, type Walkthrough } from './kit/walkthroughs.ts';

const ROOT = path.resolve('.');
const FOLDER = 'docs/walkthroughs';

/** How many files each may make or change, its migrations and tests included. */
const most: Readonly<Record<string, number>> = {
  'agency-mail.md': 4,
  'feed-format.md': 8,
  'filter.md': 6,
  'public-page.md': 6,
};

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

const walks = readWalkthroughs(FOLDER);
const nameOf = ({ page }: Walkthrough) => path.basename(page);
const module = (file: string) => path.join(ROOT, 'node_modules', file);

describe('each walk-through', () => {
  test('has its page, and its line in the index with the number of its files', () => {
    expect(walks.map(nameOf)).toEqual(Object.keys(most));
    const index = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');
    const unsaid = walks.filter((walk) => {
      const files = Object.keys(applied(walk, ROOT)).length;
      return !index.includes(`](${nameOf(walk)}): ${NUMBERS[files]} files.`);
    });
    expect(unsaid.map(nameOf)).toEqual([]);
  });

  test.for(walks)('$page touches no more files than it may, and names the tests that judge it', (walk) => {
    const files = Object.keys(applied(walk, ROOT));
    expect(files.length).toBeGreaterThan(1);
    expect(files.length, files.join(', ')).toBeLessThanOrEqual(most[nameOf(walk)] ?? 0);
    expect(walk.tests.length).toBeGreaterThan(0);
  });

  test('touches files that no other touches: judged together, each is judged', () => {
    const touched = walks.flatMap((walk) => Object.keys(applied(walk, ROOT)));
    expect(touched.filter((file, at) => touched.indexOf(file) !== at)).toEqual([]);
  });
});

// One copy, and one look of each slow program, for all of them and for a new room.
describe('on a copy of the house', () => {
  let folder = '';
  let touched: string[] = [];

  beforeAll(() => {
    folder = houseCopy();
    touched = walks.flatMap((walk) => Object.keys(applied(walk, folder)));
  });

  /** Applies a walk-through, and takes it back after `work`. */
  function during(walk: Walkthrough, work: () => void): void {
    const files = applied(walk, folder);
    const before = Object.keys(files).map((file) => ({ file, text: textOf(path.join(folder, file)) }));
    write(folder, files);
    work();
    for (const { file, text } of before)
      if (text === null) rmSync(path.join(folder, file));
      else write(folder, { [file]: text });
  }

  test.for(walks)('$page alone keeps the walls of rooms and of tables', (walk) => {
    during(walk, () => {
      expect(checkRooms(folder).failures).toEqual([]);
      expect(checkTables(folder).failures).toEqual([]);
    });
  });

  describe('all applied', () => {
    // A new room too: it passes every check as it is made.
    beforeAll(async () => {
      for (const walk of walks) write(folder, applied(walk, folder));
      touched.push(...newRoom(folder, 'second-opinions'));
      // What types and lint read of the loader of a new page.
      const { code, out } = await run(folder, module('@react-router/dev/bin.cjs'), 'typegen');
      expect(code === 0 ? '' : out).toBe('');
    });

    test('a room is made once, and named as rooms are', () => {
      expect(() => newRoom(folder, 'second-opinions')).toThrow('exists already');
      expect(() => newRoom(folder, 'Second opinions')).toThrow('kebab-case');
      expect(checkRooms(folder).failures).toEqual([]);
      expect(checkTables(folder).failures).toEqual([]);
    });

    test('imports keep every wall', async () => {
      const { broken, lines } = await cruise(folder);
      expect({ broken, lines }).toEqual({
        broken: [],
        lines: expect.stringContaining('no dependency violations found'),
      });
    });

    test('types agree', async () => {
      const { code, out } = await run(folder, module('typescript/bin/tsc'), '-p', '.');
      expect({ code, out }).toEqual({ code: 0, out: '' });
    });

    test.each<[program: string, ...args: string[]]>([
      ['.bin/biome', 'check', '--vcs-enabled=false'],
      ['.bin/oxlint', '--type-aware'],
    ])('%s finds nothing in what they touch', async (program, ...args) => {
      const { code, out } = await run(folder, module(program), ...args, ...touched.filter(isCode));
      expect(code === 0 ? '' : out).toBe('');
    });

    test('nothing of it is dead code', async () => {
      const { code, out } = await run(folder, module('.bin/knip'));
      expect(code === 0 ? '' : out).toBe('');
    });

    test('the tests that they name pass', async () => {
      const report = path.join(folder, 'report.json');
      const env = Object.fromEntries(
        Object.entries(process.env).filter(
          ([name]) => !/^(?:VITEST|(?:TEST|NODE_ENV|FORCE_COLOR)$)/.test(name),
        ),
      );
      const { code, out } = await runWith(
        // The same server as this test, a template of its own: a walk-through may add migrations.
        { ...env, NO_COLOR: '1', DATABASE_URL: inject('serverUrl') },
        folder,
        module('vitest/vitest.mjs'),
        'run',
        '--project=unit',
        '--maxWorkers=1',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...walks.flatMap(({ tests }) => tests),
      );
      expect(code === 0 ? '' : out).toBe('');
      const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
        testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
      };
      for (const named of walks.flatMap(({ tests }) => tests))
        expect(testResults.filter(({ name }) => name.includes(`/${named}`)).length, named).toBeGreaterThan(0);
      const passed = testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .flatMap(({ fullName, status }) => (status === 'passed' ? [fullName] : []));
      for (const one of proofs) expect(passed).toContainEqual(expect.stringContaining(one));
    });
  });
});

/** Tests that only what the walk-throughs add makes pass. */
const proofs = [
  'fibre: one listing enters, one stays out, a silent one is « peut-être »',
  'the agency is told each time, and never the secret',
  'a file of Escale is recognised by its content, and a listing of it is a draft',
  'every table that names the formats of feeds admits those of the list, and no other',
  '/a-propos is a page for individual public',
  '/a-propos answers nobody in particular: a title, a heading, an address',
];

const isCode = (file: string) => /\.tsx?$/.test(file);

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

describe('a walk-through that no longer holds says so', () => {
  const small: Files = {
    'src/rooms/alpha/words.ts': '// Words.\nexport const one = 1;\nexport const two = 2;\n',
  };
  const page = (...lines: string[]) => readWalkthrough('docs/walkthroughs/alpha.md', lines.join('\n'));
  const block = ['```ts', 'export const more = 3;', '```'];
  const words = 'src/rooms/alpha/words.ts';

  test('and one that holds changes its files and no other', () => {
    const root = house(small);
    const walk = page(
      `In \`${words}\`, after \`one  = 1\`:`,
      '',
      ...block,
      'New file `migrations/NNNN_alpha.sql`:',
      '```sql',
      'select 1;',
      '```',
      '```sh',
      'npx vitest run --project unit src/rooms/alpha tests/a.test.ts',
      '```',
    );
    expect(applied(walk, root)).toEqual({
      [words]: '// Words.\nexport const one = 1;\nexport const more = 3;\nexport const two = 2;\n',
      'migrations/0004_alpha.sql': 'select 1;\n',
    });
    expect(walk.tests).toEqual(['src/rooms/alpha', 'tests/a.test.ts']);
  });

  test.each<[says: string, line: string]>([
    [`no line of ${words} with « three = 3 »`, `In \`${words}\`, after \`three = 3\`:`],
    [`2 lines of ${words} with « export const »`, `In \`${words}\`, before \`export const\`:`],
    ['src/rooms/alpha/gone.ts is not there any more', 'In `src/rooms/alpha/gone.ts`, after `one`:'],
    [`${words} is there already`, `New file \`${words}\`:`],
    ['the line above the block says', 'Here is how it looks:'],
  ])('%s', (says, line) => {
    const root = house(small);
    expect(() => applied(page(line, ...block), root)).toThrow(`docs/walkthroughs/alpha.md: ${says}`);
  });
});
