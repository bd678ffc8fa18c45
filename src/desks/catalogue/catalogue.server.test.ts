import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Actor, asAgencyId, asOwnerReference, nobody } from '#platform/auth.server.ts';
import { withdrawListings } from '#rooms/listings/availability.server.ts';
import { joined } from '../../../tests/kit/agencies.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { cleared, lawfulAgency, lawfulRental, lawfulSale, receiveListings } from '../../../tests/kit/law.ts';
import { pageContext } from '../../../tests/kit/page-context.ts';
import { catalogueOf, feedOf } from './catalogue.server.ts';
import { agencyData, CATALOGUE_PAGE, cataloguePath, readCatalogueWords } from './contract.ts';
import { loader as catalogueLoader, meta } from './pages/catalogue.tsx';
import { loader } from './pages/listing.tsx';

let site: TestApp;
let own: Awaited<ReturnType<typeof joined>>;
const ids = new Map<string, number>();
const words = (text = '') => readCatalogueWords(new URLSearchParams(text));
const secret = {
  address: '12 rue Secrète',
  exactLat: 43.837_123_4,
  exactLng: 4.360_987_6,
  mandateNumber: 'MANDAT-99',
};

beforeAll(async () => {
  site = await testApp();
  own = await joined(site, 'Agence des Arènes', 'arenes@essai.test');
  const drafts = [
    ...Array.from({ length: 30 }, (_, n) =>
      lawfulSale(`v${n}`, { ...secret, reference: `V-${n}`, price: (200 + n) * 100_000 }),
    ),
    lawfulSale('maison', { ...secret, reference: 'M-1', propertyType: 'house', price: 90_000_000 }),
    lawfulRental('loyer', { ...secret, reference: 'L-1' }),
    lawfulSale('brouillon', { reference: 'B-1', status: 'draft' }),
  ];
  const { outcomes } = await receiveListings(site.db, own.agency.id, drafts.map(cleared));
  for (const [technicalId, { id }] of outcomes) ids.set(technicalId, id);
  const other = await lawfulAgency(site.db, 'voisine', {
    name: 'Agence Voisine',
    email: 'privee@voisine.test',
  });
  await receiveListings(site.db, other.id, [cleared(lawfulSale('ailleurs', { reference: 'AILLEURS' }))]);
});

const reference = () => own.agency.ownerReference;

describe('the public catalogue of an agency', () => {
  it('shows what it has on line, and nothing of others', async () => {
    const first = await catalogueOf(site.db, reference(), words());
    expect([first.found, first.pages, first.listings.length]).toEqual([32, 2, CATALOGUE_PAGE]);
    expect(first.online).toEqual({ achat: 31, location: 1 });
    const second = await catalogueOf(site.db, reference(), words('page=2'));
    const references = [...first.listings, ...second.listings].map((listing) => listing.reference);
    expect(new Set(references).size).toBe(32);
    expect(references).not.toContain('B-1');
    expect(references).not.toContain('AILLEURS');
    expect((await catalogueOf(site.db, reference(), words('page=900'))).words.page).toBe(2);
  });

  it('is filtered and ordered by its address', async () => {
    const asked = async (text: string) => {
      const { listings, found } = await catalogueOf(site.db, reference(), words(text));
      return [found, listings[0]?.reference];
    };
    expect(await asked('transaction=location')).toEqual([1, 'L-1']);
    expect(await asked('type=maison')).toEqual([1, 'M-1']);
    expect(await asked('tri=-prix')).toEqual([32, 'M-1']);
    expect(await asked('tri=prix&prixMax=202000&transaction=achat')).toEqual([3, 'V-0']);
    expect((await asked('lieu=nimes-30000'))[0]).toBe(32);
    expect(await asked('lieu=lyon-69000')).toEqual([0, undefined]);
    // Unknown or hostile words change nothing.
    expect((await asked("transaction=x'%20or%201=1&type=<b>&tri=drop&page=-1&prixMax=1e9"))[0]).toBe(32);
  });

  it('writes the addresses that it reads', () => {
    for (const text of [
      '',
      'transaction=location&type=maison&lieu=nimes-30000&prixMax=900&tri=-prix&page=3',
    ]) {
      const path = cataloguePath('arenes', words(text));
      expect(path).toBe(`/agence/arenes/catalogue${text && `?${text}`}`);
    }
  });

  it('keeps to itself what is not public', async () => {
    const known = await catalogueOf(site.db, 'voisine', words());
    const said = JSON.stringify([known, agencyData(known.agency, 'https://v.example')]);
    expect(said).toContain('CPI 3002 2024 000 000 123');
    for (const hidden of ['privee@voisine.test', 'excludedOn', 'software'])
      expect(said).not.toContain(hidden);
  });

  it('tells search engines the way to it', async () => {
    const url = new URL('https://vigie.example/agence/voisine/catalogue');
    const { data } = await catalogueLoader({
      request: new Request(url),
      params: { ownerReference: 'voisine' },
      url,
      context: pageContext(site.services, nobody),
    } as unknown as Parameters<typeof catalogueLoader>[0]);
    const tags = meta({ loaderData: data } as Parameters<typeof meta>[0]);
    const { publicUrl } = site.services.env;
    expect(tags).toContainEqual({
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Accueil', item: `${publicUrl}/` },
          {
            '@type': 'ListItem',
            position: 2,
            name: 'Agence Voisine',
            item: `${publicUrl}/agence/voisine/catalogue`,
          },
        ],
      },
    });
  });

  it('is not found, or gone', async () => {
    for (const wrong of ['personne', 'VOISINE', ' voisine', "' or 1=1"])
      await expect(catalogueOf(site.db, wrong, words())).rejects.toMatchObject({ spec: { status: 404 } });
    await sql`update agency set excluded_on = '2026-01-01' where owner_reference = 'voisine'`.execute(
      site.db,
    );
    await expect(catalogueOf(site.db, 'voisine', words())).rejects.toMatchObject({ spec: { status: 410 } });
    await expect(feedOf(site.db, 'voisine', 0, '')).rejects.toMatchObject({ spec: { status: 410 } });
    await sql`update agency set excluded_on = null where owner_reference = 'voisine'`.execute(site.db);
  });
});

