import { Readable } from 'node:stream';
import { formatShortDate } from '#contract/fmt.ts';
import { csvDay, csvHead, csvLine } from '#platform/csv.server.ts';
import type { Queryable } from '#platform/db.server.ts';
import { selectClaims, selectExclusions } from './requests.sql.server.ts';
import {
  type ClaimState,
  claimStates,
  REQUESTS_PAGE,
  type ShownClaim,
  type ShownExclusion,
} from './requests.ts';

/** Rows of a file read at a time. */
const FILE_PAGE = 500;

/** A page of the claims of one state. `next` asks for the page after; null: it is the last. */
export async function claimsPage(
  db: Queryable,
  state: ClaimState,
  apres: number | null,
): Promise<{ claims: ShownClaim[]; next: number | null }> {
  const rows = await selectClaims(db, { state, after: apres, limit: REQUESTS_PAGE + 1 });
  const claims = rows.slice(0, REQUESTS_PAGE).map(({ provenAt, settledAt, ...claim }) => ({
    ...claim,
    provenAt: provenAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  }));
  return { claims, next: rows.length > REQUESTS_PAGE ? (claims.at(-1)?.id ?? null) : null };
}

/** All of them as a CSV file, read a page at a time. */
export function claimsCsv(db: Queryable, state: ClaimState): Readable {
  return Readable.from(claimLines(db, state));
}

async function* claimLines(db: Queryable, state: ClaimState): AsyncGenerator<string> {
  yield csvHead([
    'Demande',
    'Référence',
    'Agence',
    'SIREN connu',
    'Nom donné',
    'Adresse',
    'Téléphone',
    'SIREN donné',
    'État',
    'Adresse confirmée le',
    'Réponse le',
  ]);
  for (let after: number | null = null; ; ) {
    const rows = await selectClaims(db, { state, after, limit: FILE_PAGE });
    for (const row of rows)
      yield csvLine([
        row.id,
        row.ownerReference,
        row.agency,
        row.agencySiren,
        row.name,
        row.email,
        row.phone,
        row.siren,
        claimStates[row.state],
        formatShortDate(row.provenAt),
        row.settledAt && formatShortDate(row.settledAt),
      ]);
    if (rows.length < FILE_PAGE) return;
    after = rows.at(-1)!.id;
  }
}

/** `2026-11-21.12` to what it says; null for anything else: the first page. */
function placeIn(word: string | undefined): { on: string; id: number } | null {
  const [, on, id] = /^(\d{4}-\d{2}-\d{2})\.(\d{1,15})$/.exec(word ?? '') ?? [];
  return on && id && !Number.isNaN(Date.parse(on)) ? { on, id: Number(id) } : null;
}

function placeOf({ excludedOn, agencyId }: ShownExclusion): string {
  return `${excludedOn}.${agencyId}`;
}

/** A page of the agencies that left by their own choice. `next` asks for the page after; null: it is the last. */
export async function exclusionsPage(
  db: Queryable,
  apres: string | undefined,
): Promise<{ exclusions: ShownExclusion[]; next: string | null }> {
  const rows = await selectExclusions(db, { after: placeIn(apres), limit: REQUESTS_PAGE + 1 });
  const exclusions = rows.slice(0, REQUESTS_PAGE);
  const last = exclusions.at(-1);
  return { exclusions, next: last && rows.length > REQUESTS_PAGE ? placeOf(last) : null };
}

/** All of them as a CSV file, read a page at a time. */
export function exclusionsCsv(db: Queryable): Readable {
  return Readable.from(exclusionLines(db));
}

async function* exclusionLines(db: Queryable): AsyncGenerator<string> {
  yield csvHead(['Référence', 'Agence', 'Retirée le', 'Choix de', 'Annonces retirées']);
  for (let last: ShownExclusion | undefined; ; ) {
    const rows: ShownExclusion[] = await selectExclusions(db, {
      after: last ? { on: last.excludedOn, id: last.agencyId } : null,
      limit: FILE_PAGE,
    });
    for (const { ownerReference, name, excludedOn, byAgency, removed } of rows)
      yield csvLine([
        ownerReference,
        name,
        csvDay(excludedOn),
        byAgency ? 'l’agence' : 'l’administration',
        removed,
      ]);
    if (rows.length < FILE_PAGE) return;
    last = rows.at(-1);
  }
}
