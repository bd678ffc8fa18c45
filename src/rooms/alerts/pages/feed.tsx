import { services } from '#platform/context.server.ts';
import { readAlertId } from '../contract.ts';
import { feedAt } from '../owner/private-feeds.server.ts';
import { KEY_WORD } from '../owner/private-feeds.ts';
import type { Route } from './+types/feed.ts';

const headers = {
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-cache',
};

/** The private feeds of an alert: the key in the address opens them, nobody is logged in. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, env } = services(context);
  const { pathname, searchParams } = new URL(request.url);
  const feed = await feedAt(
    { db, env },
    {
      kind: pathname.toLowerCase().endsWith('.ics') ? 'calendar' : 'rss',
      alertId: readAlertId(params.alertId),
      key: searchParams.get(KEY_WORD)?.slice(0, 300) ?? '',
    },
  );
  if (!feed) {
    return new Response('Cette adresse n’est pas valable, ou ne l’est plus.\n', {
      status: 404,
      headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
    });
  }
  const { body, type, etag } = feed;
  const known = request.headers.get('if-none-match')?.split(/\s*,\s*/) ?? [];
  if (known.includes(etag)) return new Response(null, { status: 304, headers: { ...headers, etag } });
  return new Response(body, { headers: { ...headers, etag, 'content-type': type } });
}
