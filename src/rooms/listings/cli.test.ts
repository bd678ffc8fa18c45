import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { testServices } from '../../../tests/kit/app.ts';
import { cleared, lawfulAgency, lawfulRental, lawfulSale } from '../../../tests/kit/law.ts';
import { runCommand } from '../../platform/cli.server.ts';
import { listingCommands } from './cli.server.ts';
import type { ListingDraft } from './contract.ts';
import { applyListings } from './intake/rules.server.ts';
import { judgeDrafts } from './publication/rules.server.ts';

const { services, db } = await testServices();

/** Runs `vigie listings …`; gives the exit code and what was printed, with plain spaces. */
async function vigie(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {});
  const err = vi.spyOn(console, 'error').mockImplementation(() => {});
  const code = await runCommand(listingCommands, ['listings', ...words], async () => ({
    services,
    close: async () => {},
  }));
  const said = (spy: typeof out) => spy.mock.calls.flat().join('\n').replaceAll('\u00a0', ' ');
  const printed = { code, out: said(out), err: said(err) };
  vi.restoreAllMocks();
  return printed;
}

let good = 0;
let bad = 0;
beforeEach(async () => {
  await sql`truncate agency, change, mail_outbox cascade`.execute(db);
  good = (await lawfulAgency(db, 'bonne')).id;
  bad = (await lawfulAgency(db, 'mauvaise')).id;
});

/** As a feed does; `unjudged` goes around the law, as no door does. */
async function apply(agencyId: number, drafts: ListingDraft[], unjudged = false): Promise<void> {
  const now = new Date();
  await db.transaction().execute(async (tx) => {
    const judged = unjudged
      ? drafts.map(cleared)
      : await judgeDrafts(tx, { source: 'poliris', agencyId, drafts, now });
    await applyListings(tx, { agencyId, source: 'poliris', run: null, now, drafts: judged });
  });
}

const classG = { energyClass: 'G', energyValue: 450, climateClass: 'F', climateValue: 90 } as const;

describe('listings audit', () => {
  test('exits 0 when everything on line passes, whatever is kept off line', async () => {
    await apply(good, [lawfulSale('A'), lawfulRental('B')]);
    await apply(bad, [lawfulSale('C', { coOwned: null })]);
    const { code, out } = await vigie('audit', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      success: true,
      data: { listings: 2, failing: 0, withheld: 0, score: 100 },
    });
    const whole = await vigie('audit', '--all', '--json');
    expect(whole.code).toBe(0);
    expect(JSON.parse(whole.out).data).toMatchObject({
      listings: 3,
      failing: 0,
      withheld: 1,
      agencies: [
        { agency: 'mauvaise', withheld: 1 },
        { agency: 'bonne', score: 100, withheld: 0 },
      ],
      rules: [{ rule: 'R20', failing: 1, warned: 0 }],
      worst: [{ technicalId: 'C', status: 'refused', hold: 'block', rules: ['R20'] }],
    });
  });

  test('exits 1 with every failing rule of what is on line against the law, the worst first', async () => {
    await apply(good, [lawfulSale('A')]);
    await apply(bad, [lawfulRental('G', { ...classG, deposit: null }), lawfulSale('B')], true);
    const { code, out } = await vigie('audit');
    expect(code).toBe(1);
    expect(out).toContain('1 annonce en ligne ne respecte pas la loi.');
    expect(out.indexOf('mauvaise')).toBeLessThan(out.indexOf('bonne'));
    expect(out).toMatch(/mauvaise +2 +\d+(,\d)? +1 +0/);
    expect(out).toMatch(/R10 Le dépôt de garantie n’est pas indiqué\. Indiquez/);
    expect(out).toMatch(/R17 Un logement de classe G ne peut plus être loué/);
    expect((await vigie('audit', '--agency', 'BONNE')).code).toBe(0);
  });

  test('knows the law of another day', async () => {
    await apply(good, [
      lawfulRental('F', {
        ...classG,
        energyClass: 'F',
        energyValue: 350,
        climateClass: 'E',
        climateValue: 60,
      }),
    ]);
    expect((await vigie('audit')).code).toBe(0);
    const { code, out } = await vigie('audit', '--on', '2028-01-01', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(out).data).toMatchObject({ on: '2028-01-01', failing: 1 });
    for (const day of ['2028-02-30', '01/01/2028', 'demain'])
      expect((await vigie('audit', '--on', day)).code).toBe(2);
    expect((await vigie('audit', '--agency', 'inconnue')).code).toBe(2);
  });

  test('writes a file for spreadsheets that none of its cells can command', async () => {
    await apply(
      bad,
      [
        lawfulSale('A', { reference: '=HYPERLINK("http://x")', coOwned: null, feesPayer: null }),
        lawfulSale('B', { reference: '+33;"1"' }),
      ],
      true,
    );
    const file = path.join(services.env.dataDir, 'audit.csv');
    expect((await vigie('audit', '--csv', file)).code).toBe(1);
    const text = await readFile(file, 'utf8');
    expect(text.startsWith('\ufeffAgence;Annonce;')).toBe(true);
    const lines = text.trimEnd().split('\r\n');
    // Two findings of the first, one line that says that the second conforms.
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain(`;"'=HYPERLINK(""http://x"")";En ligne;`);
    expect(lines.slice(1, 3).map((line) => line.split(';')[6])).toEqual(['R1', 'R20']);
    expect(lines[3]).toContain(`"'+33;""1""";En ligne;100;;;conforme;`);
    expect((await vigie('audit', '--csv', '/nulle/part/audit.csv')).code).toBe(2);
  });
});

