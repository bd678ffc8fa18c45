import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dayBefore, parisDay } from '#contract/day.ts';
import { Refusal } from '#contract/errors.ts';
import { asAdministratorName, asAgencyId, asOwnerReference } from '#platform/auth.server.ts';
import { clock, moveClock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Tx } from '#platform/db.server.ts';
import { pauseBoost, resumeBoost, stopBoost } from '#rooms/boosts/boosts.server.ts';
import { reportDone } from '#rooms/boosts/by-hand.server.ts';
import type { Boost } from '#rooms/boosts/contract.ts';
import { followCourse, settleBoosts, stopUnshowable } from '#rooms/boosts/course.server.ts';
import { recordFigures } from '#rooms/boosts/figures.server.ts';
import { publishNext } from '#rooms/boosts/publishing.server.ts';
import { boostOf } from '#rooms/boosts/reading.server.ts';
import { shownDays } from '#rooms/boosts/unspent.ts';
import { couponCreationErrors } from '#rooms/coupons/contract.ts';
import { addCoupon } from '#rooms/coupons/coupons.server.ts';
import type { NewCouponGiven } from '#rooms/coupons/new-coupon.ts';
import { SYSTEM } from '#rooms/leads/contract.ts';
import { moveLead, receiveLead } from '#rooms/leads/leads.server.ts';
import { lockAgencyListings, shiftListings } from '#rooms/listings/availability.server.ts';
import { silenceNotifications } from '#rooms/notifications/notifications.server.ts';
import { creditSettledBoosts } from './credits.server.ts';
import { type BoostableDemo, selectBoostableDemo, selectLaidOrders } from './demonstration.sql.server.ts';
import {
  type Act,
  demoFigures,
  leaves,
  NEIGHBOUR,
  OPEN_TO_ALL,
  type Story,
  stories,
} from './demonstration.ts';
import { paySession } from './embedded.server.ts';
import { receiveEvent } from './events.server.ts';
import { checkout } from './orders.server.ts';
import { quoteCart } from './quote.server.ts';
import { payRefunds } from './refunds.server.ts';

const HOUR_MS = 3_600_000;
const AUTHOR = 'Équipe de l’agence';

/**
 * Campaigns of the demonstration in every status, with their figures, leads, invoices and credit notes, each act at its own past moment and
 * by the rules that it goes through in earnest. Laid once; a laying that was cut goes on with the campaign that it was at. Must run
 * before anything else reads the clock.
 */
export async function seedBoosts(services: Services, now: Date): Promise<void> {
  const { db } = services;
  const laid = await selectLaidOrders(db);
  if (laid.length === stories.length) return;
  const listings = await selectBoostableDemo(db, [OPEN_TO_ALL, NEIGHBOUR]);
  const plan = assign(listings);
  if (!plan) return;
  // The days it began with, so that what is left of it says what it would have said.
  const begun = laid[0] ? laid[0].createdAt.getTime() + stories[0]!.ordered * HOUR_MS : now.getTime();
  // Whatever keys this installation has: nothing of the demonstration is asked of a real provider or network.
  const { META_ACCESS_TOKEN: _token, META_AD_ACCOUNT: _account, ...settings } = services.env;
  const env = { ...settings, stripe: null };
  const quiet: Services = { ...services, env, log: services.log.child({}, { level: 'silent' }) };
  const at = async <T>(hours: number, work: () => Promise<T>): Promise<T> => {
    moveClock(begun - hours * HOUR_MS - Date.now());
    try {
      return await work();
    } finally {
      moveClock(0);
    }
  };
  await at(stories[0]!.ordered + 24 * 20, () => layCoupons(services));
  for (const [rank, story] of stories.entries()) {
    if (rank < laid.length - 1) continue;
    const own = plan[rank]!;
    const key = keyOf(rank);
    if (!laid.some((order) => order.key === key))
      await at(story.ordered, () => order(quiet, story, own, key));
    for (const [hours, act] of await actsLeft(services, story, key))
      await at(hours, () => perform(quiet, act, { story, own, key, rank }));
  }
  for (const agencyId of new Set(plan.flat().map((listing) => listing.agencyId)))
    await silenceNotifications(db, agencyId);
}

const keyOf = (rank: number) => `demonstration-${String(rank).padStart(2, '0')}`;

/** The listings of each story; null where the agencies have too few. */
function assign(listings: readonly BoostableDemo[]): BoostableDemo[][] | null {
  const left = Map.groupBy(listings, ({ ownerReference }) => ownerReference);
  const plan: BoostableDemo[][] = [];
  for (const story of stories) {
    const own = left.get(story.agency)?.splice(0, story.listings) ?? [];
    if (own.length < story.listings) return null;
    plan.push(own);
  }
  return plan;
}

