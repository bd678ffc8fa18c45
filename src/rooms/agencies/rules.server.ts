import { type FieldIssue, fail, sharedErrors } from '../../contract/errors.ts';
import type { Queryable } from '../../platform/db.server.ts';
import {
  type Agency,
  type AgencyChanges,
  type AgencyIdentity,
  agencyChangesSchema,
  agencyErrors,
  type NewAgency,
  newAgencySchema,
} from './contract.ts';
import { insertAgency, selectAgencies, selectAgencyById, updateAgency } from './sql.server.ts';

/**
 * Adds an agency before it registers. Throws VALIDATION_ERROR with one issue per wrong field, or
 * AGENCY_REFERENCE_TAKEN. `demo` marks an agency of the demonstration; `identity` is what else is known of it.
 */
export async function addAgency(
  db: Queryable,
  given: NewAgency,
  { demo = false, identity = {} }: { demo?: boolean; identity?: AgencyIdentity } = {},
): Promise<Agency> {
  const parsed = newAgencySchema.safeParse(given);
  if (!parsed.success) throw fail(sharedErrors.VALIDATION_ERROR, issuesOf(parsed.error));
  const agency = await insertAgency(db, { ...identity, ...parsed.data, demo });
  if (!agency) throw fail(agencyErrors.AGENCY_REFERENCE_TAKEN);
  return agency;
}

/**
 * Writes what is said of an agency; the rest stays. Its listings are not judged again here: that is for whoever calls.
 * Throws VALIDATION_ERROR with one issue per wrong field, or AGENCY_UNKNOWN.
 */
export async function changeAgency(db: Queryable, reference: string, given: AgencyChanges): Promise<Agency> {
  const parsed = agencyChangesSchema.safeParse(given);
  if (!parsed.success) throw fail(sharedErrors.VALIDATION_ERROR, issuesOf(parsed.error));
  const agency = await updateAgency(db, normalReference(reference), parsed.data);
  if (!agency) throw fail(agencyErrors.AGENCY_UNKNOWN);
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

/** Every agency, in the order of references. */
export async function listAgencies(db: Queryable): Promise<Agency[]> {
  return selectAgencies(db, null);
}

/** The form under which references are stored and compared. */
export function normalReference(reference: string): string {
  return reference.trim().toLowerCase();
}
