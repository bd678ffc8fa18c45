import { createHash } from 'node:crypto';
import { parisDay } from '#contract/day.ts';
import { fail } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { xmlText } from '#contract/xml.ts';
import { readToken, signToken, type UserId } from '#platform/auth.server.ts';
import type { Services } from '#platform/context.server.ts';
import type { Db } from '#platform/db.server.ts';
import { priceLines, priceSentence } from '#rooms/listings/price-lines.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import {
  type ListingCard,
  listingName,
  mainFacts,
  secondaryFacts,
  whereabouts,
} from '#rooms/listings/reading.ts';
import { ownAlert } from '../alerts.server.ts';
import { alertById, lockAlert, updateAlert } from '../alerts.sql.server.ts';
import { alertErrors } from '../contract.ts';
import { calendarText, FEED_ITEMS, type Feeds, folded, KEY_WORD } from './private-feeds.ts';
import { foundPage } from './results.sql.server.ts';

type Open = Pick<Services, 'db' | 'env'>;
type Env = Pick<Services['env'], 'secret' | 'publicUrl'>;

/** What the key of an address is signed for. */
const FEEDS = 'alert-feeds';

/** The private feeds of an alert of this account. Throws ALERT_NOT_FOUND. */
export async function feedsOf({ db, env }: Open, userId: UserId, id: number): Promise<Feeds> {
  await ownAlert(db, userId, id);
  const row = await alertById(db, id);
  return row ? addressesOf(env, row) : null;
}

/** Opens the feeds of an alert at an address never given before, or closes them: the old address is dead. Throws ALERT_NOT_FOUND. */
export async function openFeeds(
  { db, env }: Open,
  userId: UserId,
  id: number,
  open: boolean,
): Promise<Feeds> {
  await ownAlert(db, userId, id);
  const row = await db.transaction().execute(async (tx) => {
    const held = await lockAlert(tx, id);
    if (!held || held.deletedAt) throw fail(alertErrors.ALERT_NOT_FOUND);
    return updateAlert(tx, id, {
      feedsOpen: open,
      feedsVersion: open ? held.feedsVersion + 1 : held.feedsVersion,
    });
  });
  return addressesOf(env, row);
}

function addressesOf(
  env: Env,
  { id, feedsOpen, feedsVersion }: { id: number; feedsOpen: boolean; feedsVersion: number },
): Feeds {
  if (!feedsOpen) return null;
  const key = signToken(env.secret, FEEDS, `${id}.${feedsVersion}`);
  const address = (path: string) => `${env.publicUrl}${path}?${KEY_WORD}=${key}`;
  return {
    rss: address(paths.alertFeed({ alertId: id })),
    calendar: address(paths.alertCalendar({ alertId: id })),
  };
}

interface Item {
  readonly listing: ListingCard;
  readonly foundAt: Date;
  readonly sure: boolean;
}

/**
 * A feed of the alert that an address names, ready to be sent, or null: no such alert, another key, feeds closed, alert
 * stopped or deleted. What it found in a month, is on line now and was not rejected.
 */
export async function feedAt(
  { db, env }: Open,
  at: { kind: 'rss' | 'calendar'; alertId: number; key: string },
): Promise<{ body: string; type: string; etag: string } | null> {
  const [, id, version] = /^(\d{1,15})\.(\d{1,9})$/.exec(readToken(env.secret, FEEDS, at.key) ?? '') ?? [];
  if (Number(id) !== at.alertId) return null;
  const alert = await alertById(db, at.alertId);
  if (!alert?.feedsOpen || alert.feedsVersion !== Number(version) || alert.status === 'stopped') return null;
  const items = await itemsOf(db, at.alertId);
  const body = at.kind === 'rss' ? rssOf(env, alert, items) : calendarOf(env, alert, items);
  return {
    body,
    type: at.kind === 'rss' ? 'application/rss+xml; charset=utf-8' : 'text/calendar; charset=utf-8',
    // Weak: an answer may be compressed on its way.
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
  };
}

async function itemsOf(db: Db, alertId: number): Promise<Item[]> {
  const rows = await foundPage(db, { alertId, view: 'found', offset: 0, limit: 5 * FEED_ITEMS });
  const newest = rows
    .filter(({ available }) => available)
    .toSorted((a, b) => b.foundAt.getTime() - a.foundAt.getTime() || b.listingId - a.listingId)
    .slice(0, FEED_ITEMS);
  const cards = new Map(
    (
      await listingsByIds(
        db,
        newest.map(({ listingId }) => listingId),
      )
    ).map((card) => [card.id, card]),
  );
  return newest.flatMap(({ listingId, foundAt, sure }) => {
    const listing = cards.get(listingId);
    return listing ? [{ listing, foundAt, sure }] : [];
  });
}

/** « Peut-être : Appartement 3 pièces 64 m² – Nîmes, 250 000,00 € »: the price in the form of the law. */
function titleOf({ listing, sure }: Item): string {
  return `${sure ? '' : 'Peut-être\u00a0: '}${listingName(listing)}, ${priceSentence(priceLines(listing))}`;
}

function bodyOf({ listing }: Item): string {
  const essential = priceLines(listing).lines.flatMap((line) => (line.essential ? line.text : []));
  return [
    [...mainFacts(listing), ...secondaryFacts(listing)].join(' · '),
    whereabouts(listing),
    ...essential,
    listing.agency.name,
  ]
    .filter(Boolean)
    .join('\n');
}

const urlOf = (env: Env, { listing }: Item) => `${env.publicUrl}${paths.listing({ propertyId: listing.id })}`;

function rssOf(env: Env, alert: { id: number; name: string }, items: readonly Item[]): string {
  const entries = items.map(
    (item) => `<item>
<title>${xmlText(titleOf(item))}</title>
<link>${xmlText(urlOf(env, item))}</link>
<guid isPermaLink="false">vigie-${alert.id}-${item.listing.id}</guid>
<pubDate>${item.foundAt.toUTCString()}</pubDate>
<description>${xmlText(bodyOf(item))}</description>
</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0">
<channel>
<title>${xmlText(alert.name)} – Vigie</title>
<link>${xmlText(`${env.publicUrl}${paths.alertResults({ alertId: alert.id })}`)}</link>
<description>Ce que votre alerte a trouvé et qui est en ligne.</description>
<language>fr-FR</language>
<ttl>15</ttl>
${entries.join('\n')}
</channel>
</rss>
`;
}

function calendarOf(env: Env, alert: { id: number; name: string }, items: readonly Item[]): string {
  const host = new URL(env.publicUrl).hostname;
  const stamp = (date: Date) => date.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vigie//Alerte//FR',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${calendarText(alert.name)} – Vigie`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...items.flatMap((item) => [
      'BEGIN:VEVENT',
      `UID:alerte-${alert.id}-annonce-${item.listing.id}@${host}`,
      `DTSTAMP:${stamp(item.foundAt)}`,
      // The day it was found, which takes nobody's time.
      `DTSTART;VALUE=DATE:${parisDay(item.foundAt).day.replaceAll('-', '')}`,
      'TRANSP:TRANSPARENT',
      `SUMMARY:${calendarText(titleOf(item))}`,
      `DESCRIPTION:${calendarText(bodyOf(item))}`,
      `URL:${urlOf(env, item)}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
