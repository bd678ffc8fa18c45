import { Search } from 'lucide-react';
import { Form, useNavigation } from 'react-router';
import { formatCount } from '../../../contract/fmt.ts';
import { paths } from '../../../contract/paths.ts';
import { services } from '../../../platform/context.server.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { pageMeta } from '../../../ui/page-meta.ts';
import { TextInput } from '../../../ui/text-input.tsx';
import { townLine } from '../../places/contract.ts';
import { FOUND_MAX, type FoundAgency, QUERY_MIN } from '../discovery/contract.ts';
import { findAgencies } from '../discovery/rules.server.ts';
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
  const asked = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 200);
  return { origin: env.publicUrl, asked, ...(await findAgencies(readDb, asked)) };
}

export default function AgencySearch({ loaderData }: Route.ComponentProps) {
  const { asked, agencies, more } = loaderData;
  const busy = useNavigation().state !== 'idle';
  return (
    <div className="mx-auto w-full max-w-[52rem] px-4 py-12 sm:py-16">
      <h1 className="text-h1">Rechercher mon agence</h1>
      <p className="mt-2 text-ardoise-600">
        Un flux contient peut-être déjà vos annonces. L’espace de votre agence vous attend alors.
      </p>
      <Form method="get" action={paths.agencySearch()} className="mt-8 flex flex-wrap items-end gap-3">
        <Field label="Nom, code postal ou SIREN" reserve={false} className="min-w-56 flex-1">
          {(control) => (
            <TextInput
              {...control}
              key={asked}
              type="search"
              name="q"
              defaultValue={asked}
              maxLength={200}
              autoComplete="organization"
            />
          )}
        </Field>
        <Button type="submit" busy={busy} icon={<Search aria-hidden="true" className="size-5" />}>
          Rechercher
        </Button>
      </Form>
      {asked !== '' && (
        <section aria-labelledby="resultats" className="mt-10">
          <h2 id="resultats" className="text-h4" aria-live="polite">
            {agencies.length === 0
              ? 'Aucune agence trouvée'
              : `${more ? 'Plus de ' : ''}${formatCount(agencies.length, 'agence trouvée', 'agences trouvées')}`}
          </h2>
          {agencies.length === 0 && <Nothing asked={asked} />}
          <ul className="mt-4 grid gap-3">
            {agencies.map((agency) => (
              <Found key={agency.ownerReference} {...agency} />
            ))}
          </ul>
          {more && (
            <p className="mt-4 text-ardoise-600">
              Les {FOUND_MAX} premières sont là. Un nom plus complet, ou le SIREN, trouve la vôtre.
            </p>
          )}
        </section>
      )}
      {agencies.length > 0 && (
        <p className="mt-8">
          La vôtre n’y est pas&nbsp;?{' '}
          <TextLink to={paths.agencyCreateAccount()}>Créer le compte de l’agence</TextLink>
        </p>
      )}
    </div>
  );
}

function Nothing({ asked }: { asked: string }) {
  return (
    <div className="mt-2">
      <p className="max-w-measure text-ardoise-600">
        {asked.length < QUERY_MIN
          ? `Donnez au moins ${QUERY_MIN} lettres du nom.`
          : 'Ni par son nom, ni par son code postal, ni par son SIREN. Vérifiez l’orthographe, ou inscrivez-la : deux minutes suffisent.'}
      </p>
      <div className="mt-6">
        <ButtonLink to={paths.agencyCreateAccount()}>Créer le compte de l’agence</ButtonLink>
      </div>
    </div>
  );
}

function Found({ ownerReference, name, postalCode, city, listings, registered }: FoundAgency) {
  return (
    <Card
      as="li"
      padding="none"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-bold">{name}</p>
        <p className="text-small text-ardoise-600 first-letter:uppercase">
          {[
            townLine({ postalCode, city }),
            listings > 0
              ? formatCount(listings, 'annonce en ligne', 'annonces en ligne')
              : 'aucune annonce en ligne',
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {registered ? (
        <p className="text-small">
          A déjà un espace.{' '}
          <TextLink to={paths.agencyLogin()}>
            Se connecter<span className="sr-only"> à l’espace de {name}</span>
          </TextLink>
        </p>
      ) : (
        <ButtonLink
          to={`${paths.agencySignup()}?${new URLSearchParams({ agence: ownerReference })}`}
          variant="secondary"
        >
          C’est mon agence<span className="sr-only">, {name}</span>
        </ButtonLink>
      )}
      <p className="basis-full text-small">
        <TextLink to={`${paths.agencyOptOut()}?${new URLSearchParams({ agence: ownerReference })}`}>
          Ne pas diffuser<span className="sr-only"> les annonces de {name}</span>
        </TextLink>
      </p>
    </Card>
  );
}
