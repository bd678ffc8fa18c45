import type { HomeFacts } from '../homes/home.ts';
import type { DemoPlace } from '../places/place.ts';

/** Small homes cost more per square metre: one, two, three, four rooms and more. */
const SIZE_OF_SALE = [1.16, 1.05, 1, 0.96] as const;
const STATE = { renovated: 1.09, good: 1, dated: 0.91, toRenovate: 0.78 } as const;
/** What the letter of the certificate adds or takes (« valeur verte »). */
const GREEN = { A: 1.07, B: 1.05, C: 1.02, D: 1, E: 0.97, F: 0.92, G: 0.86 } as const;

/** What a home would fetch there, in euros, fees aside. */
export function worthOf(home: HomeFacts, { sale, southern }: DemoPlace): number {
  const state = STATE[home.condition] * GREEN[home.rating?.energyClass ?? 'D'];
  switch (home.kind) {
    case 'land':
      return (home.landSurface ?? 0) * sale.land * ((home.landSurface ?? 0) > 800 ? 0.82 : 1);
    case 'parking':
      return Math.max(9_000, sale.flat * 4.4) * (home.boxes > 0 ? 1.35 : 1);
    case 'newFlat':
      return home.surface * sale.fresh * byRooms(SIZE_OF_SALE, home.rooms) + home.terrace * 400;
    case 'building':
      return home.surface * sale.flat * 0.74 * STATE[home.condition];
    case 'shop':
    case 'office':
      return home.surface * sale.flat * (home.kind === 'shop' ? 0.82 : 0.7) * STATE[home.condition];
    case 'house': {
      const plot = Math.min(home.landSurface ?? 0, 900) * sale.land * 0.16;
      return home.surface * sale.house * 0.94 * state + plot + (home.pool ? 24_000 : 0);
    }
    case 'mansion':
      return home.surface * sale.flat * 1.08 * state + 60_000;
    case 'castle':
      return home.surface * Math.max(1_900, sale.house * 0.7) * state + (home.landSurface ?? 0) * 3;
    default:
      return flatWorth(home, sale.flat, southern) * state;
  }
}

function flatWorth(home: HomeFacts, perM2: number, southern: boolean): number {
  const floor = home.floor ?? 0;
  const height =
    home.floor === 0
      ? 0.93
      : floor >= 3 && home.elevator
        ? 1.04
        : floor >= 4 && home.elevator === false
          ? 0.93
          : 1;
  const outside = home.balcony > 0 ? 1.03 : home.terrace > 0 ? 1.07 : 1;
  const loft = home.kind === 'loft' ? 1.06 : 1;
  const annexes = (home.parkings + home.boxes) * perM2 * (southern ? 3.4 : 4);
  return home.surface * perM2 * byRooms(SIZE_OF_SALE, home.rooms) * height * outside * loft + annexes;
}

/** The value of a number of rooms, among those of one, two, three, four rooms and more. */
export function byRooms(values: readonly [number, number, number, number], rooms: number): number {
  return values[Math.min(3, Math.max(0, rooms - 1))]!;
}
