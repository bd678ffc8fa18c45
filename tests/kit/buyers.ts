import { sql } from 'kysely';
import { asAgencyId, asOwnerReference } from '#platform/auth.server.ts';
import type { WantedBoost } from '#rooms/boosts/contract.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { checkout } from '#rooms/payments/orders.server.ts';
import { quoteCart } from '#rooms/payments/quote.server.ts';
import { flat } from './alerts.ts';
import type { TestServices } from './app.ts';
import { cleared, lawfulAgency } from './law.ts';

type Site = Pick<TestServices, 'db' | 'services'>;

/** Who can order: an agency of which nothing lacks on an invoice, with a listing that can be boosted. */
export interface Buyer {
  readonly agencyId: ReturnType<typeof asAgencyId>;
  readonly ownerReference: ReturnType<typeof asOwnerReference>;
  readonly listingId: number;
}

/** A listing on line with photos that an advertisement can be made of. */
export async function boostableListing(
  { db }: Pick<Site, 'db'>,
  agencyId: number,
  technicalId: string,
): Promise<number> {
  const { outcomes } = await db.transaction().execute((tx) =>
    applyListings(tx, {
      agencyId,
      source: 'poliris',
      run: null,
      now: new Date(),
      drafts: [cleared(flat(technicalId))],
    }),
  );
  const { id } = outcomes.get(technicalId)!;
  await givePhotos(db, id);
  return id;
}

/** Photos that an advertisement can be made of, in the place of those that a listing has. */
export async function givePhotos(db: Site['db'], listingId: number): Promise<void> {
  await sql`delete from listing_photo where listing_id = ${listingId}`.execute(db);
  await sql`
    insert into listing_photo (listing_id, position, source, kind, status, storage_key, width, height, avif)
    select ${listingId}, rank, 'feeds/essai-' || rank || '.jpg', 'file', 'ready',
      concat(${listingId}::text, rank, '-0123456789abcdef'), 1600, 1200, 'pending'
    from generate_series(0, 4) rank
  `.execute(db);
}

/** An agency made without its login, which takes long. */
export async function buyerOf(site: Site, reference: string): Promise<Buyer> {
  const agency = await lawfulAgency(site.db, reference, { email: `${reference}@essai.test` });
  return {
    agencyId: asAgencyId(agency.id),
    ownerReference: asOwnerReference(agency.ownerReference),
    listingId: await boostableListing(site, agency.id, `${reference}-1`),
  };
}

/** A campaign as a person would ask for it, but for what is said otherwise. */
export function boostOf(listingId: number, said: Partial<WantedBoost> = {}): WantedBoost {
  return {
    listingIds: [listingId],
    formula: 'essentiel',
    place: '30189',
    radiusKm: 30,
    objective: 'leads',
    startOn: null,
    title: 'Un appartement traversant à Nîmes',
    text: 'Photos, prix complet et diagnostics sont dans l’annonce.',
    callToAction: 'see',
    ...said,
  };
}

let presses = 0;
/** Of one press of « Payer ». */
export const newKey = () => `appui-${String((presses += 1)).padStart(12, '0')}`;

/** Orders a cart as its page does: at the price and under the terms that were just read. */
export async function ordered(
  { services }: Pick<Site, 'services'>,
  buyer: Buyer,
  said: { boosts?: readonly WantedBoost[]; coupons?: readonly string[]; key?: string } = {},
): Promise<{ order: string; url: string | null }> {
  const { boosts = [boostOf(buyer.listingId)], coupons = [], key = newKey() } = said;
  const cart = { ...buyer, boosts, coupons };
  const { totals, terms } = await quoteCart(services, cart);
  return checkout(services, { ...cart, gross: totals.gross, terms, key });
}

/** What the database says of an order and of everything that hangs on it. */
export async function whatBecameOf({ db }: Pick<Site, 'db'>, reference: string) {
  const { rows } = await sql<{
    status: string;
    payment: string | null;
    alarm: string | null;
    boosts: string[];
    starts: number;
    invoices: { series: string; gross: number }[];
    refunds: { payment: string; amount: number; status: string }[];
    codes: { code: string; returned: boolean }[];
  }>`
    select o.status, o.payment_id as payment, o.alarm,
      array(select b.status from payment_line l join boost b on b.id = l.boost_id where l.order_id = o.id order by l.position) as boosts,
      (select count(*)::int from payment_line l join boost_event e on e.boost_id = l.boost_id
        where l.order_id = o.id and e.to_status = 'new') as starts,
      coalesce((select json_agg(json_build_object('series', series, 'gross', gross) order by id)
        from invoice where order_id = o.id), '[]') as invoices,
      coalesce((select json_agg(json_build_object('payment', payment_id, 'amount', amount, 'status', status) order by id)
        from payment_refund where order_id = o.id), '[]') as refunds,
      coalesce((select json_agg(json_build_object('code', code, 'returned', returned_at is not null) order by code)
        from coupon_use u join coupon c on c.id = u.coupon_id where u.order_reference = o.reference), '[]') as codes
    from payment_order o where o.reference = ${reference}
  `.execute(db);
  return rows[0]!;
}
