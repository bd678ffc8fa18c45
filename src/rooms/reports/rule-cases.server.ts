import { paths } from '#contract/paths.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import type { Services } from '#platform/context.server.ts';
import { newReference } from '#platform/senders.server.ts';
import { recordAction } from '#rooms/administrators/audit.server.ts';
import { priorities } from './contract.ts';
import { selectReport } from './decisions.sql.server.ts';
import { tellAgencyOfDecision } from './outcomes.server.ts';
import { closeReviewed, deleteStaleCases, insertRuleCase, selectUnqueued } from './rule-cases.sql.server.ts';

type Needs = Pick<Services, 'db' | 'env' | 'log'>;

const AT_ONCE = 200;

/**
 * Puts in the queue what a rule of rooms/listings asks a person to read (R26, security.md L8), takes out what waits no more, and closes
 * what was decided elsewhere. Safe to run twice.
 */
export async function recordRuleCases(services: Needs): Promise<void> {
  const { db, env } = services;
  await closeDecidedReviews(services);
  await db.transaction().execute((tx) => deleteStaleCases(tx));
  const found = await selectUnqueued(db, AT_ONCE);
  if (found.length === 0) return;
  await db.transaction().execute(async (tx) => {
    for (const { id, listingId } of found)
      await insertRuleCase(tx, {
        reviewId: id,
        reference: newReference('SIG'),
        url: `${env.publicUrl}${paths.listing({ propertyId: listingId })}`,
        priority: priorities.discrimination,
      });
  });
}

/**
 * Closes the cases whose wording a person decided, by whatever way; the agency of a refused one is told why and how to contest it.
 * `own`: the decision of an administrator on a case of this queue, which is audited here too.
 */
export async function closeDecidedReviews(
  services: Needs,
  own?: { readonly by: AdministratorName; readonly reviewId: number },
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    for (const { id, reviewId } of await closeReviewed(tx)) {
      const report = await selectReport(tx, id);
      if (!report) continue;
      if (own?.reviewId === reviewId)
        await recordAction(tx, {
          by: own.by,
          action: 'report.decided',
          subject: { kind: 'report', id, label: report.reference },
          after: { status: report.status, measure: report.measure },
          reason: report.statement,
        });
      await tellAgencyOfDecision(tx, services, report);
    }
  });
}
