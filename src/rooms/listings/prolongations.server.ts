import { fail } from '#contract/errors.ts';
import { formatShortDate } from '#contract/fmt.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import {
  type Law,
  type LawEnds,
  type LawName,
  lawEnd,
  lawNames,
  lawStart,
  laws,
  overSince,
  ownEnd,
} from './laws.ts';
import { frenchDay } from './legal/terms.ts';
import {
  insertProlongation,
  lockLaws,
  type ProlongationRow,
  selectProlongations,
} from './prolongations.sql.server.ts';
import { publicationErrors, SHORTEST_REASON } from './publication.ts';

/** A law as it stands on a day, with every word said of its end. Days are `YYYY-MM-DD`. */
export interface LawState extends Pick<Law, 'title' | 'text' | 'rules' | 'after' | 'doubt'> {
  readonly name: LawName;
  readonly since: string | null;
  /** The last day by its own text; null when none is known. */
  readonly ownEnd: string | null;
  /** The last day, prolongations included. */
  readonly end: string | null;
  readonly over: boolean;
  /** Recorded by operators, the oldest first; only the last counts. */
  readonly prolongations: readonly Omit<ProlongationRow, 'law'>[];
}

/** The ends that stand recorded: of each law the last word counts. */
export async function recordedEnds(db: Queryable): Promise<LawEnds> {
  return endsOf(await selectProlongations(db));
}

function endsOf(rows: readonly ProlongationRow[]): LawEnds {
  const ends = new Map<LawName, string>();
  for (const { law, until } of rows) {
    if (until === null) ends.delete(law);
    else ends.set(law, until);
  }
  return ends;
}

/** Every law of the dated tables as it stands on that day. */
export async function lawsOn(db: Queryable, on: string): Promise<LawState[]> {
  const rows = await selectProlongations(db);
  const ends = endsOf(rows);
  return lawNames.map((name) => {
    const { title, text, rules, after, doubt }: Law = laws[name];
    return {
      name,
      title,
      text,
      rules,
      since: lawStart(name),
      ownEnd: ownEnd(name),
      end: lawEnd(name, ends),
      over: overSince(name, on, ends) !== null,
      ...(after === undefined ? {} : { after }),
      ...(doubt === undefined ? {} : { doubt }),
      prolongations: rows.flatMap(({ law, ...said }) => (law === name ? [said] : [])),
    };
  });
}

const LONGEST_TEXT = 500;

function textIn(given: string): string {
  const text = given.trim();
  if (text.length < SHORTEST_REASON || text.length > LONGEST_TEXT)
    throw fail(publicationErrors.LAW_TEXT_MISSING);
  return text;
}

/**
 * Records that a law goes on until that day, `YYYY-MM-DD`, by that text. Returns false when this very word already
 * stands. The caller then judges the listings again. Throws LAW_ENDLESS, LAW_END_EARLY, LAW_TEXT_MISSING.
 */
export async function prolongLaw(
  { db }: Pick<Services, 'db'>,
  given: { law: LawName; until: string; text: string; by: string },
): Promise<boolean> {
  const { law, until, by } = given;
  const text = textIn(given.text);
  if (ownEnd(law) === null) throw fail(publicationErrors.LAW_ENDLESS);
  return db.transaction().execute(async (tx) => {
    await lockLaws(tx);
    const rows = await selectProlongations(tx);
    const last = rows.findLast((row) => row.law === law);
    if (last?.until === until && last.text === text) return false;
    const end = lawEnd(law, endsOf(rows));
    if (end !== null && until <= end)
      throw fail(
        publicationErrors.LAW_END_EARLY,
        { end },
        `« ${law} » va déjà jusqu’au ${frenchDay(end)} : la nouvelle fin doit venir après.`,
      );
    await insertProlongation(tx, { law, until, text, by, at: clock.now() });
    return true;
  });
}

/**
 * Takes back every prolongation of a law, which ends on its own day again. Returns false when none stands. The caller then
 * judges the listings again. `text` says why, when anything is said. Throws LAW_ENDLESS, LAW_TEXT_MISSING.
 */
export async function revokeProlongation(
  { db }: Pick<Services, 'db'>,
  { law, text, by }: { law: LawName; text: string | null; by: string },
): Promise<boolean> {
  const why = text === null ? null : textIn(text);
  if (ownEnd(law) === null) throw fail(publicationErrors.LAW_ENDLESS);
  return db.transaction().execute(async (tx) => {
    await lockLaws(tx);
    if (!endsOf(await selectProlongations(tx)).has(law)) return false;
    await insertProlongation(tx, { law, until: null, text: why, by, at: clock.now() });
    return true;
  });
}

/** What is said of a law that ends, for operators, in French: its last day, what moved it, and what its rules do past it. */
export function describeEnd({ ownEnd: own, over, after, prolongations }: LawState): string {
  if (own === null) return 'aucune fin connue';
  const last = prolongations.at(-1);
  const moved = last === undefined ? 'aucune prolongation enregistrée' : describeWord(last);
  return `fin le ${frenchDay(own)}, ${moved}${over ? ` ; ce jour est passé : ${after}` : ''}`;
}

function describeWord({ until, text, by, at }: LawState['prolongations'][number]): string {
  const noted = `${formatShortDate(at)}, ${by}`;
  const said = text === null ? '' : ` « ${text} »`;
  return until === null
    ? `prolongation retirée${said} (${noted})`
    : `prolongée jusqu’au ${frenchDay(until)} par${said} (${noted})`;
}

/** The laws for a person, one paragraph each. */
export function describeLaws(standing: readonly LawState[], on: string): string {
  return [
    `Le droit au ${frenchDay(on)} :`,
    ...standing.flatMap((law) => [
      '',
      `${law.name} – ${law.title} (${law.rules.join(', ')})`,
      `  ${law.text}${law.since === null ? '' : `, depuis le ${frenchDay(law.since)}`}`,
      `  ${describeEnd(law)}`,
      ...(law.doubt === undefined ? [] : [`  ${law.doubt}`]),
      ...law.prolongations.slice(0, -1).map((word) => `  avant : ${describeWord(word)}`),
    ]),
  ].join('\n');
}
