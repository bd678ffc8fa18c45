import { defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { takeReports } from './bounces.server.ts';
import { dnsRecords } from './carrier.server.ts';
import { type MailStatus, mailStatuses } from './contract.ts';
import { allow, carryMails, suppress } from './outbox.server.ts';
import { countMails, lastMails, suppressedAddresses } from './outbox.sql.server.ts';

export const mailCommands = [
  defineCommand({
    room: 'mail',
    verb: 'send',
    summary: 'Envoie les courriels en attente, une fois (le travail le fait sans cesse).',
    usage: '',
    async run({ json }, services) {
      const settled = await carryMails(services, new AbortController().signal);
      const counts = await countMails(services.db);
      if (json) console.log(JSON.stringify({ success: true, data: { settled, counts } }));
      else {
        console.log(`Courriels traités : ${settled}.`);
        for (const { status, count } of counts) console.log(`  ${mailStatuses[status].padEnd(20)} ${count}`);
      }
      return EXIT.done;
    },
  }),
  defineCommand({
    room: 'mail',
    verb: 'list',
    summary: 'Les derniers courriels et leur état, puis les adresses écartées.',
    usage: '[--to ADRESSE] [--status ÉTAT]',
    options: { to: { type: 'string' }, status: { type: 'string' } },
    help: { to: 'un seul destinataire', status: Object.keys(mailStatuses).join(', ') },
    async run({ json, values }, { db }) {
      const { to, status } = values;
      if (status !== undefined && !(String(status) in mailStatuses))
        throw new WrongUsage(`État inconnu : ${status}`);
      const mails = await lastMails(db, {
        ...(typeof to === 'string' ? { to: to.toLowerCase() } : {}),
        ...(status === undefined ? {} : { status: status as MailStatus }),
        limit: 50,
      });
      const suppressed = await suppressedAddresses(db);
      if (json) {
        const rows = mails.map(({ html: _html, text: _text, said: _said, ...row }) => row);
        console.log(JSON.stringify({ success: true, data: { mails: rows, suppressed } }));
      } else {
        for (const mail of mails) {
          const why = mail.error ? `  (${mail.attempts} essais : ${mail.error})` : '';
          console.log(
            `${mail.createdAt.toISOString()}  ${mailStatuses[mail.status as MailStatus].padEnd(18)} ${mail.recipient}  ${mail.subject ?? '(pas encore écrit)'}${why}`,
          );
        }
        for (const { email, reason } of suppressed) console.log(`écartée : ${email} (${reason})`);
      }
      return EXIT.done;
    },
  }),
  defineCommand({
    room: 'mail',
    verb: 'bounces',
    summary: 'Lit des courriels de retour et des plaintes (RFC 3464, RFC 5965) ; les relire ne change rien.',
    usage: 'FICHIER|DOSSIER… (- : l’entrée du programme)',
    minWords: 1,
    reads: ['file', 'folder', '-'],
    async run({ json, words }, services) {
      const { taken, known, ignored, unreadable } = await takeReports(services, words);
      const data = { taken, known, ignored, unreadable };
      if (json) console.log(JSON.stringify({ success: unreadable.length === 0, data }));
      else {
        console.log(
          `Pris en compte : ${taken}. Déjà lus : ${known}. Sans rapport avec nos courriels : ${ignored}.`,
        );
        for (const name of unreadable) console.log(`illisible : ${name}`);
      }
      return unreadable.length === 0 ? EXIT.done : EXIT.refused;
    },
  }),
  defineCommand({
    room: 'mail',
    verb: 'dns',
    summary: 'Les enregistrements DNS qui disent que nos courriels sont de nous (DKIM, SPF, DMARC).',
    usage: '',
    async run({ json }, { env }) {
      const records = dnsRecords(env);
      const signed = env.dkim !== null;
      if (json) console.log(JSON.stringify({ success: signed, data: { records } }));
      else {
        for (const { name, value } of records) console.log(`${name}  TXT  "${value}"`);
        if (!signed) console.log('Sans DKIM_SELECTOR et DKIM_PRIVATE_KEY, les courriels ne sont pas signés.');
      }
      return signed ? EXIT.done : EXIT.refused;
    },
  }),
  defineCommand({
    room: 'mail',
    verb: 'stop',
    summary: 'N’envoie plus rien à une adresse.',
    usage: 'ADRESSE',
    minWords: 1,
    async run({ json, words }, { db }) {
      await suppress(db, words[0] ?? '', 'operator');
      console.log(json ? JSON.stringify({ success: true, data: {} }) : 'Adresse écartée.');
      return EXIT.done;
    },
  }),
  defineCommand({
    room: 'mail',
    verb: 'allow',
    summary: 'Écrit de nouveau à une adresse écartée.',
    usage: 'ADRESSE',
    minWords: 1,
    async run({ json, words }, services) {
      const known = await allow(services, words[0] ?? '');
      const message = known ? 'Adresse rétablie.' : 'Cette adresse n’était pas écartée.';
      console.log(json ? JSON.stringify({ success: known, data: {}, message }) : message);
      return known ? EXIT.done : EXIT.refused;
    },
  }),
];
