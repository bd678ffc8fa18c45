import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { generatePortfolio, nextDay } from '#demonstration/poliris/portfolio.ts';
import { writeListings, zipFeed } from '#demonstration/poliris/writer.server.ts';
import type { AgencyId, OwnerReference } from '#platform/auth.server.ts';
import { isConnectionLost } from '#platform/db.server.ts';
import { diskStore } from '#platform/storage.server.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';
import { applyFeed, receiveFeed, type Sender } from '#rooms/feeds/diagnosis.server.ts';
import { importFeed } from '#rooms/feeds/importing.server.ts';
import { usualSettings } from '#rooms/notifications/contract.ts';
import { changeNotificationSettings } from '#rooms/notifications/notifications.server.ts';
import { joinedAt } from '../kit/agencies.ts';
import { makeAlert } from '../kit/alerts.ts';
import { chanceOf } from '../kit/chance.ts';
import { ownCluster } from '../kit/cluster.ts';
import {
  accountOf,
  digestsOf,
  eventsToldTwice,
  type ImportState,
  importOf,
  listingsOf,
} from '../kit/feed-ordeal.ts';
import { type Crew, mailbox, settled, startCrew } from '../kit/ordeal.ts';
import { makeLawful } from '../kit/portfolio.ts';
import { eventually, type Site, startSite } from '../kit/site.ts';

const LISTINGS = 5_000;
const KILLS = 20;
const RESTARTS = 2;
const ALERTS = 12;
/** Of anything that is waited for: only what never comes fails. */
const WITHIN_MS = 600_000;
const chance = chanceOf();

/** Where an import is when something happens to it: compared, read, applied, told. */
type Stage = 'received' | 'staging' | 'applying' | 'done';
const order: readonly Stage[] = ['received', 'staging', 'applying', 'done'];
const killedAt: readonly Stage[] = [
  'received',
  'staging',
  'staging',
  'applying',
  'applying',
  'applying',
  'done',
];
const restartedAt: readonly Stage[] = ['staging', 'applying'];
/** A part of a stage of which nothing is seen from outside lasts as long. */
const UNSEEN_MS = 2_000;
const BESIDE_MS = 300;

interface Trouble {
  readonly what: 'kill' | 'restart';
  readonly stage: Stage;
  /** How much of the stage is behind, from 0 to 1. */
  readonly at: number;
  readonly after: number;
}

const troubles = [
  ...Array.from({ length: KILLS }, () => trouble('kill', killedAt)),
  ...Array.from({ length: RESTARTS }, () => trouble('restart', restartedAt)),
].toSorted((a, b) => order.indexOf(a.stage) - order.indexOf(b.stage) || a.at - b.at);

function trouble(what: Trouble['what'], among: readonly Stage[]): Trouble {
  return {
    what,
    stage: chance.pick(among),
    at: chance.int(0, 99) / 100,
    after: chance.int(0, BESIDE_MS),
  };
}

const towns = [
  { postalCode: '30000', city: 'Nîmes', code: '30189', lat: 43.84, lng: 4.36, pricePerM2: 2300 },
  { postalCode: '34500', city: 'Béziers', code: '34032', lat: 43.34, lng: 3.21, pricePerM2: 1900 },
  { postalCode: '34000', city: 'Montpellier', code: '34172', lat: 43.61, lng: 3.88, pricePerM2: 3600 },
  { postalCode: '69007', city: 'Lyon', code: '69387', lat: 45.74, lng: 4.84, pricePerM2: 4800 },
];

const alerts = Array.from({ length: ALERTS }, (_, index): { email: string; criteria: Criteria } => ({
  email: `lecteur${index}@example.test`,
  criteria: {
    transaction: 'achat',
    places: [chance.pick(towns).code],
    prixMax: chance.int(90, 400) * 1000,
    pieces: chance.int(1, 4),
  },
}));

// The day before there were fewer: listings appear, change, leave and stay in one import.
const before = Math.round(LISTINGS * 0.4);
const pictures = [1, 2, 3].map((number) => ({
  name: `facade-${number}.jpg`,
  bytes: Buffer.from(`façade ${number}`),
}));
const portfolio = {
  seed: chance.seed,
  count: before,
  places: towns,
  photos: (technicalId: string, count: number) =>
    Array.from({ length: Math.min(2, count) }, (_, rank) =>
      rank === 0 && technicalId.endsWith('7')
        ? `facade-${1 + (Number(technicalId.at(-2)) % 3)}.jpg`
        : `https://photos.exemple-agence.test/${technicalId.toLowerCase()}/${rank + 1}.jpg`,
    ),
};
const changes = { gone: 150, cheaper: 200, newPicture: 100, newReference: 50 };

/** The files of two days: that of the second holds LISTINGS listings. */
async function feedsOf(agency: string): Promise<[Buffer, Buffer]> {
  const request = { ...portfolio, agency };
  const rows = generatePortfolio(request);
  const next = nextDay(request, rows, {
    seed: chance.seed,
    fresh: LISTINGS - before + changes.gone,
    ...changes,
  });
  expect(next.rows).toHaveLength(LISTINGS);
  return Promise.all(
    [rows, next.rows].map((all) => zipFeed({ listings: writeListings(all), pictures })),
  ) as Promise<[Buffer, Buffer]>;
}

