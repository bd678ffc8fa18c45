import { ChevronDown, Clock, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { callLink, formatPhone } from '#contract/phone.ts';
import { legalIdentity } from '#rooms/agencies/contract.ts';
import { AgencyLogo } from '#rooms/agencies/parts/agency-logo.tsx';
import { townLine } from '#rooms/places/contract.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { OutsideLink, TextLink } from '#ui/link.tsx';
import { agencyIdentity, dayText, negotiatorText } from '../mentions.ts';
import { webAddress } from '../price-lines.ts';
import type { ListingView } from '../reading.ts';
import { Linked } from './legal-section.tsx';

interface AgencyCardProps {
  listing: ListingView;
  reachable: boolean;
  /** Another way to reach them, before the telephone. */
  write?: ReactNode;
  /** How fast they usually answer, in words. */
  answers?: string | null;
}

/** Who publishes: name, legal identity (domain.md R23), way to reach them when the listing is on line. */
export function AgencyCard({ listing, reachable, write, answers = null }: AgencyCardProps) {
  const { agency } = listing;
  const where = [agency.address, townLine(agency)].filter(Boolean);
  const negotiator = negotiatorText(listing);
  return (
    <Card as="section" aria-labelledby="agence">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <AgencyLogo agency={agency} />
        <div className="min-w-0 flex-[1_1_10rem]">
          <h2 id="agence" className="font-text text-small font-regular tracking-normal text-ardoise-600">
            Annonce publiée par
          </h2>
          <p className="mt-0.5 text-lead font-bold wrap-anywhere">
            <TextLink to={paths.agencyCatalogue({ ownerReference: agency.ownerReference })}>
              {agency.name}
            </TextLink>
          </p>
          {where.length > 0 && <p className="text-small text-ardoise-600">{where.join(', ')}</p>}
        </div>
      </div>
      {negotiator && <p className="mt-2 text-small text-ardoise-700">{negotiator}</p>}
      {reachable && answers && (
        <p className="mt-2 flex items-center gap-2 text-small text-ardoise-700">
          <Clock aria-hidden="true" className="size-4.5 shrink-0 text-phare-700" />
          Répond d’habitude {answers}
        </p>
      )}
      {reachable && write && <div className="mt-4">{write}</div>}
      {reachable && agency.phone && (
        <a
          href={callLink(agency.phone)}
          className={`${buttonClass({ variant: 'secondary', wide: true })} ${write ? 'mt-2' : 'mt-4'}`}
        >
          <Phone aria-hidden="true" className="size-5" />
          Appeler le {formatPhone(agency.phone)}
        </a>
      )}
      <p className="mt-3 text-small text-ardoise-600">
        Référence{NBSP}: {listing.reference}
      </p>
      <Identity listing={listing} />
    </Card>
  );
}

/** What the Hoguet law makes an agency say (R24): there for who asks, not in everyone's way. */
function Identity({ listing: { agency, feeScheduleUrl } }: { listing: ListingView }) {
  const known = legalIdentity(agency);
  const lines = agencyIdentity(agency);
  const schedule = webAddress(feeScheduleUrl);
  const website = webAddress(agency.website);
  if (known.length + lines.length === 0) return null;
  return (
    <details className="group/identity mt-2 border-t border-ardoise-200 pt-1">
      <summary className="flex min-h-11 items-center justify-between gap-2 rounded-chip text-small font-medium text-phare-700">
        Identité de l’agence
        <ChevronDown
          aria-hidden="true"
          className="size-5 transition-transform group-open/identity:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <dl className="space-y-2 pb-1 text-small">
        <div>
          <dt className="text-ardoise-600">Identification</dt>
          <dd className="figures">{known.join(', ')}</dd>
        </div>
        {lines.map(({ label, text, link }) => (
          <div key={label}>
            <dt className={text === null ? '' : 'text-ardoise-600'}>{label}</dt>
            {text !== null && (
              <dd className="figures">
                <Linked text={text} link={link} />
              </dd>
            )}
          </div>
        ))}
        {schedule && (
          <div>
            <dt className="text-ardoise-600">Honoraires</dt>
            <dd>
              <OutsideLink href={schedule}>Barème des honoraires</OutsideLink>
              {agency.feeScheduleOn && `, en vigueur depuis le ${dayText(agency.feeScheduleOn)}`}
            </dd>
          </div>
        )}
        {website && (
          <div>
            <dt className="text-ardoise-600">Site</dt>
            <dd>
              <OutsideLink href={website}>{new URL(website).host}</OutsideLink>
            </dd>
          </div>
        )}
      </dl>
    </details>
  );
}
