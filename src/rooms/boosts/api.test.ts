import { sql } from 'kysely';
import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { asAgencyId } from '#platform/auth.server.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import { openFaces } from '#platform/lettering.server.ts';
import { boostUrl } from '#rooms/leads/boost-links.server.ts';
import { receiveLead } from '#rooms/leads/leads.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { boostable, give, orderedBoost, paidBoost } from '../../../tests/kit/boosts.ts';
import { cleared, lawfulRental, lawfulSale } from '../../../tests/kit/law.ts';
import { askedBy } from '../../../tests/kit/leads.ts';
import { lawfulSpace } from '../../../tests/kit/portfolio.ts';
import { reportDone } from './by-hand.server.ts';
import type { Boost } from './contract.ts';
import { type Creative, composeCreative } from './creative-drawing.server.ts';
import { recordFigures } from './figures.server.ts';
import { boostsOf } from './reading.server.ts';

const DAY_MS = 86_400_000;
let site: TestApp;
let own: Awaited<ReturnType<typeof lawfulSpace>>;
let other: Awaited<ReturnType<typeof lawfulSpace>>;
let [sale, rental, foreign] = [0, 0, 0];

beforeAll(async () => {
  site = await testApp({ PUBLIC_URL: 'https://vigie.example' });
  own = await lawfulSpace(site, 'Agence du Port', 'port@essai.test');
  other = await lawfulSpace(site, 'Agence du Parc', 'parc@essai.test');
  [sale = 0, rental = 0] = await boostable(site.db, own.agency.id, [lawfulSale('A'), lawfulRental('L')]);
  [foreign = 0] = await boostable(site.db, other.agency.id, [lawfulSale('X')]);
});
afterEach(async () => {
  moveClock(0);
  await give(site.db, sale, 'online');
  await sql`truncate boost, lead cascade`.execute(site.db);
});

const list = async (cookie = own.cookie): Promise<Boost[]> =>
  (await site.call('GET', '/api/agence/boosts', { cookie })).json.data.boosts;
const change = (id: number, verb: string, cookie = own.cookie) =>
  site.call('POST', `/api/agence/boosts/${id}/${verb}`, { cookie });
