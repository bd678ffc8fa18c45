import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { askedBy } from '../../../tests/kit/leads.ts';
import { type LeadStatus, SYSTEM } from './contract.ts';
import { notifyDepartures } from './departures.server.ts';
import { leadHistory, listLeads, moveLead, receiveLead } from './leads.server.ts';

const { services, db } = await testServices();
const agency = await makeAgency(services);
const [gone = 0] = await agency.publish(flat('T-1'), flat('T-2'), flat('T-3'), flat('T-4'), flat('T-5'));
const HOUR_MS = 3_600_000;

beforeEach(async () => {
  await sql`truncate lead, mail_outbox cascade`.execute(db);
  await leaves('online', 0);
});

/** The listing has had this status for so many hours. */
const leaves = (status: string, hours: number) =>
  sql`
    update listing set status = ${status}, updated_at = now() - ${hours} * interval '1 hour' where id = ${gone}
  `.execute(db);

async function lead(status: LeadStatus = 'new', email = 'adele@exemple.test', daysAgo = 3): Promise<number> {
  const now = new Date(Date.now() - daysAgo * 24 * HOUR_MS);
  const id = await db.transaction().execute(async (tx) => {
    const made = await receiveLead(tx, askedBy(gone, { email, phone: null }), { now });
    await moveLead(tx, { id: made, to: 'new', by: SYSTEM }, now);
    return made;
  });
  await sql`update lead set status = ${status} where id = ${id}`.execute(db);
  return id;
}
const statusOf = async (id: number) => (await listLeads(db)).find((one) => one.id === id)?.status;
const mails = () => db.selectFrom('mailOutbox').select(['recipient', 'subject', 'html', 'text']).execute();

test('whoever waits for a property that is sold is told once, with three others at most', async () => {
  const [first, again] = [await lead(), await lead('contacted')];
  const other = await lead('unreachable', 'zoe@exemple.test');
  await leaves('sold', 2);
  // Twice over, and at once.
  await Promise.all([notifyDepartures(services), notifyDepartures(services)]);
  await notifyDepartures(services);
  const sent = await mails();
  expect(sent.map(({ recipient }) => recipient).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'adele@exemple.test',
    'zoe@exemple.test',
  ]);
  expect(sent[0]!.subject).toBe('Le bien T-1 est vendu');
  const links = [...sent[0]!.html!.matchAll(/\/annonce\/(\d+)/g)].map(([, id]) => Number(id));
  expect(new Set(links).size).toBe(3);
  expect(links).not.toContain(gone);
  expect(sent[0]!.html!).not.toContain('Fontanel');
  for (const id of [first, again, other]) {
    expect(await statusOf(id)).toBe('disqualified');
    expect((await leadHistory(db, id)).slice(-2)).toMatchObject([
      { kind: 'gone', byWhom: SYSTEM, text: expect.stringContaining('est vendu') },
      { kind: 'status', toStatus: 'disqualified', text: 'unavailable' },
    ]);
  }
});

test.each<[LeadStatus, string, number, number]>([
  ['qualified', 'sold', 2, 3],
  ['disqualified', 'sold', 2, 3],
  ['new', 'sold', 0, 3],
  ['new', 'withdrawn', 5, 3],
  ['new', 'suspended', 48, 3],
  ['new', 'under_offer', 48, 3],
  ['new', 'online', 48, 3],
  ['new', 'sold', 2, 91],
])(
  'nobody is told of a %s lead, the property being %s for %i hours, asked %i days ago',
  async (status, listing, hours, days) => {
    const id = await lead(status, 'adele@exemple.test', days);
    await leaves(listing, hours);
    await notifyDepartures(services);
    expect(await statusOf(id)).toBe(status);
    expect(await mails()).toEqual([]);
  },
);

test('a property that comes back after a day was told of, and is not again when it leaves once more', async () => {
  const id = await lead();
  await leaves('withdrawn', 25);
  await notifyDepartures(services);
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Le bien T-1 n’est plus à vendre']);
  await leaves('online', 0);
  await db
    .transaction()
    .execute((tx) => moveLead(tx, { id, to: 'contacted', by: 'Inès', reason: 'De retour.' }, new Date()));
  await leaves('withdrawn', 25);
  await notifyDepartures(services);
  expect(await mails()).toHaveLength(1);
  expect(await statusOf(id)).toBe('contacted');
});
