// Lines read of a file, put together: one order for each territory and first day, every key said once.
import { FileRefused } from '../csv-source.ts';
import { rentTerritories, type TerritoryName } from '../rent-territories.ts';
import type { OrderLine, PublishedOrder, PublishedQuarter, Told } from './terms.ts';

/** A line of a file, and where it stands there. */
export interface ReadLine {
  readonly territory: TerritoryName;
  /** YYYY. */
  readonly year: string | null;
  readonly said: OrderLine;
  /** Of the file, or rank of the record. */
  readonly line: number;
}

interface Draft {
  readonly territory: TerritoryName;
  readonly validFrom: string;
  readonly lines: OrderLine[];
}

/** The orders of a file, the first ones first. Throws `FileRefused` when there is none, or when a key is said twice. */
export function ordersOf(lines: readonly ReadLine[], told: Told): PublishedOrder[] {
  if (lines.length === 0) throw new FileRefused('ce fichier ne contient aucun loyer de référence');
  const seen = new Set<string>();
  const byOrder = new Map<string, Draft>();
  for (const read of lines) {
    const { territory, said, line } = read;
    const validFrom = firstDayOf(read, told);
    const { key, dwelling, rooms, builtFrom, furnished } = said;
    const whole = [territory, validFrom, key, dwelling, rooms, builtFrom, furnished].join(' ');
    if (seen.has(whole)) {
      throw new FileRefused(
        'ce quartier, ce nombre de pièces, cette époque et ce type sont déjà dits plus haut',
        { line },
      );
    }
    seen.add(whole);
    const name = `${territory} ${validFrom}`;
    const order: Draft = byOrder.get(name) ?? { territory, validFrom, lines: [] };
    order.lines.push(said);
    byOrder.set(name, order);
  }
  return [...byOrder.values()]
    .toSorted((one, other) => (one.validFrom < other.validFrom ? -1 : 1))
    .map((order) => {
      const lastDay = told.to ?? lastDayOf(order.territory, order.validFrom);
      if (lastDay !== null && lastDay < order.validFrom)
        throw new FileRefused(`l’arrêté finirait (${lastDay}) avant de commencer (${order.validFrom})`);
      return { ...order, lastDay, title: told.title };
    });
}

function firstDayOf({ territory, year, line }: ReadLine, told: Told): string {
  if (told.from) return told.from;
  const { starts } = rentTerritories[territory];
  if (year === null || starts === null)
    throw new FileRefused('le fichier ne dit pas depuis quand l’arrêté s’applique\u00a0: ajoutez --from', {
      line,
    });
  return `${year}-${starts}`;
}

/** The eve of the same day a year later, where orders say that they hold one year. */
function lastDayOf(territory: TerritoryName, validFrom: string): string | null {
  if (!rentTerritories[territory].yearly) return null;
  const end = new Date(`${validFrom}T00:00:00Z`);
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  end.setUTCDate(end.getUTCDate() - 1);
  return end.toISOString().slice(0, 10);
}

/** Each quarter once: what one of its mentions says completes the others, and the parts of its contour are put together. */
export function quartersOf(read: readonly PublishedQuarter[]): PublishedQuarter[] {
  const known = new Map<string, PublishedQuarter>();
  for (const quarter of read) {
    const key = `${quarter.territory} ${quarter.code}`;
    const before = known.get(key);
    known.set(
      key,
      before
        ? {
            ...before,
            name: before.name ?? quarter.name,
            zone: before.zone || quarter.zone,
            placeCodes: joined(before.placeCodes, quarter.placeCodes),
            rings: [before.rings, quarter.rings].some((rings) => rings !== null)
              ? [...(before.rings ?? []), ...(quarter.rings ?? [])]
              : null,
          }
        : quarter,
    );
  }
  return [...known.values()];
}

const joined = (one: readonly string[] | null, other: readonly string[] | null) =>
  one && other ? [...new Set([...one, ...other])] : (one ?? other);

/**
 * What a quarter is called by its territory. Sectors of Plaine Commune and Est Ensemble have the same numbers in several
 * communes, quarters of Paris and IRIS (nine digits) have one each.
 */
export function quarterCode(territory: TerritoryName, commune: string, sector: string): string {
  return territory === 'paris' || /^\d{9}$/.test(sector) ? sector : `${commune}-${sector}`;
}
