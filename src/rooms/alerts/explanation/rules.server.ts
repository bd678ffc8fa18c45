import { fail, sharedErrors } from '../../../contract/errors.ts';
import type { UserId } from '../../../platform/auth.server.ts';
import { clock } from '../../../platform/clock.server.ts';
import type { Db } from '../../../platform/db.server.ts';
import { listingEvents } from '../../listings/contract.ts';
import { type AreaWord, areaLabels } from '../../search/area/words/contract.ts';
import { type Criterion, criteriaTable } from '../../search/criteria/contract.ts';
import { judge } from '../../search/criteria/rules.server.ts';
import { alertErrors, type Explanation } from '../contract.ts';
import { listingsNow } from '../digest/sql.server.ts';
import { ownAlert } from '../rules.server.ts';
import { alertById } from '../sql.server.ts';
import { isRejected } from '../verdicts/sql.server.ts';
import { criteriaIn, soughtBy } from '../wording/rules.server.ts';
import { factsSeenBy } from './sql.server.ts';

/**
 * Why an alert was or was not told a listing: what it asks that the listing does not meet or does not say, and what
 * happened when (domain.md F1). Throws ALERT_NOT_FOUND, and NOT_FOUND for a listing that never was.
 */
export async function explain(db: Db, at: { alertId: number; listingId: number }): Promise<Explanation> {
  const alert = await alertById(db, at.alertId);
  if (!alert) throw fail(alertErrors.ALERT_NOT_FOUND);
  const listing = (await listingsNow(db, [at.listingId])).get(at.listingId);
  if (!listing) throw fail(sharedErrors.NOT_FOUND, undefined, 'Cette annonce n’existe pas.');
  const { verdict, failed, unknown } = judge(await soughtBy(db, criteriaIn(alert)), listing, clock.now());
  const facts = await factsSeenBy(db, { ...at, kinds: Object.values(listingEvents) });
  const reasons = [
    ...failed.map((word) => `${labelOf(word)} : ne correspond pas`),
    ...unknown.map((word) => `${labelOf(word)} : non précisé par l’annonce`),
    ...(listing.visible ? [] : ['L’annonce n’est pas en ligne']),
    ...((await isRejected(db, at)) ? ['Vous l’avez écartée : elle n’est plus envoyée'] : []),
    ...(alert.status === 'active' ? [] : ['L’alerte n’est pas active']),
    ...(facts.length > 0 && !facts.some(({ seen, matched }) => seen || matched)
      ? ['Tout ce qui est arrivé à l’annonce précède l’alerte']
      : []),
  ];
  return {
    ...at,
    verdict,
    failed: [...failed],
    unknown: [...unknown],
    reasons,
    visible: listing.visible,
    facts: facts.map((fact) => ({
      ...fact,
      at: fact.at.toISOString(),
      toldAt: fact.toldAt?.toISOString() ?? null,
    })),
  };
}

/** The same, for the alert's owner only. */
export async function explainToOwner(
  db: Db,
  userId: UserId,
  at: { alertId: number; listingId: number },
): Promise<Explanation> {
  await ownAlert(db, userId, at.alertId);
  return explain(db, at);
}

function labelOf(word: string): string {
  if (word === 'transaction') return 'Projet';
  if (word === 'places') return 'Lieu';
  if (word in areaLabels) return areaLabels[word as AreaWord];
  return (criteriaTable as readonly Criterion[]).find((one) => one.word === word)?.label ?? word;
}
