/**
 * Boost offer: what the public pages say of boosts, as they are sold on a day.
 */
import { type BoostConfiguration, type Formula, formulaOn, priceOf } from '#rooms/boosts/contract.ts';
import { totalsOf } from '#rooms/payments/amounts.ts';

/** A formula with its prices in cents: `net` without VAT, `gross` with it. */
interface PricedFormula extends Formula {
  readonly net: number;
  readonly gross: number;
}

/** Whose listing stands for an example, and what is written with its picture. */
export interface ExampleWords {
  readonly agency: string;
  readonly title: string;
  readonly caption: string;
}

export interface BoostOffer
  extends Pick<
    BoostConfiguration,
    'vatRate' | 'radiusMinKm' | 'radiusMaxKm' | 'requiredScore' | 'requiredPhotos' | 'defaults'
  > {
  /** Boosts can be ordered now. */
  readonly open: boolean;
  /** What agencies read while administrators keep orders closed; null: they do not. */
  readonly closed: string | null;
  readonly formulas: readonly PricedFormula[];
  /** Null: nothing on line can be one. */
  readonly example: ExampleWords | null;
}

/** The formulas that are sold on a day (`YYYY-MM-DD` in Paris), in the order of the configuration, each bought alone. */
export function formulasSoldOn(configuration: BoostConfiguration, day: string): PricedFormula[] {
  return configuration.formulas
    .filter(({ key }) => formulaOn(configuration, key, day) !== null)
    .map((formula) => {
      const net = priceOf(formula);
      return { ...formula, net, gross: totalsOf([{ net, discount: 0 }], configuration.vatRate).gross };
    });
}

/** Of the cheapest one, in cents without VAT; null when there is none. */
export function leastPrice(formulas: readonly PricedFormula[]): number | null {
  return formulas.length === 0 ? null : Math.min(...formulas.map(({ net }) => net));
}

/** The word of an address that says which formula was chosen. */
const FORMULA = 'formule';

/** An address with the formula that was chosen. */
export function withFormulaWord(path: string, key: string): string {
  return `${path}?${new URLSearchParams({ [FORMULA]: key })}`;
}

/** The formula that an address says, when it is one of these; null otherwise. */
export function formulaWord(
  words: URLSearchParams,
  formulas: readonly Pick<Formula, 'key'>[],
): string | null {
  const word = words.get(FORMULA);
  return formulas.find(({ key }) => key === word)?.key ?? null;
}
