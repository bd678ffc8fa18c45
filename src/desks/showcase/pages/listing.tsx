import { data, redirect } from 'react-router';
import { later } from '#browser/later.tsx';
import { Refusal } from '#contract/errors.ts';
import { pack, unpack } from '#contract/packed.ts';
import { loginPathFor, paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { applyMarkForm, hasMarkForm } from '#rooms/favorites/mark-form.server.ts';
import { countView } from '#rooms/statistics/views.server.ts';
import { listingPage } from '../listing-page.server.ts';
import { answerReport } from '../reporting.server.ts';
import type { Route } from './+types/listing.ts';

const ListingPage = later(() => import('../parts/listing-view.tsx'), 'ListingPage');

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  try {
    const here = services(context);
    const page = await listingPage(here, params.propertyId, url.searchParams);
    if (page.available) countView(request, here, page.listing.id);
    // What is gone is answered, but not kept by search engines.
    return data(pack(page), page.available ? {} : { headers: { 'x-robots-tag': 'noindex' } });
  } catch (error) {
    if (error instanceof Refusal) throw data(error.toEnvelope(), { status: error.spec.status });
    throw error;
  }
}

/** Only forms without JavaScript come here: with it, the dialog and the buttons make their calls. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, env, actor, ip } = services(context);
  const form = await request.formData();
  if (hasMarkForm(form)) {
    const path = paths.listing({ propertyId: params.propertyId });
    if (actor.kind !== 'user') throw redirect(loginPathFor('individual', path));
    try {
      await applyMarkForm(db, actor.userId, params.propertyId, form);
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

export default function Listing({ loaderData, actionData }: Route.ComponentProps) {
  return <ListingPage page={unpack(loaderData)} answered={actionData ?? null} />;
}
