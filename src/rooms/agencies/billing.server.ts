import { fail, sharedErrors } from '#contract/errors.ts';
import type { Queryable } from '#platform/db.server.ts';
import { agencyById } from './agencies.server.ts';
import { selectBilling } from './billing.sql.server.ts';
import {
  type AgencyBilling,
  type BillingIdentity,
  type BillingLack,
  billingIdentity,
  billingLacks,
} from './billing.ts';

/**
 * What an agency says for its invoices, who they are made out to, and what they would lack. Throws LOGIN_REQUIRED when the
 * agency is gone.
 */
export async function billingOf(
  db: Queryable,
  agencyId: number,
): Promise<{ said: AgencyBilling; identity: BillingIdentity; lacks: BillingLack[] }> {
  const [agency, known] = await Promise.all([agencyById(db, agencyId), selectBilling(db, agencyId)]);
  if (!agency || !known) throw fail(sharedErrors.LOGIN_REQUIRED);
  const { login, ...said } = known;
  const identity = billingIdentity({ ...agency, ...said }, login);
  return { said, identity, lacks: billingLacks(identity) };
}
