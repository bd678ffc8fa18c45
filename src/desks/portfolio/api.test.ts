import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { expireListings } from '#rooms/listings/availability.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { workOnPhotos } from '#rooms/listings/photos.server.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { cleared, lawfulRental, lawfulSale } from '../../../tests/kit/law.ts';
import { plain } from '../../../tests/kit/pictures.ts';
import { factsOf, lawfulFacts, lawfulSpace } from '../../../tests/kit/portfolio.ts';
import { PHOTOS_MAX } from './contract.ts';

let site: TestApp;
let space: Awaited<ReturnType<typeof lawfulSpace>>;
let other: Awaited<ReturnType<typeof lawfulSpace>>;
beforeAll(async () => {
  site = await testApp();
  space = await lawfulSpace(site, 'Agence des Arènes', 'arenes@essai.test');
  other = await lawfulSpace(site, 'Agence du Port', 'port@essai.test');
});

const start = { transaction: 1, propertyType: 'apartment', placeCode: '30189', price: 25_000_000 };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const ask = (method: Method, address: string, body?: unknown, cookie = space.cookie) =>
  site.call(method, `/api/agence/listings${address}`, { cookie, ...(body === undefined ? {} : { body }) });
const made = async (body: object = start, cookie = space.cookie) =>
  (await ask('POST', '', body, cookie)).json.data;
/** A draft that lacks nothing. */
async function whole(said: object = {}) {
  const { id, version } = await made();
  const { status, json } = await ask('PUT', `/${id}`, { version, facts: { ...lawfulFacts(), ...said } });
  expect([status, json.code]).toEqual([200, undefined]);
  return json.data;
}
const eventsOf = async (id: number) =>
  (
    await sql<{ kind: string }>`select kind from change where ref = ${id} order by seq`.execute(site.db)
  ).rows.map(({ kind }) => kind);

/** A form with these files, as browsers send it. */
async function upload(id: number, files: readonly { name: string; bytes: Buffer }[], cookie = space.cookie) {
  const form = new FormData();
  for (const { name, bytes } of files) form.append('photos', new Blob([new Uint8Array(bytes)]), name);
  const response = new Response(form);
  const { statusCode, ...answer } = await site.app.inject({
    method: 'POST',
    url: `/api/agence/listings/${id}/photos`,
    headers: { 'content-type': response.headers.get('content-type') ?? '', cookie },
    payload: Buffer.from(await response.arrayBuffer()),
  });
  return { status: statusCode, json: answer.json() };
}
const jpeg = (width: number) => plain(width, 300).jpeg().toBuffer();

