import type { ReactNode } from 'react';
import { formatCount } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { townLine } from '#rooms/places/contract.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextLink } from '#ui/link.tsx';
import type { FoundAgency } from '../agency-search.ts';
import type { Ways } from '../destination.ts';

/** One agency that was found: to claim, or not to be published here. */
export function FoundCard({ agency, ways }: { agency: FoundAgency; ways: Ways }) {
  const { ownerReference, name, registered } = agency;
  return (
    <Card as="li" padding="none" className="px-5 py-4">
      <FoundLine {...agency} login={ways.login}>
        {!registered && (
          <ButtonLink to={ways.claim(ownerReference)} variant="secondary">
            C’est mon agence<span className="sr-only">, {name}</span>
          </ButtonLink>
        )}
      </FoundLine>
      {ways.destination === null && (
        <p className="mt-3 text-small">
          <TextLink to={`${paths.agencyOptOut()}?${new URLSearchParams({ agence: ownerReference })}`}>
            Ne pas diffuser<span className="sr-only"> les annonces de {name}</span>
          </TextLink>
        </p>
      )}
    </Card>
  );
}

/** What is known of an agency, and what may be done about it; one that has a space is signed in to. */
export function FoundLine({
  name,
  postalCode,
  city,
  listings,
  registered,
  login,
  children,
}: FoundAgency & { login: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-48">
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
      {registered && (
        <p className="text-small">
          A déjà un espace.{' '}
          <TextLink to={login}>
            Se connecter<span className="sr-only"> à l’espace de {name}</span>
          </TextLink>
        </p>
      )}
      {children}
    </div>
  );
}
