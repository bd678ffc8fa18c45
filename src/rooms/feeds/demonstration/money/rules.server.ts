import type { Chance } from '../../../illustrations/chance/contract.ts';
import type { HomeFacts } from '../homes/contract.ts';
import type { ByRooms, DemoPlace, FeeZone } from '../places/contract.ts';
import type { Money, RentMoney, SaleMoney, Terms } from './contract.ts';

/** Euros per square metre (domain.md R12, the amounts of 2014, which every later table raised). */
const FEE_CAPS: Readonly<Record<FeeZone, number>> = { veryTense: 12, tense: 10, other: 8 };
const INVENTORY_CAP = 3;
/** A furnished home lets for this much more. */
const FURNISHED = 1.13;

/** Small homes cost more per square metre. */
const SIZE_OF_SALE: ByRooms = [1.16, 1.05, 1, 0.96];
const SIZE_OF_RENT: ByRooms = [1.32, 1.06, 0.93, 0.85];

export function priceSale(home: HomeFacts, place: DemoPlace, terms: Terms, chance: Chance): SaleMoney {
  const worth = worthOf(home, place) * chance.between(0.94, 1.07);
  const step = worth > 60_000 ? 1_000 : 500;
  const payer = home.kind === 'newFlat' ? 2 : chance.pick(terms.payers);
  const coOwned = home.kind === 'flat' || home.kind === 'newFlat' || home.kind === 'parking';
  const lots =
    home.kind === 'parking'
      ? chance.whole(30, 140)
      : home.epoch === 'old'
        ? chance.whole(6, 34)
        : chance.whole(18, 160);
  const shared = { charges: coOwned ? coOwnershipCharges(home, chance) : null, lots: coOwned ? lots : null };
  const procedure =
    coOwned && home.kind === 'flat' && chance.maybe(0.05)
      ? 'Procédure de recouvrement de charges en cours.'
      : null;
  if (payer === 2) {
    const price = Math.round(worth / step) * step;
    return { kind: 'sale', price, payer, percent: null, net: null, ...shared, procedure };
  }
  // The buyer's part of shared fees is half of them.
  const percent = payer === 3 ? chance.pick([2, 2.5, 3]) : chance.pick(terms.percents);
  const net = Math.round(worth / (1 + percent / 100) / step) * step;
  return { kind: 'sale', price: withFees(net, percent), payer, percent, net, ...shared, procedure };
}

/** Buyer's fees added, to the cent. */
export function withFees(net: number, percent: number): number {
  return Math.round(net * (100 + percent)) / 100;
}

function worthOf(home: HomeFacts, { sale, southern }: DemoPlace): number {
  if (home.kind === 'land')
    return (home.landSurface ?? 0) * sale.land * ((home.landSurface ?? 0) > 800 ? 0.82 : 1);
  if (home.kind === 'parking') return Math.max(9_000, sale.flat * 4.4) * (home.boxes > 0 ? 1.35 : 1);
  if (home.kind === 'newFlat')
    return home.surface * sale.fresh * byRooms(SIZE_OF_SALE, home.rooms) + home.terrace * 400;
  const state = { renovated: 1.09, good: 1, dated: 0.91, toRenovate: 0.78 }[home.condition];
  const letter = home.rating?.energyClass ?? 'D';
  const green = { A: 1.07, B: 1.05, C: 1.02, D: 1, E: 0.97, F: 0.92, G: 0.86 }[letter];
  if (home.kind === 'house') {
    const plot = Math.min(home.landSurface ?? 0, 900) * sale.land * 0.16;
    return home.surface * sale.house * 0.94 * state * green + plot + (home.pool ? 24_000 : 0);
  }
  const height =
    home.floor === 0
      ? 0.93
      : (home.floor ?? 0) >= 3 && home.elevator
        ? 1.04
        : (home.floor ?? 0) >= 4 && home.elevator === false
          ? 0.93
          : 1;
  const outside = home.balcony > 0 ? 1.03 : home.terrace > 0 ? 1.07 : 1;
  const annexes = (home.parkings + home.boxes) * sale.flat * (southern ? 3.4 : 4);
  return (
    home.surface * sale.flat * byRooms(SIZE_OF_SALE, home.rooms) * state * green * height * outside + annexes
  );
}

