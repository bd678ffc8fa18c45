import { parisDay } from '#contract/day.ts';
import { fail } from '#contract/errors.ts';
import { formatPrice, NBSP } from '#contract/fmt.ts';
import { vatOf } from '#contract/money.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { isConnectionLost, type Queryable, type Tx } from '#platform/db.server.ts';
import { inLine } from '#platform/threads.server.ts';
import { sendMail } from '#rooms/mail/outbox.server.ts';
import { recordNotifications } from '#rooms/notifications/notifications.server.ts';
import { addAlarm } from './alarms.sql.server.ts';
import { paymentErrors } from './contract.ts';
import { creditDocument, type InvoiceDocument, invoiceDocument } from './invoice-document.ts';
import { drawInvoice } from './invoice-pdf.server.ts';
import { invoiceMail } from './invoices.mails.server.tsx';
import {
  insertInvoice,
  keepFile,
  lockOrderToInvoice,
  markMailed,
  putOff,
  type Series,
  selectFile,
  selectInvoiceOf,
  selectLeft,
  selectToMail,
  takeNumber,
} from './invoices.sql.server.ts';
import { sellerOf } from './seller.ts';

/** What was issued, in cents. */
export interface Issued {
  readonly number: string;
  readonly net: number;
  readonly vat: number;
  readonly gross: number;
}

const issuedOf = ({ number, totals }: InvoiceDocument): Issued => {
  const { net, vat, gross } = totals;
  return { number, net, vat, gross };
};

/**
 * Issues the invoice of an order that was paid, in the transaction that pays it: rolled back, its number is free again. Other
 * payments wait for their number until it is committed: call it last. An order has one invoice: asked again, it is the same. Throws an Error for an order that is unknown or unpaid, and where
 * nobody is named as the seller (PUBLISHER).
 */
export async function issueInvoice(
  tx: Tx,
  env: Pick<Services['env'], 'publisher' | 'production'>,
  orderId: number,
  now: Date,
): Promise<Issued> {
  const order = await lockOrderToInvoice(tx, orderId);
  const seller = sellerOf(env);
  if (!order?.paidAt) throw new Error(`la commande ${orderId} n’est pas payée`);
  if (!seller) throw new Error('PUBLISHER ne dit pas qui vend : aucune facture ne peut être établie');
  const known = await selectInvoiceOf(tx, orderId);
  if (known) return issuedOf(known.document);
  const { number, issuedOn, ...place } = await nextNumber(tx, 'F', now);
  const days = { orderedOn: parisDay(order.createdAt).day, paidOn: parisDay(order.paidAt).day };
  const document = invoiceDocument({ ...order, ...days }, { number, issuedOn, seller });
  const { agencyId, demo } = order;
  await insertInvoice(tx, { ...place, orderId, boostId: null, agencyId, document, demo, createdAt: now });
  await announce(tx, agencyId, document, now);
  return issuedOf(document);
}

/**
 * Credits `net` cents without VAT of the invoice of an order, with VAT at its rate, half up; never more than what is left of
 * it, and with the last cent of it the last cent of its VAT. Null when nothing is left, or `net` is nothing. `boostId`: the
 * boost that it is about, if one. Throws an Error for an order without an invoice.
 */
export async function issueCreditNote(
  tx: Tx,
  credit: { orderId: number; boostId: number | null; net: number; reason: string },
  now: Date,
): Promise<Issued | null> {
  const { orderId, boostId, reason } = credit;
  const order = await lockOrderToInvoice(tx, orderId);
  const invoice = await selectInvoiceOf(tx, orderId);
  if (!order || !invoice) throw new Error(`la commande ${orderId} n’a pas de facture`);
  const left = await selectLeft(tx, orderId);
  const net = Math.min(credit.net, left.net);
  if (net <= 0) return null;
  const vat = net === left.net ? left.vat : Math.min(vatOf(net, order.vatRate), left.vat);
  const { number, issuedOn, ...place } = await nextNumber(tx, 'A', now);
  const about = order.lines.find((line) => line.boostId === boostId);
  const document = creditDocument(invoice.document, {
    number,
    issuedOn,
    label: about
      ? `Avoir sur ${about.label} (${about.reference})`
      : `Avoir sur la commande ${order.reference}`,
    reason,
    amounts: { net, vat },
  });
  const { agencyId } = invoice;
  await insertInvoice(tx, {
    ...place,
    orderId,
    boostId: about?.boostId ?? null,
    agencyId,
    document,
    demo: order.demo,
    createdAt: now,
  });
  await announce(tx, agencyId, document, now);
  return issuedOf(document);
}

