import { type FieldIssue, fail, sharedErrors } from '#contract/errors.ts';
import type { Queryable } from '#platform/db.server.ts';
import {
  insertAgency,
  selectAgencies,
  selectAgencyById,
  selectByFeedIds,
  selectFeedIds,
  updateAgency,
} from './agencies.sql.server.ts';
import {
  type Agency,
  type AgencyChanges,
  type AgencyIdentity,
  agencyChangesSchema,
  agencyErrors,
  type NewAgency,
  newAgencySchema,
} from './contract.ts';
import { wordAgency } from './search-words.server.ts';

/**
 * Adds an agency before it registers; capitals of its reference do not count. Throws VALIDATION_ERROR with one issue per
 * wrong field, AGENCY_REFERENCE_TAKEN or AGENCY_FEED_ID_TAKEN. `demo` marks an agency of the demonstration; `identity` is what else is known of it.
 */
export async function addAgency(
  db: Queryable,
  given: NewAgency,
  { demo = false, identity = {} }: { demo?: boolean; identity?: AgencyIdentity } = {},
): Promise<Agency> {
  const parsed = newAgencySchema.safeParse({ ...given, ref: normalReference(given.ref) });
  if (!parsed.success) throw fail(sharedErrors.VALIDATION_ERROR, issuesOf(parsed.error));
  const { ref, feedId } = parsed.data;
  const taken = await selectByFeedIds(db, [ref, ...(feedId === undefined ? [] : [feedId])]);
  if (taken.some(({ identifier }) => identifier === ref)) throw fail(agencyErrors.AGENCY_REFERENCE_TAKEN);
  if (taken.length > 0) throw fail(agencyErrors.AGENCY_FEED_ID_TAKEN);
  const agency = await insertAgency(db, { ...identity, ...parsed.data, demo });
  if (!agency) throw fail(agencyErrors.AGENCY_REFERENCE_TAKEN);
  await wordAgency(db, agency.id);
  return agency;
}

/**
 * Writes what is said of an agency; the rest stays. Its listings are not judged again here: that is for the caller.
 * Throws VALIDATION_ERROR with one issue per wrong field, AGENCY_UNKNOWN or AGENCY_FEED_ID_TAKEN.
 */
export async function changeAgency(db: Queryable, reference: string, given: AgencyChanges): Promise<Agency> {
  const parsed = agencyChangesSchema.safeParse(given);
  if (!parsed.success) throw fail(sharedErrors.VALIDATION_ERROR, issuesOf(parsed.error));
  const { feedId } = parsed.data;
  const [holder] = feedId === undefined ? [] : await selectByFeedIds(db, [feedId]);
  if (holder && holder.ownerReference !== normalReference(reference))
    throw fail(agencyErrors.AGENCY_FEED_ID_TAKEN);
  const agency = await updateAgency(db, normalReference(reference), parsed.data);
  if (!agency) throw fail(agencyErrors.AGENCY_UNKNOWN);
  await wordAgency(db, agency.id);
  return agency;
}

function issuesOf(error: { issues: readonly { path: PropertyKey[]; message: string }[] }): FieldIssue[] {
  return error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
}

/** The agency of a reference, read as feeds write it (case and stray spaces do not count); null when there is none. */
export async function agencyByReference(db: Queryable, reference: string): Promise<Agency | null> {
  return (await agenciesByReferences(db, [reference])).get(normalReference(reference)) ?? null;
}

/** The agency of a number; null when there is none. */
export async function agencyById(db: Queryable, id: number): Promise<Agency | null> {
  return (await selectAgencyById(db, id)) ?? null;
}

/** Several at once, by normal reference (trimmed, lower case); unknown ones are absent. */
export async function agenciesByReferences(
  db: Queryable,
  references: readonly string[],
): Promise<Map<string, Agency>> {
  const found = await selectAgencies(db, [...new Set(references.map(normalReference))]);
  return new Map(found.map((agency) => [agency.ownerReference, agency]));
}

/**
 * Several at once, by the identifier that their feeds carry: the one kept for it, else their reference. Normal form
 * (trimmed, lower case); unknown ones are absent.
 */
export async function agenciesByFeedIds(
  db: Queryable,
  identifiers: readonly string[],
): Promise<Map<string, Agency>> {
  const found = await selectByFeedIds(db, [...new Set(identifiers.map(normalReference))]);
  return new Map(found.map(({ identifier, ...agency }) => [identifier, agency]));
}

/** The identifiers of feeds that are no references, by the reference of their agency. */
export async function feedIds(db: Queryable): Promise<ReadonlyMap<string, string>> {
  return new Map((await selectFeedIds(db)).map(({ ownerReference, feedId }) => [ownerReference, feedId]));
}

/** Every agency, in the order of references. */
export async function listAgencies(db: Queryable): Promise<Agency[]> {
  return selectAgencies(db, null);
}

/** The form under which references are stored and compared. */
export function normalReference(reference: string): string {
  return reference.trim().toLowerCase();
}
