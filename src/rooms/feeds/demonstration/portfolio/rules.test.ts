import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { drawPicture } from '../../../illustrations/rules.server.ts';
import { openArchive } from '../../archive/rules.server.ts';
import type { PolirisRow } from '../../poliris/contract.ts';
import { readPoliris, surveyPoliris } from '../../poliris/rules.server.ts';
import { writeListings, zipFeed } from '../../poliris/writer/rules.server.ts';
import { DEMO_AGENCIES } from '../agencies/contract.ts';
import { rowsOf } from './rows/rules.server.ts';
import { portfolioOf } from './rules.server.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'vigie-demo-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const LAST = new Date('2026-11-21T09:00:00Z');
const all = DEMO_AGENCIES.map((agency) => ({ agency, listings: portfolioOf(agency) }));
const every = all.flatMap(({ listings }) => listings);
const moneys = every.flatMap((listing) => listing.prices.map(({ money }) => ({ listing, money })));
const sha = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

describe('the portfolios of the demonstration', () => {
  test('are made of 20 communes and districts, three agencies and some 130 listings', () => {
    expect(new Set(every.map(({ place }) => place.code)).size).toBe(20);
    expect(every.length).toBeGreaterThanOrEqual(130);
    expect(new Set(every.map(({ technicalId }) => technicalId)).size).toBe(every.length);
    for (const kind of ['flat', 'house', 'land', 'parking', 'newFlat'])
      expect(every.some(({ home }) => home.kind === kind)).toBe(true);
    const letters = new Set(every.map(({ home }) => home.rating?.energyClass));
    for (const letter of ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const) expect(letters).toContain(letter);
  });

  test('are the same each time, to the byte of the feed and of the drawings', () => {
    for (const { agency, listings } of all) {
      const bytes = (of: typeof listings) =>
        sha(writeListings(rowsOf(agency, of, 1, LAST), { trailing: true }));
      expect(bytes(portfolioOf(agency))).toBe(bytes(listings));
      const [first] = listings.flatMap(({ pictures }) => pictures);
      const [again] = portfolioOf(agency).flatMap(({ pictures }) => pictures);
      expect(sha(drawPicture(again!.brief))).toBe(sha(drawPicture(first!.brief)));
    }
  });

  test('show prices that fell, listings that left and new ones in the last feed of each agency', () => {
    for (const { agency, listings } of all) {
      const last = agency.deliveries.length - 1;
      expect(listings.filter(({ since }) => since === last).length).toBeGreaterThan(2);
      expect(
        listings.filter(({ prices }) => prices.at(-1)!.from === last && prices.length > 1).length,
      ).toBeGreaterThan(1);
      expect(listings.filter(({ until }) => until !== null).length).toBeGreaterThan(1);
      // The mass-removal guard of feeds stays quiet.
      for (let rank = 1; rank <= last; rank += 1) {
        const leaving = listings.filter(({ until }) => until === rank).length;
        expect(leaving / rowsOf(agency, listings, rank - 1, LAST).length).toBeLessThan(0.3);
      }
      for (const { prices } of listings) {
        for (const [index, { money }] of prices.entries())
          if (index > 0) expect(money.price).toBeLessThan(prices[index - 1]!.money.price);
      }
    }
  });
});

describe('every feed of the demonstration', () => {
  test.each(
    all.flatMap(({ agency, listings }) =>
      agency.deliveries.map((_, rank) => ({ ref: agency.ref, rank, agency, listings })),
    ),
  )('$ref, number $rank: is read without a word to say', async ({ agency, listings, rank }) => {
    const rows = rowsOf(agency, listings, rank, LAST);
    const file = path.join(folder, `${agency.ref}-${rank}.zip`);
    await writeFile(file, await zipFeed({ listings: writeListings(rows, { trailing: true }) }));
    const archive = await openArchive(file);
    const survey = await surveyPoliris(archive);
    const read: PolirisRow[] = [];
    for await (const row of readPoliris(archive, survey, agency.ref)) read.push(row);
    archive.close();
    expect(survey.encoding).toBe('windows-1252');
    expect(read.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
    expect(read.map(({ result }) => result.refusal)).toEqual(rows.map(() => null));
  });
});

describe('what the law asks (domain.md 3.2)', () => {
  test('prices of sales are the net price and the fees of the buyer, to the cent', () => {
    const sales = moneys.flatMap(({ money }) => (money.kind === 'sale' ? [money] : []));
    expect(new Set(sales.map(({ payer }) => payer))).toEqual(new Set([1, 2, 3]));
    for (const { price, net, percent, payer } of sales) {
      expect(net === null).toBe(payer === 2);
      expect(percent === null).toBe(payer === 2);
      if (net !== null && percent !== null) expect(price).toBe(Math.round(net * (100 + percent)) / 100);
    }
    for (const { home, prices } of every)
      if (home.kind === 'flat' && prices[0]!.money.kind === 'sale')
        expect(prices[0]!.money.lots).toBeGreaterThan(1);
  });

  test('rents, deposits and fees stay under their ceilings', () => {
    const caps = { veryTense: 12.1, tense: 10.09, other: 8.07 };
    const rents = moneys.flatMap(({ listing, money }) => (money.kind === 'rent' ? [{ listing, money }] : []));
    expect(rents.some(({ money }) => money.supplement !== null)).toBe(true);
    expect(rents.some(({ money }) => money.reference !== null)).toBe(true);
    for (const { listing, money } of rents) {
      const { home, place, furnished } = listing;
      expect(money.price).toBeCloseTo(money.base + (money.supplement ?? 0) + money.charges, 6);
      expect(money.deposit).toBeLessThanOrEqual(money.base * (furnished ? 2 : 1));
      if (money.reference !== null) expect(money.base).toBeLessThanOrEqual(money.reference);
      if (money.supplement !== null) {
        expect(money.base).toBe(money.reference);
        expect('FG').not.toContain(home.rating?.energyClass);
      }
      if (home.kind === 'parking') continue;
      expect(place.cap !== null).toBe(money.reference !== null);
      expect(money.inventoryFees!).toBeLessThanOrEqual(home.surface * 3.03);
      expect(money.tenantFees! - money.inventoryFees!).toBeLessThanOrEqual(
        home.surface * caps[place.feeZone] + 0.005,
      );
      expect(home.surface).toBeGreaterThanOrEqual(9);
      expect(home.rating?.energyClass).not.toBe('G');
    }
  });

  test('texts fit the format and carry no telephone, address or link', () => {
    for (const { words, home } of every) {
      expect(words.title.length).toBeLessThanOrEqual(64);
      expect(words.description).not.toMatch(/https?:|www\.|@|\d{2}[ .]\d{2}[ .]\d{2}|undefined|null|NaN/);
      expect(words.description).not.toMatch(/ [:;!?»]| m²/);
      expect(words.description.length).toBeGreaterThan(150);
      if (home.surface > 0 && home.kind !== 'parking')
        expect(words.description).toContain(String(home.surface).replace('.', ','));
    }
    expect(new Set(every.map(({ words }) => words.description)).size).toBe(every.length);
  });
});
