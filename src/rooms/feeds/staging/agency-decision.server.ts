import { formatCount } from '#contract/fmt.ts';
import { isVisible, withdrawableStatuses } from '#rooms/listings/contract.ts';
import { insertFormerPictures } from '../closing/undoing.sql.server.ts';
import { type AgencyReport, feedErrors } from '../contract.ts';
import { insertStaged, lastEndedOpen, upsertPictures } from '../importing.sql.server.ts';
import type { AgencyPlan, StagingOutput, StagingRequest } from './agency-plan.server.ts';
import { removalHoldReason } from './removal-guard.server.ts';

/** Withdrawals staged together. */
const BATCH = 500;
/** A changed address for every photo of this many listings is worth a word: each will be fetched again. */
const PHOTOS_FEWEST = 5;

/** Decides what an agency's file withdraws, and whether it may be applied. */
export async function decideAgency(
  plan: AgencyPlan,
  request: StagingRequest,
  output: StagingOutput,
): Promise<AgencyReport> {
  const { agency, diff, notes, rows } = plan;
  const report = (
    status: AgencyReport['status'],
    reason: string | null,
    message: string | null,
  ): AgencyReport => ({
    agency: agency.ownerReference,
    status,
    reason,
    message,
    remedy: status === 'held' ? 'vérifiez l’export ; s’il est juste, relancez avec --confirm' : null,
    rows,
    diff,
    notes,
    withheld: plan.law.withheld,
    leaving,
  });
  let leaving = 0;
  if (rows > 0 && plan.accepted === 0) {
    const { code, message } = plan.damaged === rows ? feedErrors.FEED_COLUMNS : feedErrors.FEED_ALL_REFUSED;
    return report('refused', code, message);
  }
  const active = [...plan.current].filter(
    ([, { status, source, moderated }]) =>
      source !== 'manual' &&
      // Gone from its feed while Vigie suspends it, it does not come back with the end of that.
      (withdrawableStatuses.includes(status) || (moderated && status === 'suspended')),
  );
  const absent = active.flatMap(([id]) => (plan.held.has(id) ? [] : [id]));
  const kept = absent.length > 0 || request.ending === 'cut' ? await keptBecause(plan, request) : null;
  if (kept === null) {
    diff.withdrawn.push(...absent);
    await plan.book.leave(request.db, absent);
  } else {
    notes.push(`${kept} Aucune annonce n’est retirée cette fois\u00a0; renvoyez le fichier entier.`);
  }
  const changedPhotos = diff.photosChanged.length;
  const compared = diff.updated.length + diff.returned.length + diff.unchanged.length;
  if (changedPhotos >= PHOTOS_FEWEST && changedPhotos === compared) {
    notes.push(
      'Toutes les photos ont changé d’adresse depuis le dernier envoi : chacune sera téléchargée de nouveau.',
    );
  }
  notes.push(...plan.law.notes);
  const shown = new Set(active.flatMap(([id, { status }]) => (isVisible(status) ? [id] : [])));
  const leavers = diff.withdrawn.filter((id) => shown.has(id));
  leaving = leavers.length + plan.law.expelled;
  const held = removalHoldReason({
    rows,
    active: active.length,
    withdrawn: diff.withdrawn.length,
    online: shown.size,
    absent: leavers.filter((id) => !plan.outOfScope.has(id)).length,
    outOfScope: leavers.filter((id) => plan.outOfScope.has(id)).length,
    unlawful: plan.law.expelled,
    reasons: plan.law.reasons,
  });
  if (held && !request.confirmed) return report('held', 'FEED_HELD', held);
  if (request.stage) {
    const { db, importId } = request.stage;
    for (let start = 0; start < diff.withdrawn.length; start += BATCH) {
      const leaving = diff.withdrawn.slice(start, start + BATCH);
      await insertStaged(
        db,
        importId,
        leaving.map((technicalId) => ({
          number: (output.number += 1),
          agencyId: agency.id,
          action: 'withdraw',
          technicalId,
          listingId: null,
          draft: null,
        })),
      );
    }
    await insertFormerPictures(db, importId, agency.id, plan.pictures.known());
    await upsertPictures(db, agency.id, plan.pictures.known());
  }
  return report('applying', null, null);
}

/** Why what is absent from the file may only be missing, in French; null when it is withdrawn. */
async function keptBecause(
  { agency, lost }: AgencyPlan,
  { db, ending }: StagingRequest,
): Promise<string | null> {
  if (ending === 'cut')
    return 'Le fichier est coupé\u00a0: sa dernière ligne est incomplète, d’autres annonces peuvent manquer.';
  // Software that never ends its last line says so from one file to the next; a cut there twice in a row does not happen.
  if (ending === 'open' && !(await lastEndedOpen(db, agency.id)))
    return 'Le fichier est peut-être coupé\u00a0: sa dernière ligne n’a pas de fin.';
  if (lost > 0)
    return `${formatCount(lost, 'ligne est endommagée et ne laisse', 'lignes sont endommagées et ne laissent')} reconnaître aucune annonce.`;
  return null;
}
