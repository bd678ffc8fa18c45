import { Refusal } from '#contract/errors.ts';
import { formatCount, formatDate, formatPrice, NBSP } from '#contract/fmt.ts';
import { asAdministratorName } from '#platform/auth.server.ts';
import { type Command, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { closeAlarm, type PaymentAlarm, paymentAlarms } from './alarms.server.ts';
import { orderStatuses } from './contract.ts';
import { retryRefunds } from './refunds.server.ts';

function describe({ reference, agency, status, gross, provider, paymentId, owed, ...alarm }: PaymentAlarm) {
  return [
    `${reference}  ${orderStatuses[status]}  ${formatPrice(gross)} TTC  ${agency ?? 'agence partie'}`,
    `  Du ${formatDate(alarm.createdAt)}, ${provider}${paymentId === null ? '' : ` ${paymentId}`}${alarm.seenAt ? `, regardée le ${formatDate(alarm.seenAt)}` : ''}`,
    ...(owed > 0 ? [`  Encore à rendre${NBSP}: ${formatPrice(owed)}`] : []),
    ...alarm.lines.flatMap(({ says, todo }) => [`  • ${says}`, ...(todo === null ? [] : [`    ${todo}`])]),
  ].join('\n');
}

/** Does what is asked; a refusal is said, and is the code of the command. */
async function unlessRefused(json: boolean, act: () => Promise<void>): Promise<number> {
  try {
    await act();
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (json) console.log(JSON.stringify(error.toEnvelope()));
    else console.error(error.message);
    return EXIT.refused;
  }
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
    run: ({ values, json }, { db }) =>
      unlessRefused(json, async () => {
        const { seen } = values;
        if (typeof seen === 'string')
          await closeAlarm(db, seen, { by: asAdministratorName('opérateur'), reason: null });
        const found = await paymentAlarms(db, { all: values.all === true });
        if (json) console.log(JSON.stringify({ success: true, data: { alarms: found } }));
        else {
          for (const alarm of found) console.log(`${describe(alarm)}\n`);
          console.log(formatCount(found.length, 'paiement à regarder.', 'paiements à regarder.'));
        }
      }),
  }),
  defineCommand({
    room: 'payments',
    verb: 'refund',
    summary: 'Redemande au prestataire les remboursements d’une commande qui ont échoué',
    usage: '--retry COMMANDE [--json]',
    options: { retry: { type: 'string' } },
    help: { retry: 'commande dont les remboursements non faits sont redemandés, chacun une fois' },
    run({ values, json }, { db }) {
      const { retry } = values;
      if (typeof retry !== 'string') throw new WrongUsage('--retry est obligatoire.');
      return unlessRefused(json, async () => {
        const refunds = await retryRefunds(db, retry);
        console.log(
          json
            ? JSON.stringify({ success: true, data: { refunds } })
            : formatCount(refunds, 'remboursement sera redemandé.', 'remboursements seront redemandés.'),
        );
      });
    },
  }),
];