/** An agency as it was the day before, people who watch, and the agency who asks to be told of its imports. */
async function theDayBefore(site: Site): Promise<{ sender: Sender; file: Buffer }> {
  const { id, ownerReference } = await joinedAt(site, {
    name: 'Agence des Arènes',
    email: 'arenes@essai.test',
  });
  await makeLawful(site, id);
  const [first, second] = await feedsOf(ownerReference);
  const file = path.join(site.dataDir, 'veille.zip');
  await writeFile(file, first);
  expect(await importFeed(needsOf(site), { file, agency: ownerReference })).toMatchObject({ status: 'done' });
  for (const alert of alerts) await makeAlert(site, alert);
  const agencyId = id as AgencyId;
  const channels = { ...usualSettings.channels, importDone: 'immediate' as const };
  await changeNotificationSettings(site.db, agencyId, { ...usualSettings, channels });
  return { sender: { agencyId, ownerReference: ownerReference as OwnerReference }, file: second };
}

const needsOf = ({ db, dataDir }: Site) => ({ db, storage: diskStore(path.join(dataDir, 'files')) });

/** Sends the file as the agency does, which applies it once it is compared. `done` ends with the import. */
async function send(site: Site, { sender, file }: { sender: Sender; file: Buffer }) {
  const { import: sent } = await receiveFeed(needsOf(site), sender, {
    name: 'export.zip',
    content: Readable.from([file]),
  });
  const until = (what: string, isSo: (state: ImportState) => boolean) =>
    eventually(
      `l’import en est à ${what}`,
      async () => {
        try {
          return isSo(await importOf(site.db, sent.id));
        } catch (error) {
          if (isConnectionLost(error)) return false;
          throw error;
        }
      },
      WITHIN_MS,
    );
  const isPast = (status: string, stage: Stage) => order.indexOf(status as Stage) > order.indexOf(stage);
  const reached = async ({ stage, at, after }: Trouble) => {
    await until(`${stage} à ${at}`, ({ status, staged }) => {
      if (status !== stage) return isPast(status, stage);
      if (stage === 'staging') return staged >= at * LISTINGS;
      return stage !== 'applying' || staged <= (1 - at) * LISTINGS;
    });
    await wait(stage === 'received' || stage === 'done' ? at * UNSEEN_MS : after);
  };
  const done = (async () => {
    await until('compared', ({ status }) => status === 'compared');
    await applyFeed(site.db, sender, String(sent.id), false);
    await until('done', ({ status }) => status === 'done');
  })();
  return { id: sent.id, reached, done };
}

/** Everybody was told everything, the agency that its import is done too: who takes over tells it at once. */
async function told(site: Site, { workers }: Crew): Promise<void> {
  await settled(site.db, WITHIN_MS);
  await Promise.all(workers.map((worker) => worker.stop()));
  const worker = await startSite({ role: 'worker', beside: site, settings: { DATABASE_URL: site.url } });
  await eventually(
    'l’agence est prévenue',
    async () => (await site.mails()).some(({ subject }) => subject === 'Import terminé : export.zip'),
    WITHIN_MS,
  );
  await settled(site.db, WITHIN_MS);
  await worker.stop();
}

it(`${KILLS} kills of the worker and ${RESTARTS} restarts of the database in an import of ${LISTINGS} listings: what an undisturbed one leaves, each mail once (SEED=${chance.seed})`, async () => {
  const quiet = await startSite({ role: 'web' });
  const quietDay = await theDayBefore(quiet);
  const former = await digestsOf(quiet.db);
  const quietCrew = await startCrew(quiet, 1);
  const undisturbed = await send(quiet, quietDay);
  await undisturbed.done;
  await told(quiet, quietCrew);
  const expected = {
    listings: await listingsOf(quiet.db),
    account: await accountOf(quiet, undisturbed.id),
    mails: await mailbox(quiet),
  };
  const next = await digestsOf(quiet.db);
  await quiet.stop();

  const { url, db, restart } = await ownCluster(6);
  const settings = { DATABASE_URL: url };
  const base: Site = { ...(await startSite({ role: 'web', settings })), db, url };
  const day = await theDayBefore(base);
  expect(await digestsOf(db)).toEqual(former);
  const crew = await startCrew(base, 1, settings);
  const trial = await send(base, day);
  const cuts: number[] = [];
  for (const each of troubles) {
    await trial.reached(each);
    if (each.what === 'restart') await restart();
    const [now] = await Promise.all([digestsOf(db), ...(each.what === 'kill' ? [crew.kill(0)] : [])]);
    // Nobody sees a listing between what it was and what it becomes.
    const torn = [...new Set([...former.keys(), ...now.keys()])].filter(
      (id) => now.get(id) !== former.get(id) && now.get(id) !== next.get(id),
    );
    expect(torn).toEqual([]);
    cuts.push([...now].filter(([id, digest]) => digest === next.get(id) && digest !== former.get(id)).length);
  }
  await trial.done;
  for (const each of [base, ...crew.workers])
    expect([each.process.exitCode, each.process.signalCode]).toEqual([null, null]);
  await told(base, crew);

  const changed = [...next].filter(([id, digest]) => digest !== former.get(id)).length;
  process.stdout.write(
    `${troubles.map(({ what, stage, at }, index) => `${what} ${stage} ${at}: ${cuts[index]}`).join(', ')} of ${changed} listings changed\n`,
  );
  expect(cuts.some((count) => count > 0 && count < changed)).toBe(true);
  expect(await listingsOf(db)).toEqual(expected.listings);
  expect(await accountOf(base, trial.id)).toEqual(expected.account);
  expect(await eventsToldTwice(db)).toEqual([]);
  const mails = await mailbox(base);
  expect(mails).toEqual(expected.mails);
  expect(mails.filter((mail) => mail.includes('lecteur')).length).toBeGreaterThan(1);
});
