import type { EnergyClass } from '#rooms/listings/contract.ts';
import type { Chance } from '../../chance.ts';
import type { Condition, Energy, Epoch, Rating } from './home.ts';

const DAY_MS = 86_400_000;

/** Upper bounds of the classes: primary energy, then CO₂; the worse of both decides (domain.md 3.2). */
const CLASSES: readonly (readonly [EnergyClass, number, number])[] = [
  ['A', 70, 6],
  ['B', 110, 11],
  ['C', 180, 30],
  ['D', 250, 50],
  ['E', 330, 70],
  ['F', 420, 100],
  ['G', 640, 140],
];

/** kg of CO₂ per kWh of primary energy: low enough that primary energy decides the class. */
const CARBON: Readonly<Record<Energy, number>> = {
  gas: 0.16,
  collectiveGas: 0.163,
  electric: 0.031,
  heatPump: 0.028,
  oil: 0.165,
  wood: 0.022,
};
/** Final energy per kWh of primary energy, and euros per kWh of final energy. */
const FINAL: Readonly<Record<Energy, readonly [share: number, price: number]>> = {
  gas: [0.97, 0.11],
  collectiveGas: [0.96, 0.105],
  electric: [1 / 2.3, 0.24],
  heatPump: [1 / 2.3, 0.24],
  oil: [0.98, 0.13],
  wood: [0.98, 0.07],
};

/** One letter in twenty. Taken together, the homes of the demonstration are rated about as those of France are. */
const WEIGHTS: Readonly<Record<Exclude<Epoch, 'new'>, string>> = {
  old: 'CCCCDDDDDDDEEEEEFFFG',
  seventies: 'CCCCDDDDDDDDEEEEEFFG',
  eighties: 'BCCCCCCDDDDDDDDEEEEF',
  recent: 'AAABBBBBBCCCCCCCCCDD',
};

interface Rated {
  readonly epoch: Epoch;
  readonly condition: Condition;
  readonly energy: Energy;
  readonly surface: number;
  readonly rental: boolean;
  readonly house: boolean;
  /** The day of the demonstration, `YYYY-MM-DD`: certificates were drawn before it. */
  readonly day: string;
}

/** A rating whose letters, values and costs agree. A dwelling of class G is never let (domain.md R17). */
export function rate(home: Rated, chance: Chance): Rating {
  const drawn = letterOf(home, chance);
  const index = CLASSES.findIndex(([letter]) => letter === drawn);
  const [energyClass, most] = CLASSES[index]!;
  const least = index === 0 ? 38 : CLASSES[index - 1]![1] + 1;
  const energyValue = chance.whole(least + 2, energyClass === 'G' ? 540 : most - 2);
  const climateValue = Math.max(1, Math.round(energyValue * CARBON[home.energy]));
  const [share, price] = FINAL[home.energy];
  const energyFinal = Math.round(energyValue * share);
  const yearly = energyFinal * home.surface * price + 140;
  return {
    energyClass,
    energyValue,
    energyFinal,
    climateClass: CLASSES.find(([, , top]) => climateValue <= top)?.[0] ?? 'G',
    climateValue,
    date: dayBefore(home.day, chance.whole(15, 1000)),
    costMin: Math.round((yearly * 0.86) / 10) * 10,
    costMax: Math.round((yearly * 1.17) / 10) * 10,
    pricesOf: 2023,
  };
}

/** The day that many days earlier, both `YYYY-MM-DD`. */
export function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

function letterOf({ epoch, condition, energy, rental, house }: Rated, chance: Chance): EnergyClass {
  const drawn = chance.pick(WEIGHTS[epoch === 'new' ? 'recent' : epoch].split('')) as EnergyClass;
  // Gas and oil emit too much for the two best letters.
  if ('AB'.includes(drawn) && CARBON[energy] > 0.1) return 'C';
  if (condition === 'renovated' && 'EFG'.includes(drawn)) return chance.pick(['C', 'D', 'D']);
  if (condition === 'toRenovate' && 'CD'.includes(drawn)) return chance.pick(['E', 'F', 'F', 'G']);
  if (rental && 'FG'.includes(drawn)) return chance.maybe(0.7) ? 'E' : 'F';
  if (house && energy === 'heatPump' && 'FG'.includes(drawn)) return 'D';
  return drawn;
}
