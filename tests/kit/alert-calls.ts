import { sql } from 'kysely';
import { matchNext } from '#rooms/alerts/matching/matcher.server.ts';
import { READER } from '#rooms/alerts/matching/matcher.ts';
import { notifyDueAlerts } from '#rooms/alerts/telling/digest.server.ts';
import { flat, writeMails } from './alerts.ts';
import type { TestApp } from './app.ts';
import { untilRead } from './facts.ts';
import { cleared, lawfulAgency, receiveListings } from './law.ts';

const never = new AbortController().signal;

/** Alerts as their people make them, by the calls, with listings that appear and the mails that leave. */
export function alertCalls({ db, services, call }: TestApp) {
  const criteria = { transaction: 'achat', places: ['30189'], prixMax: 300_000, pieces: 3 };
  const wanted = { criteria, frequency: 'immediate', email: 'claire@example.test' };
  const mails = () => db.selectFrom('mailOutbox').selectAll().orderBy('id').execute();
  return {
    criteria,
    create: (said: object = {}, cookie?: string) =>
      call('POST', '/api/alerts', { body: { ...wanted, ...said }, ...(cookie ? { cookie } : {}) }),
    mails,
    alertMails: async () => (await mails()).filter(({ dedupeKey }) => dedupeKey.startsWith('alert:')),
    alerts: () => db.selectFrom('alert').selectAll().orderBy('id').execute(),
    keys: () => db.selectFrom('alertKey').selectAll().execute(),

    /** The token of the last mail whose text has a link to this page. */
    async tokenOf(page: string): Promise<string> {
      const links = (await mails()).flatMap(({ text }) => [
        ...(text ?? '').matchAll(new RegExp(`${page}\\?token=([\\w.-]+)`, 'g')),
      ]);
      return links.at(-1)?.[1] ?? '';
    },

    async publish(technicalId: string, price = 25_000_000): Promise<number> {
      const agency =
        (await db.selectFrom('agency').select('id').executeTakeFirst()) ??
        (await lawfulAgency(db, 'arenes', { name: 'Agence des Arènes' }));
      const { outcomes } = await receiveListings(db, agency.id, [cleared(flat(technicalId, { price }))]);
      return outcomes.get(technicalId)?.id ?? 0;
    },

    async work(): Promise<void> {
      await untilRead(db, READER, () => matchNext(db));
      while (await notifyDueAlerts(services, never));
      await writeMails(services);
    },

    /** Nothing of anybody is left. */
    async clear(): Promise<void> {
      await sql`truncate subscriber, alert, alert_confirmation, alert_key, alert_run, alert_hit, mail_outbox,
        account, account_session, listing, agency cascade`.execute(db);
    },
  };
}
