import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const FOLDER = 'docs/decisions';
const INDEX = 'README.md';
const MOST_LINES = 50;

/** Little words that no English name or text is made of. */
const FRENCH =
  /\b(?:du|des|la|le|les|un|une|et|est|ou|que|qui|pas|sur|dans|pour|par|avec|sans|aux|ce|cette|ses|sont)\b/g;
/** French is quoted: no more than so many of those words in a hundred stand outside quotations and code. */
const FRENCH_PERCENT = 1;

type Texts = Readonly<Record<string, string>>;

/** What is wrong with the decisions, each as one line. `texts` are the files of docs/decisions by their names. */
function faultsOf(texts: Texts): string[] {
  const { [INDEX]: index = '', ...decisions } = texts;
  const faults: string[] = [];
  const byNumber = Map.groupBy(Object.keys(decisions), (name) => name.slice(0, 4));
  for (const [number, names] of byNumber)
    if (names.length > 1) faults.push(`${names.join(', ')}: the number ${number} is taken twice`);
  for (const [name, text] of Object.entries(decisions)) {
    const say = (fault: string) => faults.push(`${name}: ${fault}`);
    const [, words = ''] = /^\d{4}-([a-z0-9]+(?:-[a-z0-9]+)*)\.md$/.exec(name) ?? [];
    if (!words) say('named NNNN-in-kebab-case.md');
    else if (words.replaceAll('-', ' ').match(FRENCH)) say('named in English');
    const lines = text.trimEnd().split('\n');
    if (!lines[0]?.startsWith(`# ${name.slice(0, 4)}. `)) say('opens with « # NNNN. Title »');
    if (!/^20\d\d-\d\d-\d\d/.test(lines[2] ?? '')) say('says its date on its third line');
    if (lines.length > MOST_LINES)
      say(`${lines.length} lines, ${MOST_LINES} at most: its figures go elsewhere`);
    const plain = text.replaceAll(/«[^»]*»|`[^`]*`/g, ' ').toLowerCase();
    const french = plain.match(FRENCH)?.length ?? 0;
    if (french * 100 > plain.split(/\s+/).length * FRENCH_PERCENT) say('written in English');
    if (!index.includes(`](${name})`)) say(`missing from ${FOLDER}/${INDEX}`);
  }
  for (const [, name = ''] of index.matchAll(/\]\((\d{4}-[^)]*)\)/g))
    if (!(name in decisions)) faults.push(`${INDEX}: ${name} does not exist`);
  return faults;
}

/**
 * Names of files that a text gives, in backticks or by their extension, that `exists` knows neither from the root nor below src/.
 * What a program makes (`.cache/…`) is left out.
 */
function missingPaths(text: string, exists: (file: string) => boolean): string[] {
  const quoted = [...text.matchAll(/`#?([\w-][\w.-]*(?:\/[\w.-]+)+\/?)`/g)].map(([, name = '']) => name);
  const files = text.match(/(?<![\w./*-])[\w-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|sql)\b/g) ?? [];
  const homes = quoted.filter((name) => {
    const [first = ''] = name.split('/');
    return exists(first) || exists(`src/${first}`);
  });
  const isThere = (name: string) =>
    [name, `${name}.ts`, `${name}.server.ts`].some((one) => exists(one) || exists(`src/${one}`));
  return [...new Set([...homes, ...files])].filter((name) => !isThere(name));
}

/** Numbers by which a text names decisions: « docs/decisions/0001, 0061 », « decision 0034 ». */
function decisionsNamedIn(text: string): string[] {
  return [...text.matchAll(/decisions?[ /](\d{4}(?:(?:, | and )\d{4})*)/g)].flatMap(([, said = '']) =>
    said.split(/, | and /),
  );
}

const house: Texts = Object.fromEntries(
  readdirSync(FOLDER).map((name) => [name, readFileSync(path.join(FOLDER, name), 'utf8')]),
);
const LINE = '- [0001 Change log](0001-change-log.md): a log.\n';
const fine: Texts = {
  '0001-change-log.md': '# 0001. A log\n\n2026-11-21. Decided. « le prix et la surface »\n',
  [INDEX]: LINE,
};

describe('decisions', () => {
  test('each has a number of its own, an English name and text, a date, one screen, a line in the index', () => {
    expect(faultsOf(house)).toEqual([]);
    expect(Object.keys(house).length).toBeGreaterThan(70);
  });

  test('those of a sound house have no fault', () => {
    expect(faultsOf(fine)).toEqual([]);
  });

  const opening = '# 0002. A title\n\n2026-11-22. Decided.\n';
  const index = `${LINE}- [0002](0002-more.md)\n`;
  test.each<[fault: string, more: Texts]>([
    ['0001-change-log.md, 0001-other.md: the number 0001 is taken twice', { '0001-other.md': opening }],
    ['0002-la-carte.md: named in English', { '0002-la-carte.md': opening }],
    ['0002_more.md: named NNNN-in-kebab-case.md', { '0002_more.md': opening }],
    ['0002-more.md: opens with « # NNNN. Title »', { '0002-more.md': opening.replace('0002', '0003') }],
    ['0002-more.md: says its date on its third line', { '0002-more.md': '# 0002. A title\n\nDecided.\n' }],
    ['0002-more.md: 51 lines, 50 at most', { '0002-more.md': opening + 'word\n'.repeat(48), [INDEX]: index }],
    ['0002-more.md: written in English', { '0002-more.md': `${opening}La page est lue par une agence.\n` }],
    ['0002-more.md: missing from docs/decisions/README.md', { '0002-more.md': opening }],
    ['README.md: 0002-more.md does not exist', { [INDEX]: index }],
  ])('a planted fault fails: %s', (fault, more) => {
    expect(faultsOf({ ...fine, ...more }).join('\n')).toContain(fault);
  });

  test('a decision that code or a text names exists', () => {
    const numbers = new Set(Object.keys(house).map((name) => name.slice(0, 4)));
    const named = writtenTexts().flatMap(([file, text]) =>
      decisionsNamedIn(text).map((number) => ({ file, number })),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter(({ number }) => !numbers.has(number))).toEqual([]);
    expect(decisionsNamedIn('docs/decisions/0001, 9999; decision 0034')).toEqual(['0001', '9999', '0034']);
  });
});

describe('paths in texts', () => {
  test.each(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md'])('%s names files that exist', (file) => {
    expect(missingPaths(readFileSync(file, 'utf8'), existsSync)).toEqual([]);
  });

  test('a planted fault fails', () => {
    const text =
      '`src/gone/file.ts`, `rooms/gone`, `platform/env`, rooms/alerts/gone.tsx, `parts/*.tsx`, `feeds.done`';
    expect(missingPaths(text, existsSync)).toEqual([
      'src/gone/file.ts',
      'rooms/gone',
      'rooms/alerts/gone.tsx',
    ]);
  });
});

/** Every text of the house that people write, with its name; this file names what does not exist. */
function writtenTexts(): [file: string, text: string][] {
  const below = ['src', 'demonstration', 'scripts', 'tests', 'bench', 'migrations', 'docs'].flatMap(
    (folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  );
  return [...below, ...readdirSync('.')]
    .filter((file) => /\.(?:tsx?|mjs|css|sql|md)$/.test(file) && file !== 'tests/decisions.test.ts')
    .map((file) => [file, readFileSync(file, 'utf8')]);
}