describe('listings reviews, review and allow', () => {
  const choosy = { description: 'Bel appartement. Pas d’étrangers, famille française uniquement.' };
  const idOf = async () => (await db.selectFrom('listing').select('id').executeTakeFirstOrThrow()).id;

  test('a wording waits, is read, and its listing appears', async () => {
    expect(await vigie('reviews')).toMatchObject({ code: 0, out: 'Aucun texte n’attend.' });
    await apply(good, [lawfulSale('A', choosy)]);
    const people = await vigie('reviews');
    expect(people.out).toMatch(/1 texte attend\.\n\n\d+\. bonne V-A/);
    expect(people.out).toContain('R26');
    const { reviews } = JSON.parse((await vigie('reviews', '--json')).out).data;
    const decide = (...words: string[]) => vigie('review', '--id', String(reviews[0].id), ...words);
    expect((await decide('--decision', 'peut-être', '--reason', 'x', '--by', 'C')).code).toBe(2);
    expect((await decide('--decision', 'cleared', '--by', 'Camille')).code).toBe(2);
    const short = await decide('--decision', 'cleared', '--reason', 'ok', '--by', 'Camille', '--json');
    expect([short.code, JSON.parse(short.out).code]).toEqual([1, 'REASON_MISSING']);
    const done = await decide('--decision', 'cleared', '--reason', 'Rien contre la loi.', '--by', 'Camille');
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining(': En ligne.') });
  });

  test('a rule is set aside for a listing, and only those that may be', async () => {
    await apply(good, [lawfulRental('G', classG)]);
    const allow = async (...words: string[]) =>
      vigie(
        'allow',
        '--listing',
        String(await idOf()),
        '--reason',
        'Jugement du 3 mars.',
        '--by',
        'C',
        ...words,
      );
    expect((await allow('--rule', 'R10')).code).toBe(1);
    expect((await allow('--rule', 'tout')).code).toBe(2);
    expect((await allow('--rule', 'r17')).out).toContain('R17 écartée');
    expect((await db.selectFrom('listing').select('status').executeTakeFirstOrThrow()).status).toBe('online');
    expect((await allow('--rule', 'R17', '--revoke')).out).toContain('Refusée');
  });
});
