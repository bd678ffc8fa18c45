import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { UserId } from '#platform/auth.server.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Tx } from '#platform/db.server.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';
import { describe } from '#rooms/criteria/wording.ts';
import { alertsOf, createAlert, editAlert } from './alerts.server.ts';
import {
  hasAlerts,
  insertAlert,
  insertConfirmation,
  lockSubscriber,
  updateSubscriber,
} from './alerts.sql.server.ts';
import { labelsOf, placesOf } from './asking/described-search.server.ts';
import type { Frequency } from './asking/rhythm.ts';
import { CONFIRMATION_DAYS } from './contract.ts';
import { activate, deactivate } from './owner/activation.server.ts';
import { insertPastHits } from './owner/results.sql.server.ts';
import { RESULTS_DAYS } from './owner/results.ts';

const DAY_MS = 86_400_000;

/** expired: nobody confirmed it while its link was alive. */
type State = 'active' | 'paused' | 'stopped' | 'unconfirmed' | 'expired';

/** Invented people on the reserved domain, what they look for and what became of it. */
const PEOPLE: readonly (readonly [
  name: string,
  state: State,
  frequency: Frequency,
  daysAgo: number,
  criteria: Criteria,
])[] = [
  [
    'noemie.arcens',
    'active',
    'immediate',
    12,
    { transaction: 'location', places: ['31555'], pieces: 2, prixMax: 850 },
  ],
  [
    'paul.terrier',
    'active',
    'daily',
    30,
    { transaction: 'achat', places: ['44109'], type: ['maison'], prixMax: 480_000 },
  ],
  [
    'ines.vidal',
    'active',
    'daily',
    21,
    { transaction: 'achat', places: ['33063'], type: ['appartement'], pieces: 3 },
  ],
  [
    'samir.ould',
    'active',
    'immediate',
    8,
    { transaction: 'location', places: ['75111', '75120'], prixMax: 1_300 },
  ],
  ['clara.weiss', 'active', 'daily', 17, { transaction: 'achat', places: ['67482'], prixMax: 320_000 }],
  [
    'jerome.astier',
    'active',
    'daily',
    40,
    { transaction: 'achat', places: ['74010', '73065'], surfaceMin: 60 },
  ],
  ['lucie.morvan', 'paused', 'daily', 25, { transaction: 'achat', places: ['35288'], prixMax: 400_000 }],
  ['amine.tazi', 'paused', 'immediate', 19, { transaction: 'location', places: ['69266'], pieces: 3 }],
  ['helene.pons', 'stopped', 'daily', 34, { transaction: 'achat', places: ['06088'], type: ['appartement'] }],
  ['victor.lamy', 'stopped', 'immediate', 28, { transaction: 'location', places: ['59350'], prixMax: 700 }],
  [
    'maud.chevrier',
    'unconfirmed',
    'immediate',
    1,
    { transaction: 'achat', places: ['13001'], prixMax: 600_000 },
  ],
  ['bruno.castel', 'unconfirmed', 'daily', 3, { transaction: 'location', places: ['34172'], pieces: 1 }],
  ['ana.riveiro', 'expired', 'daily', 11, { transaction: 'achat', places: ['21231'], type: ['maison'] }],
  ['leo.grandin', 'expired', 'immediate', 9, { transaction: 'location', places: ['38185'], prixMax: 650 }],
];

/** What the login of the demonstration looks for. */
const OWN: readonly { readonly criteria: Criteria; readonly frequency: Frequency; readonly paused?: true }[] =
  [
    {
      criteria: { transaction: 'location', places: ['69383', '69387'], pieces: 2, prixMax: 1_100 },
      frequency: 'daily',
    },
    {
      criteria: { transaction: 'achat', places: ['74010'], type: ['maison'] },
      frequency: 'daily',
      paused: true,
    },
    {
      criteria: { transaction: 'achat', places: ['34172'], type: ['appartement'], prixMax: 350_000 },
      frequency: 'immediate',
    },
  ];

/**
 * Alerts of the demonstration's login: one told as soon as a listing fits, one each morning, one paused; and those of
 * other people, in every status. The login's have a past: what they found of what was on line. Lays what is missing,
 * and sends nothing.
 */
export async function seedAlerts(
  services: Pick<Services, 'db' | 'env'>,
  who: { userId: UserId; email: string },
): Promise<void> {
  const { db } = services;
  const now = clock.now();
  for (const [name, state, frequency, daysAgo, criteria] of PEOPLE) {
    const { name: title } = describe(criteria, labelsOf(await placesOf(db, criteria)));
    const at = new Date(now.getTime() - daysAgo * DAY_MS);
    const said = { email: `${name}@demo.vigie.test`, title, state, frequency, at, criteria };
    await db.transaction().execute((tx) => layAlert(tx, said, now));
  }
  const mine = await alertsOf(db, who.userId);
  for (const { criteria, frequency, paused } of OWN) {
    if (mine.some((alert) => isDeepStrictEqual(alert.criteria, criteria))) continue;
    const { alert } = await createAlert(services, who, { criteria, frequency }, 'demonstration');
    if (!alert) continue;
    const past = {
      alertId: alert.id,
      criteria,
      from: new Date(now.getTime() - (RESULTS_DAYS - 1) * DAY_MS),
      lastVisit: new Date(now.getTime() - DAY_MS),
      now,
    };
    await db.transaction().execute((tx) => insertPastHits(tx, past));
    if (paused) await editAlert(db, who.userId, alert.id, { status: 'paused' });
  }
}

async function layAlert(
  tx: Tx,
  said: { email: string; title: string; state: State; frequency: Frequency; at: Date; criteria: Criteria },
  now: Date,
): Promise<void> {
  const { email, title, state, frequency, at, criteria } = said;
  const subscriber = await lockSubscriber(tx, email, at);
  if (await hasAlerts(tx, subscriber.id)) return;
  const row = await insertAlert(tx, {
    subscriberId: subscriber.id,
    name: title.slice(0, 120),
    criteria: JSON.stringify(criteria),
    frequency,
    hour: 8,
    status: 'unconfirmed',
    createdAt: at,
    updatedAt: at,
  });
  if (state === 'unconfirmed' || state === 'expired') {
    await insertConfirmation(tx, {
      tokenHash: createHash('sha256').update(`démonstration ${email}`).digest(),
      alertId: row.id,
      createdAt: at,
      expiresAt: new Date(at.getTime() + CONFIRMATION_DAYS * DAY_MS),
    });
    return;
  }
  await updateSubscriber(tx, subscriber.id, { verifiedAt: at });
  const active = await activate(tx, row, now);
  if (state !== 'active') await deactivate(tx, active, state, now);
}