function byRooms(values: ByRooms, rooms: number): number {
  return values[Math.min(3, Math.max(0, rooms - 1))]!;
}

function coOwnershipCharges(home: HomeFacts, chance: Chance): number {
  if (home.kind === 'parking') return chance.whole(12, 26) * 10;
  const heated = home.energy === 'collectiveGas' ? 15 : 0;
  const perM2 = 11 + (home.elevator ? 7 : 0) + (home.caretaker ? 6 : 0) + heated;
  return Math.round((home.surface * perM2 * chance.between(0.85, 1.2)) / 10) * 10;
}

export interface RentWish {
  readonly furnished: boolean;
  /** The rent is at the ceiling, and a supplement is asked on top. */
  readonly supplement: boolean;
}

/** A rent below its ceiling, a deposit and fees within their caps (domain.md R6 to R12). */
export function priceRent(
  home: HomeFacts,
  place: DemoPlace,
  terms: Terms,
  wish: RentWish,
  chance: Chance,
): RentMoney {
  if (home.kind === 'parking') return priceParking(place, chance);
  const { furnished } = wish;
  const size = byRooms(SIZE_OF_RENT, home.rooms) * (home.kind === 'house' ? 0.98 : 1);
  const market = home.surface * place.rent * size * (furnished ? FURNISHED : 1) * chance.between(0.94, 1.06);
  const ceiling = place.cap && home.surface * byRooms(place.cap, home.rooms) * (furnished ? FURNISHED : 1);
  const reference = ceiling && Math.round(ceiling * 100) / 100;
  const strained = home.rating !== null && 'FG'.includes(home.rating.energyClass);
  const asked = reference !== null && wish.supplement && !strained;
  const base = asked
    ? reference
    : Math.floor(Math.min(market, reference === null ? market : reference * chance.between(0.93, 1)));
  const supplement = asked ? Math.round(base * 0.05) : null;
  const perM2 = 0.9 + (home.elevator ? 0.5 : 0) + (home.energy === 'collectiveGas' ? 1.2 : 0);
  const charges = Math.max(20, Math.round((home.surface * perM2) / 5) * 5);
  const inventoryFees = cents(home.surface * INVENTORY_CAP * terms.tenantShare);
  return {
    kind: 'rent',
    price: Math.round((base + (supplement ?? 0) + charges) * 100) / 100,
    base,
    supplement,
    charges,
    chargesMode: furnished && chance.maybe(0.6) ? 1 : chance.maybe(0.08) ? 3 : 2,
    // One month without charges; up to two when furnished.
    deposit: furnished && chance.maybe(0.5) ? base * 2 : base,
    tenantFees: cents(cents(home.surface * FEE_CAPS[place.feeZone] * terms.tenantShare) + inventoryFees),
    inventoryFees,
    reference,
  };
}

function priceParking({ sale }: DemoPlace, chance: Chance): RentMoney {
  const base = Math.round((sale.flat * 0.021 * chance.between(0.85, 1.15)) / 5) * 5;
  return {
    kind: 'rent',
    price: base + 5,
    base,
    supplement: null,
    charges: 5,
    chargesMode: 1,
    deposit: base,
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
      price: base + money.charges,
      deposit: money.deposit > money.base ? base * 2 : base,
    };
  }
  const step = money.price > 60_000 ? 1_000 : 500;
  const from = money.net ?? money.price;
  const net = Math.round((from * (1 - share)) / step) * step;
  return money.percent === null
    ? { ...money, price: net }
    : { ...money, net, price: withFees(net, money.percent) };
}