async function layCoupons({ db }: Pick<Services, 'db'>): Promise<void> {
  const now = clock.now();
  const until = new Date(now.getTime() + 180 * 24 * HOUR_MS);
  const usual = {
    ceiling: null,
    minimumNet: null,
    formulas: null,
    agencies: null,
    firstOrder: false,
    usesMax: null,
    usesPerAgency: null,
    startsAt: null,
    endsAt: null,
    stackable: false,
  };
  const coupons: NewCouponGiven[] = [
    {
      ...usual,
      code: 'BIENVENUE',
      label: '10\u00a0% sur la première commande',
      kind: 'percent',
      value: 1_000,
      firstOrder: true,
    },
    {
      ...usual,
      code: 'CINQJOURS',
      label: 'Cinq jours offerts',
      kind: 'free_days',
      value: 5,
      usesPerAgency: 1,
      stackable: true,
    },
    {
      ...usual,
      code: 'MICOCOULE20',
      label: '20\u00a0€ sur vos boosts',
      kind: 'amount',
      value: 2_000,
      minimumNet: 10_000,
      agencies: [OPEN_TO_ALL],
      usesPerAgency: 1,
      endsAt: until,
    },
  ];
  for (const coupon of coupons)
    await addCoupon(db, coupon, asAdministratorName('Démonstration')).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.spec !== couponCreationErrors.COUPON_TAKEN) throw error;
    });
}

/** What is still to happen in a story: what follows the last status that its boost came to. */
async function actsLeft({ db }: Pick<Services, 'db'>, { acts }: Story, key: string): Promise<Story['acts']> {
  const order = (await selectLaidOrders(db)).find((one) => one.key === key);
  if (!order || order.settled) return [];
  const seen = [...order.statuses];
  let done = 0;
  for (const [rank, [, act]] of acts.entries()) {
    const status = leaves[act];
    const found = status === undefined ? -1 : seen.findIndex((one) => one === status || one === 'inactive');
    if (found === -1) continue;
    seen.splice(0, found + 1);
    done = rank + 1;
  }
  return acts.slice(done);
}

async function order(
  services: Services,
  story: Story,
  own: readonly BoostableDemo[],
  key: string,
): Promise<void> {
  const [first] = own;
  const cart = {
    agencyId: asAgencyId(first!.agencyId),
    ownerReference: asOwnerReference(first!.ownerReference),
    coupons: story.coupons ?? [],
    boosts: [
      {
        listingIds: own.map(({ id }) => id),
        formula: story.formula,
        place: first!.placeCode,
        radiusKm: 30,
        objective: story.objective,
        startOn: story.startIn === undefined ? null : dayBefore(parisDay(clock.now()).day, -story.startIn),
        title: story.title,
        text: 'Photos, prix complet et diagnostics sont dans l’annonce. L’agence vous répond.',
        callToAction: story.objective === 'leads' ? ('visit' as const) : ('see' as const),
      },
    ],
  };
  const { totals, terms } = await quoteCart(services, cart);
  await checkout(services, { ...cart, gross: totals.gross, terms, key, demo: true });
}

interface Scene {
  readonly story: Story;
  readonly own: readonly BoostableDemo[];
  readonly key: string;
  readonly rank: number;
}

async function perform(services: Services, act: Act, { story, own, key, rank }: Scene): Promise<void> {
  const { db } = services;
  const now = clock.now();
  const laid = (await selectLaidOrders(db)).find((one) => one.key === key)!;
  const { boostId } = laid;
  const actor = { agencyId: asAgencyId(own[0]!.agencyId), name: AUTHOR };
  const word = String(boostId);
  switch (act) {
    case 'pay': {
      for (const event of await paySession(services, laid.sessionId!, 1)) await receiveEvent(services, event);
      // Without a network that programs speak to, a person publishes it; those that a network is asked for wait for it.
      const asked = story.acts.some(([, other]) => other === 'silence' || other === 'refusal');
      if (!asked) await publishNext(services);
      return;
    }
    case 'publish': {
      const { reference } = await boostOf(db, boostId);
      await reportDone(db, boostId, { url: `https://reseau.example/publicites/${reference}` });
      return;
    }
    case 'figures':
      return report(services, await boostOf(db, boostId), rank);
    case 'pause':
      await pauseBoost(db, actor, word);
      await reportDone(db, boostId, { url: null });
      return;
    case 'resume':
      await resumeBoost(db, actor, word);
      await reportDone(db, boostId, { url: null });
      return;
    case 'stop':
      await stopBoost(db, actor, word);
      await reportDone(db, boostId, { url: null });
      return;
    case 'end':
      await followCourse(db, now);
      await reportDone(db, boostId, { url: null });
      return;
    case 'sell':
    case 'drop': {
      const { listings } = await boostOf(db, boostId);
      const { id } = act === 'sell' ? listings[0]! : listings.at(-1)!;
      await db.transaction().execute((tx) => leaveLine(tx, act, { id, agencyId: own[0]!.agencyId }, now));
      await stopUnshowable(db, now);
      await reportDone(db, boostId, { url: null });
      return;
    }
    case 'lead':
      return lead(services, await boostOf(db, boostId), { now, rank });
    case 'silence':
      await askNetwork(services, 503, 'Le service est momentanément indisponible.');
      // Asked once, and not again: nobody answers for it here.
      moveClock(now.getTime() + HOUR_MS - Date.now());
      await publishNext(services);
      return;
    case 'refusal':
      return askNetwork(
        services,
        400,
        'La page Facebook de l’agence n’est pas reliée au compte publicitaire.',
      );
    case 'settle':
      await settleBoosts(db, now);
      await creditSettledBoosts(services);
      await payRefunds(services, new AbortController().signal);
  }
}

