import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { clock, moveClock } from '#platform/clock.server.ts';
import { alertMails, findAll, flat, makeAgency, makeAlert, workOn } from '../../../../tests/kit/alerts.ts';
import { testServices } from '../../../../tests/kit/app.ts';
import { chanceOf } from '../../../../tests/kit/chance.ts';
import { randomCriteria, randomDraft } from '../../../../tests/kit/random-market.ts';
import { lockAlert, updateAlert } from '../alerts.sql.server.ts';
import { deactivate, refreshKeys } from '../owner/activation.server.ts';
import { ledgerOf } from '../telling/notified-listings.server.ts';
import { explain, explainedFacts } from './explanation.server.ts';
import { forgetOldHits } from './matcher.server.ts';
import { upsertVerdict } from './verdicts.sql.server.ts';

const { db, services } = await testServices();
const chance = chanceOf();
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

afterEach(async () => {
  moveClock(0);
  await sql`truncate subscriber, alert, alert_key, alert_run, alert_hit, alert_fact, mail_outbox, listing, agency, change,
    change_reader, property, property_mark, property_work cascade`.execute(db);
});

test(`explains 10,000 pairs as the matcher found them, long after both have changed (SEED=${chance.seed})`, async () => {
  const agency = await makeAgency(services, 'hasard');
  const alerts: number[] = [];
  for (let index = 0; index < 100; index += 1) {
    const criteria = randomCriteria(chance);
    const around = index % 5 === 0 && criteria.places.length > 0 ? { rayon: 5 } : {};
    alerts.push(
      await makeAlert(services, { email: `a${index}@example.test`, criteria: { ...criteria, ...around } }),
    );
  }
  const drafts = Array.from({ length: 100 }, (_, index) => randomDraft(chance, `h${index}`));
  const ids = await agency.publish(...drafts.map((draft) => ({ ...draft, status: 'online' as const })));
  await findAll(services);
  // Some ask for something else, some sleep, then half of the prices fall.
  for (const [index, id] of alerts.entries()) {
    if (index % 3 > 0) continue;
    await db.transaction().execute(async (tx) => {
      const row = (await lockAlert(tx, id))!;
      if (index % 2 === 0) await deactivate(tx, row, 'paused', clock.now());
      else
        await refreshKeys(
          tx,
          await updateAlert(tx, id, { criteria: JSON.stringify(randomCriteria(chance)) }),
        );
    });
  }
  await agency.publish(
    ...drafts.slice(0, 50).map((draft) => ({
      ...draft,
      status: 'online' as const,
      price: Math.round(draft.price * 0.9),
    })),
  );
  await findAll(services);
  await sql`update listing set price = price * 3, surface = surface * 2, rooms = 9, title = 'Autre'`.execute(
    db,
  );
  await sql`update alert set criteria = '{"transaction": "neuf", "places": ["30189"]}'`.execute(db);

  let [pairs, found] = [0, 0];
  for (const alertId of alerts) {
    const { rows } = await sql<{ seq: number; sure: boolean }>`
      select unnest(sure) as seq, true as sure from alert_hit where alert_id = ${alertId}
      union all select unnest(unsure), false from alert_hit where alert_id = ${alertId}`.execute(db);
    const hits = new Map(rows.map(({ seq, sure }) => [seq, sure ? 'yes' : 'maybe']));
    const facts = await explainedFacts(db, { alertId, listingIds: ids });
    const said = facts.map(({ seq, verdict }) => [seq, verdict === 'no' ? null : verdict]);
    expect({ alertId, said }).toEqual({
      alertId,
      said: facts.map(({ seq }) => [seq, hits.get(seq) ?? null]),
    });
    for (const { verdict, failed } of facts) expect(failed.length > 0).toBe(verdict === 'no');
    pairs += facts.length;
    found += hits.size;
  }
  expect(pairs).toBeGreaterThanOrEqual(10_000);
  expect(found).toBeGreaterThan(100);
});

test('names every criterion that failed, as it was asked, and the times; ninety days, then « détail expiré »', async () => {
  const agency = await makeAgency(services);
  const alertId = await makeAlert(services, {
    criteria: { transaction: 'achat', places: ['30189'], prixMax: 200_000, pieces: 4, balcon: true },
  });
  const [id = 0] = await agency.publish(flat('a', { balcony: false }));
  await workOn(services);
  // What the alert asks now is another matter.
  await db.transaction().execute(async (tx) => {
    const criteria = JSON.stringify({ transaction: 'achat', places: ['30189'] });
    await refreshKeys(tx, await updateAlert(tx, alertId, { criteria }));
  });
  const told = await explain(db, { alertId, listingId: id });
  expect(told).toMatchObject({
    verdict: 'yes',
    facts: [{ verdict: 'no', failed: ['prixMax', 'pieces', 'balcon'], expired: false, toldAt: null }],
  });
  expect(plain(told.answer)).toMatch(
    /^Mise en ligne du .+ à .+ : ne correspondait pas : Prix maximum \(Jusqu'à 200 000,00 €\) ; Pièces minimum \(4 pièces et plus\) ; Balcon\.$/,
  );
  moveClock(91 * 86_400_000);
  expect((await explain(db, { alertId, listingId: id })).answer).toContain('détail expiré');
  await forgetOldHits(db);
  expect(await db.selectFrom('alertFact').selectAll().execute()).toEqual([]);
  expect((await explain(db, { alertId, listingId: id })).facts).toMatchObject([
    { expired: true, verdict: null },
  ]);
});

test('the account of an alert misses nothing: sent, waiting, set aside and why', async () => {
  const [agency, other] = [await makeAgency(services), await makeAgency(services, 'gare')];
  const alertId = await makeAlert(services);
  const home = {
    energyNumber: '2330E1680837R',
    energyClass: 'C',
    energyValue: 153,
    climateValue: 21,
  } as const;
  const [sent = 0] = await agency.publish(
    flat('a', home),
    flat('b', { surface: 90 }),
    flat('c', { surface: 110 }),
  );
  await workOn(services);
  const [twin = 0] = await other.publish(flat('d', home));
  const [gone = 0, rejected = 0] = await agency.publish(
    flat('e', { surface: 20, price: 9_000_000 }),
    flat('f', { surface: 30, price: 12_000_000 }),
  );
  await findAll(services);
  expect(await ledgerOf(db, alertId)).toEqual({ found: 6, sent: 3, waiting: 3, aside: [] });
  await agency.withdraw('e');
  await db
    .transaction()
    .execute((tx) =>
      upsertVerdict(tx, { alertId, listingId: rejected, verdict: 'reject', reason: 'size', at: clock.now() }),
    );
  await workOn(services);
  expect(await alertMails(services)).toHaveLength(3);
  expect(await ledgerOf(db, alertId)).toEqual({
    found: 6,
    sent: 3,
    waiting: 0,
    aside: [
      { text: 'écartée par vous', count: 1 },
      { text: 'même logement qu’une annonce déjà envoyée', count: 1 },
      { text: 'retirée avant l’envoi', count: 1 },
    ],
  });
  const answer = async (listingId: number) => (await explain(db, { alertId, listingId })).answer;
  expect(await answer(sent)).toMatch(/^Envoyée le .+ \(courriel en préparation\)\.$/);
  expect(await answer(twin)).toMatch(/^Le même logement vous a été envoyé le /);
  expect(await answer(gone)).toContain('non envoyée : retirée avant l’envoi');
  expect(await answer(rejected)).toContain('non envoyée : écartée par vous');
});
