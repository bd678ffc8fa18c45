import { paths } from '#contract/paths.ts';
import { clock } from '#platform/clock.server.ts';
import type { Services } from '#platform/context.server.ts';
import { alertLike } from '#rooms/listings/heading.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import type { ListingCard } from '#rooms/listings/reading.ts';
import { similarListings } from '#rooms/listings/similar.server.ts';
import { sendMail } from '#rooms/mail/outbox.server.ts';
import { selectAnswerer } from './answers.sql.server.ts';
import { SYSTEM } from './contract.ts';
import { letterTo } from './conversation.server.ts';
import {
  closeDepartureLeads,
  type LeadDeparture,
  lockDepartureLeads,
  selectDepartures,
} from './departures.sql.server.ts';
import { insertEvent } from './leads.sql.server.ts';

type Open = Pick<Services, 'db' | 'env'>;

const DAY_MS = 86_400_000;
/** People who asked longer ago (days) are not notified: they have looked elsewhere since. */
const ASKED_DAYS = 90;
/** A feed that comes back whole within that time has taken nothing away. */
const PATIENCE_MS = DAY_MS;
const SOLD_PATIENCE_MS = 3_600_000;
const AT_ONCE = 100;
const ALTERNATIVES = 3;

/**
 * Notifies people who asked about a property that has left, once for each person and property, with up to three others
 * like it, and closes their leads as « bien indisponible » (domain.md, F6). A qualified lead stays its agency’s: it may
 * be who bought it. Safe to run twice, and at once. True: there may be more.
 */
export async function notifyDepartures(services: Open): Promise<boolean> {
  const now = clock.now().getTime();
  const left = await selectDepartures(services.db, {
    askedSince: new Date(now - ASKED_DAYS * DAY_MS),
    soldBefore: new Date(now - SOLD_PATIENCE_MS),
    withdrawnBefore: new Date(now - PATIENCE_MS),
    limit: AT_ONCE,
  });
  for (const one of left) await tell(services, one);
  return left.length === AT_ONCE;
}

async function tell({ db, env }: Open, left: LeadDeparture): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const leads = await lockDepartureLeads(tx, left);
    const [first] = leads;
    if (!first) return;
    const [card] = await listingsByIds(tx, [left.listingId]);
    if (!card) return;
    const others = (await similarListings(tx, left.listingId)).slice(0, ALTERNATIVES);
    const agency = await selectAnswerer(tx, first.agencyId);
    const mailKey = `lead:${first.id}:gone`;
    const { departureMail, departureText } = await import('./departures.mails.server.tsx');
    const urlOf = ({ id }: ListingCard) => `${env.publicUrl}${paths.listing({ propertyId: id })}`;
    const notice = departureMail({
      origin: env.publicUrl,
      agency: agency.name,
      card,
      others: others.map((other) => ({ card: other, url: urlOf(other) })),
      alertUrl: `${env.publicUrl}${alertLike(card)}`,
      contactUrl: `${env.publicUrl}${paths.contact()}`,
      askedAt: first.createdAt,
    });
    const letter = await letterTo(tx, env, { leadId: first.id, side: 'person', direct: agency.email });
    await closeDepartureLeads(
      tx,
      leads.map(({ id }) => id),
      now,
    );
    const noted = { at: now, byWhom: SYSTEM } as const;
    for (const { id, status } of leads) {
      const told = id === first.id ? { mailKey } : {};
      // One after the other, in one transaction.
      await insertEvent(tx, id, {
        ...noted,
        kind: 'gone',
        fromStatus: null,
        toStatus: null,
        text: departureText(card, others.length),
        ...told,
      });
      await insertEvent(tx, id, {
        ...noted,
        kind: 'status',
        fromStatus: status,
        toStatus: 'disqualified',
        text: 'unavailable',
      });
    }
    await sendMail(tx, notice, {
      key: mailKey,
      stream: `lead:${first.id}`,
      to: first.email,
      ...letter,
    });
  });
}
