import { Megaphone } from 'lucide-react';
import { formatCount } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { boostAddress } from '#rooms/boosts/boostable.ts';
import { LegalScore } from '#rooms/listings/parts/legal-score.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Time } from '#ui/time.tsx';
import type { OwnerView } from '../contract.ts';

const FINDINGS_SHOWN = 3;

/** What only the agency itself sees on the public page of its listing: where it stands, and the way to change it. */
export function OwnerPanel({
  owner,
  ownerReference,
  available,
}: {
  owner: OwnerView;
  ownerReference: string;
  available: boolean;
}) {
  const { listingId, boostable, fromFeed, score, findings, contacts, kept, confirmedAt } = owner;
  return (
    <section
      aria-labelledby="votre-annonce"
      className="mt-4 rounded-card border border-phare-700 bg-blanc p-4 sm:p-5"
      data-print="none"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div>
          <h2 id="votre-annonce" className="text-h4">
            Votre annonce
          </h2>
          <p className="text-small text-ardoise-600">
            {available ? 'Le reste de la page est ce que voit un acquéreur.' : 'Elle n’est plus en ligne.'} Ce
            cadre n’est montré qu’à vous.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={paths.ownedEditListing({ ownerReference, propertyId: listingId })}>
            {fromFeed ? 'Voir la fiche' : 'Modifier'}
          </ButtonLink>
          <ButtonLink variant="secondary" to={paths.ownedLeads({ ownerReference })}>
            Prospects
          </ButtonLink>
          {boostable && (
            <ButtonLink
              variant="secondary"
              to={boostAddress(ownerReference, [listingId])}
              icon={<Megaphone aria-hidden="true" className="size-5" />}
            >
              Booster
            </ButtonLink>
          )}
        </div>
      </div>
      <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-3">
        <Figure term="Messages reçus">{contacts}</Figure>
        <Figure term="En favori">{kept}</Figure>
        <Figure term="Conformité">
          <LegalScore score={score} hold={null} />
        </Figure>
        {confirmedAt && (
          <Figure term="Dernière confirmation">
            <Time at={confirmedAt} format="short" />
          </Figure>
        )}
      </dl>
      {findings.length > 0 && (
        <ul className="mt-4 space-y-1 border-t border-ardoise-200 pt-3 text-small">
          {findings.slice(0, FINDINGS_SHOWN).map(({ rule, message, remedy }) => (
            <li key={`${rule}-${message}`}>
              {message} <span className="text-ardoise-600">{remedy}</span>
            </li>
          ))}
          {findings.length > FINDINGS_SHOWN && (
            <li>
              <TextLink to={paths.ownedEditListing({ ownerReference, propertyId: listingId })}>
                {formatCount(findings.length - FINDINGS_SHOWN, 'autre point', 'autres points')}
              </TextLink>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function Figure({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-small text-ardoise-600">{term}</dt>
      <dd className="figures font-bold">{children}</dd>
    </div>
  );
}
