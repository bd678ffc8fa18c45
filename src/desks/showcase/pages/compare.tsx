import { data, redirect } from 'react-router';
import { later } from '#browser/later.tsx';
import { formatCount } from '#contract/fmt.ts';
import { clock } from '#platform/clock.server.ts';
import { services } from '#platform/context.server.ts';
import {
  COMPARED_FIELD,
  COMPARED_MAX,
  COMPARED_MIN,
  comparePath,
  readCompared,
} from '#rooms/favorites/comparison.ts';
import { comparedListings } from '../comparison.server.ts';
import { paperCodeOf } from '../printing.server.ts';
import type { Route } from './+types/compare.ts';

const CompareView = later(() => import('../parts/compare-view.tsx'), 'CompareView');

export async function loader({ url, context }: Route.LoaderArgs) {
  const { readDb, env, actor } = services(context);
  const now = clock.now();
  const words = url.searchParams.getAll(COMPARED_FIELD);
  const asked = readCompared(words.join(','));
  // The form that adds one sends the word twice.
  if (words.length > 1) throw redirect(comparePath(asked));
  const { compared, missing } = await comparedListings(readDb, asked.slice(0, COMPARED_MAX), now);
  return data(
    {
      // Ten pictures of each are of no use here.
      compared: compared.map((one) => ({ ...one, listing: { ...one.listing, photos: [] } })),
      missing,
      tooMany: asked.length - Math.min(asked.length, COMPARED_MAX),
      only: url.searchParams.get('differences') === 'oui',
      paper: paperCodeOf(`${env.publicUrl}${comparePath(asked.slice(0, COMPARED_MAX))}`),
      signedIn: actor.kind === 'user',
      now: now.toISOString(),
      origin: env.publicUrl,
    },
    { headers: { 'x-robots-tag': 'noindex' } },
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  const count = loaderData?.compared.length ?? 0;
  const what = count >= COMPARED_MIN ? formatCount(count, 'annonce', 'annonces') : 'des annonces';
  return [{ title: `Comparer ${what} – Vigie` }, { name: 'robots', content: 'noindex' }];
}

export default function ComparePage({ loaderData }: Route.ComponentProps) {
  return <CompareView {...loaderData} />;
}