describe('a draft', () => {
  it('begins with four answers and a reference of its own', async () => {
    const { status, json } = await ask('POST', '', start);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      status: 'draft',
      fromFeed: false,
      reference: expect.stringMatching(/^VG-\d+$/),
      facts: {
        transaction: 1,
        propertyType: 'apartment',
        placeCode: '30189',
        price: 25_000_000,
        surface: null,
      },
      place: { label: 'Nîmes' },
      legal: { hold: 'block' },
    });
    const next = await made();
    expect(next.reference).not.toBe(json.data.reference);
    expect(await eventsOf(json.data.id)).toEqual([]);
  });

  it.each([
    [{ price: 0 }, 'price'],
    [{ placeCode: '30999' }, 'placeCode'],
    [{ placeCode: '' }, 'placeCode'],
    [{ placeCode: '13055' }, 'placeCode'],
    [{ propertyType: 'programme', transaction: 2 }, 'transaction'],
    [{ propertyType: 'péniche' }, 'propertyType'],
  ])('is refused with %j', async (said, field) => {
    const { status, json } = await ask('POST', '', { ...start, ...said });
    expect([status, json.details.fields[0].field]).toEqual([400, field]);
  });

  it('changes as it is typed, what is not typed staying as it was', async () => {
    const { id, version } = await made();
    const first = await ask('PUT', `/${id}`, { version, facts: { surface: 64.5, rooms: 3, quarter: '  ' } });
    expect(first.json.data.facts).toMatchObject({ surface: 64.5, rooms: 3, quarter: null });
    const second = await ask('PUT', `/${id}`, {
      version: first.json.data.version,
      reference: ' M-12 ',
      facts: { rooms: null, placeCode: '69387' },
    });
    expect(second.json.data).toMatchObject({
      reference: 'M-12',
      facts: { surface: 64.5, rooms: null, placeCode: '69387', postalCode: '69007' },
    });
    const taken = await made();
    const { status, json } = await ask('PUT', `/${taken.id}`, { version: taken.version, reference: 'M-12' });
    expect([status, json.details.fields[0].field]).toEqual([400, 'reference']);
  });

  it('has no former price: nobody saw it', async () => {
    const { id, version } = await whole();
    const { json } = await ask('PUT', `/${id}`, { version, facts: { price: 20_000_000 } });
    expect((await ask('POST', `/${id}/publish`)).status).toBe(200);
    const seen = await site.call('GET', `/api/listings/${id}`);
    expect(seen.json.data.listing).toMatchObject({ price: 20_000_000, previousPrice: null });
    expect(seen.json.data.listing.prices.map(({ price }: { price: number }) => price)).toEqual([20_000_000]);
    await ask('PUT', `/${id}`, { version: json.data.version, facts: { price: 19_000_000 } });
    expect((await site.call('GET', `/api/listings/${id}`)).json.data.listing.previousPrice).toBe(20_000_000);
    expect(await eventsOf(id)).toEqual(['listing.appeared', 'listing.priceFell']);
  });

  it('that is removed is nowhere', async () => {
    const { id } = await made();
    expect((await ask('DELETE', `/${id}`)).status).toBe(200);
    expect((await ask('GET', `/${id}`)).status).toBe(404);
    expect((await site.call('GET', `/api/listings/${id}`)).status).toBe(404);
    for (const vue of ['toutes', 'brouillons', 'parties']) {
      const { rows } = (await ask('GET', `?vue=${vue}`)).json.data;
      expect(rows.map(({ card }: { card: { id: number } }) => card.id)).not.toContain(id);
    }
  });
});

