import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { TextLink } from '#ui/link.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { soughtAgencies } from '../agency-search.server.ts';
import { waysTo } from '../destination.ts';
import { AgencyFinder } from '../parts/agency-finder.tsx';
import type { Route } from './+types/search.ts';

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({
    title: 'Rechercher mon agence – Vigie Pro',
    description: 'Vos annonces sont peut-être déjà ici : cherchez par nom, code postal ou SIREN.',
    origin: loaderData?.origin ?? '',
    path: paths.agencySearch(),
    robots: loaderData?.asked ? 'noindex, follow' : undefined,
  });
}

const ways = waysTo(null);

/** A form that needs no script: the address says what is looked for. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { readDb, env } = services(context);
  return { origin: env.publicUrl, ...(await soughtAgencies(readDb, url.searchParams.get('q'))) };
}

export default function AgencySearch({ loaderData }: Route.ComponentProps) {
  return (
    <div className="mx-auto w-full max-w-[52rem] px-4 py-12 sm:py-16">
      <h1 className="text-h1">Rechercher mon agence</h1>
      <p className="mt-2 max-w-measure text-ardoise-600">
        Vos annonces sont peut-être déjà sur Vigie. Retrouvez votre agence et prenez-en la main.
      </p>
      <AgencyFinder {...loaderData} ways={ways}>
        <WhatNext />
      </AgencyFinder>
    </div>
  );
}

/** Before anything is looked for: what may be done with an agency once it is found, or is not. */
function WhatNext() {
  return (
    <dl className="mt-10 grid gap-x-8 gap-y-6 border-t border-ardoise-200 pt-8 sm:grid-cols-3">
      {[
        [
          'C’est mon agence',
          'Un lien confirme que vous la représentez, et son espace s’ouvre avec ses annonces.',
        ],
        ['Ne pas diffuser', 'Un lien part à son adresse\u00a0: une fois suivi, ses annonces sont retirées.'],
      ].map(([title, words]) => (
        <div key={title}>
          <dt className="font-bold">{title}</dt>
          <dd className="mt-1 text-small text-ardoise-600">{words}</dd>
        </div>
      ))}
      <div>
        <dt className="font-bold">Pas encore sur Vigie</dt>
        <dd className="mt-1 text-small text-ardoise-600">
          Deux minutes suffisent&nbsp;:{' '}
          <TextLink to={paths.agencyCreateAccount()}>créer le compte de l’agence</TextLink>.
        </dd>
      </div>
    </dl>
  );
}
