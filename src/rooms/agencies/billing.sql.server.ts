import type { Queryable } from '#platform/db.server.ts';
import type { AgencyBilling } from './billing.ts';

/** What the agency says for its invoices, and the address that opens its space, null without one. */
export function selectBilling(
  db: Queryable,
  agencyId: number,
): Promise<(AgencyBilling & { login: string | null }) | undefined> {
  return db
    .selectFrom('agency')
    .leftJoin('agencyAccount', 'agencyAccount.agencyId', 'agency.id')
    .select([
      'agency.billingAddress',
      'agency.billingPostalCode',
      'agency.billingCity',
      'agency.billingEmail',
      'agencyAccount.email as login',
    ])
    .where('agency.id', '=', agencyId)
    .executeTakeFirst();
}