describe('the feed of an agency', () => {
  const feed = (query = '') => site.app.inject(`/agence/${reference()}/catalogue.json${query}`);

  it('is a JSON Feed of public facts', async () => {
    const { statusCode, headers, body } = await feed();
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/feed+json; charset=utf-8']);
    const { version, items, next_url: next } = JSON.parse(body);
    expect([version, items.length, next]).toEqual(['https://jsonfeed.org/version/1.1', 32, undefined]);
    for (const hidden of ['Secrète', '43.837', '4.360', 'MANDAT-99', 'arenes@essai.test'])
      expect(body).not.toContain(hidden);
  });

  it('begins where it is asked to, and nowhere strange', async () => {
    const last = Math.max(...ids.values());
    expect(JSON.parse((await feed(`?apres=${last}`)).body).items).toEqual([]);
    for (const query of ['?apres=-1', '?apres=x', '?apres=1&apres=2', '?apres=99999999999999999999'])
      expect([query, JSON.parse((await feed(query)).body).items.length]).toEqual([query, 32]);
    expect((await site.app.inject('/agence/personne/catalogue.json')).statusCode).toBe(404);
  });
});

describe('a listing under the name of its agency', () => {
  async function load(propertyId: number | string, ownerReference?: string, actor: Actor = nobody) {
    const context = pageContext(site.services, actor);
    try {
      const answer = await loader({
        request: new Request('https://vigie.example/'),
        params: { propertyId: String(propertyId), ownerReference },
        url: new URL('https://vigie.example/'),
        context,
      } as unknown as Parameters<typeof loader>[0]);
      return { status: 200, ...JSON.parse(answer.data) };
    } catch (thrown) {
      return { status: (thrown as { init: { status: number } }).init.status };
    }
  }
  const agency = (): Actor => ({
    kind: 'agency',
    agencyId: asAgencyId(own.agency.id),
    ownerReference: asOwnerReference(reference()),
    name: own.agency.name,
  });

  it('shows the others of the agency, and is the same page for search engines', async () => {
    const id = ids.get('maison')!;
    for (const named of [undefined, reference()]) {
      const { status, page, owner } = await load(id, named);
      expect([status, owner, page.similar.length]).toEqual([200, null, 4]);
      expect(JSON.stringify(page.head)).toContain(`/annonce/${id}"`);
      for (const card of page.similar) expect(card.agency.ownerReference).toBe(reference());
    }
  });

  it('is no page under the name of another agency', async () => {
    for (const named of ['voisine', 'personne', reference().toUpperCase()])
      expect(await load(ids.get('maison')!, named)).toEqual({ status: 404 });
    for (const wrong of ['0', 'x', '999999999', ids.get('brouillon')!])
      expect(await load(wrong, reference())).toEqual({ status: 404 });
  });

  it('tells its agency, and nobody else, where it stands', async () => {
    const id = ids.get('loyer')!;
    const { owner } = await load(id, reference(), agency());
    expect(owner).toMatchObject({ listingId: id, boostable: true, fromFeed: true, contacts: 0, kept: 0 });
    const { id: foreign } = await site.db
      .selectFrom('listing')
      .select('id')
      .where('reference', '=', 'AILLEURS')
      .executeTakeFirstOrThrow();
    expect((await load(foreign, 'voisine', agency())).owner).toBeNull();
  });

  it('leaves as the public page does', async () => {
    const id = ids.get('v3')!;
    await site.db
      .transaction()
      .execute((tx) =>
        withdrawListings(tx, { agencyId: own.agency.id, technicalIds: ['v3'], run: null, now: new Date() }),
      );
    const { status, page } = await load(id, reference());
    expect([status, page.available]).toEqual([200, false]);
    expect((await catalogueOf(site.db, reference(), words())).found).toBe(31);
  });
});

it('names in the sitemap the catalogues that show something', async () => {
  const { body } = await site.app.inject('/sitemaps/agences.xml');
  expect(body).toContain(`/agence/${reference()}/catalogue<`);
  expect((await site.app.inject('/sitemap.xml')).body).toContain('/sitemaps/agences.xml');
  await lawfulAgency(site.db, 'vide');
  expect((await site.app.inject('/sitemaps/agences.xml')).body).not.toContain('/agence/vide/');
});
