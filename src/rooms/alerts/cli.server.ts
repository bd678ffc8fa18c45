import { Refusal } from '#contract/errors.ts';
import { defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { explain } from './matching/explanation.server.ts';
import { matchNext } from './matching/matcher.server.ts';
import { notifyDueAlerts } from './telling/digest.server.ts';

const verdicts = { yes: 'oui', maybe: 'peut-être', no: 'non' } as const;

export const alertCommands = [
  defineCommand({
    room: 'alerts',
    verb: 'match',
    summary:
      'Cherche les alertes de tout ce qui est arrivé depuis la dernière fois (le travail le fait sans cesse).',
    usage: '',
    async run({ json }, { db }) {
      let batches = 1;
      while (await matchNext(db)) batches += 1;
      console.log(json ? JSON.stringify({ success: true, data: { batches } }) : 'Correspondances à jour.');
      return EXIT.done;
    },
  }),
  defineCommand({
    room: 'alerts',
    verb: 'digest',
    summary:
      'Met en file les courriels dus : immédiats, et quotidiens dont l’heure est venue (le travail le fait sans cesse).',
    usage: '',
    async run({ json }, services) {
      const { signal } = new AbortController();
      while (await notifyDueAlerts(services, signal));
      console.log(
        json
          ? JSON.stringify({ success: true, data: {} })
          : 'Courriels dus en file ; « mail send » les écrit et les envoie.',
      );
      return EXIT.done;
    },
  }),
  defineCommand({
    room: 'alerts',
    verb: 'explain',
    summary: 'Dit pourquoi une annonce a été envoyée à une alerte, ou non.',
    usage: '--alert ID --listing ID',
    options: { alert: { type: 'string' }, listing: { type: 'string' } },
    help: { alert: 'numéro de l’alerte', listing: 'numéro de l’annonce' },
    async run({ json, values }, { db }) {
      const [alertId, listingId] = [Number(values.alert), Number(values.listing)];
      if (
        !Number.isSafeInteger(alertId) ||
        !Number.isSafeInteger(listingId) ||
        alertId < 1 ||
        listingId < 1
      ) {
        throw new WrongUsage('--alert et --listing attendent un numéro.');
      }
      try {
        const told = await explain(db, { alertId, listingId });
        if (json) console.log(JSON.stringify({ success: true, data: told }));
        else {
          console.log(`Alerte ${alertId}, annonce ${listingId} : ${verdicts[told.verdict]}`);
          for (const reason of told.reasons) console.log(`  ${reason}`);
          for (const { at, kind, outcome } of told.facts)
            console.log(`  ${at}  ${kind.padEnd(18)} ${outcome}`);
          console.log(told.answer);
        }
        return EXIT.done;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        console.log(json ? JSON.stringify(error.toEnvelope()) : error.message);
        return EXIT.refused;
      }
    },
  }),
];