const shown = async (listings = [sale]) => {
  const boost = await paidBoost(site.db, own.agency.id, listings);
  await reportDone(site.db, boost.id, { url: null });
  return boost;
};
const paris = (moment: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(moment);

describe('the boosts of an agency', () => {
  test('are its own: another’s are not found, whatever is asked of them', async () => {
    const { id } = await shown();
    expect(await list(other.cookie)).toEqual([]);
    for (const verb of ['pause', 'resume', 'stop'])
      expect([verb, (await change(id, verb, other.cookie)).status]).toEqual([verb, 404]);
    expect((await list()).map((one) => [one.id, one.status])).toEqual([[id, 'active']]);
    expect((await site.call('GET', '/api/agence/boosts')).status).toBe(401);
    expect((await change(id, 'pause', '')).status).toBe(401);
  });

  test('are paused, resumed and stopped by it, and each answer says what may follow', async () => {
    const { id } = await shown();
    const asked: unknown[] = [];
    for (const verb of ['pause', 'pause', 'resume', 'stop', 'stop']) {
      const { status, json } = await change(id, verb);
      asked.push([verb, status, json.data?.boost.status ?? json.code, json.data?.boost.may ?? null]);
    }
    expect(asked).toEqual([
      ['pause', 200, 'paused', { pause: false, resume: true, stop: true }],
      ['pause', 409, 'BOOST_STATUS', null],
      ['resume', 200, 'active', { pause: true, resume: false, stop: true }],
      ['stop', 200, 'completed', { pause: false, resume: false, stop: false }],
      ['stop', 409, 'BOOST_STATUS', null],
    ]);
  });

  test('come with all that was bought, the newest first, without what was never paid', async () => {
    const first = await shown([sale, rental]);
    const waiting = await orderedBoost(site.db, own.agency.id, [rental]);
    await sql`update boost set created_at = created_at + interval '1 minute' where id = ${waiting.id}`.execute(
      site.db,
    );
    const [newest, oldest] = await list();
    expect([newest!.id, newest!.status]).toEqual([waiting.id, 'pending']);
    expect(oldest).toMatchObject({
      reference: first.reference,
      formula: 'Découverte',
      networks: ['facebook'],
      place: 'Nîmes',
      mediaBudget: 5_000,
      fee: 1_900,
      ledger: [],
      costPerLead: null,
      comparison: null,
    });
    expect(oldest!.listings.map(({ id, dropped, photo }) => [id, dropped, typeof photo])).toEqual([
      [sale, null, 'string'],
      [rental, null, 'string'],
    ]);
    expect(oldest!.timeline.map(({ status }) => status)).toEqual([
      'pending',
      'new',
      'syncing',
      'synced',
      'active',
    ]);
    await sql`update boost set status = 'inactive', ended_because = 'unpaid' where id = ${waiting.id}`.execute(
      site.db,
    );
    expect(await list()).toHaveLength(1);
  });
});

describe('the ledger', () => {
  test('adds the leads of each day, spam left out, and says what a lead cost', async () => {
    const { id, reference } = await shown();
    const now = Date.now();
    await recordFigures(site.db, id, [
      { day: paris(now), impressions: 1_000, reach: 800, clicks: 20, spend: 700 },
    ]);
    await site.db.transaction().execute(async (tx) => {
      for (const [rank, said] of [{}, { held: true }, {}].entries())
        await receiveLead(
          tx,
          askedBy(sale, { source: 'boost', boostReference: reference, email: `p${rank}@exemple.test` }),
          { now: new Date(now), ...said },
        );
      // From the page itself: no lead of the boost.
      await receiveLead(tx, askedBy(sale, { email: 'page@exemple.test' }), { now: new Date(now) });
    });
    const [boost] = await list();
    expect(boost!.ledger).toEqual([
      { day: paris(now), impressions: 1_000, reach: 800, clicks: 20, leads: 2, spend: 700 },
    ]);
    expect(boost!.costPerLead).toBe((700 + 1_900) / 2);
  });

  test('is compared with the agency’s own listings alike, when they are three and a few days passed', async () => {
    const now = clock.now();
    const alike = async (names: string[]) => {
      const { outcomes } = await site.db.transaction().execute((tx) =>
        applyListings(tx, {
          agencyId: own.agency.id,
          source: 'poliris',
          run: null,
          now,
          drafts: names.map((name, rank) =>
            cleared(lawfulSale(name, { price: 25_000_000 + rank * 1_000_000, energyNumber: null })),
          ),
        }),
      );
      return names.map((name) => outcomes.get(name)!.id);
    };
    const two = await alike(['B', 'C']);
    const [dear] = await alike(['CHER']);
    await sql`update listing set price = 90000000 where id = ${dear!}`.execute(site.db);
    const { id } = await shown();
    // Sessions do not last as long as boosts: its rule is asked.
    const comparison = async () => {
      const boosts = await boostsOf(site.db, asAgencyId(own.agency.id));
      return boosts.find((one) => one.id === id)!.comparison;
    };
    const inTwoDays = new Date(Date.now() + 2 * DAY_MS);
    await site.db.transaction().execute(async (tx) => {
      for (const rank of [1, 2, 3])
        await receiveLead(tx, askedBy(sale, { email: `b${rank}@exemple.test` }), { now: inTwoDays });
      await receiveLead(tx, askedBy(two[0]!, { email: 'a@exemple.test' }), { now: inTwoDays });
    });
    moveClock(3.5 * DAY_MS);
    expect(await comparison()).toBeNull();
    moveClock(0);
    const [third] = await alike(['D']);
    await sql`update listing set published_at = published_at - interval '1 hour' where id = ${third!}`.execute(
      site.db,
    );
    moveClock(2.5 * DAY_MS);
    expect(await comparison()).toBeNull();
    moveClock(3.5 * DAY_MS);
    expect(await comparison()).toEqual({ boosted: 6, alike: 0.67, listings: 3 });
    for (const one of [...two, third!, dear!]) await give(site.db, one, 'withdrawn');
  });
});

describe('who follows an advertisement', () => {
  const ask = async (listingId: number, boost: string | undefined, email: string) => {
    const { firstName, lastName, phone, message } = askedBy(listingId);
    const body = { firstName, lastName, phone, message, email, ...(boost === undefined ? {} : { boost }) };
    const { status } = await site.call('POST', `/api/listings/${listingId}/leads`, { body });
    const { rows } = await sql<{ source: string; boostReference: string | null }>`
      select source, boost_reference from lead where email = ${email}`.execute(site.db);
    return { status, ...rows[0] };
  };
  const tokenOf = (reference: string, listingId: number) =>
    new URL(boostUrl(site.services.env, { reference, listingId })).searchParams.get('boost')!;

  test('is a lead of its boost, in the inbox, its export and the row that software reads', async () => {
    const { reference } = await shown();
    const token = tokenOf(reference, sale);
    expect(await ask(sale, token, 'lea@exemple.test')).toEqual({
      status: 200,
      source: 'boost',
      boostReference: reference,
    });
    const inbox = await site.call('GET', '/api/agence/leads', { cookie: own.cookie });
    const [lead] = inbox.json.data.leads as { id: number; source: string; boostId: string }[];
    expect([lead!.source, lead!.boostId]).toEqual(['boost', reference]);
    const one = await site.call('GET', `/api/agence/leads/${lead!.id}`, { cookie: own.cookie });
    expect(one.json.data.boostId).toBe(reference);
    const csv = await site.call('GET', '/api/agence/leads/export.csv', { cookie: own.cookie });
    const [titles = '', line = ''] = String(csv.json.data).split('\r\n');
    expect(line.split(';')[titles.split(';').indexOf('Boost')]).toBe(reference);
  });

  test.each<[string, (reference: string) => string | undefined]>([
    ['no link', () => undefined],
    ['the link of another listing', (reference) => tokenOf(reference, rental)],
    [
      'a link that somebody made up',
      (reference) => `${Buffer.from(`${reference}.${sale}`).toString('base64url')}.x`,
    ],
    [
      'an altered link',
      (reference) => tokenOf(reference, sale).replace(/.$/, (end) => (end === 'A' ? 'B' : 'A')),
    ],
  ])('with %s is a lead of the page', async (_, link) => {
    const { reference } = await shown();
    expect(await ask(sale, link(reference), 'zoe@exemple.test')).toEqual({
      status: 200,
      source: 'listing_form',
      boostReference: null,
    });
  });
});

describe('the picture of an advertisement', () => {
  const picture = (listing: number | string, format: string, cookie = own.cookie) =>
    site.app.inject({
      url: `/api/agence/boosts/creative?listing=${listing}&format=${format}`,
      headers: { cookie },
    });

  test('is drawn at the sizes of networks, for its agency alone', async () => {
    for (const [format, width, height] of [
      ['feed', 1080, 1080],
      ['story', 1080, 1920],
    ] as const) {
      const answer = await picture(sale, format);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width, height });
    }
    expect((await picture(foreign, 'feed')).statusCode).toBe(404);
    expect((await picture('abc', 'feed')).statusCode).toBe(404);
    expect((await picture(sale, 'affiche')).statusCode).toBe(400);
    expect((await picture(sale, 'feed', '')).statusCode).toBe(401);
    await give(site.db, sale, 'sold');
    expect((await picture(sale, 'feed')).statusCode).toBe(404);
  });

  test('has its words beside, with all the mentions of the law', async () => {
    const caption = await site.call('GET', `/api/agence/boosts/caption?listing=${sale}&text=Bonjour`, {
      cookie: own.cookie,
    });
    const words = (caption.json.data.caption as string).replaceAll('\u00a0', ' ');
    expect(words.startsWith('Bonjour\n\n')).toBe(true);
    for (const said of [
      '250 000,00 €',
      'Honoraires à la charge du vendeur',
      'Classe énergie C (150 kWh/m²/an) – Classe climat C',
      "Montant estimé des dépenses annuelles d'énergie",
      'Annonce sponsorisée : Agence du Port',
    ])
      expect(words).toContain(said);
    const refused = await site.call('GET', `/api/agence/boosts/caption?listing=${foreign}&text=x`, {
      cookie: own.cookie,
    });
    expect(refused.status).toBe(404);
  });

  test('of an example is drawn for whoever asks', async () => {
    const answer = await site.app.inject({ url: '/api/boosts/example?format=feed' });
    expect(answer.statusCode).toBe(200);
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(1080);
  });

  test('stays within its frame and is never read as markup, whatever is written', async () => {
    const hostile: Creative = {
      label: 'Annonce sponsorisée',
      agency: '</svg><script>alert(1)</script> & fils '.repeat(20),
      lead: 'x'.repeat(900),
      figure: '1\u00a0234\u00a0567,00\u00a0€/mois',
      terms: ['honoraires inclus', 'Part de l’acquéreur '.repeat(60)],
      excessive: 'Logement à consommation énergétique excessive\u00a0: classe G',
      facts: ['mot '.repeat(300), 'L’Haÿ-les-Roses '.repeat(40)],
      energy: 'G',
      climate: 'G',
    };
    const faces = await openFaces();
    for (const format of ['feed', 'story'] as const) {
      const { svg, photoHeight } = composeCreative(hostile, faces, format);
      expect(photoHeight).toBeGreaterThan(300);
      expect(svg).not.toMatch(/script|alert|&|<text/);
      const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg)!.map(Number);
      const outside = [...svg.matchAll(/ d="M(\d+(?:\.\d+)?)[ ,](\d+(?:\.\d+)?)/g)].filter(
        ([, x, y]) => Number(x) > width! || Number(y) > height!,
      );
      expect(outside).toEqual([]);
      const drawn = await sharp(Buffer.from(svg)).metadata();
      expect([drawn.width, drawn.height]).toEqual([width, height]);
    }
  });
});
