import type { CeilingRow, StoredOrder } from '../rent-control.sql.server.ts';
import type { OrderLine, PublishedOrder } from './terms.ts';

/** An order as it is kept: ceilings once for each schedule, which many quarters share. */
export function storedOrder(order: PublishedOrder, source: string | null): StoredOrder {
  const { territory, validFrom, lastDay, title } = order;
  const numbers = new Map<string, number>();
  const schedules: Record<string, number> = {};
  const ceilings: CeilingRow[] = [];
  for (const [key, lines] of Map.groupBy(order.lines, (line) => line.key)) {
    const rows = lines.map(rowOf).toSorted(byKeys);
    const content = JSON.stringify(rows);
    const known = numbers.get(content);
    const schedule = known ?? numbers.size + 1;
    schedules[key] = schedule;
    if (known !== undefined) continue;
    numbers.set(content, schedule);
    ceilings.push(...rows.map((row) => ({ schedule, ...row })));
  }
  return { territory, validFrom, lastDay, title, source, schedules, ceilings };
}

function rowOf(line: OrderLine): Omit<CeilingRow, 'schedule'> {
  const { dwelling, rooms, builtFrom, builtTo, furnished, floor, reference, ceiling } = line;
  return { dwelling, rooms, builtFrom, builtTo, furnished, floor, reference, ceiling };
}

function byKeys(one: Omit<CeilingRow, 'schedule'>, other: Omit<CeilingRow, 'schedule'>): number {
  return (
    one.dwelling.localeCompare(other.dwelling) ||
    one.rooms - other.rooms ||
    one.builtFrom - other.builtFrom ||
    Number(one.furnished) - Number(other.furnished)
  );
}
