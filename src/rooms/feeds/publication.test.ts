import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generatePortfolio } from '#demonstration/poliris/portfolio.ts';
import { type PolirisValues, writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import { asAdministratorName } from '#platform/auth.server.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { setRuleException } from '#rooms/listings/decisions.server.ts';
import { rejudgeListings } from '#rooms/listings/publication.server.ts';
import { alertMails, makeAlert, workOn } from '../../../tests/kit/alerts.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { lawfulAgency } from '../../../tests/kit/law.ts';
import { describeReport, needsAttention } from './closing/report.server.ts';
import type { FeedReport } from './contract.ts';
import { type ImportRequest, importFeed } from './importing.server.ts';

const { services, db } = await testServices();
const DAY_MS = 86_400_000;

let agency = '';
let count = 0;
beforeEach(async () => {
  await sql`truncate agency, subscriber, mail_outbox, change cascade`.execute(db);
  count += 1;
  agency = `agence-${count}`;
  await lawfulAgency(db, agency, { email: `${agency}@exemple.test` });
});
afterEach(() => moveClock(0));

const place = { postalCode: '30000', city: 'Nîmes', lat: 43.837, lng: 4.36 };
const portfolio = (size: number) => generatePortfolio({ seed: 7, agency, count: size, places: [place] });

const sale: PolirisValues = {
  transaction: 'vente',
  propertyType: 'appartement',
  price: 210_000,
  priceWithoutFees: 200_000,
  fees: '5.00',
  feesPayer: 1,
  baseRent: '',
  charges: '',
  chargesMode: '',
  inventoryFees: '',
  deposit: '',
  referenceRent: '',
  surface: 62,
  rooms: 3,
  bedrooms: 2,
  energyClass: 'D',
  energyValue: 200,
  climateClass: 'C',
  climateValue: 25,
  energyDate: '2025-02-01',
  energyVersion: 'DPE_v07-2021',
  energyCostMin: 900,
  energyCostMax: 1200,
  energyCostYear: '01/01/2023',
  coOwned: true,
  lots: 12,
  yearlyCharges: 900,
  procedure: false,
};
const rental: PolirisValues = {
  ...sale,
  transaction: 'location',
  price: 700,
  baseRent: 640,
  charges: 60,
  chargesMode: 2,
  fees: '600.00',
  inventoryFees: '180.00',
  deposit: 640,
  feesPayer: '',
  priceWithoutFees: '',
  furnished: false,
};
const one = (number: number, values: PolirisValues): PolirisValues => ({
  ...portfolio(1)[0],
  technicalId: `${agency}-${number}`,
  reference: `REF${number}`,
  ...values,
});

let files = 0;
async function feed(
  rows: readonly PolirisValues[],
  options: Partial<ImportRequest> = {},
): Promise<FeedReport> {
  files += 1;
  const file = path.join(services.env.dataDir, `flux-${files}.zip`);
  await writeFile(file, await zipFeed({ listings: writeListings(rows) }));
  return importFeed(services, { file, ...options });
}

async function statuses(): Promise<Record<string, string>> {
  const { rows } = await sql<{ technicalId: string; status: string }>`
    select technical_id, status from listing join agency on agency.id = agency_id where owner_reference = ${agency}
  `.execute(db);
  return Object.fromEntries(rows.map(({ technicalId, status }) => [technicalId, status]));
}

async function kinds(run: string | null = null): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select kind from change where ${run}::text is null or run = ${run}::text order by seq
  `.execute(db);
  return rows.map(({ kind }) => kind);
}

describe('a listing that the law forbids', () => {
  test('is kept off line with all its failing rules; put right the next day, it appears once and its alert is told', async () => {
    await makeAlert(services, { email: 'claire@example.test' });
    const wrong = { coOwned: '', energyCostMin: '', feesPayer: '' };
    const day1 = await feed([one(1, sale), one(2, { ...sale, ...wrong })], { collect: true });
    expect(day1).toMatchObject({ status: 'done', diagnostics: [] });
    expect(needsAttention(day1)).toBe(false);
    expect(day1.publication).toMatchObject([
      { agency, technicalId: `${agency}-1`, reference: 'REF1', status: 'online', hold: null, rules: [] },
      {
        technicalId: `${agency}-2`,
        status: 'refused',
        hold: 'block',
        rules: ['R1', 'R15', 'R20'],
        findings: expect.arrayContaining([
          expect.objectContaining({
            rule: 'R15',
            field: 'energyCostMin',
            message: expect.stringMatching(/\.$/),
            remedy: expect.stringMatching(/\.$/),
          }),
        ]),
      },
    ]);
    expect(day1.publication[0]?.score).toBeGreaterThan(50);
    expect(day1.publication[1]?.score).toBeLessThanOrEqual(50);
    expect(day1.read).toHaveLength(2);
    expect(await statuses()).toEqual({ [`${agency}-1`]: 'online', [`${agency}-2`]: 'refused' });
    await workOn(services);
    expect((await alertMails(services)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^1 nouvelle annonce/),
    ]);

    moveClock(DAY_MS);
    const day2 = await feed([one(1, sale), one(2, sale)]);
    expect(day2).toMatchObject({ status: 'done', publication: [], agencies: [{ withheld: 0 }] });
    expect(day2.diff).toMatchObject({
      created: [],
      updated: [`${agency}-2`],
      returned: [],
      unchanged: [`${agency}-1`],
    });
    expect(await kinds(`import:${day2.importId}`)).toEqual(['listing.appeared', 'feeds.imported']);
    await workOn(services);
    expect(await alertMails(services)).toHaveLength(2);
    expect((await alertMails(services))[1]?.subject).toMatch(/^1 nouvelle annonce/);

    moveClock(2 * DAY_MS);
    const day3 = await feed([one(1, sale), one(2, { ...sale, reference: 'AUTRE' })]);
    expect(await kinds(`import:${day3.importId}`)).toEqual(['feeds.imported']);
    await workOn(services);
    expect(await alertMails(services)).toHaveLength(2);
  });

  test('another file with the same content changes nothing, the same listing kept off line', async () => {
    const rows = [one(1, sale), one(2, { ...sale, coOwned: '' })];
    await feed(rows);
    const told = (await kinds()).length;
    const again = await feed(rows.toReversed());
    expect(again.diff).toMatchObject({ created: [], updated: [], returned: [] });
    expect(again.diff.unchanged).toHaveLength(2);
    expect(again.publication).toMatchObject([{ technicalId: `${agency}-2`, status: 'refused' }]);
    expect(await kinds()).toHaveLength(told);
  });

  test('is shown by a dry run too, which writes nothing', async () => {
    const report = await feed([one(1, { ...rental, energyClass: 'G', energyValue: 430 })], { dryRun: true });
    expect(report).toMatchObject({
      dryRun: true,
      publication: [{ status: 'refused', rules: ['R17'] }],
      agencies: [{ withheld: 1 }],
    });
    expect(await statuses()).toEqual({});
    expect((await sql`select 1 from listing_verdict`.execute(db)).rows).toEqual([]);
  });

  test('is told to people with its rules and their remedies, and kept with the import', async () => {
    const report = await feed([
      one(1, sale),
      one(2, { ...sale, coOwned: '', feesPayer: '' }),
      one(3, { ...sale, coOwned: '' }),
    ]);
    const text = describeReport(report).replaceAll('\u00a0', ' ');
    expect(text).toContain('2 annonces gardées hors ligne');
    expect(text).toMatch(
      new RegExp(`§ ${agency}-2 \\(REF2\\), refusée :\\n {6}R1 .*Indiquez.*\\n {6}R20 .*Indiquez`),
    );
    const { rows } = await sql<{ report: { withheld: unknown[] } }>`
      select report from feed_import where id = ${report.importId}
    `.execute(db);
    expect(rows[0]?.report.withheld).toMatchObject([
      { technicalId: `${agency}-2`, rules: ['R1', 'R20'] },
      { technicalId: `${agency}-3`, rules: ['R20'] },
    ]);
  });

  test('every listing of an agency without card waits, and says why', async () => {
    await sql`update agency set card_number = null where owner_reference = ${agency}`.execute(db);
    const report = await feed(portfolio(5), { collect: true });
    expect(report).toMatchObject({ status: 'done', agencies: [{ withheld: 5 }] });
    expect(report.publication.every(({ rules }) => rules.includes('R24'))).toBe(true);
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['refused']));
    expect(await kinds(`import:${report.importId}`)).toEqual(['feeds.imported']);
  });
});

describe('what changes while a feed does not', () => {
  test('a new exception publishes at once, and the next file leaves it so', async () => {
    const rows = [one(1, { ...rental, energyClass: 'G', energyValue: 430 }), one(2, sale)];
    await feed(rows);
    const { id } = await db
      .selectFrom('listing')
      .select('id')
      .where('technicalId', '=', `${agency}-1`)
      .executeTakeFirstOrThrow();
    const reason = 'Interdiction suspendue par le juge.';
    const by = asAdministratorName('C');
    await setRuleException(services, { listingId: id, rule: 'R17', granted: true, reason, by });
    const report = await feed(rows.toReversed(), { collect: true });
    expect(report.diff.unchanged).toHaveLength(2);
    expect(report.publication.find(({ technicalId }) => technicalId === `${agency}-1`)).toMatchObject({
      status: 'online',
      hold: null,
    });
    expect(Object.values(await statuses())).toEqual(['online', 'online']);
  });

  test('the day comes when a letting is forbidden: the listing leaves, its next file does not bring it back', async () => {
    const f = { ...rental, energyClass: 'F', energyValue: 350, climateClass: 'E', climateValue: 60 };
    const rows = [one(1, f), one(2, rental)];
    await feed(rows);
    expect(Object.values(await statuses())).toEqual(['online', 'online']);
    moveClock(new Date('2028-01-01T05:00:00Z').getTime() - Date.now());
    await feed(rows.toReversed());
    expect(await statuses()).toEqual({ [`${agency}-1`]: 'refused', [`${agency}-2`]: 'online' });
    expect(await kinds()).toContain('listing.left');
    // Its feed said so: no mail repeats it.
    await rejudgeListings(services, { now: clock.now() });
    const { rows: mails } = await sql`select 1 from mail_outbox`.execute(db);
    expect(mails).toEqual([]);
  });
});

describe('a portfolio that the law takes away', () => {
  test('waits for a person, with the reason in words; confirmed, it is applied', async () => {
    const rows = Array.from({ length: 6 }, (_, n) => one(n, sale));
    await feed(rows);
    const unlawful = rows.map((row, n) => (n < 4 ? { ...row, coOwned: '' } : row));
    const report = await feed(unlawful);
    expect(report).toMatchObject({
      status: 'held',
      reason: 'FEED_HELD',
      diff: { withdrawn: [] },
      agencies: [{ leaving: 4, withheld: 4 }],
    });
    expect(needsAttention(report)).toBe(true);
    expect(report.message?.replaceAll('\u00a0', ' ')).toMatch(
      /^4 annonces sur 6 en ligne quitteraient le site, plus de 30 % : 4 ne peuvent plus être publiées selon la loi : « L’annonce ne dit pas si l’appartement est soumis au statut de la copropriété » \(4 annonces\)\./,
    );
    expect(Object.values(await statuses())).toEqual(Array.from({ length: 6 }, () => 'online'));
    expect(await feed(unlawful, { confirmed: true })).toMatchObject({ status: 'done' });
    expect(Object.values(await statuses()).filter((status) => status === 'refused')).toHaveLength(4);
    // A few may go.
    expect(await feed([...rows.slice(0, 5), { ...rows[5], coOwned: '' }])).toMatchObject({ status: 'done' });
  });

  test('leaves for several reasons at once: they are counted together, and each is said', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => one(n, sale));
    await feed(rows);
    const [, second, third, fourth, ...others] = rows;
    const report = await feed([
      { ...second, transaction: 'cession de bail' },
      { ...third, coOwned: '' },
      { ...fourth, lots: '' },
      ...others,
    ]);
    expect(report).toMatchObject({ status: 'held', agencies: [{ leaving: 4 }] });
    expect(report.message?.replaceAll('\u00a0', ' ')).toMatch(
      /^4 annonces sur 12 .* : 1 n’est plus dans le fichier ; 1 y est d’un type .* ; 2 ne peuvent plus être publiées selon la loi : « .* » \(1 annonce\), « .* » \(1 annonce\)\./,
    );
    expect(describeReport(report)).toContain('--confirm');
    expect(Object.values(await statuses()).every((status) => status === 'online')).toBe(true);
    // What is only absent, and only unlawful, is too little to wait.
    expect(await feed([{ ...third, coOwned: '' }, second!, fourth!, ...others])).toMatchObject({
      status: 'done',
    });
  });
});
