import { randomInt } from 'node:crypto';
import { vatOf } from '#contract/money.ts';
import type { Db } from '#platform/db.server.ts';
import type { BillingIdentity } from '#rooms/agencies/billing.ts';
import type { InvoicedOrder } from '#rooms/payments/invoice-document.ts';

export const buyer: BillingIdentity = {
  name: 'Agence de l’Écluse & Fils',
  address: '12 quai de la Fontaine',
  postalCode: '30000',
  city: 'Nîmes',
  siren: '552100554',
  vatNumber: 'FR77552100554',
  email: 'compta@ecluse.test',
};

/** Four letters and digits or more: references of boosts and orders take eight. */
const reference = () =>
  randomInt(36 ** 8)
    .toString(36)
    .toUpperCase()
    .padStart(8, '0');

/** An order of so many boosts of 49 €, as the invoice reads it. */
export function invoicedOrder(
  boosts = 1,
  { discount = 0, vatRate = 2_000, ...said }: Partial<InvoicedOrder> = {},
): InvoicedOrder {
  const net = 4_900 * boosts;
  const vat = vatOf(net - discount, vatRate);
  return {
    reference: 'CMD-1A2B3C4D',
    provider: 'stripe',
    net,
    discount,
    vatRate,
    vat,
    gross: net - discount + vat,
    buyer,
    orderedOn: '2026-11-26',
    paidOn: '2026-11-27',
    demo: false,
    lines: Array.from({ length: boosts }, (_, rank) => ({
      boostId: rank + 1,
      label: `Boost Découverte n° ${rank + 1}`,
      net: 4_900,
      reference: `BST-${String(rank + 1).padStart(8, '0')}`,
      networks: ['facebook', 'instagram'],
      days: 14,
      freeDays: rank === 0 ? 2 : 0,
      mediaBudget: 4_000,
      fee: 900,
      placeName: 'Nîmes',
      radiusKm: 20,
      startOn: null,
    })),
    ...said,
  };
}

interface PaidOrder {
  readonly agencyId: number;
  /** Of each of its boosts, in cents. */
  readonly nets?: readonly number[];
  readonly discount?: number;
  /** Null: it is still to be paid. */
  readonly paidAt?: Date | null;
  readonly demo?: boolean;
  readonly buyer?: BillingIdentity;
}

/** An order with its boosts, in the database. */
export async function paidOrder(
  db: Db,
  {
    agencyId,
    nets = [4_900],
    discount = 0,
    paidAt = new Date(),
    demo = false,
    buyer: bought = buyer,
  }: PaidOrder,
): Promise<{ id: number; boostIds: number[]; net: number; vat: number; gross: number }> {
  const at = paidAt ?? new Date();
  const total = nets.reduce((sum, net) => sum + net, 0);
  const net = total - discount;
  const vat = vatOf(net, 2_000);
  const { id } = await db
    .insertInto('paymentOrder')
    .values({
      reference: `CMD-${reference().replace(/^.{4}/, '$&-')}`,
      agencyId,
      status: paidAt ? 'paid' : 'pending',
      provider: 'stripe',
      key: reference(),
      net: total,
      discount,
      vatRate: 2_000,
      vat,
      gross: net + vat,
      termsVersion: '2026-11-26',
      buyer: JSON.stringify(bought),
      demo,
      createdAt: at,
      expiresAt: at,
      paidAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const boostIds: number[] = [];
  for (const [position, price] of nets.entries()) {
    const boost = await db
      .insertInto('boost')
      .values({
        reference: `BST-${reference()}`,
        agencyId,
        status: 'new',
        formula: 'decouverte',
        formulaName: 'Découverte',
        networks: ['facebook', 'instagram'],
        objective: 'views',
        days: 14,
        mediaBudget: price,
        fee: 0,
        placeCode: '30189',
        placeName: 'Nîmes',
        radiusKm: 20,
        title: 'Maison à Nîmes',
        text: 'Une maison à Nîmes.',
        callToAction: 'see',
        publisher: 'manual',
        demo,
        createdAt: at,
        updatedAt: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    boostIds.push(boost.id);
    await db
      .insertInto('paymentLine')
      .values({
        orderId: id,
        position,
        boostId: boost.id,
        label: 'Boost Découverte',
        net: price,
        discount: 0,
      })
      .execute();
  }
  return { id, boostIds, net, vat, gross: net + vat };
}
