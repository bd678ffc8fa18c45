/**
 * Plausible values: prices and surfaces that wait until their agency confirms them (C8; interface.md, fine points 28).
 */
import { formatPrice, formatSurface } from '#contract/fmt.ts';
import { type ListingDraft, type PropertyType, propertyTypes } from '../../contract.ts';
import { type Measure, plausibleBounds } from '../plausible-bounds.ts';
import type { AddFinding, Case, HeldValue } from '../terms.ts';

/** Below so many m² for each room, one of the two is wrong. */
const ROOM = 3;
/** Cents: the least that is paid at once of a life annuity. */
const LEAST_BOUQUET = 10_000;
const REMEDY = 'Corrigez, ou confirmez cette valeur si elle est juste.';

interface Valued {
  readonly propertyType: PropertyType;
  readonly price: number;
  readonly surface: number | null;
  readonly rooms: number | null;
}

/** The price, its price per m², the surface, the surface for each room; of a programme, those of each of its lots too. */
export function checkPlausible(facts: Case, found: AddFinding): void {
  const { draft } = facts;
  const programme = draft.propertyType === 'programme';
  checkOne(facts, programme ? { ...draft, surface: null, rooms: null } : draft, null, found);
  for (const unit of programme ? (draft.units ?? []) : []) checkOne(facts, unit, unit.reference, found);
}

function checkOne(
  { draft, context, rental }: Case,
  home: Valued,
  lot: string | null,
  found: AddFinding,
): void {
  const { price, surface, rooms } = home;
  const boundsOf = (measure: Measure) =>
    plausibleBounds({
      transaction: draft.transaction,
      propertyType: home.propertyType,
      departmentCode: draft.departmentCode,
      measure,
      on: context.on,
    });
  const passed = (measure: Measure, value: number): Pick<HeldValue, 'bound' | 'side'> | null => {
    const bounds = boundsOf(measure);
    if (!bounds) return null;
    // A life annuity is paid month by month: what is paid at once may be little.
    if (value < bounds.least && !(draft.lifeAnnuity && measure === 'price' && value >= LEAST_BOUQUET))
      return { bound: bounds.least, side: 'least' };
    return value > bounds.most ? { bound: bounds.most, side: 'most' } : null;
  };
  const of = lot === null ? '' : ` du lot ${lot}`;
  const monthly = rental ? '/mois' : '';
  const say = (
    held: Omit<HeldValue, 'key'>,
    key: string,
    field: keyof ListingDraft,
    said: string,
    bound: string,
  ) => {
    const whole = lot === null ? key : `${lot}:${key}`;
    if (context.confirmed?.has(whole)) return;
    found(
      `${held.measure === 'surface' ? 'surface' : 'price'}_implausible`,
      'block',
      lot === null ? field : 'units',
      `${said} n’est pas vraisemblable : ${held.side === 'least' ? 'au moins' : 'au plus'} ${bound} sont attendus.`,
      `${field === 'price' ? 'Vérifiez le prix.' : 'Vérifiez la surface.'} ${REMEDY}`,
      { ...held, key: whole },
    );
  };
  const total = price > 0 ? passed('price', price) : null;
  if (total) {
    const word = rental
      ? `Un loyer de ${formatPrice(price)}/mois${of}`
      : `Un prix de ${formatPrice(price)}${of}`;
    say(
      { measure: 'price', value: price, ...total },
      `price=${price}`,
      'price',
      word,
      `${formatPrice(total.bound)}${monthly}`,
    );
  }
  if (surface === null || surface <= 0) return;
  const sized = passed('surface', surface);
  if (sized) {
    say(
      { measure: 'surface', value: surface, ...sized },
      `surface=${surface}`,
      'surface',
      `Une surface de ${formatSurface(surface)}${of}`,
      formatSurface(sized.bound),
    );
    return;
  }
  if (propertyTypes[home.propertyType].dwelling && rooms !== null && rooms > 1 && surface < rooms * ROOM) {
    say(
      { measure: 'surface', value: surface, bound: rooms * ROOM, side: 'least' },
      `surface=${surface} rooms=${rooms}`,
      'surface',
      `Une surface de ${formatSurface(surface)}${of} pour ${rooms} pièces`,
      formatSurface(rooms * ROOM),
    );
    return;
  }
  const perM2 = Math.round(price / surface);
  const dense = total || draft.lifeAnnuity || price <= 0 ? null : passed('pricePerM2', perM2);
  if (dense) {
    say(
      { measure: 'pricePerM2', value: perM2, ...dense },
      `price=${price} surface=${surface}`,
      'price',
      `Un ${rental ? 'loyer' : 'prix'} de ${formatPrice(perM2)}/m²${monthly}${of}`,
      `${formatPrice(dense.bound)}/m²${monthly}`,
    );
  }
}
