import type { Chance } from '../../../../illustrations/chance/contract.ts';
import type { EnergyClass } from '../../../../listings/contract.ts';
import type { Condition, Energy, Epoch, Rating } from '../contract.ts';

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
};
/** Final energy per kWh of primary energy, and euros per kWh of final energy. */
const FINAL: Readonly<Record<Energy, readonly [share: number, price: number]>> = {
  gas: [0.97, 0.11],
  collectiveGas: [0.96, 0.105],
  electric: [1 / 2.3, 0.24],
  heatPump: [1 / 2.3, 0.24],
  oil: [0.98, 0.13],
};

const WEIGHTS: Readonly<Record<Exclude<Epoch, 'new'>, string>> = {
  old: 'CDDDDEEEEFFG',
  seventies: 'CDDDDDEEEEFG',
  eighties: 'CCDDDDDEEF',
  recent: 'AABBBBCCCC',
};

export interface Rated {
  readonly epoch: Epoch;
  readonly condition: Condition;
  readonly energy: Energy;
  readonly surface: number;
  readonly rental: boolean;
  readonly house: boolean;
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
    date: `${chance.whole(2023, 2026)}-${String(chance.whole(1, 10)).padStart(2, '0')}-${String(chance.whole(1, 28)).padStart(2, '0')}`,
    costMin: Math.round((yearly * 0.86) / 10) * 10,
    costMax: Math.round((yearly * 1.17) / 10) * 10,
    pricesOf: 2023,
  };
}

function letterOf({ epoch, condition, energy, rental, house }: Rated, chance: Chance): EnergyClass {
  const drawn = chance.pick(WEIGHTS[epoch === 'new' ? 'recent' : epoch].split('')) as EnergyClass;
  // Gas and oil emit too much for the two best letters.
  if ('AB'.includes(drawn) && CARBON[energy] > 0.1) return 'C';
  if (condition === 'renovated' && 'EFG'.includes(drawn)) return chance.pick(['C', 'D', 'D']);
  if (condition === 'toRenovate' && 'CD'.includes(drawn)) return chance.pick(['E', 'F', 'F', 'G']);
  if (rental && 'FG'.includes(drawn)) return chance.maybe(0.75) ? 'E' : 'F';
  if (house && energy === 'heatPump' && 'FG'.includes(drawn)) return 'D';
  return drawn;
}
