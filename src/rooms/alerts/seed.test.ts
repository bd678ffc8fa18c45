import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { seedAccounts } from '#rooms/accounts/seed.server.ts';
import { alertMails, flat, makeAgency, workOn } from '../../../tests/kit/alerts.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { alertsOf } from './alerts.server.ts';
import { boardOf } from './owner/dashboard.server.ts';
import { resultsOf } from './owner/results.server.ts';
import { seedAlerts } from './seed.server.ts';

const { services, db } = await testServices();

test('the login of the demonstration watches from its first start, and others beside it, once and without a mail', async () => {
  const login = await seedAccounts(db);
  await seedAlerts(services, login);
  const laid = await alertsOf(db, login.userId);
  expect(laid.map(({ frequency, status }) => `${frequency} ${status}`).toSorted()).toEqual([
    'daily active',
    'daily paused',
    'immediate active',
  ]);
  const everybody = async () =>
    (
      await sql<{ status: string; frequency: string; expired: boolean; email: string; count: number }>`
        select alert.status, alert.frequency, email,
          exists (select from alert_confirmation where alert_id = alert.id and expires_at < now()) as expired
        from alert join subscriber on subscriber.id = alert.subscriber_id order by alert.id
      `.execute(db)
    ).rows;
  const all = await everybody();
  const states = all.map(
    ({ status, frequency, expired }) => `${status}${expired ? ' expired' : ''} ${frequency}`,
  );
  expect(new Set(states)).toEqual(
    new Set(
      ['active', 'paused', 'stopped', 'unconfirmed', 'unconfirmed expired'].flatMap((status) => [
        `${status} immediate`,
        `${status} daily`,
      ]),
    ),
  );
  expect(all.every(({ email }) => email.endsWith('@demo.vigie.test'))).toBe(true);
  expect(await seedAccounts(db)).toEqual(login);
  await seedAlerts(services, login);
  expect(await alertsOf(db, login.userId)).toEqual(laid);
  expect(await everybody()).toEqual(all);
  expect(await db.selectFrom('mailOutbox').selectAll().execute()).toEqual([]);
});

test('the login’s alerts have a past of what was on line, and nothing of it is mailed', async () => {
  const other = await testServices();
  const agency = await makeAgency(other);
  const [listing] = await agency.publish(
    flat('montpellier', { placeCode: '34172', cityCode: '34172', departmentCode: '34', postalCode: '34000' }),
  );
  const login = await seedAccounts(other.db);
  await seedAlerts(other.services, login);
  const { alerts } = await boardOf(other.db, login.userId);
  const montpellier = alerts.find(({ places }) => places.includes('Montpellier'));
  expect(montpellier?.perDay.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(montpellier?.fresh).toBe(1);
  await workOn(other.services);
  expect(await alertMails(other.services)).toEqual([]);
  const { found } = await resultsOf(other.db, login.userId, montpellier?.id ?? 0, { view: 'found', page: 1 });
  expect(found.map((one) => one.listing.id)).toEqual([listing]);
});

test('one cut short is finished the next time, nobody twice', async () => {
  const other = await testServices();
  const login = await seedAccounts(other.db);
  await seedAlerts(other.services, login);
  const names = async () =>
    (await sql<{ name: string }>`select name from alert order by name`.execute(other.db)).rows;
  const whole = await names();
  await sql`
    delete from alert where id in (select max(alert.id) from alert join subscriber on subscriber.id = subscriber_id
      group by account_id is null)
  `.execute(other.db);
  expect(await names()).toHaveLength(whole.length - 2);
  await seedAlerts(other.services, login);
  expect(await names()).toEqual(whole);
});
