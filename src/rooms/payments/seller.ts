/**
 * Seller: who issues invoices, read from the lines that the legal notice shows (PUBLISHER), so that both say the same.
 */
import { NBSP } from '#contract/fmt.ts';
import { isSiren } from '#rooms/agencies/contract.ts';

export interface Seller {
  readonly name: string;
  /** All that is said of it, its name first: what people read. */
  readonly lines: readonly string[];
  /** What machines read; null: the lines do not say it. */
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly siren: string | null;
  readonly vatNumber: string | null;
  /** It chose to owe VAT from the invoice on, not from the payment: « TVA acquittée d’après les débits ». */
  readonly vatOnDebits: boolean;
  /** Of a demonstration: what it issues is worth nothing. */
  readonly invented: boolean;
}

/** Whom demonstrations invoice for: the SIREN is the one that forms give as an example. */
const invented: readonly string[] = [
  'Vigie Démonstration',
  `SAS au capital de 10${NBSP}000${NBSP}€`,
  '1 rue de la Démonstration, 34000 Montpellier',
  `SIREN 732${NBSP}829${NBSP}320, RCS Montpellier`,
  `TVA FR${NBSP}44${NBSP}732${NBSP}829${NBSP}320`,
];

/** The seller of this installation; null: nobody is named, and in production nothing can be invoiced. */
export function sellerOf(env: {
  readonly publisher: readonly string[];
  readonly production: boolean;
}): Seller | null {
  if (env.publisher.length > 0) return readSeller(env.publisher);
  return env.production ? null : { ...readSeller(invented), invented: true };
}

const VAT = /\bFR\s?([0-9A-Z]{2})\s?(\d{3})\s?(\d{3})\s?(\d{3})\b/;

/** Reads the lines of a legal notice, its name first. */
export function readSeller(lines: readonly string[]): Seller {
  const vat = lines.map((line) => VAT.exec(line)).find((found) => found !== null);
  const place = lines.map((line) => /^(?:(.*?)[,\s]+)?(\d{5})\s+([^,]+)/.exec(line));
  const rank = place.findIndex((found) => found !== null);
  const [, street, postalCode, city] = place[rank] ?? [];
  // A street may have a line of its own, above.
  const address = street ?? (rank > 1 ? lines[rank - 1] : undefined);
  return {
    name: lines[0] ?? '',
    lines,
    address: address ?? null,
    postalCode: postalCode ?? null,
    city: city?.trim() ?? null,
    siren: sirenIn(lines) ?? (vat ? vat.slice(2).join('') : null),
    vatNumber: vat ? `FR${vat.slice(1).join('')}` : null,
    vatOnDebits: lines.some((line) => /TVA.*d(?:’|')après les débits|option.*débits/i.test(line)),
    invented: false,
  };
}

/** The SIREN, or the one that a SIRET begins with, of a line that says so. */
function sirenIn(lines: readonly string[]): string | null {
  for (const line of lines) {
    if (!/SIREN|SIRET|\bR\.?C\.?S\b|registre|immatricul/i.test(line)) continue;
    for (const [, ...groups] of line.matchAll(/(?<!\d)(\d{3})\s?(\d{3})\s?(\d{3})/g)) {
      const siren = groups.slice(0, 3).join('');
      if (isSiren(siren)) return siren;
    }
  }
  return null;
}

/** What the law asks of the seller on an invoice and its lines do not say, in French; none: it may invoice. */
export function sellerLacks(seller: Seller): string[] {
  const says = (words: RegExp) => seller.lines.some((line) => words.test(line));
  return [
    !says(/capital/i) && !says(/\b(?:EI|entreprise individuelle)\b/i) && 'la forme et le capital',
    (seller.address === null || seller.postalCode === null) && 'l’adresse',
    seller.siren === null && 'le SIREN',
    !says(/\bR\.?C\.?S\b|registre/i) && 'la ville du RCS',
    seller.vatNumber === null && 'le numéro de TVA',
  ].filter((lack) => lack !== false);
}
