import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { announce } from '#platform/changes.server.ts';
import { clock } from '#platform/clock.server.ts';
import { addAgency } from '#rooms/agencies/agencies.server.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';
import { searchWhere } from '#rooms/criteria/predicate.server.ts';
import { judge } from '#rooms/criteria/verdict.ts';
import { feedEvents } from '#rooms/feeds/contract.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { compose } from '#rooms/mail/carrier.server.ts';
import { countListings } from '#rooms/search/search.server.ts';
import { writeMails } from '../../../../tests/kit/alerts.ts';
import { testServices } from '../../../../tests/kit/app.ts';
import { chanceOf } from '../../../../tests/kit/chance.ts';
import { untilRead } from '../../../../tests/kit/facts.ts';
import { cleared } from '../../../../tests/kit/law.ts';
import { randomCriteria, randomDraft } from '../../../../tests/kit/random-market.ts';
import { insertAlert, lockSubscriber } from '../alerts.sql.server.ts';
import { MAIL_BYTES_MAX } from '../digest.ts';
import { activate } from '../owner/activation.server.ts';
import { notifyDueAlerts } from '../telling/digest.server.ts';
import { listingsNow } from '../telling/digest.sql.server.ts';
import { matchNext } from './matcher.server.ts';
import { READER } from './matcher.ts';

const ALERTS = 120;
const LISTINGS = 500;
const RUN = 'import:1';
const chance = chanceOf();
const { db, services } = await testServices();

interface Wanted {
  readonly id: number;
  readonly criteria: Criteria;
  readonly yes: number[];
  readonly maybe: number[];
}

const wanted: Wanted[] = [];
const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

