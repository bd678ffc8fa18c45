import { beforeAll, describe, expect, it } from 'vitest';
import { clock, moveClock } from '#platform/clock.server.ts';
import { answerExclusion, exclusionLink, OPERATOR, setExclusion } from '#rooms/agencies/exclusion.server.ts';
import { EXCLUSION_MAILS_PER_DAY } from '#rooms/agencies/exclusion.ts';
import { partiesOf } from '#rooms/feeds/staging/parties.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { judgeDrafts, notifyLegalDepartures } from '#rooms/listings/publication.server.ts';
import { joined } from '../../../tests/kit/agencies.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { lawfulAgency, lawfulSale } from '../../../tests/kit/law.ts';
import { judgeChanged } from './agency-profile.server.ts';

let site: TestApp;
beforeAll(async () => {
  site = await testApp();
});

const ask = (ownerReference: string) =>
  site.call('POST', '/api/agence/exclusion', { body: { ownerReference } });
const confirm = (token: string) => site.call('POST', '/api/agence/exclusion/confirm', { body: { token } });
const mailsTo = (recipient: string) =>
  site.db
    .selectFrom('mailOutbox')
    .select(['subject', 'html'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute();
async function answered() {
  // One after the other, as the worker does.
  while (await answerExclusion(site.services));
}
const surveyOf = (reference: string) => ({
  records: 1,
  sender: null,
  ending: 'whole' as const,
  agencies: new Map([[reference, { rows: 1, feeSchedule: null, samePhoto: false }]]),
});
const tokenTo = async (recipient: string) =>
  /[?&]token=([\w-]{43})/.exec((await mailsTo(recipient)).at(-1)?.html ?? '')?.[1] ?? '';

async function withListing(reference: string, email?: string) {
  const agency = await lawfulAgency(site.db, reference, email ? { email } : {});
  await feed(agency.id);
  return agency;
}
async function feed(agencyId: number) {
  const now = clock.now();
  const drafts = await judgeDrafts(site.db, { source: 'poliris', agencyId, drafts: [lawfulSale('a')], now });
  await site.db
    .transaction()
    .execute((tx) => applyListings(tx, { agencyId, source: 'poliris', run: null, now, drafts }));
}
const statusOf = async (agencyId: number) =>
  (
    await site.db
      .selectFrom('listing')
      .select('status')
      .where('agencyId', '=', agencyId)
      .executeTakeFirstOrThrow()
  ).status;

describe('an agency that chooses not to be published', () => {
  it('is asked at the address on file only, in the same words whoever asks', async () => {
    await withListing('sortante', 'sortante@essai.test');
    const known = await ask(' Sortante ');
    const unknown = await ask('personne-ici');
    expect([known.status, known.json]).toEqual([unknown.status, unknown.json]);
    expect(await mailsTo('sortante@essai.test')).toEqual([]);
    await answered();
    expect((await mailsTo('sortante@essai.test')).map(({ subject }) => subject)).toEqual([
      'Ne plus diffuser les annonces de votre agence',
    ]);
  });

  it('leaves by the mailed link, and no feed brings it back until that is taken back', async () => {
    const { id } = await withListing('partie', 'partie@essai.test');
    await ask('partie');
    await answered();
    const token = await tokenTo('partie@essai.test');
    // Looking uses nothing.
    expect(await exclusionLink(site.db, token)).toMatchObject({
      agency: 'Agence partie',
      done: null,
      listings: 1,
    });
    expect(await statusOf(id)).toBe('online');
    const done = await confirm(token);
    expect([done.status, done.json.data]).toEqual([
      200,
      { agency: 'Agence partie', on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), removed: 1 },
    ]);
    expect(await statusOf(id)).toBe('refused');
    // Again, it says the same and mails nothing more; what the law took off line is not told either.
    expect((await confirm(token)).json.data).toEqual(done.json.data);
    expect(await notifyLegalDepartures(site.services, clock.now())).toBe(0);
    expect((await mailsTo('partie@essai.test')).map(({ subject }) => subject)).toEqual([
      'Ne plus diffuser les annonces de votre agence',
      'Vos annonces ne sont plus diffusées sur Vigie',
    ]);
    await feed(id);
    expect(await statusOf(id)).toBe('refused');
    const parties = await partiesOf(site.db, surveyOf('partie'), { file: 'essai_partie.zip' });
    expect([parties.known.size, parties.refused[0]?.reason]).toEqual([0, 'FEED_EXCLUDED_AGENCY']);
    await setExclusion(site.db, 'partie', false, OPERATOR);
    await judgeChanged(site.services, new AbortController().signal);
    expect(await statusOf(id)).toBe('online');
    // The link of before makes that choice no more.
    const late = await confirm(token);
    expect([late.status, late.json.code, await statusOf(id)]).toEqual([400, 'LINK_INVALID', 'online']);
    expect((await partiesOf(site.db, surveyOf('partie'), { file: 'essai_partie.zip' })).known.size).toBe(1);
  });

  it('has a day to use the mailed link: found later it takes nothing off line, and used it says so longer', async () => {
    const { id } = await withListing('tardive', 'tardive@essai.test');
    await ask('tardive');
    await answered();
    const token = await tokenTo('tardive@essai.test');
    moveClock(25 * 3_600_000);
    expect(await exclusionLink(site.db, token)).toBeNull();
    const late = await confirm(token);
    expect([late.status, late.json.code, await statusOf(id)]).toEqual([400, 'LINK_INVALID', 'online']);
    await ask('tardive');
    await answered();
    const again = await tokenTo('tardive@essai.test');
    expect((await confirm(again)).status).toBe(200);
    moveClock(50 * 3_600_000);
    expect(await exclusionLink(site.db, again)).toMatchObject({ done: { removed: 1 } });
    moveClock(0);
  });

  it('is mailed a few links a day at most, at the address that its space has proven', async () => {
    const { agency } = await joined(site, 'Agence Harcelée', 'harcelee@essai.test');
    const before = (await mailsTo('harcelee@essai.test')).length;
    for (let times = 0; times < EXCLUSION_MAILS_PER_DAY + 2; times += 1) {
      await ask(agency.ownerReference);
      await answered();
    }
    expect((await mailsTo('harcelee@essai.test')).length - before).toBe(EXCLUSION_MAILS_PER_DAY);
  });

  it('is looked at by the team when no address is known', async () => {
    await withListing('sans-adresse');
    await ask('sans-adresse');
    await answered();
    const mails = await mailsTo(site.services.env.contactAddress);
    expect(mails.at(-1)?.html).toContain('agencies exclude --ref');
  });
});

it('takes no made-up link', async () => {
  const { status, json } = await confirm('x'.repeat(43));
  expect([status, json.code]).toEqual([400, 'LINK_INVALID']);
});
