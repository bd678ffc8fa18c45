import { afterEach, describe, expect, it } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { smtpServer } from '../../../tests/kit/smtp-server.ts';
import type { OutgoingMail } from './contract.ts';
import { carryMails, forgetMails, queueMail } from './outbox.server.ts';

const { db, services } = await testServices();
const carry = (env: typeof services.env) => carryMails({ ...services, env }, new AbortController().signal);
const queue = (said: Pick<OutgoingMail, 'dedupeKey' | 'to' | 'headers'>) =>
  db.transaction().execute((tx) =>
    queueMail(tx, {
      stream: 'essai',
      subject: 'Deux annonces',
      html: '<p>Voilà</p>',
      text: 'Voilà',
      ...said,
    }),
  );
const row = (dedupeKey: string) =>
  db.selectFrom('mailOutbox').selectAll().where('dedupeKey', '=', dedupeKey).executeTakeFirstOrThrow();

afterEach(async () => {
  moveClock(0);
  await db.deleteFrom('mailOutbox').execute();
  await db.deleteFrom('mailPace').execute();
});

async function paced() {
  const { url: SMTP_URL, accepted } = await smtpServer();
  return { env: { ...services.env, SMTP_URL, MAIL_DOMAIN_RATE: 1 }, accepted };
}

describe('a rate per domain', () => {
  const listHeaders = {
    headers: { 'List-Unsubscribe': '<https://vigie.example/api/unsubscribe?token=abc>' },
  };

  it('spreads the mails of lists to one domain, and holds back neither the others nor a password', async () => {
    const { env, accepted } = await paced();
    for (let index = 0; index < 5; index += 1)
      await queue({ dedupeKey: `l${index}`, to: `u${index}@grand.test`, ...listHeaders });
    await queue({ dedupeKey: 'other', to: 'u@petit.test', ...listHeaders });
    await queue({ dedupeKey: 'password', to: 'p@grand.test' });
    await carry(env);
    const sentTo = () => accepted.map(({ to }) => to[0]);
    expect(sentTo()).toEqual(['p@grand.test', 'u0@grand.test', 'u@petit.test']);
    // One a minute from now on.
    moveClock(150_000);
    await carry(env);
    expect(sentTo().length).toBeGreaterThanOrEqual(5);
    expect(sentTo().length).toBeLessThan(7);
    moveClock(3_600_000);
    await carry(env);
    expect(new Set(sentTo()).size).toBe(7);
    expect(sentTo()).toHaveLength(7);
    expect(await row('l4')).toMatchObject({ status: 'sent', attempts: 1 });
    await forgetMails(db);
    expect(await db.selectFrom('mailPace').selectAll().execute()).toEqual([]);
  });

  it('is kept by several carriers together', async () => {
    const { env, accepted } = await paced();
    for (let index = 0; index < 8; index += 1)
      await queue({ dedupeKey: `l${index}`, to: `u${index}@grand.test`, ...listHeaders });
    await Promise.all([carry(env), carry(env), carry(env)]);
    expect(accepted).toHaveLength(1);
  });
});
