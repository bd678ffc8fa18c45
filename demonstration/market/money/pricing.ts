import type { Chance } from '../../chance.ts';
import type { HomeFacts } from '../homes/home.ts';
import type { DemoPlace } from '../places/place.ts';
import type { Annuity, Money, RentMoney, SaleMoney, Terms } from './money.ts';
import { byRooms, worthOf } from './worth.ts';
import { feeCapsOf, isRentControlled } from './zones.ts';

/** A furnished home lets for this much more. */
const FURNISHED = 1.13;
const SIZE_OF_RENT = [1.32, 1.06, 0.93, 0.85] as const;
/** « Loyer de référence majoré », of an empty home, as a share of the market rent of two rooms: by rooms, by epoch. */
const CAP_BY_ROOMS = [1.27, 1.05, 0.96, 0.91] as const;
const CAP_BY_EPOCH = { old: 1, seventies: 0.94, eighties: 0.97, recent: 1.06, new: 1.1 } as const;

const CO_OWNED: ReadonlySet<HomeFacts['kind']> = new Set(['flat', 'loft', 'newFlat', 'parking', 'shop']);

interface SaleWish {
  /** Sold against an annuity, to be lived in at once or later. */
  readonly annuity: 'occupied' | 'free' | null;
}

export function priceSale(
  home: HomeFacts,
  place: DemoPlace,
  terms: Terms,
  { annuity: wished }: SaleWish,
  chance: Chance,
): SaleMoney {
  const worth = worthOf(home, place) * chance.between(0.93, 1.08);
  const step = worth > 900_000 ? 5_000 : worth > 60_000 ? 1_000 : 500;
  const payer = home.kind === 'newFlat' || wished ? 2 : chance.pick(terms.payers);
  const coOwned = CO_OWNED.has(home.kind);
  const lots =
    home.kind === 'parking'
      ? chance.whole(30, 140)
      : home.epoch === 'old'
        ? chance.whole(6, 34)
        : chance.whole(18, 160);
  const shared = {
    kind: 'sale',
    payer,
    charges: coOwned ? coOwnershipCharges(home, chance) : null,
    lots: coOwned ? lots : null,
    procedure:
      coOwned && home.kind === 'flat' && chance.maybe(0.04)
        ? 'Procédure de recouvrement de charges en cours.'
        : null,
    propertyTax: propertyTaxOf(home, chance),
    annuity: null,
  } as const;
  if (wished) {
    const annuity = annuityOf(worth, wished === 'occupied', chance);
    return { ...shared, price: annuity.bouquet, percent: null, net: null, annuity };
  }
  if (payer === 2) {
    return { ...shared, price: Math.round(worth / step) * step, percent: null, net: null };
  }
  // The buyer's part of shared fees is half of them.
  const percent = payer === 3 ? chance.pick([2, 2.5, 3]) : chance.pick(terms.percents);
  const net = Math.round(worth / (1 + percent / 100) / step) * step;
  return { ...shared, price: withFees(net, percent), percent, net };
}

/** Buyer's fees added, to the cent. */
export function withFees(net: number, percent: number): number {
  return Math.round(net * (100 + percent)) / 100;
}

/** What people of that age would be given for the rest of their lives. */
function annuityOf(worth: number, occupied: boolean, chance: Chance): Annuity {
  const ages = chance.maybe(0.45) ? [chance.whole(76, 88), chance.whole(74, 86)] : [chance.whole(75, 92)];
  const years = Math.max(7, 99 - Math.min(...ages));
  const value = worth * (occupied ? 0.6 : 0.96);
  const bouquet = Math.round((value * chance.between(0.28, 0.45)) / 1_000) * 1_000;
  const monthly = Math.round((value - bouquet) / years / 12 / 10) * 10;
  return { bouquet, monthly, ages, occupied };
}

function coOwnershipCharges(home: HomeFacts, chance: Chance): number {
  if (home.kind === 'parking') return chance.whole(12, 26) * 10;
  const heated = home.energy === 'collectiveGas' ? 15 : 0;
  const perM2 = 11 + (home.elevator ? 7 : 0) + (home.caretaker ? 6 : 0) + heated;
  return Math.round((home.surface * perM2 * chance.between(0.85, 1.2)) / 10) * 10;
}

/** « Taxe foncière », a year; not every agency says it. */
function propertyTaxOf(home: HomeFacts, chance: Chance): number | null {
  if (home.rooms === 0 || home.kind === 'newFlat' || chance.maybe(0.35)) return null;
  return Math.round(home.surface * chance.between(11, 19) + (home.landSurface === null ? 0 : 180));
}

