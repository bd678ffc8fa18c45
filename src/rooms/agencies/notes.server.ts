import { fail } from '#contract/errors.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import { agencyById } from './agencies.server.ts';
import { agencyErrors } from './contract.ts';
import { lockAgency } from './identity.sql.server.ts';
import { insertNote, selectNotes } from './notes.sql.server.ts';

/** More of one agency than anybody reads; older ones stay in the table. */
const SHOWN = 200;

/** What administrators noted of an agency, the last note first. No agency ever reads it. */
export async function notesOf(db: Queryable, agencyId: number) {
  const rows = await selectNotes(db, agencyId, SHOWN);
  return rows.map(({ id, at, byWhom, text }) => ({ id, at: at.toISOString(), by: byWhom, text }));
}

/**
 * Adds a note; the words of the last one, sent again by the same person, are that note. The audit names the note and does not
 * repeat it: it may speak of people. Throws AGENCY_UNKNOWN.
 */
export async function addNote(db: Db, agencyId: number, text: string, by: AdministratorName): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockAgency(tx, agencyId);
    const agency = await agencyById(tx, agencyId);
    if (!agency) throw fail(agencyErrors.AGENCY_UNKNOWN);
    const [last] = await selectNotes(tx, agencyId, 1);
    if (last?.text === text && last.byWhom === by) return;
    const id = await insertNote(tx, { agencyId, at: clock.now(), byWhom: by, text });
    await recordAction(tx, {
      by,
      action: 'agency.note',
      subject: { kind: 'agency', id: agencyId, label: agency.name },
      before: null,
      after: { note: id },
      reason: null,
    });
  });
}
