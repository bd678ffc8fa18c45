import { Readable } from 'node:stream';
import { fail, sharedErrors } from '#contract/errors.ts';
import { bind, bindFile } from '#platform/api.server.ts';
import type { Actor, AdministratorName } from '#platform/auth.server.ts';
import { switchService } from '#rooms/administrators/switches.server.ts';
import { verifyIdentities } from '#rooms/agencies/checks.server.ts';
import { closeAlarm } from '#rooms/payments/alarms.server.ts';
import { invoiceFile } from '#rooms/payments/invoices.server.ts';
import { agencyAds, agencyAdsCsv, decideAd, decideAds } from './ads.server.ts';
import { agencyAdsCall, agencyAdsCsvCall, decideAdCall, decideAdsCall } from './ads.ts';
import { actOnAgency, adminAgencyOf, agenciesCsv, agenciesPage, agencyIdIn } from './agencies.server.ts';
import {
  adminAgenciesCall,
  adminAgenciesCsvCall,
  adminAgencyActCall,
  adminAgencyCall,
  adminInvoiceCall,
  verifyAgenciesCall,
} from './agencies.ts';
import {
  adminDashboardCall,
  adminServiceCall,
  registrationsCall,
  seenAlarmCall,
  switchServiceCall,
} from './contract.ts';
import { overview } from './overview.server.ts';
import { registrations } from './registrations.server.ts';
import { asideCsv, asidePage, mailsCsv, mailsPage, readMail, restoreAddresses } from './sent-mails.server.ts';
import {
  adminMailCall,
  adminMailsCall,
  adminMailsCsvCall,
  asideAddressesCall,
  asideAddressesCsvCall,
  restoreAddressesCall,
} from './sent-mails.ts';
import { roomIn, serviceOf } from './service.server.ts';

/** Whoever does it: a call of administrators lets nobody else in. */
function administratorIn({ actor }: { readonly actor: Actor }): AdministratorName {
  if (actor.kind !== 'admin') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor.name;
}

export const adminApi = [
  bind(registrationsCall, ({ query: { days } }, { db }) => registrations(db, days)),
  bind(adminDashboardCall, ({ query: { days } }, { db }) => overview(db, days)),
  bind(adminServiceCall, (_, { db }) => serviceOf(db)),
  bind(switchServiceCall, ({ params, body }, context) =>
    switchService(context.db, { ...body, room: roomIn(params.room), by: administratorIn(context) }),
  ),
  bind(seenAlarmCall, async ({ params, body }, context) => {
    await closeAlarm(context.db, params.reference, { by: administratorIn(context), reason: body.reason });
    return {};
  }),
  bind(agencyAdsCall, ({ params, query }, { db }) => agencyAds(db, params.id, query)),
  bindFile(agencyAdsCsvCall, async ({ params, query }, { db }) => ({
    fileName: `annonces-agence-${agencyIdIn(params.id)}.csv`,
    content: await agencyAdsCsv(db, params.id, query),
  })),
  bind(decideAdCall, ({ params, body }, context) =>
    decideAd(context, params.id, body, administratorIn(context)),
  ),
  bind(decideAdsCall, ({ body }, context) => decideAds(context, body, administratorIn(context))),
  bind(adminAgenciesCall, ({ query: { apres, ...filters } }, { db }) =>
    agenciesPage(db, filters, apres ?? null),
  ),
  bindFile(adminAgenciesCsvCall, async ({ query }, { db }) => ({
    fileName: 'agences.csv',
    content: agenciesCsv(db, query),
  })),
  bind(adminAgencyCall, ({ params }, { db }) => adminAgencyOf(db, agencyIdIn(params.id))),
  bind(adminAgencyActCall, async ({ params, body }, context) => {
    await actOnAgency(context, agencyIdIn(params.id), body, administratorIn(context));
    return {};
  }),
  bind(verifyAgenciesCall, ({ body }, context) =>
    verifyIdentities(context.db, body.ids, administratorIn(context)),
  ),
  bindFile(adminInvoiceCall, async ({ params }, { db }) => {
    const bytes = await invoiceFile(db, agencyIdIn(params.id), params.number);
    return { fileName: `${params.number}.pdf`, content: Readable.from([bytes]) };
  }),
  bind(adminMailsCall, ({ query: { apres, ...words } }, { db }) => mailsPage(db, words, apres ?? null)),
  bindFile(adminMailsCsvCall, async ({ query }, { db }) => ({
    fileName: 'courriels.csv',
    content: mailsCsv(db, query),
  })),
  bind(asideAddressesCall, ({ query }, { db }) => asidePage(db, query)),
  bindFile(asideAddressesCsvCall, async ({ query }, { db }) => ({
    fileName: 'adresses-mises-de-cote.csv',
    content: asideCsv(db, query),
  })),
  bind(restoreAddressesCall, ({ body }, context) =>
    restoreAddresses(context, body, administratorIn(context)),
  ),
  bind(adminMailCall, ({ params }, context) => readMail(context, params.id, administratorIn(context))),
];
