import { legalIdentity } from '#rooms/agencies/contract.ts';
import { agencyIdentity, dayText } from '#rooms/listings/mentions.ts';
import { Linked } from '#rooms/listings/parts/legal-section.tsx';
import { webAddress } from '#rooms/listings/price-lines.ts';
import { OutsideLink } from '#ui/link.tsx';
import type { PublicAgency } from '../contract.ts';

/** What the law makes an agency say of itself, as far as it is known (domain.md R23, R24), in public and open. */
export function AgencyIdentity({ agency }: { agency: PublicAgency }) {
  const known = legalIdentity(agency);
  const schedule = webAddress(agency.feeScheduleUrl);
  return (
    <section aria-labelledby="identite">
      <h2 id="identite" className="text-h2">
        Identité légale
      </h2>
      <dl className="figures mt-4 divide-y divide-ardoise-200 border-y border-ardoise-200">
        <Line term="Identification">
          {known.length > 0 ? known.join(', ') : 'Non communiquée par l’agence'}
        </Line>
        {agencyIdentity(agency).map(({ label, text, link }) =>
          text === null ? (
            <Line key={label} term="Fonds">
              {label}
            </Line>
          ) : (
            <Line key={label} term={label}>
              <Linked text={text} link={link} />
            </Line>
          ),
        )}
        <Line term="Honoraires">
          {schedule ? (
            <>
              <OutsideLink href={schedule}>Barème des honoraires</OutsideLink>
              {agency.feeScheduleOn && `, en vigueur depuis le ${dayText(agency.feeScheduleOn)}`}
            </>
          ) : (
            'Barème non communiqué'
          )}
        </Line>
      </dl>
    </section>
  );
}

function Line({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="gap-x-6 py-3 sm:grid sm:grid-cols-[14rem_minmax(0,1fr)]">
      <dt className="font-medium">{term}</dt>
      <dd className="max-w-measure wrap-anywhere">{children}</dd>
    </div>
  );
}