describe(`search, matcher, explanation and mails agree (SEED=${chance.seed})`, () => {
  beforeAll(async () => {
    const agency = await addAgency(db, { ref: 'hasard', name: 'Agence du Hasard' });
    const drafts = Array.from({ length: LISTINGS }, (_, index) => randomDraft(chance, `h${index}`));
    // Known first, to choose criteria by what they find; told to the alerts by a second life of the same rows.
    const apply = (status: 'online' | 'suspended', run: string | null) =>
      db.transaction().execute((tx) =>
        applyListings(tx, {
          agencyId: agency.id,
          source: 'poliris',
          run,
          now: new Date(),
          drafts: drafts.map((draft) => cleared({ ...draft, status })),
        }),
      );
    await apply('suspended', null);
    const { rows } = await sql<{ id: number }>`select id from listing`.execute(db);
    const facts = await listingsNow(
      db,
      rows.map(({ id }) => id),
    );
    while (wanted.length < ALERTS) {
      const criteria = randomCriteria(chance);
      const verdicts = [...facts.values()].map((fact) => ({
        id: fact.id,
        ...judge(criteria, fact, clock.now()),
      }));
      const of = (verdict: string) =>
        sorted(verdicts.filter((one) => one.verdict === verdict).map(({ id }) => id));
      const [yes, maybe] = [of('yes'), of('maybe')];
      const rate = (yes.length + maybe.length) / LISTINGS;
      if (rate < 0.01 || rate > 0.3) continue;
      const id = await db.transaction().execute(async (tx) => {
        const now = new Date();
        const subscriber = await lockSubscriber(tx, `a${wanted.length}@example.test`, now);
        const row = await insertAlert(tx, {
          subscriberId: subscriber.id,
          name: `Alerte ${wanted.length}`,
          criteria: JSON.stringify(criteria),
          frequency: 'immediate',
          status: 'unconfirmed',
        });
        return (await activate(tx, row, now)).id;
      });
      wanted.push({ id, criteria, yes, maybe });
    }
    await sql`update listing set status = 'draft'`.execute(db);
    await apply('online', RUN);
    await db.transaction().execute((tx) => announce(tx, [{ kind: feedEvents.imported, ref: 1, run: RUN }]));
    await untilRead(db, READER, () => matchNext(db));
  });

  test('on random alerts and listings worth the name', () => {
    const rates = wanted.map(({ yes, maybe }) => (yes.length + maybe.length) / LISTINGS);
    expect(Math.max(...rates)).toBeLessThanOrEqual(0.3);
    expect(wanted.filter(({ maybe }) => maybe.length > 0).length).toBeGreaterThan(ALERTS / 3);
    expect(wanted.filter(({ yes }) => yes.length > 0).length).toBeGreaterThan(ALERTS / 2);
  });

  test('the statement of the search finds what the explanation says', async () => {
    for (const { id, criteria, yes, maybe } of wanted) {
      const where = searchWhere(criteria);
      const { rows } = await sql<{ id: number; sure: boolean }>`
        select id, (${where.yes}) is true as sure from listing where ${where.notNo} order by id
      `.execute(db);
      const of = (sure: boolean) => rows.filter((row) => row.sure === sure).map(({ id }) => id);
      expect({ id, criteria, yes: of(true), maybe: of(false) }).toEqual({ id, criteria, yes, maybe });
      expect(await countListings(db, criteria)).toMatchObject({ yes: yes.length, maybe: maybe.length });
    }
  });

  test('the matcher finds the same, each listing once', async () => {
    const { rows } = await sql<{ alertId: number; yes: number[]; maybe: number[] }>`
      select alert_id, array(select ref from change where seq = any(sure) order by ref) as yes,
        array(select ref from change where seq = any(unsure) order by ref) as maybe
      from alert_hit
    `.execute(db);
    const found = new Map(rows.map((row) => [row.alertId, row]));
    for (const { id, criteria, yes, maybe } of wanted) {
      const hit = found.get(id);
      expect({ criteria, yes: hit?.yes ?? [], maybe: hit?.maybe ?? [] }).toEqual({ criteria, yes, maybe });
    }
    expect(found.size).toBe(wanted.length);
  });

  test('the mails tell the same: one an alert, complete or counting what it leaves out', async () => {
    const { signal } = new AbortController();
    while (await notifyDueAlerts(services, signal));
    await writeMails(services);
    const mails = await db.selectFrom('mailOutbox').selectAll().execute();
    expect(mails).toHaveLength(wanted.length);
    const byKey = new Map(mails.map((mail) => [mail.dedupeKey, mail]));
    for (const { id, criteria, yes, maybe } of wanted) {
      const mail = byKey.get(`alert:${id}:${RUN}`);
      const [text, html] = [mail?.text ?? '', mail?.html ?? ''];
      const parts = text.split('\nPeut-être\n');
      const idsIn = (part: string) =>
        [...part.matchAll(/\/annonce\/(\d+)/g)].map((match) => Number(match[1]));
      const all = new Set(idsIn(text));
      expect(new Set(idsIn(html))).toEqual(all);
      const left = Number(
        /Et ([\d\s\u00a0]+)autres? annonces?, à voir/.exec(text)?.[1]?.replaceAll(/\D/g, '') ?? 0,
      );
      expect({ criteria, count: all.size + left }).toEqual({ criteria, count: yes.length + maybe.length });
      if (left === 0) {
        const doubtful = new Set(
          maybe.length > 0 && yes.length > 0 ? idsIn(parts[1] ?? '') : maybe.length > 0 ? all : [],
        );
        expect(sorted([...doubtful])).toEqual(maybe);
        expect(sorted([...all].filter((one) => !doubtful.has(one)))).toEqual(yes);
      } else expect([...yes, ...maybe]).toEqual(expect.arrayContaining([...all]));
      const raw = await compose(
        {
          to: mail?.recipient ?? '',
          replyTo: null,
          subject: mail?.subject ?? '',
          html,
          text,
          headers: mail?.headers as Record<string, string>,
          messageKey: mail?.messageKey ?? '',
          date: new Date(),
        },
        services.env,
      );
      expect(raw.length).toBeLessThanOrEqual(MAIL_BYTES_MAX + 500);
    }
  });
});
