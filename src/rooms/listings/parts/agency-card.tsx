import { Phone } from 'lucide-react';
import { formatPhone, NBSP } from '../../../contract/fmt.ts';
import { isBuilt, paths } from '../../../contract/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextLink } from '../../../ui/link.tsx';
import { legalIdentity } from '../../agencies/contract.ts';
import type { ListingView } from '../reading/contract.ts';

/** Who publishes: name, legal identity (domain.md R23), way to reach them when the listing is on line. */
export function AgencyCard({ listing, reachable }: { listing: ListingView; reachable: boolean }) {
  const { agency } = listing;
  const identity = legalIdentity(agency);
  const where = [agency.address, [agency.postalCode, agency.city].filter(Boolean).join(' ')].filter(Boolean);
  return (
    <Card as="section" aria-labelledby="agence">
      <h2 id="agence" className="text-small font-medium text-ardoise-500">
        Annonce publiée par
      </h2>
      <p className="text-lead font-medium">
        {isBuilt('agencyCatalogue') ? (
          <TextLink to={paths.agencyCatalogue({ ownerReference: agency.ownerReference })}>
            {agency.name}
          </TextLink>
        ) : (
          agency.name
        )}
      </p>
      {where.length > 0 && <p className="text-small text-ardoise-600">{where.join(', ')}</p>}
      {identity.length > 0 && <p className="text-small text-ardoise-600">{identity.join(', ')}</p>}
      <p className="text-small text-ardoise-600">
        Référence{NBSP}: {listing.reference}
      </p>
      {reachable && agency.phone && (
        <a
          href={`tel:${agency.phone}`}
          className={`${buttonClass({ variant: 'secondary', wide: true })} mt-3`}
          data-print="none"
        >
          <Phone aria-hidden="true" className="size-5" />
          Appeler le {formatPhone(agency.phone)}
        </a>
      )}
    </Card>
  );
}
