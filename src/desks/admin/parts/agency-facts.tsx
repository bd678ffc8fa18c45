import type { ReactNode } from 'react';
import type { AnswerOf } from '#contract/call.ts';
import { formatDate, formatPrice } from '#contract/fmt.ts';
import { formatPhone } from '#contract/phone.ts';
import { OutsideLink } from '#ui/link.tsx';
import type { adminAgencyCall } from '../agencies.ts';

type Data = AnswerOf<typeof adminAgencyCall>;

const day = (text: string | null) => text && formatDate(new Date(`${text}T12:00:00Z`));
const euros = (cents: number | null) => (cents === null ? null : formatPrice(cents));
const yesNo = (said: boolean | null) => (said === null ? null : said ? 'oui' : 'non');
const link = (url: string | null) =>
  url !== null && /^https?:\/\//i.test(url) ? <OutsideLink href={url}>{url}</OutsideLink> : url;

/** All that an agency states of itself, by subject, with what it leaves unsaid. */
export function AgencyFacts({ agency }: { agency: Data['agency'] }) {
  return (
    <div className="grid gap-6 md:grid-cols-2 xl:grid-cols-3">
      <Facts
        title="Société"
        facts={[
          ['Raison sociale', agency.companyName],
          ['Enseigne', agency.tradeName],
          ['Forme juridique', agency.legalForm],
          ['Capital', euros(agency.capital)],
          ['Entreprise individuelle', yesNo(agency.soleTrader)],
          ['SIREN', agency.siren],
          ['SIRET', agency.siret],
          ['RCS', agency.rcsCity],
          ['TVA', agency.vatNumber],
        ]}
      />
      <Facts
        title="Carte et garanties"
        facts={[
          ['Carte professionnelle', agency.cardNumber],
          ['Délivrée par', agency.cardOffice],
          ['Mentions', agency.cardActivities],
          ['Valable jusqu’au', day(agency.cardUntil)],
          ['Ne reçoit aucun fonds', yesNo(agency.holdsNoFunds)],
          ['Garant', agency.guarantorName],
          ['Adresse du garant', agency.guarantorAddress],
          ['Montant garanti', euros(agency.guaranteeAmount)],
          ['Assurance professionnelle', agency.insurance],
          ['Médiateur', agency.mediatorName],
          ['Site du médiateur', link(agency.mediatorUrl)],
          ['Barème des honoraires', link(agency.feeScheduleUrl)],
          ['Barème en vigueur le', day(agency.feeScheduleOn)],
        ]}
      />
      <Facts
        title="Coordonnées"
        facts={[
          ['Adresse', [agency.address, agency.postalCode, agency.city].filter(Boolean).join(', ') || null],
          ['Téléphone', agency.phone && formatPhone(agency.phone)],
          ['Adresse des prospects', agency.email],
          ['Site', link(agency.website)],
          ['Logiciel', agency.software],
          ['Identifiant de ses flux', agency.feedId ?? agency.ownerReference],
        ]}
      />
    </div>
  );
}

function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <section>
      <h3 className="text-body font-bold">{title}</h3>
      <dl className="mt-2 divide-y divide-ardoise-100">
        {facts.map(([term, said]) => (
          <div key={term} className="flex flex-wrap gap-x-3 py-1.5">
            <dt className="w-36 shrink-0 sm:w-44 text-ardoise-600">{term}</dt>
            <dd className="min-w-0 flex-1 wrap-anywhere">{said || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
