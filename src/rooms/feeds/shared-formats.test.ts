import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { importDesk } from '../../../tests/kit/import-desk.ts';
import { lawfulAgency } from '../../../tests/kit/law.ts';
import type { ReadListing } from './contract.ts';
import { importFeed } from './importing.server.ts';

const { services, db } = await importDesk();
for (const agency of ['demo20', 'demo21', 'demo22']) await lawfulAgency(db, agency);

const shared = path.resolve('../shared/data/feeds');

type Key = keyof ReadListing;

interface Case {
  readonly file: string;
  /** Keys of the expected file of which the feed itself says nothing: the writer knew them, no reader can. */
  readonly silent: readonly Key[];
  /** The identifier of an expected listing in the file. */
  readonly idOf: (expected: ReadListing) => string;
}

const numberOf = ({ technique }: ReadListing) => Number(technique.split('-')[1]);
const cases: readonly Case[] = [
  {
    file: 'ubiflow/ubiflow_demo20',
    silent: ['technique', 'honoraires_charge'],
    idOf: (expected) => String(550_000_000 + numberOf(expected)),
  },
  {
    file: 'apimo/apimo_demo21',
    silent: ['technique', 'reference', 'honoraires_charge', 'meuble'],
    idOf: (expected) => String(86_000_000 + numberOf(expected)),
  },
  {
    // The format has neither rooms nor decimals: what it cannot hold is compared below.
    file: 'kyero/kyero_demo22',
    silent: ['technique', 'honoraires_charge', 'meuble', 'surface', 'pieces'],
    idOf: (expected) => String(numberOf(expected)),
  },
];

const extension = (file: string) => (file.startsWith('apimo') ? 'json' : 'xml');

async function readBoth({ file }: Case) {
  const source = path.join(shared, `${file}.${extension(file)}`);
  const expected = JSON.parse(
    readFileSync(path.join(shared, `${file}-attendu.json`), 'utf8'),
  ) as ReadListing[];
  const report = await importFeed(services, { file: source, dryRun: true, collect: true });
  return { expected, report, text: readFileSync(source, 'utf8') };
}

/** Case, emptiness and the forms of numbers do not count (interface.md). */
function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== 'string') return value;
  const text = value.trim().toLowerCase();
  return text === '' ? null : /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function comparable(read: ReadListing, silent: readonly Key[]) {
  return Object.fromEntries(
    Object.entries(read)
      .filter(([key]) => !silent.includes(key as Key))
      .map(([key, value]) => [key, normal(value)]),
  );
}

describe('the shared feeds of the three other formats', () => {
  test('are all compared, or said not to be', () => {
    if (!existsSync(shared)) {
      process.stderr.write(`Flux partagés absents (${path.relative('.', shared)}) : rien n’a été comparé.\n`);
      return;
    }
    const found = ['ubiflow', 'apimo', 'kyero'].flatMap((folder) =>
      readdirSync(path.join(shared, folder)).filter((name) => !name.endsWith('-attendu.json')),
    );
    expect(found.toSorted()).toEqual(
      cases.map(({ file }) => `${path.basename(file)}.${extension(file)}`).toSorted(),
    );
  });

  test.runIf(existsSync(shared)).each(cases)('$file gives what is expected of it', async (one) => {
    const { expected, report } = await readBoth(one);
    expect([report.status, report.reason, report.diff.refused]).toEqual(['done', null, []]);
    expect(report.read.map((read) => comparable(read, one.silent))).toEqual(
      expected.map((read) => comparable(read, one.silent)),
    );
    expect(report.read.map(({ technique }) => technique)).toEqual(expected.map(one.idOf));
  });

  test.runIf(existsSync(shared)).each(cases)('$file says nothing of what is not compared', async (one) => {
    const { expected, report, text } = await readBoth(one);
    for (const { technique } of expected) expect(text).not.toContain(technique);
    expect(text).not.toMatch(/honoraires|acqu[eé]reur|vendeur/i);
    // A figure that says nothing is never made up.
    expect(new Set(report.read.map(({ honoraires_charge: payer }) => payer))).toEqual(new Set(['']));
    if (one.silent.includes('reference'))
      for (const { reference } of expected) expect(text).not.toContain(reference);
    if (one.silent.includes('meuble')) expect(text).not.toMatch(/meubl|furnish/i);
  });

  test.runIf(existsSync(shared))(
    'Kyero: whole square metres, and rooms where the words tell them',
    async () => {
      const { expected, report } = await readBoth(cases[2]!);
      expect(report.read.map(({ surface }) => surface)).toEqual(
        expected.map(({ surface }) => surface && Math.trunc(surface)),
      );
      const shops = expected.map(({ type }) => type === 'local');
      expect(report.read.map(({ pieces }) => pieces)).toEqual(
        expected.map(({ pieces }, index) => (shops[index] ? null : pieces)),
      );
    },
  );
});
