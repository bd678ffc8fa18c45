import { Search } from 'lucide-react';
import { Form, useNavigation } from 'react-router';
import { formatCount } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { pageMeta } from '#ui/page-meta.ts';
import { TextInput } from '#ui/text-input.tsx';
import { findAgencies } from '../agency-search.server.ts';
import { FOUND_MAX, QUERY_MAX, QUERY_MIN, type Understood } from '../agency-search.ts';
import { isSiren } from '../contract.ts';
import { FoundCard } from '../parts/found-agency.tsx';
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

/** A form that needs no script: the address says what is looked for. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { readDb, env } = services(context);
  const asked = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, QUERY_MAX);
  const found = await findAgencies(readDb, asked);
  const isSirenRight = found.understood?.by === 'siren' && isSiren(found.understood.said);
  return { origin: env.publicUrl, asked, isSirenRight, ...found };
}

export default function AgencySearch({ loaderData }: Route.ComponentProps) {
  const { asked, agencies, more, understood, isSirenRight } = loaderData;
  const busy = useNavigation().state !== 'idle';
  return (
    <div className="mx-auto w-full max-w-[52rem] px-4 py-12 sm:py-16">
      <h1 className="text-h1">Rechercher mon agence</h1>
      <p className="mt-2 max-w-measure text-ardoise-600">
        Vos annonces sont peut-être déjà sur Vigie. Retrouvez votre agence et prenez-en la main.
      </p>
      <Form method="get" action={paths.agencySearch()} className="mt-8 flex flex-wrap items-end gap-3">
        <Field
          label="Nom, ville, code postal ou SIREN"
          hint="Une ou deux fautes de frappe n’empêchent rien."
          reserve={false}
          className="min-w-56 flex-1"
        >
          {(control) => (
            <TextInput
              {...control}
              key={asked}
              type="search"
              name="q"
              defaultValue={asked}
              maxLength={QUERY_MAX}
              autoComplete="organization"
            />
          )}
        </Field>
        <Button type="submit" busy={busy} icon={<Search aria-hidden="true" className="size-5" />}>
          Rechercher
        </Button>
      </Form>
      {asked === '' ? (
        <WhatNext />
      ) : (
        <section aria-labelledby="resultats" className="mt-10">
          {agencies.length === 0 ? (
            <Nothing asked={asked} understood={understood} isSirenRight={isSirenRight} />
          ) : (
            <>
              <div aria-live="polite">
                <h2 id="resultats" className="text-h4">
                  {more ? 'Plus de ' : ''}
                  {formatCount(agencies.length, 'agence trouvée', 'agences trouvées')}
                </h2>
                {understood && <p className="mt-1 text-ardoise-600">{readAs(understood)}</p>}
              </div>
              <ul className="mt-4 grid gap-3">
                {agencies.map((agency) => (
                  <FoundCard key={agency.ownerReference} {...agency} />
                ))}
              </ul>
              {more && (
                <p className="mt-4 text-ardoise-600">
                  Les {FOUND_MAX} premières sont là. Un nom plus complet, ou le SIREN, trouve la vôtre.
                </p>
              )}
              <p className="mt-8">
                La vôtre n’y est pas&nbsp;?{' '}
                <TextLink to={paths.agencyCreateAccount()}>Créer le compte de l’agence</TextLink>
              </p>
            </>
          )}
        </section>
      )}
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

/** What was understood of what was typed. */
function readAs({ by, said, exact }: Understood): string {
  if (by === 'siren') return `SIREN ${sirenShown(said)}`;
  if (by === 'postalCode')
    return said.length === 5 ? `Code postal ${said}` : `Codes postaux qui commencent par ${said}`;
  if (by === 'town') return exact ? `Ville\u00a0: ${said}` : `Nous avons compris\u00a0: ${said}`;
  if (!exact) return `Aucune ne s’écrit tout à fait «\u00a0${said}\u00a0»\u00a0: voici les plus proches.`;
  return `${by === 'name' ? 'Nom' : 'Nom et ville'}\u00a0: ${said}`;
}

function sirenShown(siren: string): string {
  return siren.replaceAll(/(\d{3})(?=\d)/g, '$1\u00a0');
}

interface NothingProps {
  asked: string;
  understood: Understood | null;
  /** The SIREN that was typed has the right key. */
  isSirenRight: boolean;
}

function Nothing({ asked, understood, isSirenRight }: NothingProps) {
  const { title, words, offer = true } = whyNothing(asked, understood, isSirenRight);
  return (
    <>
      <h2 id="resultats" className="text-h4" aria-live="polite">
        {title}
      </h2>
      <p className="mt-1 max-w-measure text-ardoise-600">{words}</p>
      {offer && (
        <Card className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-bold">Elle n’est pas encore sur Vigie&nbsp;?</p>
            <p className="text-small text-ardoise-600">
              Deux minutes suffisent pour l’inscrire. La diffusion est gratuite.
            </p>
          </div>
          <ButtonLink to={paths.agencyCreateAccount()}>Créer le compte de l’agence</ButtonLink>
        </Card>
      )}
    </>
  );
}

/** Why no agency answers, and what to try next. */
function whyNothing(
  asked: string,
  understood: Understood | null,
  isSirenRight: boolean,
): { title: string; words: string; offer?: boolean } {
  const figures = asked.replaceAll(/[\s.]/g, '');
  if (!understood)
    return {
      title: 'Encore une lettre ou deux',
      words: `Donnez au moins ${QUERY_MIN} lettres du nom ou de la ville.`,
      offer: false,
    };
  if (understood.by === 'siren')
    return {
      title: `Aucune agence trouvée sous le SIREN ${sirenShown(understood.said)}`,
      words: isSirenRight
        ? 'Toutes n’ont pas encore indiqué le leur\u00a0: cherchez aussi par son nom ou sa ville.'
        : 'La clé de ce SIREN est fausse\u00a0: un de ses chiffres est sans doute à corriger.',
      offer: isSirenRight,
    };
  if (/^\d{6,}$/.test(figures))
    return {
      title: 'Aucune agence trouvée sous ce numéro',
      words: `Un SIREN compte 9 chiffres, un SIRET 14\u00a0: il y en a ${figures.length} ici.`,
      offer: false,
    };
  if (understood.by === 'postalCode')
    return {
      title: `Aucune agence trouvée au ${understood.said}`,
      words: 'Cherchez par le nom de sa ville, ou par le sien.',
    };
  return {
    title: `Aucune agence trouvée pour «\u00a0${understood.said}\u00a0»`,
    words:
      'Ni par son nom ni par sa ville, même à deux lettres près. Essayez un seul mot de son nom, ou son SIREN.',
  };
}
