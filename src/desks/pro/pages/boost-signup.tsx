import { redirect } from 'react-router';
import { later } from '#browser/later.tsx';
import { parisDay } from '#contract/day.ts';
import { paths } from '#contract/paths.ts';
import { clock } from '#platform/clock.server.ts';
import { services } from '#platform/context.server.ts';
import { soughtAgencies } from '#rooms/agencies/agency-search.server.ts';
import { configurationAt } from '#rooms/boosts/configuration.server.ts';
import { pageMeta } from '#ui/page-meta.ts';
import { formulasSoldOn, formulaWord, withFormulaWord } from '../ordering/boost-offer.ts';
import type { Route } from './+types/boost-signup.ts';

const BoostSignupView = later(() => import('../parts/boost-signup-view.tsx'), 'BoostSignupView');

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Booster une annonce\u00a0: retrouver ou inscrire mon agence – Vigie Pro',
    description:
      'Retrouvez votre agence par son nom, sa ville ou son SIREN, ou inscrivez-la\u00a0: le boost se commande ensuite, dès qu’une annonce est en ligne.',
    origin: loaderData?.origin ?? '',
    path: paths.boostSignup(),
    robots: loaderData?.sought.asked ? 'noindex, follow' : undefined,
  });
}

/** An agency that is signed in has nothing to find here: it goes on to its order. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, readDb, env, actor } = services(context);
  const now = clock.now();
  const configuration = await configurationAt(db, now);
  const formulas = formulasSoldOn(configuration, parisDay(now).day);
  const chosen = formulaWord(url.searchParams, formulas);
  if (actor.kind === 'agency') {
    const order = paths.ownedBoost({ ownerReference: actor.ownerReference });
    throw redirect(chosen === null ? order : withFormulaWord(order, chosen));
  }
  const { defaults, radiusMinKm } = configuration;
  return {
    origin: env.publicUrl,
    sought: await soughtAgencies(readDb, url.searchParams.get('q')),
    names: formulas.map(({ key, name }) => ({ key, name })),
    chosen: chosen === null ? null : { defaults, radiusMinKm, formula: chosen },
  };
}

export default function BoostSignup({ loaderData }: Route.ComponentProps) {
  return <BoostSignupView {...loaderData} />;
}
