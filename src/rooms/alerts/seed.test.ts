import { expect, test } from 'vitest';
import { testServices } from '../../../tests/kit/app.ts';
import { seedAccounts } from '../accounts/seed.server.ts';
import { alertsOf } from './rules.server.ts';
import { seedAlerts } from './seed.server.ts';

const { services, db } = await testServices();

test('the login of the demonstration watches from its first start, once and without a mail', async () => {
  const login = await seedAccounts(db);
  await seedAlerts(services, login);
  const laid = await alertsOf(db, login.userId);
  expect(laid.map(({ frequency, status }) => `${frequency} ${status}`).toSorted()).toEqual([
    'daily active',
    'immediate active',
  ]);
  expect(await seedAccounts(db)).toEqual(login);
  await seedAlerts(services, login);
  expect(await alertsOf(db, login.userId)).toEqual(laid);
  expect(await db.selectFrom('mailOutbox').selectAll().execute()).toEqual([]);
});
