import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Services } from '#platform/context.server.ts';
import { isConnectionLost } from '#platform/db.server.ts';
import { readEnv } from '#platform/env.server.ts';
import { openLog } from '#platform/log.server.ts';
import { buyerOf, newKey, ordered, whatBecameOf } from '../kit/buyers.ts';
import { chanceOf } from '../kit/chance.ts';
import { eventually, type Site, startSite } from '../kit/site.ts';
import { signed, stripeServer } from '../kit/stripe.ts';

const chance = chanceOf();
const WITHIN_MS = 600_000;

/** Where the money is when a process dies. */
const moments = [
  /** The event has come, nothing of it is committed: the web waits for the row of the order. */
  'web before commit',
  /** It is committed; whether the provider hears so is another matter. */
  'web after commit',
  /** Nobody works when the payment comes. */
  'worker before its job',
  /** The worker is at the invoice: it waits for its row. */
  'worker in its job',
  /** Both, whenever it falls. */
  'both at once',
] as const;
const TIMES = 2;

it(`${moments.length * TIMES} kills of web and worker between payment and activation: nothing paid is lost, nothing is activated or invoiced twice, each invoice is mailed once (SEED=${chance.seed})`, async () => {
  const stripe = await stripeServer();
  const { settings } = stripe;
  const base = await startSite({ role: 'web', settings });
  const { db, url, dataDir } = base;
  const env = readEnv({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    VIGIE_DATA: dataDir,
    DATABASE_URL: url,
    SESSION_SECRET: 'un secret de test de trente-deux caractères',
    ...settings,
  });
  const services = { db, readDb: db, env, log: openLog(env) } as Services;
  const start = (role: 'web' | 'worker') => startSite({ role, beside: base, settings });
  let web: Site = base;
  let worker: Site = await start('worker');
  const replaceWeb = async () => {
    await web.stop('SIGKILL');
    web = await start('web');
  };
  const replaceWorker = async () => {
    await worker.stop('SIGKILL');
    worker = await start('worker');
  };
  const buyer = await buyerOf({ db, services }, 'acheteuse');

  /** Some backend of this database waits for a lock. */
  const someoneWaits = () =>
    eventually(
      'un processus attend un verrou',
      async () => {
        const { rows } = await sql<{ waits: boolean }>`
          select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
            and query not like '%advisory%') as waits`.execute(db);
        return rows[0]?.waits;
      },
      WITHIN_MS,
    );
  /** Runs `work` while nobody else can change this row. */
  const holding = (table: 'payment_order' | 'invoice', of: string, work: () => Promise<void>) =>
    db.transaction().execute(async (tx) => {
      const row =
        table === 'payment_order'
          ? sql`select from payment_order where reference = ${of} for update`
          : sql`select from invoice where order_id = (select id from payment_order where reference = ${of}) for update`;
      await row.execute(tx);
      await work();
    });
  const statusOf = async (order: string) => (await whatBecameOf({ db }, order)).status;

  const orders: string[] = [];
  for (const moment of Array.from({ length: TIMES }, () => moments).flat()) {
    const { order } = await ordered({ services }, buyer, { key: newKey() });
    orders.push(order);
    const { event } = stripe.pay(order);
    const post = () =>
      fetch(`${web.origin}/api/payments/stripe/webhook`, { method: 'POST', ...signed(event) }).then(
        ({ status }) => status,
        () => null,
      );
    switch (moment) {
      case 'web before commit':
        await holding('payment_order', order, async () => {
          const posted = post();
          await someoneWaits();
          await web.stop('SIGKILL');
          expect(await posted).toBeNull();
        });
        web = await start('web');
        expect(await statusOf(order)).toBe('pending');
        break;
      case 'web after commit': {
        const posted = post();
        await eventually('la commande est payée', async () => (await statusOf(order)) === 'paid', WITHIN_MS);
        await replaceWeb();
        await posted;
        break;
      }
      case 'worker before its job':
        await worker.stop('SIGKILL');
        expect(await post()).toBe(200);
        worker = await start('worker');
        break;
      case 'worker in its job':
        await worker.stop('SIGKILL');
        expect(await post()).toBe(200);
        await holding('invoice', order, async () => {
          worker = await start('worker');
          await someoneWaits();
          await worker.stop('SIGKILL');
        });
        worker = await start('worker');
        break;
      case 'both at once': {
        const posted = post();
        await wait(chance.int(0, 300));
        await Promise.all([replaceWeb(), replaceWorker()]);
        await posted;
      }
    }
    // A provider announces again what it got no answer to, and sometimes what it did.
    for (let times = 0; times < 2; times += 1)
      await eventually('l’événement est reçu', async () => (await post()) === 200, WITHIN_MS);
  }

  await eventually(
    'toutes les factures sont parties',
    async () => {
      try {
        const { rows } = await sql<{ open: boolean }>`
          select exists (select from invoice where mailed_at is null)
            or exists (select from mail_outbox where status in ('pending', 'sending')) as open`.execute(db);
        return rows[0]?.open === false;
      } catch (error) {
        if (isConnectionLost(error)) return false;
        throw error;
      }
    },
    WITHIN_MS,
  );
  for (const order of orders)
    expect(await whatBecameOf({ db }, order)).toMatchObject({
      status: 'paid',
      boosts: ['new'],
      starts: 1,
      invoices: [{ series: 'F' }],
      alarm: null,
      refunds: [],
    });
  const { rows: invoices } = await sql<{ number: string; file: boolean }>`
    select number, file is not null as file from invoice order by sequence`.execute(db);
  expect(invoices.map(({ number }) => Number(number.slice(-6)))).toEqual(orders.map((_, rank) => rank + 1));
  expect(invoices.every(({ file }) => file)).toBe(true);
  const subjects = (await base.mails()).map(({ subject }) => subject);
  for (const { number } of invoices)
    expect(subjects.filter((subject) => subject === `Votre facture ${number}`)).toHaveLength(1);
});
