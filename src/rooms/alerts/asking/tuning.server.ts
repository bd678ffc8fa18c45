import { paths } from '#contract/paths.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Queryable, Tx } from '#platform/db.server.ts';
import { areaWordsIn, withoutArea } from '#rooms/criteria/area-words.ts';
import { type Criteria, readableQuery, writeSearch } from '#rooms/criteria/contract.ts';
import { describe } from '#rooms/criteria/wording.ts';
import { lockAlert, updateAlert } from '../alerts.sql.server.ts';
import { refreshKeys } from '../owner/activation.server.ts';
import { alertOfToken } from '../owner/consent.server.ts';
import { type AlertRow, criteriaIn, labelsOf, placesOf } from './described-search.server.ts';
import { rejectingAmong, verdictStatistics } from './tuning.sql.server.ts';
import type { TunedWord, Tuning } from './tuning.ts';

type Open = Pick<Services, 'db' | 'env'>;

/** Three rejections for the same reason are a criterion not said, unless what was kept says the contrary. */
const ENOUGH = 3;

/** What the rejections of an alert suggest asking instead: one criterion; null when they suggest nothing. */
export async function tuningOf(
  db: Queryable,
  alert: { readonly id: number; readonly criteria: Criteria },
): Promise<Tuning | null> {
  const { transaction, places: codes, ...filters } = alert.criteria;
  const judged = await verdictStatistics(db, alert.id, {
    maxPrice: filters.prixMax === undefined ? null : filters.prixMax * 100,
    minSurface: filters.surfaceMin ?? null,
  });
  const step = transaction === 'location' ? 10 : 1_000;
  const most = judged.cheapest === null ? 0 : Math.floor((judged.cheapest / 100 - 1) / step) * step;
  const least = judged.largest === null ? 0 : Math.floor(judged.largest) + 1;
  const dearer =
    judged.tooDear >= ENOUGH &&
    most > Math.max(filters.prixMin ?? 0, (judged.dearestKept ?? 0) / 100) &&
    most < (filters.prixMax ?? Infinity);
  const smaller =
    judged.tooSmall >= ENOUGH &&
    least > (filters.surfaceMin ?? 0) &&
    least < Math.min(filters.surfaceMax ?? Infinity, judged.smallestKept ?? Infinity);
  const change = dearer
    ? { word: 'prixMax' as const, value: most, count: judged.tooDear }
    : smaller
      ? { word: 'surfaceMin' as const, value: least, count: judged.tooSmall }
      : null;
  if (!change) return null;
  const places = await placesOf(db, alert.criteria);
  const slugs = codes.flatMap((code) => places.get(code)?.slug ?? []);
  const query = writeSearch(transaction, slugs, { ...withoutArea(filters), [change.word]: change.value });
  const where = readableQuery(new URLSearchParams(areaWordsIn(filters)));
  return {
    ...change,
    path: `${paths.editAlert({ alertId: alert.id })}?${[query, where].filter(Boolean).join('&')}`,
  };
}

/** Filters alerts that may get a suggestion. */
export function tunableAmong(db: Queryable, alertIds: readonly number[]): Promise<Set<number>> {
  return rejectingAmong(db, alertIds, ENOUGH);
}

/** The suggestion that a mail of this alert says: each criterion once, until it changes. Noted with the mail. */
export async function tuningForMail(tx: Tx, row: AlertRow): Promise<Tuning | null> {
  const tuning = await tuningOf(tx, { id: row.id, criteria: criteriaIn(row) });
  if (!tuning || row.suggested.includes(tuning.word)) return null;
  await updateAlert(tx, row.id, { suggested: [...row.suggested, tuning.word] });
  return tuning;
}

/** Criteria that were suggested by mail and that this change leaves as they were: what else changed may be said again. */
export function stillSuggested(row: Pick<AlertRow, 'criteria' | 'suggested'>, after: Criteria): string[] {
  const before = criteriaIn(row);
  return row.suggested.filter((word) => before[word as TunedWord] === after[word as TunedWord]);
}

/**
 * Asks what a mail suggested, by its link. Answers what was asked before (null: nothing), for `untighten`; null when the
 * alert is gone or suggests something else by now, and nothing changes then. Throws ALERT_TOKEN_UNKNOWN.
 */
export async function tighten(
  open: Open,
  token: string,
  wished: { word: TunedWord; value: number },
): Promise<{ before: number | null } | null> {
  return change(open, token, async (tx, row) => {
    const criteria = criteriaIn(row);
    const tuning = await tuningOf(tx, { id: row.id, criteria });
    if (tuning?.word !== wished.word || tuning.value !== wished.value) return null;
    await ask(tx, row, { ...criteria, [wished.word]: wished.value });
    return { before: criteria[wished.word] ?? null };
  });
}

/** Undoes `tighten`, as long as the alert is as that left it. Answers whether it did. Throws ALERT_TOKEN_UNKNOWN. */
export async function untighten(
  open: Open,
  token: string,
  done: { word: TunedWord; value: number; before: number | null },
): Promise<boolean> {
  const undone = await change(open, token, async (tx, row) => {
    const { [done.word]: now, ...rest } = criteriaIn(row);
    const looser =
      done.before === null || (done.word === 'prixMax' ? done.before > done.value : done.before < done.value);
    if (now !== done.value || !looser) return null;
    await ask(tx, row, { ...rest, ...(done.before === null ? {} : { [done.word]: done.before }) });
    return true;
  });
  return undone ?? false;
}

async function change<Done>(
  open: Open,
  token: string,
  act: (tx: Tx, row: AlertRow) => Promise<Done | null>,
): Promise<Done | null> {
  const named = await alertOfToken(open, token);
  if (!named) return null;
  return open.db.transaction().execute(async (tx) => {
    const row = await lockAlert(tx, named.id);
    return row && !row.deletedAt && row.tokenVersion === named.tokenVersion ? act(tx, row) : null;
  });
}

async function ask(tx: Tx, row: AlertRow, criteria: Criteria): Promise<void> {
  const nameOf = async (asked: Criteria) =>
    describe(asked, labelsOf(await placesOf(tx, asked))).name.slice(0, 200);
  const named = row.name !== (await nameOf(criteriaIn(row)));
  const changed = await updateAlert(tx, row.id, {
    criteria: JSON.stringify(criteria),
    name: named ? row.name : await nameOf(criteria),
    suggested: stillSuggested(row, criteria),
    updatedAt: clock.now(),
  });
  if (changed.status === 'active') await refreshKeys(tx, changed);
}
