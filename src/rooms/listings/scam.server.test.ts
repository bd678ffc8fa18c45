import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { asAdministratorName } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import { lawfulAgency, lawfulSale } from '../../../tests/kit/law.ts';
import { lawDesk } from '../../../tests/kit/law-desk.ts';
import type { ListingDraft } from './contract.ts';
import { matchNextHomes } from './home-matching.server.ts';
import { applyListings } from './intake.server.ts';
import { listingJobs } from './jobs.server.ts';
import { restoreListing, suspendListing } from './moderation.server.ts';
import { judgeDrafts } from './publication.server.ts';
import { selectOpenReviews } from './publication.sql.server.ts';
import { decideSignals, scamQueue } from './scam-decisions.server.ts';
import type { ScamDecision } from './scam-queue.ts';

const { services, db, desk, apply, row, kinds, mails, rejudge } = await lawDesk();
const by = asAdministratorName('camille');

const scam = {
  description:
    'Bel appartement. Un acompte de 300 € est demandé avant la visite. Contactez-moi uniquement sur WhatsApp.',
};
const doubtful = { description: 'Bel appartement. Aucune visite n’est possible.' };

const waiting = async () => (await scamQueue(db, { vue: 'attente' }, null)).listings;
const idOf = async (technicalId: string) => (await row(technicalId)).id;
const decide = async (
  decision: ScamDecision,
  { reason = 'Lu avec l’agence, tout est en ordre.', judged = null as string | null } = {},
) => decideSignals(services, { listingId: await idOf('A'), decision, reason, judged, by });
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error as { spec: { code: string } }).spec.code,
  );
const doubts = async () => {
  const { rows } = await sql<{ codes: string[]; score: number }>`
    select array(select signal->>'code' from jsonb_array_elements(signals) signal) as codes, score from listing_scam
  `.execute(db);
  return rows;
};