interface RentWish {
  readonly furnished: boolean;
  /** The rent is at the ceiling, and a supplement is asked on top. */
  readonly supplement: boolean;
  /** The day of the demonstration. */
  readonly day: string;
}

/** A rent below its ceiling, a deposit and fees within their caps (domain.md R6 to R12). */
export function priceRent(
  home: HomeFacts,
  place: DemoPlace,
  terms: Terms,
  wish: RentWish,
  chance: Chance,
): RentMoney {
  if (home.rooms === 0) return pricePremises(home, place, chance);
  const { furnished, day } = wish;
  const more = furnished ? FURNISHED : 1;
  const size = byRooms(SIZE_OF_RENT, home.rooms) * (home.kind === 'house' ? 0.98 : 1);
  const market = home.surface * place.rent * size * more * chance.between(0.94, 1.06);
  const ceiling =
    place.rent * byRooms(CAP_BY_ROOMS, home.rooms) * CAP_BY_EPOCH[home.epoch] * more * home.surface;
  const reference = isRentControlled(place, day) ? Math.round(ceiling * 100) / 100 : null;
  const strained = home.rating !== null && 'FG'.includes(home.rating.energyClass);
  const asked = reference !== null && wish.supplement && !strained;
  const base = asked
    ? reference
    : Math.floor(Math.min(market, reference === null ? market : reference * chance.between(0.93, 1)));
  const supplement = asked ? Math.round(base * 0.05) : null;
  const perM2 = 0.9 + (home.elevator ? 0.5 : 0) + (home.energy === 'collectiveGas' ? 1.2 : 0);
  const charges = Math.max(20, Math.round((home.surface * perM2) / 5) * 5);
  const caps = feeCapsOf(place, day);
  const inventoryFees = cents(home.surface * caps.inventory * terms.tenantShare);
  const chargesMode = furnished && chance.maybe(0.6) ? 1 : chance.maybe(0.06) ? 3 : 2;
  return {
    kind: 'rent',
    price: Math.round((base + (supplement ?? 0) + (chargesMode === 3 ? 0 : charges)) * 100) / 100,
    base,
    supplement,
    charges,
    chargesMode,
    // One month without charges; up to two when furnished.
    deposit: furnished && chance.maybe(0.5) ? base * 2 : base,
    tenantFees: cents(cents(home.surface * caps.letting * terms.tenantShare) + inventoryFees),
    inventoryFees,
    reference,
  };
}

/** A parking, a shop or offices: no dwelling, so neither caps nor ceilings. */
function pricePremises(home: HomeFacts, place: DemoPlace, chance: Chance): RentMoney {
  const parking = home.kind === 'parking';
  const market = parking ? place.sale.flat * 0.021 : home.surface * place.rent * 0.92;
  const base = Math.round((market * chance.between(0.85, 1.15)) / 5) * 5;
  const charges = parking ? 5 : Math.max(20, Math.round((home.surface * 1.1) / 5) * 5);
  return {
    kind: 'rent',
    price: base + charges,
    base,
    supplement: null,
    charges,
    chargesMode: parking ? 1 : 2,
    deposit: parking ? base : base * 3,
    tenantFees: null,
    inventoryFees: null,
    reference: null,
  };
}

/** Rounded down: a cap is never passed by a cent. */
function cents(euros: number): number {
  return Math.floor(euros * 100 + 1e-6) / 100;
}

/** The same listing cheaper by this share; a rent loses its supplement first. */
export function lower(money: Money, share: number): Money {
  if (money.kind === 'rent') {
    const base = Math.floor(money.base * (1 - share));
    return {
      ...money,
      base,
      supplement: null,
      price: base + (money.chargesMode === 3 ? 0 : money.charges),
      deposit: money.deposit > money.base ? base * 2 : Math.min(money.deposit, base),
    };
  }
  const from = money.net ?? money.price;
  const step = from > 900_000 ? 5_000 : from > 60_000 ? 1_000 : 500;
  const net = Math.min(from - step, Math.round((from * (1 - share)) / step) * step);
  if (money.annuity) return { ...money, price: net, annuity: { ...money.annuity, bouquet: net } };
  return money.percent === null
    ? { ...money, price: net }
    : { ...money, net, price: withFees(net, money.percent) };
}
