/**
 * Reads go down (docs/decisions/0074): rooms stand in one order, and the statements of a room read its own tables, those of the
 * rooms before it, and those of the platform. A desk reads the tables of any room.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

const PLAN = 'scripts/storeys.json';

/** A read against the order, which stays for a reason. The list of them may only shrink. */
interface Exception {
  /** `rooms/search`. */
  readonly reader: string;
  readonly table: string;
  /** When it was listed, `YYYY-MM-DD`. */
  readonly since: string;
  readonly reason: string;
}

export interface Plan {
  /** From the ground, by storey; within a storey a room knows those before it. */
  readonly rooms: readonly (readonly string[])[];
  readonly upstream: readonly Exception[];
}

/** A table of another home that a file reads. */
export interface ForeignRead {
  readonly file: string;
  /** `rooms/search`, `desks/pro`, `platform`, `demonstration`. */
  readonly home: string;
  readonly table: string;
  /** The home of the table, alike. */
  readonly owner: string;
}

/** The order of rooms and the exceptions to it, from `<root>/scripts/storeys.json`. */
export function readPlan(root: string): Plan {
  return JSON.parse(readFileSync(path.join(root, PLAN), 'utf8')) as Plan;
}

/** Lines that begin with a file: reads against the order, and exceptions that are none. */
export function upstreamFailures(root: string, plan: Plan, reads: readonly ForeignRead[]): string[] {
  const failures: string[] = [];
  const listed = new Set(plan.upstream.map(keyOf));
  const needed = new Set<string>();
  for (const { file, home, table, owner } of reads.filter((read) => goesUp(plan, read))) {
    const key = keyOf({ reader: home, table });
    needed.add(key);
    if (!listed.has(key))
      failures.push(
        `${path.relative(root, file)}: reads ${table}, a table of ${owner}, which ${home} does not stand above: move the statement to ${owner}, or let ${owner} hand over what it knows.`,
      );
  }
  for (const one of plan.upstream) {
    const named = `${one.reader} reads ${one.table}`;
    if (!needed.has(keyOf(one)))
      failures.push(`${PLAN}: ${named}: no longer, or not against the order. Take it off the list.`);
    if (!/^\d{4}-\d\d-\d\d$/.test(one.since) || !one.reason)
      failures.push(`${PLAN}: ${named}: say since when (YYYY-MM-DD), and why.`);
  }
  return failures;
}

/** Who reads what, a line for each reader, and how much of it goes up. */
export function linesOf(plan: Plan, reads: readonly ForeignRead[]): string[] {
  const lines = [...Map.groupBy(reads, ({ home }) => home)]
    .toSorted(([a], [b]) => rankOf(plan, a) - rankOf(plan, b) || a.localeCompare(b))
    .map(([home, own]) => {
      const owners = [...Map.groupBy(own, ({ owner }) => owner)].toSorted(
        ([a], [b]) => rankOf(plan, a) - rankOf(plan, b),
      );
      const said = owners.map(([owner, of]) => {
        const tables = [...new Set(of.map(({ table }) => table))].toSorted();
        return `${goesUp(plan, of[0]!) ? '^' : ''}${owner} (${tables.join(', ')})`;
      });
      return `${home} reads ${said.join(', ')}`;
    });
  const up = reads.filter((read) => goesUp(plan, read));
  const pairs = new Set(up.map(({ home, owner }) => `${home} ${owner}`));
  const tables = new Set(up.map((read) => keyOf({ reader: read.home, table: read.table })));
  return [...lines, `Upstream (^): ${count(pairs, 'pair')} of homes, ${count(tables, 'table')}.`];
}

const count = ({ size }: ReadonlySet<string>, noun: string) => `${size} ${noun}${size === 1 ? '' : 's'}`;

const keyOf = ({ reader, table }: Pick<Exception, 'reader' | 'table'>) => `${reader} ${table}`;

function goesUp(plan: Plan, { home, owner }: ForeignRead): boolean {
  return home !== 'demonstration' && rankOf(plan, owner) >= rankOf(plan, home);
}

/** The place of a home in the order: a room that the plan does not name stands above the others; desks above all rooms. */
function rankOf(plan: Plan, home: string): number {
  if (home === 'platform') return -1;
  const order = plan.rooms.flat();
  const place = order.indexOf(home.replace(/^rooms\//, ''));
  if (place >= 0) return place;
  if (home.startsWith('rooms/')) return order.length;
  return home === 'demonstration' ? Number.POSITIVE_INFINITY : order.length + 1;
}
