import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/db.server.ts';
import type { BillingIdentity } from '#rooms/agencies/billing.ts';
import type { InvoiceDocument, InvoicedBoost } from './invoice-document.ts';

export type Series = 'F' | 'A';

/** Woken when a document is to be drawn and mailed. */
export const INVOICE_CHANNEL = 'vigie_invoice';

/** An order with its boosts, locked until the transaction ends; undefined: there is none. */
export async function lockOrderToInvoice(tx: Tx, orderId: number) {
  const order = await tx
    .selectFrom('paymentOrder')
    .select([
      'reference',
      'agencyId',
      'provider',
      'net',
      'discount',
      'vatRate',
      'vat',
      'gross',
      'buyer',
      'demo',
      'createdAt',
      'paidAt',
    ])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  if (!order) return undefined;
  const { rows: lines } = await sql<InvoicedBoost>`
    select l.boost_id, l.label, l.net, b.reference, b.networks, b.days, b.free_days, b.media_budget, b.fee, b.place_name,
      b.radius_km, b.start_on
    from payment_line l join boost b on b.id = l.boost_id where l.order_id = ${orderId} order by l.position
  `.execute(tx);
  return { ...order, buyer: order.buyer as BillingIdentity, lines };
}

/**
 * Takes the next number of a series: whoever asks next waits for this transaction, so that none is missing whatever becomes
 * of it. `issuedOn` is `day`, or the day of the number before when that is later.
 */
export async function takeNumber(
  tx: Tx,
  { series, day }: { series: Series; day: string },
): Promise<{ year: number; sequence: number; issuedOn: string }> {
  const year = Number(day.slice(0, 4));
  const { last, issuedOn } = await tx
    .insertInto('invoiceCounter')
    .values({ series, year, last: 1, issuedOn: day })
    .onConflict((conflict) =>
      conflict.columns(['series', 'year']).doUpdateSet({
        last: sql`invoice_counter.last + 1`,
        issuedOn: sql`greatest(invoice_counter.issued_on, excluded.issued_on)`,
      }),
    )
    .returning(['last', 'issuedOn'])
    .executeTakeFirstOrThrow();
  return { year, sequence: last, issuedOn };
}

export interface NewInvoice {
  readonly series: Series;
  readonly year: number;
  readonly sequence: number;
  readonly orderId: number;
  readonly boostId: number | null;
  readonly agencyId: number | null;
  readonly document: InvoiceDocument;
  /** Made by the demonstration, not by somebody who tries it. */
  readonly demo: boolean;
  readonly createdAt: Date;
}

export async function insertInvoice(tx: Tx, { document, ...row }: NewInvoice): Promise<void> {
  const { number, issuedOn, totals } = document;
  const { net, vat, gross } = totals;
  await tx
    .insertInto('invoice')
    .values({ ...row, number, issuedOn, net, vat, gross, document: JSON.stringify(document) })
    .execute();
  await sql`select pg_notify(${INVOICE_CHANNEL}, '')`.execute(tx);
}

/** The invoice of an order; undefined: none was issued. */
export async function selectInvoiceOf(tx: Tx, orderId: number) {
  const found = await tx
    .selectFrom('invoice')
    .select(['number', 'agencyId', 'document'])
    .where('orderId', '=', orderId)
    .where('series', '=', 'F')
    .executeTakeFirst();
  return found && { ...found, document: found.document as InvoiceDocument };
}

/** What was billed for an order and not credited since, in cents. */
export async function selectLeft(tx: Tx, orderId: number): Promise<{ net: number; vat: number }> {
  const { rows } = await sql<{ net: number; vat: number }>`
    select coalesce(sum(case series when 'F' then net else -net end), 0) as net,
      coalesce(sum(case series when 'F' then vat else -vat end), 0) as vat
    from invoice where order_id = ${orderId}
  `.execute(tx);
  return rows[0] ?? { net: 0, vat: 0 };
}

/** A document of this agency alone. */
export async function selectFile(db: Queryable, agencyId: number, number: string) {
  const found = await db
    .selectFrom('invoice')
    .select(['id', 'file', 'document'])
    .where('agencyId', '=', agencyId)
    .where('number', '=', number)
    .executeTakeFirst();
  return found && { ...found, document: found.document as InvoiceDocument };
}

/** The first document after `after` that is still to be mailed, and not put off. */
export async function selectToMail(db: Queryable, after: number, now: Date) {
  const found = await db
    .selectFrom('invoice')
    .select(['id', 'orderId', 'file', 'document', 'demo', 'drawAttempts'])
    .where('mailedAt', 'is', null)
    .where('id', '>', after)
    .where((is) => is.or([is('nextDrawAt', 'is', null), is('nextDrawAt', '<=', now)]))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return found && { ...found, document: found.document as InvoiceDocument };
}

/** Puts a document off after this many attempts failed before; false: another worker did, or mailed it. */
export async function putOff(tx: Tx, id: number, attempts: number, nextDrawAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invoice')
    .set({ drawAttempts: attempts + 1, nextDrawAt })
    .where('id', '=', id)
    .where('drawAttempts', '=', attempts)
    .where('mailedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Keeps the file of a document unless it has one; answers the one that it has from then on. */
export async function keepFile(db: Queryable, id: number, file: Buffer): Promise<Buffer> {
  await db.updateTable('invoice').set({ file }).where('id', '=', id).where('file', 'is', null).execute();
  const kept = await db.selectFrom('invoice').select('file').where('id', '=', id).executeTakeFirstOrThrow();
  return kept.file ?? file;
}

/** Marks a document as mailed; false when it was already. */
export async function markMailed(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invoice')
    .set({ mailedAt: now })
    .where('id', '=', id)
    .where('mailedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
