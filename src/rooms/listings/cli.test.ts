import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runCommand } from '#platform/cli.server.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { cleared, lawfulAgency, lawfulRental, lawfulSale } from '../../../tests/kit/law.ts';
import { listingCommands } from './cli.server.ts';
import type { ListingDraft } from './contract.ts';
import { applyListings } from './intake.server.ts';
import { judgeDrafts } from './publication.server.ts';

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
  const now = clock.now();
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

describe('listings law', () => {
  const text = 'Loi 2026-1200 du 20 novembre 2026, article 1er';
  const prolong = (...words: string[]) => vigie('law', '--prolong', 'rent-control', ...words);
  const dear = (id: string) =>
    lawfulRental(id, { rentControlled: true, referenceRent: 58_000, tenantFeeZone: 'tense' });
  const kept = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from law_prolongation`.execute(db);
    return rows[0]!.n;
  };
  beforeEach(async () => {
    await sql`truncate law_prolongation`.execute(db);
    moveClock(Date.parse('2026-11-26T09:00:00Z') - Date.now());
  });
  afterEach(() => moveClock(0));

  test('tells every table with its text and its end', async () => {
    const { code, out } = await vigie('law');
    expect(code).toBe(0);
    expect(out).toContain('Le droit au 26/11/2026 :');
    expect(out).toMatch(
      /rent-control – Encadrement des loyers \(R8, R9\)\n {2}loi 2018-1021 .*, depuis le 01\/07\/2019/,
    );
    expect(out).toContain(
      'fin le 24/11/2026, aucune prolongation enregistrée ; ce jour est passé : R8 écrit toujours la mention ; R9 avertit',
    );
    expect(out.match(/aucune fin connue/g)).toHaveLength(8);
    expect(JSON.parse((await vigie('law', '--json')).out).data.laws[0]).toMatchObject({
      name: 'rent-control',
      since: '2019-07-01',
      ownEnd: '2026-11-24',
      end: '2026-11-24',
      over: true,
      prolongations: [],
    });
  });

  test('records a prolongation, judges the listings, tells it in the audit, and takes it back', async () => {
    await apply(good, [dear('A')]);
    const before = await vigie('audit');
    expect(before.code).toBe(0);
    expect(before.out).toContain(
      'Encadrement des loyers (loi 2018-1021 du 23 novembre 2018 (ELAN), article 140) : fin le 24/11/2026, aucune prolongation enregistrée',
    );
    const done = await prolong('--until', '2027-11-24', '--text', text, '--by', 'Camille');
    expect(done).toMatchObject({
      code: 0,
      out: 'rent-control va jusqu’au 24/11/2027. 1 annonce jugée, 0 en ligne de nouveau, 1 retirée.',
    });
    const again = await prolong('--until', '2027-11-24', '--text', text, '--json');
    expect([again.code, JSON.parse(again.out).data]).toMatchObject([
      0,
      { changed: false, left: 0, judged: 1 },
    ]);
    const told = `prolongée jusqu’au 24/11/2027 par « ${text} » (26/11/2026, Camille)`;
    expect((await vigie('audit', '--all')).out).toContain(`fin le 24/11/2026, ${told}.`);
    expect(JSON.parse((await vigie('audit', '--json')).out).data.laws).toMatchObject([
      {
        name: 'rent-control',
        end: '2027-11-24',
        over: false,
        prolongations: [{ until: '2027-11-24', text, by: 'Camille' }],
      },
    ]);
    const back = await vigie('law', '--revoke', 'rent-control', '--text', 'Le texte a été mal lu.');
    expect(back).toMatchObject({
      code: 0,
      out: 'rent-control prend fin le 24/11/2026. 1 annonce jugée, 1 en ligne de nouveau, 0 retirée.',
    });
    expect((await prolong('--revoke')).out).toContain('aucune prolongation n’était enregistrée');
    expect(await kept()).toBe(2);
    const { out } = await vigie('law');
    expect(out).toContain('prolongation retirée « Le texte a été mal lu. » (26/11/2026, opérateur)');
    expect(out).toContain(`avant : ${told}`);
  });

  test('refuses what makes no sense, says why, and changes nothing', async () => {
    const unknown = await vigie('law', '--prolong', 'loyers', '--until', '2027-01-01', '--text', text);
    expect([unknown.code, unknown.err]).toEqual([
      2,
      expect.stringMatching(/Loi inconnue : loyers\..*rent-control, tenant-fees/),
    ]);
    for (const words of [
      ['--until', '2027-02-30', '--text', text],
      ['--until', '24/11/2027', '--text', text],
      ['--until', '2027-11-24'],
      ['--until', '2027-11-24', '--text', ' '],
      ['--text', text],
      ['--revoke', '--until', '2027-11-24'],
    ])
      expect([words, (await prolong(...words)).code]).toEqual([words, 2]);
    expect((await vigie('law', '--revoke')).err).toContain('rent-control');
    expect((await vigie('law', '--until', '2027-11-24', '--text', text)).code).toBe(2);
    const early = await prolong('--until', '2026-11-24', '--text', text, '--json');
    expect([early.code, JSON.parse(early.out)]).toMatchObject([
      1,
      { success: false, code: 'LAW_END_EARLY', details: { end: '2026-11-24' } },
    ]);
    expect((await prolong('--until', '2027-11-24', '--text', 'une loi')).code).toBe(1);
    const endless = await vigie('law', '--prolong', 'deposits', '--until', '2030-01-01', '--text', text);
    expect([endless.code, endless.out]).toEqual([
      1,
      'Aucune fin de cette loi n’est connue : il n’y a rien à prolonger.',
    ]);
    expect(await kept()).toBe(0);
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