describe('two people', () => {
  it('never lose each other’s words: the second is told, and nothing changes', async () => {
    const { id, version } = await made();
    const first = await ask('PUT', `/${id}`, { version, facts: { rooms: 3 } });
    const second = await ask('PUT', `/${id}`, { version, facts: { rooms: 5, surface: 90 } });
    expect([second.status, second.json.code]).toEqual([409, 'LISTING_CHANGED']);
    expect(second.json.message).toContain('Rien n’est enregistré');
    expect((await ask('GET', `/${id}`)).json.data.facts).toMatchObject({ rooms: 3, surface: null });
    const again = { version: first.json.data.version, facts: { surface: 90 } };
    expect((await ask('PUT', `/${id}`, again)).json.data.facts).toMatchObject({ rooms: 3, surface: 90 });
  });

  it('writing at the same instant: one is written, the other is told', async () => {
    const { id, version } = await made();
    const answers = await Promise.all(
      [2, 3, 4, 5].map((rooms) => ask('PUT', `/${id}`, { version, facts: { rooms } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    const rooms = answers.find(({ status }) => status === 200)?.json.data.facts.rooms;
    expect((await ask('GET', `/${id}`)).json.data.facts.rooms).toBe(rooms);
  });
});

describe('publishing', () => {
  it('is refused with every rule that fails, each with its field and its remedy', async () => {
    const { id } = await made();
    const { status, json } = await ask('POST', `/${id}/publish`);
    expect([status, json.code]).toEqual([422, 'LISTING_UNLAWFUL']);
    const blocks = json.details.findings.filter(({ severity }: { severity: string }) => severity === 'block');
    const rules = blocks.map(({ rule }: { rule: string }) => rule);
    for (const rule of ['R1', 'R14', 'R20']) expect(rules).toContain(rule);
    for (const { field, message, remedy } of blocks) {
      for (const word of [field, message, remedy]) expect(word).toMatch(/\w/);
    }
    expect((await ask('GET', `/${id}`)).json.data.status).toBe('draft');
    expect(await eventsOf(id)).toEqual([]);
  });

  it.each([
    [{ surface: null }, 'C14', 'surface'],
    [{ rooms: null }, 'C14', 'rooms'],
    [{ mandateNumber: null }, 'C9', 'mandateNumber'],
    [{ title: 'Appartement, 06.12.34.56.78' }, 'C16', 'title'],
    [{ description: 'Appelez le 06 12 34 56 78.' }, 'C16', 'description'],
    [{ description: 'Écrivez à paul@agence.fr.' }, 'C16', 'description'],
    [{ description: 'Tout est sur www.agence.fr.' }, 'C16', 'description'],
  ] as const)('asks first what is typed here: %j', async (said, rule, field) => {
    const { id } = await whole(said);
    const refused = await ask('POST', `/${id}/publish`);
    expect([refused.status, refused.json.code]).toEqual([422, 'LISTING_UNLAWFUL']);
    const blocks = refused.json.details.findings.filter(
      ({ severity }: { severity: string }) => severity === 'block',
    );
    expect(blocks).toMatchObject([{ rule, field, remedy: expect.stringMatching(/\w/) }]);
    expect((await site.call('GET', `/api/listings/${id}`)).status).toBe(404);
    const { version } = (await ask('GET', `/${id}`)).json.data;
    expect((await ask('PUT', `/${id}`, { version, facts: lawfulFacts() })).status).toBe(200);
    expect((await ask('POST', `/${id}/publish`)).json.data).toEqual({ status: 'online' });
  });

  it('is refused while the tenant pays more than the landlord for the same acts (R12)', async () => {
    const { id, version } = await made({ ...start, transaction: 2, price: 65_000 });
    const typed = lawfulRental('typed', {
      tenantFeeZone: 'other',
      tenantFees: 40_000,
      landlordFees: 50_000,
      landlordInventoryFees: 11_000,
    });
    const put = (known: number, facts: object) => ask('PUT', `/${id}`, { version: known, facts });
    const first = await put(version, factsOf(typed));
    expect([first.status, first.json.data?.facts.landlordFees]).toEqual([200, 50_000]);
    const refused = await ask('POST', `/${id}/publish`);
    expect(refused.json.details.findings).toMatchObject([
      { rule: 'R12', code: 'inventory_above_landlord', severity: 'block', field: 'inventoryFees' },
    ]);
    await put(first.json.data.version, { landlordInventoryFees: 12_000 });
    expect((await ask('POST', `/${id}/publish`)).json.data).toEqual({ status: 'online' });
    // Between the agency and its client: no page tells it.
    const shown = await site.call('GET', `/api/listings/${id}`);
    expect([shown.status, JSON.stringify(shown.json)]).toEqual([200, expect.not.stringContaining('andlord')]);
  });

  it('guesses neither postal code nor arrondissement', async () => {
    const begun = await made();
    expect(begun.facts.postalCode).toBe('');
    expect(begun.legal.findings).toContainEqual(expect.objectContaining({ code: 'postal_code_missing' }));
    const chosen = await ask('PUT', `/${begun.id}`, {
      version: begun.version,
      facts: { postalCode: '30900' },
    });
    expect(chosen.json.data.facts.postalCode).toBe('30900');
    const whole = await ask('PUT', `/${begun.id}`, {
      version: chosen.json.data.version,
      facts: { placeCode: '69123' },
    });
    expect([whole.status, whole.json.details.fields[0].field]).toEqual([400, 'placeCode']);
    const sixth = await made({ ...start, placeCode: '13206' });
    expect(sixth.facts.postalCode).toBe('13006');
  });

  it('puts on line, pauses, confirms, and says it once', async () => {
    const { id } = await whole();
    const step = async (verb: string) => (await ask('POST', `/${id}/${verb}`)).json;
    expect((await step('publish')).data).toEqual({ status: 'online' });
    expect((await step('publish')).data).toEqual({ status: 'online' });
    expect((await site.call('GET', `/api/listings/${id}`)).status).toBe(200);
    expect((await step('confirm')).data).toEqual({ status: 'online' });
    expect((await step('pause')).data).toEqual({ status: 'suspended' });
    expect((await step('pause')).data).toEqual({ status: 'suspended' });
    expect((await site.call('GET', `/api/listings/${id}`)).status).toBe(404);
    expect((await step('confirm')).code).toBe('LISTING_OFF_LINE');
    expect((await step('publish')).data).toEqual({ status: 'online' });
    expect(await eventsOf(id)).toEqual(['listing.appeared', 'listing.left', 'listing.returned']);
  });

  it('waits for a person to read words that may choose people', async () => {
    const { id } = await whole({ description: 'Bel appartement, pas d’enfants ni d’étrangers.' });
    expect((await ask('POST', `/${id}/publish`)).json.data).toEqual({ status: 'pending' });
  });

  it('keeps a listing on line lawful: a change that is not is refused', async () => {
    const { id } = await whole();
    await ask('POST', `/${id}/publish`);
    const { version } = (await ask('GET', `/${id}`)).json.data;
    const facts = { energyStatus: null, energyClass: null };
    const checked = await ask('POST', `/${id}/check`, { facts });
    expect(checked.json.data.hold).toBe('block');
    const { status, json } = await ask('PUT', `/${id}`, { version, facts });
    expect([status, json.code]).toEqual([422, 'LISTING_UNLAWFUL']);
    expect((await ask('GET', `/${id}`)).json.data).toMatchObject({ status: 'online', version });
  });

  it('judges « Autre bien » as a home when it says what only a home has', async () => {
    const untold = { propertyType: 'other', energyCostMin: null } as const;
    const { id, version } = await whole(untold);
    const { status, json } = await ask('POST', `/${id}/publish`);
    expect([status, json.code]).toEqual([422, 'LISTING_UNLAWFUL']);
    expect(json.details.findings.map(({ rule }: { rule: string }) => rule)).toEqual(['R15', 'C13']);
    // Nothing of a home left: it is what it says.
    const bare = { rooms: null, bedrooms: null, energyStatus: null, energyClass: null, climateClass: null };
    await ask('PUT', `/${id}`, { version, facts: bare });
    expect((await ask('POST', `/${id}/publish`)).json.data).toEqual({ status: 'online' });
    const online = await whole();
    await ask('POST', `/${online.id}/publish`);
    const { version: now } = (await ask('GET', `/${online.id}`)).json.data;
    expect((await ask('PUT', `/${online.id}`, { version: now, facts: untold })).json.code).toBe(
      'LISTING_UNLAWFUL',
    );
  });

  it('brings back what left for want of a confirmation', async () => {
    const { id } = await whole();
    await ask('POST', `/${id}/publish`);
    await sql`update listing_confirmation set at = at - interval '15 days' where listing_id = ${id}`.execute(
      site.db,
    );
    const vue = async () => (await ask('GET', '?vue=a-confirmer')).json.data.rows;
    const ids = async () => (await vue()).map(({ card }: { card: { id: number } }) => card.id);
    expect(await ids()).toContain(id);
    await expireListings(site.db, new Date());
    expect((await ask('GET', `/${id}`)).json.data.status).toBe('expired');
    expect((await ask('POST', `/${id}/confirm`)).json.data).toEqual({ status: 'online' });
    expect(await ids()).not.toContain(id);
  });

  it('ends with a sale, and its page tells so', async () => {
    const { id } = await whole();
    await ask('POST', `/${id}/publish`);
    expect((await ask('DELETE', `/${id}?motif=vendue`)).status).toBe(200);
    const { json } = await site.call('GET', `/api/listings/${id}`);
    expect(json.data).toMatchObject({ available: false, listing: { status: 'sold' } });
  });

  it('acts on several at once, each by itself', async () => {
    const [good, bad] = [await whole(), await made()];
    const { results } = (
      await ask('POST', '/actions', { action: 'publish', ids: [good.id, bad.id, 999_999] })
    ).json.data;
    expect(results).toMatchObject([
      { id: good.id, done: true, status: 'online', findings: [] },
      { id: bad.id, done: false, reference: bad.reference },
      { id: 999_999, done: false, reference: null },
    ]);
    expect(results[1].findings.length).toBeGreaterThan(3);
  });
});

describe('photos', () => {
  it('are added, ordered, named, removed, and shown once they are ready', async () => {
    const { id, version } = await whole();
    const files = [
      { name: 'a.jpg', bytes: await jpeg(600) },
      { name: 'b.png', bytes: await plain(640, 300).png().toBuffer() },
    ];
    const added = await upload(id, files);
    expect(added.status).toBe(200);
    const [first, second] = added.json.data.photos;
    expect([first.state, second.state, added.json.data.version === version]).toEqual([
      'pending',
      'pending',
      false,
    ]);
    while (await workOnPhotos(site.services));
    const photos = [
      { key: second.key, caption: 'Le séjour' },
      { key: first.key, caption: null },
    ];
    const sorted = await ask('PUT', `/${id}`, { version: added.json.data.version, photos });
    expect(sorted.json.data.photos).toMatchObject([
      { key: second.key, caption: 'Le séjour', state: 'ready', photo: { width: 640 } },
      { key: first.key, state: 'ready' },
    ]);
    const left = await ask('PUT', `/${id}`, {
      version: sorted.json.data.version,
      photos: photos.slice(0, 1),
    });
    expect(left.json.data.photos).toHaveLength(1);
    const strange = { version: left.json.data.version, photos: [{ key: 'feeds/1/x.jpg', caption: null }] };
    expect((await ask('PUT', `/${id}`, strange)).status).toBe(400);
  });

  it('are what their bytes say, whatever their name; all of a form or none', async () => {
    const { id } = await made();
    const good = { name: 'a.jpg', bytes: await jpeg(500) };
    for (const [name, bytes] of [
      ['page.jpg', Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['dessin.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['coupée.jpg', good.bytes.subarray(0, 40)],
      ['vide.jpg', Buffer.alloc(0)],
    ] as const) {
      const { status, json } = await upload(id, [good, { name, bytes }]);
      expect([name, status, json.code, json.details.name]).toEqual([name, 422, 'PHOTO_REFUSED', name]);
    }
    expect((await ask('GET', `/${id}`)).json.data.photos).toEqual([]);
    expect((await upload(id, [])).status).toBe(400);
    expect((await upload(id, [{ name: 'lourde.jpg', bytes: Buffer.alloc(15_000_001) }])).status).toBe(413);
    expect((await upload(id, [{ name: 'lourde.jpg', bytes: Buffer.alloc(41_000_000) }])).status).toBe(413);
    // Asked before it is read.
    expect((await upload(id, [{ name: 'lourde.jpg', bytes: Buffer.alloc(2_000_000) }], '')).status).toBe(401);
  });

  it(`are ${PHOTOS_MAX} at most`, async () => {
    const { id } = await made();
    const files = await Promise.all(
      Array.from({ length: PHOTOS_MAX }, async (_, rank) => ({
        name: `${rank}.jpg`,
        bytes: await jpeg(300 + rank),
      })),
    );
    expect((await upload(id, files)).json.data.photos).toHaveLength(PHOTOS_MAX);
    const { status, json } = await upload(id, files.slice(0, 1));
    expect([status, json.code]).toEqual([409, 'PHOTOS_TOO_MANY']);
  });
});

describe('what the software of the agency sends', () => {
  let id = 0;
  beforeAll(async () => {
    const drafts = [cleared(lawfulSale('flux', { reference: 'F-1' }))];
    const given = {
      agencyId: space.agency.id,
      source: 'poliris',
      run: null,
      now: new Date(),
      drafts,
    } as const;
    const { outcomes } = await site.db.transaction().execute((tx) => applyListings(tx, given));
    id = outcomes.get('flux')?.id ?? 0;
  });

  it('is read, not typed', async () => {
    const { version, fromFeed, facts } = (await ask('GET', `/${id}`)).json.data;
    expect([fromFeed, facts.rooms]).toEqual([true, 3]);
    const refused = [
      await ask('PUT', `/${id}`, { version, facts: { rooms: 4 } }),
      await ask('DELETE', `/${id}`),
      await upload(id, [{ name: 'a.jpg', bytes: await jpeg(300) }]),
    ];
    for (const { status, json } of refused) expect([status, json.code]).toEqual([409, 'LISTING_FROM_FEED']);
    expect((await ask('GET', `/${id}`)).json.data).toMatchObject({ version, status: 'online' });
  });

  it('is paused, and comes back, by its agency', async () => {
    expect((await ask('POST', `/${id}/pause`)).json.data).toEqual({ status: 'suspended' });
    expect((await ask('POST', `/${id}/publish`)).json.data).toEqual({ status: 'online' });
  });
});

describe('the table', () => {
  it('has views, a search, orders, and pages that miss nothing', async () => {
    const { cookie, agency } = await lawfulSpace(site, 'Agence du Quai', 'quai@essai.test');
    const drafts = Array.from({ length: 95 }, (_, rank) =>
      cleared(
        lawfulSale(`t${rank}`, {
          reference: `T-${rank}`,
          title: rank === 7 ? 'Loft 100 % rénové' : 'Appartement',
          price: (1 + (rank % 10)) * 10_000_000,
          status: rank % 5 === 0 ? 'suspended' : 'online',
        }),
      ),
    );
    const given = { agencyId: agency.id, source: 'manual', run: null, now: new Date(), drafts } as const;
    await site.db.transaction().execute((tx) => applyListings(tx, given));
    const page = async (words: string) => (await ask('GET', words, undefined, cookie)).json.data;
    for (const tri of ['recentes', 'prix', '-prix', 'conformite', 'contacts', 'anciennes', 'confirmation']) {
      const found: { id: number; price: number }[] = [];
      for (let apres: string | null = ''; apres !== null; ) {
        const { rows, next } = await page(`?tri=${tri}&apres=${encodeURIComponent(apres)}`);
        found.push(...rows.map(({ card }: { card: { id: number; price: number } }) => card));
        apres = next;
      }
      expect([tri, found.length, new Set(found.map(({ id }) => id)).size]).toEqual([tri, 95, 95]);
      const prices = found.map(({ price }) => price);
      if (tri === 'prix') expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    }
    const first = await page('?vue=en-ligne');
    expect([first.found, first.counts.toutes, first.counts['en-pause']]).toEqual([76, 95, 19]);
    expect(
      (await page('?q=100%20%25')).rows.map(({ card }: { card: { title: string } }) => card.title),
    ).toEqual(['Loft 100 % rénové']);
    expect((await page('?q=nîmes')).found).toBe(95);
    expect((await page('?vue=rien&tri=rien&apres=rien')).found).toBe(95);
    expect((await page(`?apres=${'9'.repeat(20)}_1`)).rows).toEqual([]);
  });
});

it('knows no listing of another agency', async () => {
  const { id, version } = await made();
  const asked = [
    await ask('GET', `/${id}`, undefined, other.cookie),
    await ask('PUT', `/${id}`, { version, facts: { rooms: 9 } }, other.cookie),
    await ask('DELETE', `/${id}`, undefined, other.cookie),
    await ask('POST', `/${id}/publish`, {}, other.cookie),
    await ask('POST', `/${id}/pause`, {}, other.cookie),
    await ask('POST', `/${id}/confirm`, {}, other.cookie),
    await ask('POST', `/${id}/check`, { facts: {} }, other.cookie),
    await upload(id, [{ name: 'a.jpg', bytes: await jpeg(300) }], other.cookie),
  ];
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 404));
  const { results } = (await ask('POST', '/actions', { action: 'publish', ids: [id] }, other.cookie)).json
    .data;
  expect(results).toMatchObject([{ id, reference: null, done: false }]);
  expect((await ask('GET', '', undefined, other.cookie)).json.data).toMatchObject({ rows: [], found: 0 });
  expect((await ask('GET', `/${id}`)).json.data).toMatchObject({ version, facts: { rooms: null } });
});
