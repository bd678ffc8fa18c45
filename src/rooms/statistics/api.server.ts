import { fail, sharedErrors } from '#contract/errors.ts';
import { bind, bindFile, type RequestContext } from '#platform/api.server.ts';
import { sellerReport } from './seller-report/report.server.ts';
import { sellerReportCall } from './seller-report/report.ts';
import { chooseWeekly, stopWeekly } from './weekly.server.ts';
import { stopWeeklyCall, weeklyChoiceCall } from './weekly.ts';

function agencyIn({ actor }: Pick<RequestContext, 'actor'>) {
  if (actor.kind !== 'agency') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor.agencyId;
}

export const statisticsApi = [
  bindFile(sellerReportCall, ({ params }, context) => sellerReport(context, agencyIn(context), params.id)),
  bind(weeklyChoiceCall, async ({ body: { wanted } }, context) => {
    await chooseWeekly(context.db, agencyIn(context), wanted);
    return { wanted };
  }),
  bind(stopWeeklyCall, ({ query }, context) => stopWeekly(context, query.token)),
];
