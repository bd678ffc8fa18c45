import { inflateSync } from 'node:zlib';
import { create } from 'fontkit';
import { beforeAll, expect, it } from 'vitest';
import { dayBefore, parisDay } from '#contract/day.ts';
import { asAgencyId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { joined } from '../../../../tests/kit/agencies.ts';
import { makeAlert } from '../../../../tests/kit/alerts.ts';
import { type TestApp, testApp } from '../../../../tests/kit/app.ts';
import { cleared, lawfulSale } from '../../../../tests/kit/law.ts';
import { addViews } from '../views.sql.server.ts';
import { drawReport, gapWords, keyFigures } from './drawing.server.ts';
import { reportOf } from './report.server.ts';

const DAY_MS = 86_400_000;
let site: TestApp;
let agency: Awaited<ReturnType<typeof joined>>;
let other: Awaited<ReturnType<typeof joined>>;
let own = 0;
let draft = 0;

async function publish(agencyId: number, ids: string[], price = 25_000_000) {
  const now = new Date(clock.now().getTime() - 20 * DAY_MS);
  const drafts = ids.map((id) => cleared(lawfulSale(id, { reference: id, price, surface: 60 })));
  await site.db
    .transaction()
    .execute((tx) => applyListings(tx, { agencyId, source: 'poliris', run: null, now, drafts }));
  const rows = await site.db
    .selectFrom('listing')
    .select('id')
    .where('reference', 'in', ids)
    .orderBy('reference')
    .execute();
  return rows.map(({ id }) => id);
}

const today = () => parisDay(clock.now()).day;
const file = (id: number | string, cookie?: string) =>
  site.app.inject({
    url: `/api/agence/listings/${id}/report.pdf`,
    headers: cookie ? { cookie } : {},
  });
const report = (id: number) => reportOf(site.db, asAgencyId(agency.agency.id), String(id));

beforeAll(async () => {
  site = await testApp();
  agency = await joined(site, 'Agence des Arènes', 'arenes@essai.test');
  other = await joined(site, 'Agence Voisine', 'voisine@essai.test');
  [own = 0] = await publish(agency.agency.id, ['A-1']);
  const { json } = await site.call('POST', '/api/agence/listings', {
    body: { transaction: 1, propertyType: 'apartment', placeCode: '30189', price: 20_000_000 },
    cookie: agency.cookie,
  });
  draft = json.data.id;
});

it('is a PDF with a title, a language, tags and its letters, named after the listing', async () => {
  const answer = await file(own, agency.cookie);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="compte-rendu-${own}-${today()}.pdf"`,
  );
  const bytes = answer.rawPayload;
  const plain = bytes.toString('latin1');
  expect(plain.slice(0, 8)).toBe('%PDF-1.7');
  expect(plain).toContain('/Lang (fr-FR)');
  expect(plain).toContain('/Marked true');
  expect(plain).toContain('/DisplayDocTitle true');
  for (const tag of ['/H1', '/H2', '/Table', '/TH', '/Figure']) expect(plain).toContain(`/S ${tag}`);
  expect(plain.match(/\/Type \/Page\n/g)?.length).toBeLessThanOrEqual(2);
  // Each font is in the file, can be read, and says which letters are which.
  const fonts = [...plain.matchAll(/\/FontFile2 (\d+) 0 R/g)].map(([, id]) => id);
  expect(new Set(fonts).size).toBe(3);
  for (const id of fonts) {
    const start = plain.indexOf('stream\n', plain.indexOf(`\n${id} 0 obj`)) + 7;
    const font = create(inflateSync(bytes.subarray(start, plain.indexOf('\nendstream', start))));
    expect('numGlyphs' in font && font.numGlyphs).toBeGreaterThan(5);
  }
  expect(plain.match(/\/ToUnicode/g)).toHaveLength(3);
});

it.each([
  ['another agency', () => file(own, other.cookie), 404],
  ['nobody', () => file(own), 401],
  ['an agency, of a listing that never was on line', () => file(draft, agency.cookie), 404],
  ['an agency, of what is no number', () => file("1'--", agency.cookie), 404],
  ['an agency, of nothing', () => file(999_999, agency.cookie), 404],
])('says nothing to %s', async (_, ask, status) => {
  const answer = await ask();
  expect([answer.statusCode, answer.json().success]).toEqual([status, false]);
  expect(answer.body).not.toContain('A-1');
});

it('compares with nobody under five listings alike, then by their median, week by week', async () => {
  const monday = (await report(own)).weeks.at(-2)!.monday;
  const alike = await publish(other.agency.id, ['V-1', 'V-2', 'V-3', 'V-4']);
  await addViews(site.db, [{ listingId: own, day: monday, views: 12, fromMails: 3 }]);
  const before = await report(own);
  expect(before).toMatchObject({ asked: null, views: 12, fromMails: 3, since: monday, waiting: null });
  expect(before.weeks.every(({ usualViews, usualLeads }) => usualViews === null && usualLeads === null)).toBe(
    true,
  );
  alike.push(...(await publish(other.agency.id, ['V-5'], 27_000_000)));
  await addViews(
    site.db,
    alike.map((listingId, rank) => ({
      listingId,
      day: dayBefore(monday, -6),
      views: 2 * (rank + 1),
      fromMails: 0,
    })),
  );
  const { weeks, asked } = await report(own);
  expect(weeks.find((week) => week.monday === monday)).toMatchObject({
    views: 12,
    alike: 5,
    usualViews: 6,
    usualLeads: 0,
  });
  expect(weeks.at(-1)).toMatchObject({ views: 0, usualViews: 0 });
  expect(asked).toEqual({ median: Math.round(25_000_000 / 6_000) * 100, listings: 5 });
});

it('says how many people wait from five on, and nothing that names anybody', async () => {
  for (let rank = 0; rank < 5; rank += 1) {
    expect((await report(own)).waiting).toBeNull();
    await makeAlert(site.services, {
      email: `p${rank}@essai.test`,
      criteria: { transaction: 'achat', places: ['30189'], prixMax: 300_000 },
    });
  }
  const onLine = await report(own);
  expect(onLine.waiting).toBe(5);
  const awaited = [expect.any(String), 'personnes attendent un bien comme celui-ci'];
  expect(keyFigures(onLine).at(-1)).toEqual(['5', awaited[1]]);
  // Off line they are not counted, which is not « fewer than five ».
  expect(keyFigures({ ...onLine, waiting: null, leftAt: clock.now() })).not.toContainEqual(awaited);
});

it.each([
  [20_000_000, 19_000_000, '−5'],
  [20_000_000, 20_500_000, '+2,5'],
  [20_000_000, 20_000_000, '0'],
  [20_000_000, 19_999_999, '0'],
])('from %s to %s says %s %%', (before, after, words) => {
  expect(gapWords(before, after).replace(/\s*%$/, '')).toBe(words);
});

it('counts requests without spam, favourites that are kept, and every step of the price', async () => {
  const lead = {
    agencyId: agency.agency.id,
    listingId: own,
    listingReference: 'A-1',
    source: 'listing_form',
  } as const;
  const said = {
    request: 'visit',
    firstName: 'Sidonie',
    lastName: 'Secretan',
    email: 's@essai.test',
  } as const;
  const kept = { createdAt: clock.now(), keepUntil: '2030-01-01' };
  await site.db
    .insertInto('lead')
    .values([
      { ...lead, ...said, ...kept, status: 'new' },
      { ...lead, ...said, ...kept, status: 'disqualified', disqualifiedBecause: 'spam' },
    ])
    .execute();
  await publish(agency.agency.id, ['A-1'], 24_000_000);
  const found = await report(own);
  expect(found).toMatchObject({ leads: 1, favorites: 0 });
  expect(found.weeks.at(-1)?.leads).toBe(1);
  expect(found.prices.map(({ price }) => price)).toEqual([25_000_000, 24_000_000]);
  expect(JSON.stringify(found)).not.toContain('Secretan');
});

it('is written whatever the words, in two sheets at most when everything is long', async () => {
  const found = await report(own);
  const long = 'Ξένια 東京 🏠 ﷽ '.repeat(8);
  const prices = Array.from({ length: 9 }, (_, rank) => ({ at: clock.now(), price: 25_000_000 - rank }));
  const bytes = await drawReport(
    { ...found, agency: long, prices, card: { ...found.card, quarter: long.slice(0, 60) } },
    Buffer.from('no picture'),
  );
  expect(bytes.toString('latin1').match(/\/Type \/Page\n/g)?.length).toBeLessThanOrEqual(2);
});

it('fills its first sheet with the drawing of the weeks, and keeps their figures together on the next', async () => {
  const found = await report(own);
  const [week] = found.weeks;
  const weeks = Array.from({ length: 6 }, () => week!);
  const prices = Array.from({ length: 4 }, (_, rank) => ({ at: clock.now(), price: 25_000_000 - rank }));
  const plain = (await drawReport({ ...found, weeks, prices }, null)).toString('latin1');
  const sheets = /\/Kids \[(\d+) 0 R (\d+) 0 R\]/.exec(plain)?.slice(1) ?? [];
  const sheetsOf = (tag: string) =>
    [...plain.matchAll(new RegExp(`/S /${tag}\\n(?:(?!/S )[^])*?/Pg (\\d+) 0 R`, 'g'))].map(([, sheet]) =>
      sheets.indexOf(sheet ?? ''),
    );
  expect(sheetsOf('Figure')).toEqual([0]);
  // Four prices in three columns, then six weeks in five, less what heads each line.
  expect(sheetsOf('TD')).toEqual([...Array(8).fill(0), ...Array(24).fill(1)]);
});
