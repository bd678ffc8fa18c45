import { fail, sharedErrors } from '#contract/errors.ts';
import { bind, bindFile, type RequestContext } from '#platform/api.server.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { contest } from './appeals.server.ts';
import { appealCall } from './appeals.ts';
import { attachFile, attachmentOf } from './attachments.server.ts';
import { attachCall, attachmentCall } from './attachments.ts';
import { reportCall } from './contract.ts';
import { handleReport } from './decisions.server.ts';
import { caseCall, handleReportCall, queueCall, queueCsvCall } from './decisions.ts';
import { openCase, queueCsv, queuePage } from './queue.server.ts';
import { receiveReport } from './reports.server.ts';

function administratorIn({ actor }: Pick<RequestContext, 'actor'>): AdministratorName {
  if (actor.kind !== 'admin') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor.name;
}

export const reportsApi = [
  bind(reportCall, async ({ params, body }, { actor, ip, db, env, say }) => {
    const received = await receiveReport({ db, env }, params.id, body, { actor, ip });
    say('Votre signalement est reçu.');
    return received;
  }),
  bind(attachCall, ({ params, query }, { db, env, storage, files }) =>
    attachFile({ db, env, storage }, { reference: params.reference, key: query.cle }, files[0]),
  ),
  bind(appealCall, ({ body }, { db, env }) => contest({ db, env }, body)),
  bind(queueCall, ({ query: { apres, ...filter } }, { db }) => queuePage(db, filter, apres ?? null)),
  bindFile(queueCsvCall, async ({ query }, { db }) => ({
    fileName: 'signalements.csv',
    content: queueCsv(db, query),
  })),
  bind(caseCall, ({ params }, { db, env }) => openCase({ db, env }, params.id)),
  bind(handleReportCall, ({ params, body }, context) =>
    handleReport(context, params.id, body, administratorIn(context)),
  ),
  bindFile(attachmentCall, ({ params }, { db, storage }) => attachmentOf({ db, storage }, params)),
];
