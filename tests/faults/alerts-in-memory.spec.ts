import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db } from '#platform/db.server.ts';
import { matchNext } from '#rooms/alerts/matching/matcher.server.ts';
import { READER } from '#rooms/alerts/matching/matcher.ts';
import { makeAgency, makeAlert } from '../kit/alerts.ts';
import { chanceOf } from '../kit/chance.ts';
import { ownCluster } from '../kit/cluster.ts';
import { untilRead } from '../kit/facts.ts';
import { makeStory, patiently, settled, startCrew } from '../kit/ordeal.ts';
import { type Site, startSite } from '../kit/site.ts';

const WRITERS = 8;
const KILLS = 20;
const IMPORTS = 3;
const ALERTS = 40;
const PATIENCE_MS = 900_000;
const chance = chanceOf();

it(`${WRITERS} writers, ${KILLS} kills, a restart of the database, the alerts in memory: what the statement finds, each mail once (SEED=${chance.seed})`, async () => {
  const { url, db, restart } = await ownCluster(WRITERS + 2);
  const settings = { DATABASE_URL: url, VIGIE_ALERTS_IN_MEMORY_FROM: '1' };
  const site = await startSite({ role: 'web', settings });
  const base: Site = { ...site, db, url };
  for (const alert of makeStory(chance, { alerts: ALERTS, imports: 0 }).alerts) await makeAlert(base, alert);
  const crew = await startCrew(base, 2, settings);

  // Transactions of eight agencies overlap: numbers are taken in one order and committed in another.
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    const agency = await makeAgency(base, `agence-${writer}`);
    for (const [index, chunks] of makeStory(chance, { alerts: 0, imports: IMPORTS }).imports.entries()) {
      const run = 1 + writer * IMPORTS + index;
      for (const chunk of chunks) {
        const fresh = chunk.map((draft) => ({ ...draft, technicalId: `${writer}-${draft.technicalId}` }));
        await patiently(() => agency.importChunk(run, ...fresh));
        await wait(chance.int(50, 600));
      }
      await patiently(() => agency.closeImport(run));
    }
  });
  const trouble = async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await wait(chance.int(0, 1200));
      await crew.kill(kill % 2);
      if (kill === KILLS / 2) await restart();
    }
  };
  await Promise.all([...writers, trouble()]);
  await settled(db, PATIENCE_MS);
  expect(existsSync(path.join(base.dataDir, 'cache/alert-columns.bin'))).toBe(true);

  const queued = await db.selectFrom('mailOutbox').select(['messageKey', 'status']).execute();
  const sent = queued.filter(({ status }) => status === 'sent');
  const withdrawn = queued.filter(({ status }) => status === 'withdrawn');
  expect(sent.length + withdrawn.length).toBe(queued.length);
  // Nothing is lost with a mail that does not leave: those before it said all that it told (decision 0041).
  expect(await saidBefore(db)).toBe(withdrawn.length);
  const received = (await base.mails()).map(({ messageId }) => messageId?.slice(1).split('@')[0]);
  expect(received.length).toBe(sent.length);
  expect(new Set(received)).toEqual(new Set(sent.map(({ messageKey }) => messageKey)));

  for (const worker of crew.workers) await worker.stop();
  const found = await kept(db);
  expect(new Set(found).size).toBe(found.length);
  await sql`truncate alert_hit, alert_run`.execute(db);
  await sql`update change_reader set xid = '0', seq = 0 where name = ${READER}`.execute(db);
  await untilRead(db, READER, () => matchNext(db));
  expect(found).toEqual(await kept(db));
  process.stdout.write(`${found.length} finds, ${received.length} mails\n`);
});

/** Alerts and facts of new listings: what does not depend on when they were looked at. */
async function kept(db: Db): Promise<string[]> {
  const { rows } = await sql<{ pair: string }>`
    select concat_ws(' ', found.alert_id, found.run, found.seq, found.sure) as pair from (
      select alert_id, run, unnest(sure) as seq, true as sure from alert_hit
      union all select alert_id, run, unnest(unsure), false from alert_hit) found
    join change c on c.seq = found.seq
    join listing l on l.id = c.ref and l.previous_price is null
    order by pair
  `.execute(db);
  return rows.map(({ pair }) => pair);
}

/** Withdrawn mails that tell nothing, each of whose listings said already is in a mail of its alert that was sent. */
async function saidBefore(db: Db): Promise<number> {
  const { rows } = await sql<{ said: number }>`
    with mail as (
      select told.alert_id, told.listings, told.aside, told.reasons, outbox.status
      from alert_told told join mail_outbox outbox on outbox.dedupe_key = concat_ws(':', 'alert', told.alert_id, told.occasion))
    select count(*)::int as said from mail
    where status = 'withdrawn' and cardinality(listings) = 0 and 'known' = any(reasons) and not exists (
      select from unnest(aside, reasons) as one(id, why)
      where why = 'known' and not exists (
        select from mail other
        where other.alert_id = mail.alert_id and other.status = 'sent' and one.id = any(other.listings)))
  `.execute(db);
  return rows[0]!.said;
}
