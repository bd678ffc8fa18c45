import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { addDemoAccount } from '#rooms/accounts/accounts.server.ts';
import { personOf } from '#rooms/accounts/erasure.server.ts';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { askedBy } from '../../../tests/kit/leads.ts';
import { type NewLead, SYSTEM } from './contract.ts';
import { addNote, listLeads, moveLead, receiveLead } from './leads.server.ts';
import { answerTimeOf, erasePerson, personalDataOf, requestCountOf, requestsOf } from './people.server.ts';

const { services, db } = await testServices();
const agency = await makeAgency(services);
const [first = 0, second = 0] = await agency.publish(flat('T-1'), flat('T-2'));
const login = { password: 'Motdepasse1', firstName: 'Adèle', lastName: 'Fontanel' };
const adele = await addDemoAccount(db, { ...login, email: 'adele@exemple.test' });
const other = await addDemoAccount(db, { ...login, email: 'autre@exemple.test' });
const NOW = new Date();

beforeEach(async () => {
  await sql`truncate lead cascade`.execute(db);
  await sql`update account set email_verified_at = now()`.execute(db);
});

function ask(said: Partial<NewLead> = {}, accountId: number | null = null, now = NOW): Promise<number> {
  return db.transaction().execute((tx) => receiveLead(tx, askedBy(first, said), { now, accountId }));
}
const move = (id: number, to: 'new' | 'error' | 'contacted', at = NOW, by = SYSTEM) =>
  db.transaction().execute((tx) => moveLead(tx, { id, to, by }, at));
const owner = { accountId: adele, emails: ['adele@exemple.test', 'ancienne@exemple.test'] };
const idsOf = async (accountId: number) => (await requestsOf(db, { accountId })).map(({ id }) => id);

describe('the requests of a person', () => {
  test('say what was asked, of whom, and how far it went', async () => {
    const id = await ask();
    expect(await requestsOf(db, { accountId: adele })).toMatchObject([
      {
        id,
        request: 'visit',
        sentAt: NOW.toISOString(),
        receivedAt: null,
        failed: false,
        reachable: true,
        listing: { id: first },
        agency: { name: 'Agence des Arènes', phone: '+33466000000' },
      },
    ]);
    await move(id, 'new');
    expect((await requestsOf(db, { accountId: adele }))[0]).toMatchObject({ receivedAt: NOW.toISOString() });
    const lost = await ask({ listingId: second });
    await move(lost, 'error');
    expect((await requestsOf(db, { accountId: adele })).find(({ id }) => id === lost)).toMatchObject({
      receivedAt: null,
      failed: true,
    });
  });

  test('are those of the account and of its proven address, and of nobody else', async () => {
    const typed = await ask();
    const signedIn = await ask({ email: 'autre-adresse@exemple.test' }, adele);
    await ask({ email: 'voisine@exemple.test' });
    expect(new Set(await idsOf(adele))).toEqual(new Set([typed, signedIn]));
    expect(await idsOf(other)).toEqual([]);
    expect(await requestCountOf(db, { accountId: adele })).toBe(2);
    expect(await requestCountOf(db, { accountId: other })).toBe(0);
    // One that it had, proved and left is this person's still; one that somebody else has now is theirs.
    const before = await ask({ email: 'ancienne@exemple.test' });
    await ask({ email: 'autre@exemple.test' });
    for (const [rank, old] of ['ancienne@exemple.test', 'autre@exemple.test'].entries())
      await sql`insert into account_email_change
        (account_id, old_email, old_proven, new_email, token_hash, cancel_hash, created_at, sent_at, expires_at, confirmed_at)
        values (${adele}, ${old}, true, 'adele@exemple.test', ${Buffer.from([rank])}, ${Buffer.from([rank])},
          now(), now(), now(), now())`.execute(db);
    expect(new Set(await idsOf(adele))).toEqual(new Set([typed, signedIn, before]));
    expect(await requestCountOf(db, { accountId: adele })).toBe(3);
    const person = (await personOf(db, adele))!;
    expect((await personalDataOf(db, person)).requests.map(({ id }) => id)).toEqual([
      typed,
      signedIn,
      before,
    ]);
    await sql`delete from account_email_change`.execute(db);
    // An address that one only typed at sign-up shows nothing.
    await sql`update account set email_verified_at = null where id = ${adele}`.execute(db);
    expect(await idsOf(adele)).toEqual([signedIn]);
    const unproven = await personalDataOf(db, { accountId: adele, emails: [] });
    expect(unproven.requests.map(({ id }) => id)).toEqual([signedIn]);
  });
});

describe('a person who leaves', () => {
  test('is in no column of their leads any more; the agency keeps the count and the reference', async () => {
    const id = await ask({ optInAlerts: true });
    await sql`insert into lead_consent values (${id}, 'vigie_alerts', 'Je veux.', 'listing_form', now())`.execute(
      db,
    );
    await move(id, 'new');
    await db
      .transaction()
      .execute((tx) => addNote(tx, { id, by: 'Inès', text: 'Mme Fontanel rappelle lundi.' }, NOW));
    // Under the address of before, while signed out.
    await ask({ listingId: second, email: 'ancienne@exemple.test' });
    const neighbour = await ask({ firstName: 'Jeanne', lastName: 'Voisine', email: 'voisine@exemple.test' });
    expect((await personalDataOf(db, owner)).requests).toMatchObject([
      { agency: 'Agence des Arènes', firstName: 'Adèle', consents: [{ sentence: 'Je veux.' }] },
      { email: 'ancienne@exemple.test', consents: [] },
    ]);

    await db.transaction().execute((tx) => erasePerson(tx, owner));
    const { rows } = await sql<{ row: string }>`
      select lead::text as row from lead where last_name <> 'Voisine'
      union all select lead_event::text from lead_event where lead_id = ${id}
      union all select lead_consent::text from lead_consent`.execute(db);
    for (const { row } of rows) expect(row).not.toMatch(/adèle|fontanel|adele@|639980001|samedi|rappelle/i);
    const leads = await listLeads(db);
    expect(leads).toHaveLength(3);
    expect(leads.find((lead) => lead.id === id)).toMatchObject({
      listingReference: 'T-1',
      status: 'new',
      message: null,
    });
    expect(leads.find((lead) => lead.id === neighbour)).toMatchObject({ lastName: 'Voisine' });
    expect(await idsOf(adele)).toEqual([]);
    expect((await personalDataOf(db, owner)).requests).toEqual([]);
  });

  test('erases nothing that was written with an address they never proved', async () => {
    await ask();
    await db.transaction().execute((tx) => erasePerson(tx, { accountId: adele, emails: [] }));
    expect((await listLeads(db))[0]).toMatchObject({ firstName: 'Adèle' });
  });
});

test('how fast an agency answers is told from three answers on', async () => {
  const hours = [1, 3, 30];
  for (const [index, after] of hours.entries()) {
    expect(await answerTimeOf(db, 'arenes')).toBeNull();
    const id = await ask({ email: `x${index}@exemple.test` });
    await move(id, 'new');
    await move(id, 'contacted', new Date(NOW.getTime() + after * 3_600_000), 'Inès');
  }
  expect(await answerTimeOf(db, 'arenes')).toBe('en quelques heures');
  expect(await answerTimeOf(db, 'inconnue')).toBeNull();
});