async function report({ db }: Services, boost: Boost, rank: number): Promise<void> {
  const now = clock.now();
  const { startedAt, endedAt, endedBecause, mediaBudget, days, freeDays, status, timeline } = boost;
  if (startedAt === null) return;
  const paused =
    status === 'paused' ? timeline.findLast((event) => event.status === 'paused')?.at : undefined;
  const until = endedAt ?? paused ?? now.toISOString();
  const shown = shownDays({ startedAt: new Date(startedAt), endedAt: new Date(until) });
  const today = parisDay(now).day;
  const over = endedAt === null ? shown.filter((day) => day < today) : shown;
  const budget = endedBecause === 'over' ? mediaBudget : null;
  const share = mediaBudget / (days + freeDays);
  await recordFigures(db, boost.id, demoFigures(over, { share, budget, seed: rank }));
}

async function leaveLine(
  tx: Tx,
  act: 'sell' | 'drop',
  { id, agencyId }: Pick<BoostableDemo, 'id' | 'agencyId'>,
  now: Date,
): Promise<void> {
  await lockAgencyListings(tx, agencyId);
  const to = act === 'sell' ? ('sold' as const) : ('withdrawn' as const);
  await shiftListings(tx, { shifts: [{ id, from: 'online', to }], run: null, now });
}

/** Invented people on the reserved domain, with telephones of the range kept for fiction. */
const PEOPLE = ['Inès Vasseur', 'Martin Leduc', 'Samia Belkacem', 'Antoine Rivoire', 'Lise Cambon'] as const;
const MESSAGES = [
  'Bonjour, je viens de voir votre publicité. Ce bien est-il toujours disponible\u00a0? Je peux le visiter en fin de semaine.',
  'Bonjour, pourriez-vous me rappeler pour convenir d’une visite\u00a0? Je suis joignable après 17\u00a0h.',
  'Votre annonce m’intéresse. Quel est le montant des charges et de la taxe foncière\u00a0?',
] as const;

async function lead(
  { db }: Services,
  boost: Boost,
  { now, rank: story }: { now: Date; rank: number },
): Promise<void> {
  const listing = boost.listings.find(({ dropped }) => dropped === null);
  if (!listing) return;
  const count = boost.ledger.reduce((sum, day) => sum + day.leads, 0);
  const rank = story * 7 + count;
  const [firstName = '', lastName = ''] = PEOPLE[rank % PEOPLE.length]!.split(' ');
  await db.transaction().execute(async (tx) => {
    const id = await receiveLead(
      tx,
      {
        listingId: listing.id,
        source: 'boost',
        boostReference: boost.reference,
        request: rank % 3 === 2 ? 'information' : 'visit',
        firstName,
        lastName,
        email: `boost.${story}.${count}@demo.vigie.test`,
        phone: `+33639980${String(500 + (rank % 400)).padStart(3, '0')}`,
        message: MESSAGES[rank % MESSAGES.length]!,
      },
      { now, demo: true },
    );
    await moveLead(tx, { id, to: 'new', by: SYSTEM }, now);
  });
}

/** Speaks of the boost that waits with a network of this process, which answers every question with this. */
async function askNetwork(services: Services, status: number, reason: string): Promise<void> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { code: 0, message: reason, error_user_msg: reason } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const keys = {
      META_ACCESS_TOKEN: 'demonstration',
      META_AD_ACCOUNT: 'act_0',
      META_API_URL: `http://127.0.0.1:${port}`,
    };
    await publishNext({ ...services, env: { ...services.env, ...keys } });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
