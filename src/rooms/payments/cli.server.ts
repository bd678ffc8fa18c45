import { Refusal } from '#contract/errors.ts';
import { formatCount, formatDate, formatPrice, NBSP } from '#contract/fmt.ts';
import { type Command, defineCommand, EXIT } from '#platform/cli.server.ts';
import { closeAlarm, type PaymentAlarm, paymentAlarms } from './alarms.server.ts';
import { orderStatuses } from './contract.ts';

function describe({ reference, agency, status, gross, provider, paymentId, owed, ...alarm }: PaymentAlarm) {
  return [
    `${reference}  ${orderStatuses[status]}  ${formatPrice(gross)} TTC  ${agency ?? 'agence partie'}`,
    `  Du ${formatDate(alarm.createdAt)}, ${provider}${paymentId === null ? '' : ` ${paymentId}`}${alarm.seenAt ? `, regardée le ${formatDate(alarm.seenAt)}` : ''}`,
    ...(owed > 0 ? [`  Encore à rendre${NBSP}: ${formatPrice(owed)}`] : []),
    ...alarm.lines.flatMap(({ says, todo }) => [`  • ${says}`, ...(todo === null ? [] : [`    ${todo}`])]),
  ].join('\n');
}

export const paymentCommands: readonly Command[] = [
  defineCommand({
    room: 'payments',
    verb: 'alarms',
    summary: 'Liste les paiements à regarder et quoi en faire',
    usage: '[--seen COMMANDE] [--all] [--json]',
    options: { seen: { type: 'string' }, all: { type: 'boolean' } },
    help: {
      seen: 'commande dont l’alarme est regardée\u00a0: elle quitte la liste',
      all: 'avec celles qui ont été regardées',
    },
    async run({ values, json }, { db }) {
      const { seen } = values;
      try {
        if (typeof seen === 'string') await closeAlarm(db, seen);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (json) console.log(JSON.stringify(error.toEnvelope()));
        else console.error(error.message);
        return EXIT.refused;
      }
      const found = await paymentAlarms(db, { all: values.all === true });
      if (json) console.log(JSON.stringify({ success: true, data: { alarms: found } }));
      else {
        for (const alarm of found) console.log(`${describe(alarm)}\n`);
        console.log(formatCount(found.length, 'paiement à regarder.', 'paiements à regarder.'));
      }
      return EXIT.done;
    },
  }),
];
