import { sql } from 'kysely';
import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { afterEach } from 'vitest';
import ListingPage, { loader, meta } from '#desks/showcase/pages/listing.tsx';
import { type Actor, nobody } from '#platform/auth.server.ts';
import { moveClock } from '#platform/clock.server.ts';
import { addAgency } from '#rooms/agencies/agencies.server.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { draftListing } from '#rooms/listings/intake.ts';
import { testServices } from './app.ts';
import { cleared } from './law.ts';
import { pageContext } from './page-context.ts';

// What the tests of the listing page share: a product with one agency, whose listings leave after each test.

export const site = await testServices({ PUBLIC_URL: 'https://vigie.example' });
export const { id: agencyId } = await addAgency(site.db, {
  ref: 'port',
  name: 'Agence du Port',
  siren: '732829320',
});
await sql`update agency set phone = '+33467000000', rcs_city = 'Lyon'`.execute(site.db);
afterEach(async () => {
  moveClock(0);
  await sql`truncate listing cascade`.execute(site.db);
});

export const flat: ListingDraft = draftListing({
  technicalId: 'SECRET-TECH-ID',
  reference: 'VA2100',
  transaction: 1,
  propertyType: 'apartment',
  title: 'Trois pièces',
  description: 'Calme </script><script>alert(1)</script><img src=x onerror=alert(1)>',
  placeCode: '69387',
  cityCode: '69123',
  departmentCode: '69',
  postalCode: '69007',
  price: 31_500_000,
  priceWithoutFees: 30_000_000,
  feesPayer: 1,
  feesPercent: 5,
  feeScheduleUrl: 'https://agence.example/bareme',
  surface: 62.4,
  rooms: 3,
  elevator: false,
  energyStatus: 'rated',
  energyClass: 'F',
  energyValue: 352,
  climateClass: 'D',
  climateValue: 46,
  energyCostMin: 156_000,
  energyCostMax: 215_000,
  energyCostYear: 2023,
  coOwned: true,
  lots: 24,
  yearlyCharges: 148_000,
  procedure: false,
  address: '12 rue Secrète',
  exactLat: 45.745_612_3,
  exactLng: 4.841_234_5,
  mandateNumber: 'MANDAT-77',
  contactName: 'Nom Privé',
  contactPhone: '+33612345678',
  contactEmail: 'prive@agence.example',
  visitUrl: 'javascript:alert(1)',
});

/** A flat in Lyon 7e for 315 000 euros, unless said. */
export async function publish(said: Partial<ListingDraft> = {}, now = new Date()): Promise<number> {
  const draft = { ...flat, ...said };
  const { outcomes } = await site.db
    .transaction()
    .execute((tx) =>
      applyListings(tx, { agencyId, source: 'poliris', run: null, now, drafts: [cleared(draft)] }),
    );
  return outcomes.get(draft.technicalId)!.id;
}

type LoaderArgs = Parameters<typeof loader>[0];
type Loaded = Awaited<ReturnType<typeof loader>>['data'];

/** What the loader gives, or the status that it throws. */
export async function load(
  propertyId: string | number,
  query = '',
  actor: Actor = nobody,
): Promise<{ status: number; data: Loaded | null }> {
  const context = pageContext(site.services, actor);
  try {
    const url = new URL(`https://vigie.example/annonce/${propertyId}${query}`);
    const answer = await loader({
      request: new Request(url),
      params: { propertyId: String(propertyId) },
      url,
      context,
    } as unknown as LoaderArgs);
    return { status: 200, data: answer.data };
  } catch (thrown) {
    const { init } = thrown as { init: { status: number } };
    return { status: init.status, data: null };
  }
}

/** The page as a reader gets it: its HTML, its words, the tags of its head, what travels to the browser. */
export async function open(id: number, query = '', actor: Actor = nobody) {
  const { data } = await load(id, query, actor);
  const loaderData = data as Loaded;
  const Page = ListingPage as unknown as (props: { loaderData: Loaded }) => React.ReactNode;
  const Stub = createRoutesStub([{ path: '/', Component: () => <Page loaderData={loaderData} /> }]);
  const html = renderToStaticMarkup(<Stub />);
  const tags = meta({ loaderData } as unknown as Parameters<typeof meta>[0]) as Record<string, unknown>[];
  return { html, text: textOf(html), tags, json: loaderData };
}

export function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/[ \n]+/g, ' ');
}
