/**
 * Invoice document: what an invoice or a credit note says, as data, kept as it was issued (security.md L11). Amounts are cents.
 */
import { dayBefore } from '#contract/day.ts';
import { formatPrice, NBSP } from '#contract/fmt.ts';
import type { BillingIdentity } from '#rooms/agencies/billing.ts';
import { type Network, networks } from '#rooms/boosts/contract.ts';
import type { Seller } from './seller.ts';

export interface InvoiceLine {
  readonly label: string;
  /** What was bought, in a sentence or two; null: the label says it. */
  readonly detail: string | null;
  readonly quantity: number;
  /** Without VAT, before the discount. */
  readonly unitNet: number;
  readonly net: number;
}

export interface InvoiceDocument {
  readonly version: 1;
  readonly kind: 'invoice' | 'credit';
  /** `F-2026-000001`, `A-2026-000001`. */
  readonly number: string;
  /** This day and the others: `YYYY-MM-DD` in Paris. */
  readonly issuedOn: string;
  readonly order: { readonly reference: string; readonly on: string };
  readonly seller: Seller;
  readonly buyer: BillingIdentity;
  /** Planned days of the service, both included. */
  readonly period: { readonly from: string; readonly to: string };
  readonly lines: readonly InvoiceLine[];
  readonly totals: {
    /** Sum of the lines. */
    readonly lines: number;
    readonly discount: number;
    /** What VAT is computed on. */
    readonly net: number;
    /** Hundredths of a percent. */
    readonly vatRate: number;
    readonly vat: number;
    readonly gross: number;
  };
  /** An invoice: when and how it was paid. A credit note: how it is given back. */
  readonly paid: { readonly on: string; readonly means: PaymentMeans };
  readonly dueOn: string;
  /** A credit note: the invoice that it corrects, and why. */
  readonly corrects: { readonly number: string; readonly issuedOn: string; readonly reason: string } | null;
  /** Of the demonstration: worth nothing. */
  readonly demo: boolean;
}

/** As in `payment_order.provider`. */
export type PaymentMeans = 'stripe' | 'embedded' | 'none';

export const paymentMeans: Readonly<Record<PaymentMeans, string>> = {
  stripe: 'carte bancaire, par Stripe',
  embedded: 'paiement de démonstration',
  none: 'remise, rien n’était à payer',
};

/** What the law has every invoice between professionals say (code de commerce L441-9, L441-10, D441-5). */
export const invoiceMentions = {
  nature: `Nature des opérations${NBSP}: prestations de services.`,
  onDebits: 'Option pour le paiement de la TVA d’après les débits.',
  onPayment: 'TVA exigible à l’encaissement du prix.',
  exempt: 'TVA non applicable, article 293 B du code général des impôts.',
  penalty:
    'En cas de retard de paiement, pénalités au taux de trois fois l’intérêt légal, exigibles sans rappel (code de commerce, article L441-10).',
  indemnity: `En cas de retard de paiement, indemnité forfaitaire pour frais de recouvrement${NBSP}: 40${NBSP}€ (code de commerce, article D441-5).`,
  noDiscount: 'Aucun escompte n’est accordé pour paiement anticipé.',
} as const;

/** An order as the payments room keeps it, with the boosts that it bought. */
export interface InvoicedOrder {
  readonly reference: string;
  readonly provider: string;
  readonly net: number;
  readonly discount: number;
  readonly vatRate: number;
  readonly vat: number;
  readonly gross: number;
  readonly buyer: BillingIdentity;
  /** `YYYY-MM-DD`: when it was made, and paid. */
  readonly orderedOn: string;
  readonly paidOn: string;
  readonly demo: boolean;
  readonly lines: readonly InvoicedBoost[];
}

export interface InvoicedBoost {
  readonly boostId: number;
  readonly label: string;
  readonly net: number;
  readonly reference: string;
  readonly networks: readonly string[];
  readonly days: number;
  readonly freeDays: number;
  readonly mediaBudget: number;
  readonly fee: number;
  readonly placeName: string;
  readonly radiusKm: number;
  /** `YYYY-MM-DD`; null: as soon as the network accepts it. */
  readonly startOn: string | null;
}

/** The invoice of an order that was paid. */
export function invoiceDocument(
  order: InvoicedOrder,
  { number, issuedOn, seller }: Pick<InvoiceDocument, 'number' | 'issuedOn' | 'seller'>,
): InvoiceDocument {
  const { reference, buyer, discount, net, vatRate, vat, gross, paidOn, demo } = order;
  const periods = order.lines.map(({ startOn, days, freeDays }) => {
    const from = startOn !== null && startOn > issuedOn ? startOn : issuedOn;
    return { from, to: dayBefore(from, 1 - days - freeDays) };
  });
  return {
    version: 1,
    kind: 'invoice',
    number,
    issuedOn,
    order: { reference, on: order.orderedOn },
    seller,
    buyer,
    period: {
      from: periods.map(({ from }) => from).toSorted((a, b) => a.localeCompare(b))[0] ?? issuedOn,
      to: periods.map(({ to }) => to).toSorted((a, b) => b.localeCompare(a))[0] ?? issuedOn,
    },
    lines: order.lines.map((line) => ({
      label: line.label,
      detail: detailOf(line),
      quantity: 1,
      unitNet: line.net,
      net: line.net,
    })),
    totals: { lines: net, discount, net: net - discount, vatRate, vat, gross },
    paid: { on: paidOn, means: order.provider as PaymentMeans },
    dueOn: paidOn,
    corrects: null,
    demo: demo || seller.invented || order.provider === 'embedded',
  };
}

function detailOf(boost: InvoicedBoost): string {
  const { reference, days, freeDays, placeName, radiusKm, mediaBudget, fee, net } = boost;
  const shownOn = boost.networks.map((name) => networks[name as Network] ?? name).join(' et ');
  const free = freeDays > 0 ? ` dont ${freeDays}${NBSP}offerts` : '';
  const shown = `${reference}${NBSP}: ${shownOn}, ${days + freeDays}${NBSP}jours${free}, ${placeName} et ${radiusKm}${NBSP}km autour.`;
  if (mediaBudget + fee !== net) return shown;
  return `${shown} Budget dépensé auprès du réseau${NBSP}: ${formatPrice(mediaBudget)}${NBSP}; frais de service${NBSP}: ${formatPrice(fee)}.`;
}

/** The credit note of `amounts` on an invoice: positive amounts, taken off it. */
export function creditDocument(
  invoice: InvoiceDocument,
  given: Pick<InvoiceDocument, 'number' | 'issuedOn'> & {
    readonly label: string;
    readonly reason: string;
    readonly amounts: { readonly net: number; readonly vat: number };
  },
): InvoiceDocument {
  const { number, issuedOn, label, reason, amounts } = given;
  const { net, vat } = amounts;
  return {
    ...invoice,
    kind: 'credit',
    number,
    issuedOn,
    lines: [{ label, detail: null, quantity: 1, unitNet: net, net }],
    totals: { lines: net, discount: 0, net, vatRate: invoice.totals.vatRate, vat, gross: net + vat },
    paid: { on: issuedOn, means: invoice.paid.means },
    dueOn: issuedOn,
    corrects: { number: invoice.number, issuedOn: invoice.issuedOn, reason },
  };
}
