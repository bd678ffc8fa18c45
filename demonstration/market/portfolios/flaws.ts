import { type DemoListing, type Flaw, flaws } from './portfolio.ts';

/** Which listings a flaw can be shown on. */
const FITS: Readonly<Record<Flaw, (listing: DemoListing) => boolean>> = {
  payerMissing: (one) => sale(one) && one.home.kind === 'house',
  percentOfTotal: (one) => sale(one) && one.home.kind === 'flat' && payer(one) === 1,
  rentAboveCeiling: (one) => letting(one) && reference(one) !== null,
  classGLet: (one) => letting(one) && one.home.rating?.energyClass === 'E',
  blankCertificate: (one) => sale(one) && one.home.kind === 'flat',
  chargesWithoutMode: (one) => letting(one) && one.home.kind === 'flat',
  depositTooHigh: (one) => letting(one) && !one.furnished,
  tenantFeesTooHigh: (one) => letting(one),
  certificateMissing: (one) => sale(one) && one.home.kind === 'house',
  furnishingUnsaid: (one) => letting(one) && one.home.rooms === 1,
  discriminating: (one) => letting(one) && one.home.kind === 'flat' && !one.shared,
};

function sale({ rental, home }: DemoListing): boolean {
  return !rental && home.rooms > 0;
}

function letting({ rental, home }: DemoListing): boolean {
  return rental && home.rooms > 0;
}

function payer({ prices }: DemoListing): number | null {
  const [first] = prices;
  return first?.money.kind === 'sale' ? first.money.payer : null;
}

function reference({ prices }: DemoListing): number | null {
  const [first] = prices;
  return first?.money.kind === 'rent' ? first.money.reference : null;
}

/** Each flaw, in turn, goes to the first listing that it suits of one agency after the other. */
export function withFlaws(portfolios: readonly (readonly DemoListing[])[]): DemoListing[][] {
  const given = new Map<string, Flaw>();
  flaws.forEach((flaw, index) => {
    for (let turn = 0; turn < portfolios.length; turn += 1) {
      const listings = portfolios[(index * 2 + turn) % portfolios.length]!;
      const found = listings.find(
        (one) =>
          !given.has(one.technicalId) &&
          one.since === 0 &&
          one.until === null &&
          one.gap === null &&
          one.ending === null &&
          one.twinOf === null &&
          one.prices.length === 1 &&
          FITS[flaw](one),
      );
      if (!found) continue;
      given.set(found.technicalId, flaw);
      return;
    }
  });
  return portfolios.map((listings) =>
    listings.map((one) => {
      const flaw = given.get(one.technicalId);
      return flaw ? { ...one, flaw, words: worded(one, flaw) } : one;
    }),
  );
}

/** The one sentence of the demonstration that no agency may write: it waits for a person (R26). */
function worded({ words }: DemoListing, flaw: Flaw): DemoListing['words'] {
  if (flaw !== 'discriminating') return words;
  return {
    ...words,
    description: `${words.description}\nLoué de préférence à un jeune couple français, sans enfants.`,
  };
}
