import { Home } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatNumber, formatPrice } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { boostStatuses } from '#rooms/boosts/contract.ts';
import { StatusBadge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { stretched, TextLink } from '#ui/link.tsx';
import { type CampaignLine, period, remainder } from '../campaigns.ts';

interface CampaignListProps {
  lines: readonly CampaignLine[];
  ownerReference: string;
  /** ISO. */
  now: string;
}

/** A table where there is room for one, cards elsewhere: the same boosts, the newest first. */
export function CampaignList({ lines, ownerReference, now }: CampaignListProps) {
  const row = (line: CampaignLine) => ({ line, now, to: boostAddress(ownerReference, line.reference) });
  return (
    <>
      <div className="hidden overflow-x-auto rounded-card border border-ardoise-200 bg-blanc lg:block">
        <table className="w-full border-collapse text-left text-small">
          <caption className="sr-only">Vos boosts, le plus récent d’abord</caption>
          <thead>
            <tr className="border-b border-ardoise-200 bg-craie text-ardoise-600">
              {['Boost', 'Statut', 'Dates'].map((header) => (
                <th key={header} scope="col" className="px-2 py-2 font-medium first:pl-4">
                  {header}
                </th>
              ))}
              {['Dépensé', 'Affichages', 'Clics', 'Demandes', 'Par demande'].map((header) => (
                <th
                  key={header}
                  scope="col"
                  className="px-2 py-2 text-right font-medium whitespace-nowrap last:pr-4"
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Row key={line.reference} {...row(line)} />
            ))}
          </tbody>
        </table>
      </div>
      <ul className="space-y-3 lg:hidden">
        {lines.map((line) => (
          <li key={line.reference}>
            <Tile {...row(line)} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The address of one boost, which mails and notifications hold too. */
export function boostAddress(ownerReference: string, reference: string): string {
  return `${paths.ownedBoosts({ ownerReference })}?${new URLSearchParams({ boost: reference })}`;
}

interface LineProps {
  line: CampaignLine;
  to: string;
  now: string;
}

function Row({ line, to, now }: LineProps) {
  const { totals, costPerLead, startedAt } = line;
  const figure = (count: number) => (startedAt === null ? '–' : formatNumber(count));
  return (
    <tr className="relative border-b border-ardoise-100 align-top last:border-0 hover:bg-craie has-[a:focus-visible]:bg-craie">
      <th scope="row" className="min-w-80 py-3 pr-2 pl-4 font-regular">
        <Naming line={line} to={to} />
      </th>
      <td className="px-2 py-3">
        <StatusBadge status={line.status} label={boostStatuses[line.status]} />
      </td>
      <td className="min-w-36 px-2 py-3">
        <Dates line={line} now={now} />
      </td>
      <td className="px-2 py-3 text-right">
        <Spending line={line} />
      </td>
      <td className="figures px-2 py-3 text-right">{figure(totals.impressions)}</td>
      <td className="figures px-2 py-3 text-right">{figure(totals.clicks)}</td>
      <td className="figures px-2 py-3 text-right">{figure(totals.leads)}</td>
      <td className="figures py-3 pr-4 pl-2 text-right whitespace-nowrap">
        {costPerLead === null ? '–' : formatPrice(costPerLead)}
      </td>
    </tr>
  );
}

function Tile({ line, to, now }: LineProps) {
  const { totals, costPerLead, startedAt } = line;
  return (
    <Card padding="none" clickable className="p-4">
      <Naming line={line} to={to} />
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <StatusBadge status={line.status} label={boostStatuses[line.status]} />
        <div className="text-small">
          <Dates line={line} now={now} />
        </div>
      </div>
      {startedAt !== null && (
        <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2 border-t border-ardoise-100 pt-3 text-small sm:grid-cols-5">
          <Figure term="Dépensé">
            <Spending line={line} start />
          </Figure>
          <Figure term="Affichages">{formatNumber(totals.impressions)}</Figure>
          <Figure term="Clics">{formatNumber(totals.clicks)}</Figure>
          <Figure term="Demandes">{formatNumber(totals.leads)}</Figure>
          <Figure term="Par demande">{costPerLead === null ? '–' : formatPrice(costPerLead)}</Figure>
        </dl>
      )}
    </Card>
  );
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ardoise-600">{term}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}

function Naming({ line, to }: Pick<LineProps, 'line' | 'to'>) {
  const { title, photo, listings, formula, place, radiusKm, reference } = line;
  return (
    <div className="flex gap-3">
      <Thumb photo={photo} className="w-18" />
      <div className="min-w-0 text-small">
        <p className="text-body wrap-anywhere lg:text-small">
          <TextLink to={to} className={`font-bold ${stretched}`}>
            {title}
          </TextLink>
        </p>
        {listings > 1 && (
          <p className="text-ardoise-700">
            et {formatCount(listings - 1, 'autre annonce', 'autres annonces')}
          </p>
        )}
        <p className="text-ardoise-600">
          {formula}, {place} et {radiusKm}&nbsp;km autour
        </p>
        <p className="text-ardoise-600">{reference}</p>
      </div>
    </div>
  );
}

/** The photo of a listing that its title names beside it. */
export function Thumb({ photo, className }: { photo: string | null; className: string }) {
  return (
    <div
      className={`aspect-4/3 shrink-0 self-start overflow-hidden rounded-control bg-ardoise-100 ${className}`}
    >
      {photo === null ? (
        <div className="grid size-full place-items-center text-ardoise-500">
          <Home aria-hidden="true" className="size-6" />
          <span className="sr-only">Sans photo</span>
        </div>
      ) : (
        <img
          src={photo}
          alt=""
          width="400"
          height="300"
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      )}
    </div>
  );
}

function Dates({ line, now }: Pick<LineProps, 'line' | 'now'>) {
  const left = remainder(line, now);
  return (
    <>
      <p>{period(line)}</p>
      {left !== null && <p className="text-ardoise-600">{left}</p>}
    </>
  );
}

function Spending({ line, start = false }: Pick<LineProps, 'line'> & { start?: boolean }) {
  const { totals, budget, freeDays, startedAt } = line;
  if (startedAt === null) return '–';
  return (
    <>
      <span className="figures whitespace-nowrap">{formatPrice(totals.spend)}</span>
      <span className="block text-caption whitespace-nowrap text-ardoise-600">sur {formatPrice(budget)}</span>
      {freeDays > 0 && <span className="block text-caption text-ardoise-600">jours offerts compris</span>}
      <SpendBar spend={totals.spend} budget={budget} className={start ? '' : 'ml-auto'} />
    </>
  );
}

/** How much of the budget is spent, beside its words. */
export function SpendBar({
  spend,
  budget,
  className = '',
}: {
  spend: number;
  budget: number;
  className?: string;
}) {
  const share = budget === 0 ? 0 : Math.min(100, (spend / budget) * 100);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className={`mt-1 block h-1.5 w-full max-w-24 rounded-full ${className}`}
    >
      <rect width="100" height="6" className="fill-ardoise-200" />
      <rect width={share.toFixed(1)} height="6" className="fill-phare-700" />
    </svg>
  );
}