describe('a listing with the signals of a scam', () => {
  test('waits for a person, who sees what it says; cleared, it is on line at once and stays there', async () => {
    await apply(lawfulSale('A', scam), lawfulSale('B'));
    expect(await row('A')).toMatchObject({ status: 'pending', hold: 'review', rules: ['F13'] });
    expect((await row('B')).status).toBe('online');
    expect(await kinds()).toEqual(['listing.appeared']);
    // It is nobody’s wording to be read (R26).
    expect(await selectOpenReviews(db)).toEqual([]);
    const [one, ...others] = await waiting();
    expect(others).toEqual([]);
    expect(one).toMatchObject({ reference: 'V-A', status: 'pending', decided: null });
    expect(one?.signals.map((signal) => signal.code)).toEqual([
      'advance_payment',
      'diverted_contact',
      'unverified_agency',
    ]);
    expect(one?.signals[0]?.excerpt).toContain('acompte de 300 €');

    expect(await decide('clear', { judged: one?.judged ?? '' })).toEqual({ status: 'online' });
    expect(await waiting()).toEqual([]);
    expect(await kinds()).toEqual(['listing.appeared', 'listing.appeared']);
    await apply(lawfulSale('A', scam));
    await rejudge();
    expect((await row('A')).status).toBe('online');
    const { listings } = await scamQueue(db, { vue: 'tranchees' }, null);
    expect(listings).toMatchObject([{ reference: 'V-A', decided: 'clear', decidedBy: 'camille' }]);
  });

  test('is judged again once its words or its price say something else, and no sooner', async () => {
    await apply(lawfulSale('A', scam));
    await decide('clear');
    const shouted = { description: scam.description.toUpperCase() };
    await apply(lawfulSale('A', { ...shouted, price: 25_500_000 }));
    expect((await row('A')).status).toBe('online');
    await apply(lawfulSale('A', { description: `${scam.description} Libre de suite.` }));
    expect((await row('A')).status).toBe('pending');
    expect(await waiting()).toHaveLength(1);

    await decide('clear');
    expect((await row('A')).status).toBe('online');
    await apply(lawfulSale('A', { description: `${scam.description} Libre de suite.`, price: 20_000_000 }));
    expect((await row('A')).status).toBe('pending');
    await apply(lawfulSale('A'));
    expect((await row('A')).status).toBe('online');
    expect(await doubts()).toEqual([]);
  });

  test('found a scam, it is suspended and its agency told why; given back, it is refused until it is changed', async () => {
    await apply(lawfulSale('A', scam));
    const reason = 'Demande de l’argent avant la visite.';
    expect(await decide('scam', { reason })).toEqual({ status: 'suspended' });
    expect((await mails()).map(({ to }) => to)).toEqual(['agence@arenes.test']);
    expect((await mails())[0]?.text).toContain(reason);
    await apply(lawfulSale('A', scam));
    await rejudge();
    expect((await row('A')).status).toBe('suspended');
    await restoreListing(services, { listingId: await idOf('A'), reason: 'L’agence a répondu.', by });
    expect(await row('A')).toMatchObject({ status: 'refused', hold: 'block', rules: ['F13'] });
    await apply(lawfulSale('A'));
    expect((await row('A')).status).toBe('online');
  });

  test('found a scam by mistake, it is given back as soon as a person clears it, and its agency is told', async () => {
    await apply(lawfulSale('A', scam));
    await decide('scam', { reason: 'Demande de l’argent avant la visite.' });
    const reason = 'L’acompte est un séquestre chez le notaire.';
    expect(await decide('clear', { reason })).toEqual({ status: 'online' });
    expect(await row('A')).toMatchObject({ status: 'online', hold: null, rules: [] });
    const sent = await mails();
    expect(sent).toHaveLength(2);
    const restored = sent.find(({ subject }) => subject.includes('rétablie'));
    expect([restored?.to, restored?.text.includes(reason)]).toEqual(['agence@arenes.test', true]);
    const { rows } = await sql<{ action: string }>`
      select action from admin_audit where subject_id = ${String(await idOf('A'))} order by id
    `.execute(db);
    expect(rows.map(({ action }) => action)).toEqual([
      'listing.suspended',
      'listing.signals',
      'listing.restored',
      'listing.signals',
    ]);
    await apply(lawfulSale('A', scam));
    await rejudge();
    expect((await row('A')).status).toBe('online');
  });

  test.each([
    ['as a scam by hand, it is given back too', 'scam', 'own', 'online'],
    ['as a scam on a report, it stays so until that is contested', 'scam', 'report', 'suspended'],
    ['on another ground, it stays so', 'price', 'own', 'suspended'],
  ] as const)('cleared while suspended %s', async (_, ground, source, status) => {
    await apply(lawfulSale('A', scam));
    const listingId = await idOf('A');
    await suspendListing(services, { listingId, ground, source, reason: 'Vu par nous, à relire.', by });
    expect(await decide('clear')).toEqual({ status });
  });

  test('on line already, it leaves the line when it is found a scam', async () => {
    await apply(lawfulSale('A', doubtful));
    expect((await row('A')).status).toBe('online');
    expect(await decide('scam', { reason: 'Le bien n’existe pas.' })).toEqual({ status: 'suspended' });
    expect(await kinds()).toEqual(['listing.appeared', 'listing.left']);
  });

  test('is decided on what stands there, once, with a reason that the audit keeps', async () => {
    await apply(lawfulSale('A', scam), lawfulSale('B'));
    const [read] = await waiting();
    expect(await code(decide('clear', { reason: 'ok' }))).toBe('REASON_MISSING');
    const given = { decision: 'clear', reason: 'Rien à reprocher.', judged: null, by } as const;
    expect(await code(decideSignals(services, { ...given, listingId: 999_999_999 }))).toBe('SIGNALS_UNKNOWN');
    expect(await code(decideSignals(services, { ...given, listingId: await idOf('B') }))).toBe(
      'SIGNALS_UNKNOWN',
    );
    await apply(lawfulSale('A', { description: `${scam.description} Vite.` }));
    expect(await code(decide('clear', { judged: read?.judged ?? '' }))).toBe('SIGNALS_OUTDATED');
    await decide('clear');
    await decide('clear');
    const { rows } = await sql<{ action: string; administrator: string; reason: string }>`
      select action, administrator, reason from admin_audit where subject_id = ${String(await idOf('A'))}
    `.execute(db);
    expect(rows).toEqual([
      { action: 'listing.signals', administrator: 'camille', reason: 'Lu avec l’agence, tout est en ordre.' },
    ]);
  });
});

describe('a doubtful listing', () => {
  test('is on line, and its signals are kept for whoever reads it', async () => {
    await apply(lawfulSale('A', doubtful));
    expect(await row('A')).toMatchObject({ status: 'online', rules: [] });
    expect(await doubts()).toEqual([{ codes: ['no_visit', 'unverified_agency'], score: 55 }]);
    const { listings } = await scamQueue(db, { vue: 'douteuses' }, null);
    expect(listings.map(({ reference }) => reference)).toEqual(['V-A']);
    await apply(lawfulSale('A'));
    expect(await doubts()).toEqual([]);
  });

  test('an agency whose SIREN a person verified weighs less', async () => {
    await sql`
      insert into agency_check (agency_id, kind, outcome, stated, by_whom, at)
      values (${desk.agencyId}, 'siren', 'verified', '732829320', 'camille', now())
    `.execute(db);
    await apply(lawfulSale('A', doubtful));
    expect(await doubts()).toEqual([{ codes: ['no_visit'], score: 45 }]);
  });
});

