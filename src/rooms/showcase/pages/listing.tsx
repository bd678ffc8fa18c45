import { data, redirect } from 'react-router';
import { later } from '../../../browser/later.tsx';
import { breadcrumbData } from '../../../contract/breadcrumb.ts';
import { Refusal } from '../../../contract/errors.ts';
import { pack, unpack } from '../../../contract/packed.ts';
import { loginPathFor, paths } from '../../../contract/paths.ts';
import { clock } from '../../../platform/clock.server.ts';
import { services } from '../../../platform/context.server.ts';
import { pageMeta } from '../../../ui/page-meta.ts';
import { userOf } from '../../accounts/rules.server.ts';
import { asksMark, markAsAsked } from '../../favorites/asked/rules.server.ts';
import { ownMarks } from '../../favorites/rules.server.ts';
import { answerTimeOf } from '../../leads/rules.server.ts';
import { priceLines, priceSentence } from '../../listings/legal/contract.ts';
import { photoPath } from '../../listings/photos/contract.ts';
import type { ListingView } from '../../listings/reading/contract.ts';
import { headingOf, structuredData, summaryOf } from '../../listings/reading/heading/contract.ts';
import { readUnitOrder, unitsInOrder } from '../../listings/reading/units/contract.ts';
import { publicListing } from '../../listings/rules.server.ts';
import { alikeListings } from '../../listings/similar/rules.server.ts';
import { REPORT_WORD } from '../../reports/words/contract.ts';
import { aroundOf } from '../around/rules.server.ts';
import { crumbsOf } from '../contract.ts';
import { costOf, readCostWords } from '../cost/contract.ts';
import { homeOf } from '../home/rules.server.ts';
import { paperCodeOf } from '../printing/rules.server.ts';
import { answerReport, newSubmission } from '../reporting/rules.server.ts';
import { worthOf } from '../rules.server.ts';
import type { Route } from './+types/listing.ts';

const ListingPage = later(() => import('../parts/listing-view.tsx'), 'ListingPage');

export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { db, readDb, env, actor } = services(context);
  const now = clock.now();
  try {
    const { listing, available } = await publicListing(readDb, params.propertyId, now);
    const [similar, home, around, worth, person, own, answers] = await Promise.all([
      alikeListings(readDb, listing.id),
      homeOf(readDb, listing.id, actor),
      aroundOf(readDb, listing),
      worthOf(readDb, listing, now),
      actor.kind === 'user' ? userOf(db, actor.userId) : null,
      actor.kind === 'user' ? ownMarks(db, actor.userId, listing.id) : null,
      available ? answerTimeOf(readDb, listing.agency.ownerReference) : null,
    ]);
    const order = readUnitOrder(url.searchParams.get('lots'));
    const units = listing.units && unitsInOrder(listing.units, order);
    return data(
      pack({
        listing: { ...listing, units },
        available,
        similar,
        home,
        around,
        cost: available ? costOf(listing, readCostWords(url.searchParams), now) : null,
        worth,
        order,
        person,
        own,
        answers,
        reporting: url.searchParams.has(REPORT_WORD) ? newSubmission() : null,
        paper: paperCodeOf(`${env.publicUrl}${paths.listing({ propertyId: listing.id })}`),
        now: now.toISOString(),
        origin: env.publicUrl,
        head: headOf(listing, available, env.publicUrl),
      }),
      // What is gone is answered, but not kept by search engines.
      available ? {} : { headers: { 'x-robots-tag': 'noindex' } },
    );
  } catch (error) {
    if (error instanceof Refusal) throw data(error.toEnvelope(), { status: error.spec.status });
    throw error;
  }
}

/** Only forms without JavaScript come here: with it, the dialog and the buttons make their calls. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, env, actor, ip } = services(context);
  const form = await request.formData();
  if (asksMark(form)) {
    const path = paths.listing({ propertyId: params.propertyId });
    if (actor.kind !== 'user') throw redirect(loginPathFor('individual', path));
    try {
      await markAsAsked(db, actor.userId, params.propertyId, form);
    } catch (error) {
      if (error instanceof Refusal) throw data(error.toEnvelope(), { status: error.spec.status });
      throw error;
    }
    throw redirect(path, 303);
  }
  const { status, answer } = await answerReport({ db, env }, params.propertyId, form, { actor, ip });
  return data(answer, { status });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [{ title: 'Annonce introuvable – Vigie' }, { name: 'robots', content: 'noindex' }];
  return unpack(loaderData).head;
}

/** Made with the data: what it takes weighs too much for the browser. */
function headOf(listing: ListingView, available: boolean, origin: string) {
  const price = priceSentence(priceLines(listing));
  const description = summaryOf(listing, price);
  const path = paths.listing({ propertyId: listing.id });
  const picture = listing.photo ? `${origin}${photoPath(listing.photo, 1280)}` : null;
  return pageMeta({
    title: `${headingOf(listing)}, ${price} – Vigie`,
    description,
    origin,
    path,
    robots: available ? undefined : 'noindex',
    picture: available ? pictureText(listing, price) : 'Cette annonce n’est plus en ligne',
    data: available
      ? [
          breadcrumbData(crumbsOf(listing), origin, path),
          structuredData(listing, `${origin}${path}`, picture, description),
        ]
      : [],
  });
}

/** What its picture says. */
function pictureText(listing: ListingView, price: string): string {
  const energy = listing.energyClass ? `, classe énergie ${listing.energyClass}` : '';
  return `${headingOf(listing)}, ${price}${energy}`;
}

export default function Listing({ loaderData, actionData }: Route.ComponentProps) {
  return <ListingPage page={unpack(loaderData)} answered={actionData ?? null} />;
}