/** Tells the agency of a document, once; the document itself is mailed to its billing address. */
async function announce(
  tx: Tx,
  agencyId: number | null,
  { kind, number, totals }: InvoiceDocument,
  now: Date,
): Promise<void> {
  if (agencyId === null) return;
  const title = `${kind === 'invoice' ? 'Facture' : 'Avoir'} ${number}${NBSP}: ${formatPrice(totals.gross)} TTC`;
  const found = [{ agencyId, key: `invoice:${number}`, title, page: '/boosts#factures' }];
  await recordNotifications(tx, 'invoiceReady', found, now);
}

/** `F-2026-000001`; the year is the one of Paris. */
async function nextNumber(tx: Tx, series: Series, now: Date) {
  const { year, sequence, issuedOn } = await takeNumber(tx, { series, day: parisDay(now).day });
  const number = `${series}-${year}-${String(sequence).padStart(6, '0')}`;
  return { series, year, sequence, issuedOn, number };
}

/**
 * PDF of an invoice or a credit note, for its agency alone; made now when the worker has not come to it yet. Throws
 * INVOICE_UNKNOWN, for a document of another agency as well.
 */
export async function invoiceFile(db: Queryable, agencyId: number, number: string): Promise<Buffer> {
  const found = await selectFile(db, agencyId, number);
  if (!found) throw fail(paymentErrors.INVOICE_UNKNOWN);
  return fileOf(db, found);
}

async function fileOf(
  db: Queryable,
  { id, file, document }: { id: number; file: Buffer | null; document: InvoiceDocument },
): Promise<Buffer> {
  return file ?? keepFile(db, id, await inLine(() => drawInvoice(document)));
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After an attempt that failed, until the next; the last one holds from then on. */
const DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 24 * HOUR_MS] as const;

/**
 * Makes the files of invoices that have none, and mails each once to its billing address; those that the demonstration
 * made stay where they are. One that cannot be drawn is logged, holds no other back, and is tried again later and later; after
 * the fifth time a person is told. Safe to run twice at once.
 */
export async function renderMissingInvoices(
  { db, env, log }: Pick<Services, 'db' | 'env' | 'log'>,
  signal?: AbortSignal,
): Promise<void> {
  for (let after = 0; !signal?.aborted; ) {
    const next = await selectToMail(db, after, clock.now());
    if (!next) return;
    after = next.id;
    try {
      const bytes = await fileOf(db, next);
      await db.transaction().execute(async (tx) => {
        const { document, demo } = next;
        const { number, buyer } = document;
        if (!(await markMailed(tx, next.id, clock.now())) || demo || !buyer.email) return;
        await sendMail(tx, invoiceMail({ origin: env.publicUrl, document }), {
          key: `invoice:${number}`,
          stream: `invoice:${number}`,
          to: buyer.email,
          attachment: { name: `${number}.pdf`, type: 'application/pdf', bytes },
        });
      });
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      const { id, orderId, drawAttempts, document } = next;
      log.error({ err: error, invoice: document.number }, 'facture sans fichier ou non envoyée');
      const delay = DELAYS_MS[Math.min(drawAttempts, DELAYS_MS.length - 1)]!;
      await db.transaction().execute(async (tx) => {
        const isNew = await putOff(tx, id, drawAttempts, new Date(clock.now().getTime() + delay));
        if (isNew && drawAttempts + 1 === DELAYS_MS.length)
          await addAlarm(tx, orderId, 'undrawn', document.number);
      });
    }
  }
}