describe('photos of another agency', () => {
  beforeEach(async () => {
    await sql`truncate property, property_mark, property_work cascade`.execute(db);
  });

  const photos = [1, 2, 3].map((rank) => ({
    source: `https://photos.exemple.test/${rank}.jpg`,
    kind: 'url' as const,
    caption: null,
  }));

  /** As if the worker had made their pictures, each with this fingerprint and those after it. */
  async function made(technicalId: string, fingerprint: number) {
    await sql`
      update listing_photo set status = 'ready', storage_key = listing_id || '-' || position, width = 1200, height = 800,
        perceptual_hash = ${fingerprint}::bigint + position
      where listing_id = (select id from listing where technical_id = ${technicalId})
    `.execute(db);
    const job = listingJobs.find(({ name }) => name === 'listings.properties')!;
    while (await job.handler(services, new AbortController().signal));
  }

  async function elsewhere(draft: ListingDraft): Promise<void> {
    const { id: agencyId } = await lawfulAgency(db, `autre-${draft.technicalId}`);
    const now = clock.now();
    await db.transaction().execute(async (tx) => {
      const drafts = await judgeDrafts(tx, { source: 'poliris', agencyId, drafts: [draft], now });
      await applyListings(tx, { agencyId, source: 'poliris', run: null, now, drafts });
    });
  }

  const inLyon = { placeCode: '69387', cityCode: '69123', departmentCode: '69', postalCode: '69007' };

  test('of a home elsewhere are a signal once they are known, and beside another one the listing leaves the line', async () => {
    await elsewhere(lawfulSale('Z', { ...inLyon, photos }));
    await made('Z', 1_000_000);
    await sql`update listing set published_at = published_at - interval '1 day'`.execute(db);
    await apply(lawfulSale('A', { photos }), lawfulSale('B', { ...doubtful, photos }));
    expect(await doubts()).toHaveLength(1);
    await made('A', 1_000_000);
    await made('B', 1_000_000);
    expect((await row('A')).status).toBe('online');
    expect((await row('B')).status).toBe('pending');
    const all = await doubts();
    expect(all.map(({ codes }) => codes).toSorted((a, b) => a.length - b.length)).toEqual([
      ['copied_photos', 'unverified_agency'],
      ['no_visit', 'copied_photos', 'unverified_agency'],
    ]);
    // What nobody looks for again is not forgotten.
    await apply(lawfulSale('A', { photos }));
    expect(await doubts()).toHaveLength(2);
  });

  test('of the same city, or seen later, or one alone, say nothing', async () => {
    await elsewhere(lawfulSale('Z', { photos }));
    await made('Z', 2_000_000);
    await sql`update listing set published_at = published_at - interval '1 day'`.execute(db);
    await apply(lawfulSale('A', { photos }));
    await made('A', 2_000_000);
    expect(await doubts()).toEqual([]);
    // Its first two pictures are others: the last one alone is the first of the others.
    await elsewhere(lawfulSale('X', { ...inLyon, photos }));
    await made('X', 1_999_998);
    expect(await doubts()).toEqual([]);
    // Whoever shows them later took them, not those who had them.
    await elsewhere(lawfulSale('Y', { ...inLyon, photos }));
    await sql`update listing set published_at = published_at + interval '1 day' where technical_id = 'Y'`.execute(
      db,
    );
    await made('Y', 2_000_000);
    await rejudge();
    const { rows } = await sql<{ technicalId: string }>`
      select technical_id from listing join listing_scam on listing_id = listing.id
    `.execute(db);
    expect(rows).toEqual([{ technicalId: 'Y' }]);
  });
});

test('the queue goes page by page, and of one agency', async () => {
  await apply(...Array.from({ length: 60 }, (_, rank) => lawfulSale(`A${rank}`, scam)));
  const first = await scamQueue(db, { vue: 'attente' }, null);
  expect(first.listings).toHaveLength(50);
  const second = await scamQueue(db, { vue: 'attente', agence: desk.agencyId }, first.next);
  expect(second).toMatchObject({ next: null });
  expect(new Set([...first.listings, ...second.listings].map(({ listingId }) => listingId)).size).toBe(60);
  expect((await scamQueue(db, { vue: 'attente', agence: desk.agencyId + 1 }, null)).listings).toEqual([]);
});

test('matching may run without a look at photos', async () => {
  await apply(lawfulSale('A'));
  while (await matchNextHomes(db));
  expect(await doubts()).toEqual([]);
});
