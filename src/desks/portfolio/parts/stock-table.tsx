import { Megaphone, Rss } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { isVisible } from '#rooms/listings/contract.ts';
import { suspensionGrounds } from '#rooms/listings/moderation.ts';
import { LegalScore } from '#rooms/listings/parts/legal-score.tsx';
import { ListingPhoto } from '#rooms/listings/parts/listing-photo.tsx';
import { StockStatus } from '#rooms/listings/parts/stock-status.tsx';
import { priceLines, priceSentence } from '#rooms/listings/price-lines.ts';
import { mainFacts, whereabouts } from '#rooms/listings/reading.ts';
import { ReportLink } from '#rooms/statistics/parts/report-link.tsx';
import { Card } from '#ui/card.tsx';
import { TextLink } from '#ui/link.tsx';
import { Tick } from '#ui/tick.tsx';
import { Time } from '#ui/time.tsx';
import { type StockRow, VIEWS_DAYS } from '../table.ts';

const DAY_MS = 86_400_000;
const VIEWS = `Vues, ${VIEWS_DAYS}\u00a0j`;

interface StockTableProps {
  rows: readonly StockRow[];
  /** ISO. */
  now: string;
  ownerReference: string;
  chosen: ReadonlySet<number>;
  onChoose: (ids: readonly number[], on: boolean) => void;
  /** What to do with a listing as it stands, if anything. */
  action: (row: StockRow) => ReactNode;
}

/** A table where there is room for one, cards elsewhere: the same listings, the same boxes to tick. */
export function StockTable(props: StockTableProps) {
  const { rows, chosen, onChoose } = props;
  const all = rows.every(({ card }) => chosen.has(card.id));
  const ids = rows.map(({ card }) => card.id);
  const everything = (
    <Tick label="Choisir toutes les annonces de la page" checked={all} onTick={() => onChoose(ids, !all)} />
  );
  return (
    <>
      <div className="hidden overflow-x-auto rounded-card border border-ardoise-200 bg-blanc lg:block">
        <table className="w-full border-collapse text-left text-small">
          <caption className="sr-only">Vos annonces</caption>
          <thead>
            <tr className="border-b border-ardoise-200 bg-craie text-ardoise-600">
              <th scope="col" className="w-11 pl-3">
                {everything}
              </th>
              {['Annonce', 'Prix', 'Statut', 'Conformité'].map((header) => (
                <th key={header} scope="col" className="px-2 py-2 font-medium">
                  {header}
                </th>
              ))}
              {[VIEWS, 'Contacts', 'En ligne', 'Confirmée'].map((header) => (
                <th key={header} scope="col" className="px-2 py-2 text-right font-medium whitespace-nowrap">
                  {header}
                </th>
              ))}
              <th scope="col" className="px-3 py-2">
                <span className="sr-only">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Line key={row.card.id} {...props} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="lg:hidden">
        <div className="mb-2 flex items-center text-small text-ardoise-600">
          {everything}
          Tout choisir
        </div>
        <ul className="space-y-3">
          {rows.map((row) => (
            <li key={row.card.id}>
              <Tile {...props} row={row} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

type RowProps = StockTableProps & { row: StockRow };

function Line({ row, now, ownerReference, chosen, onChoose, action }: RowProps) {
  const { card, score, hold, views, contacts, confirmedAt } = row;
  return (
    <tr className="border-b border-ardoise-100 align-top last:border-0 hover:bg-craie">
      <td className="py-2 pl-3">
        <Choice row={row} chosen={chosen} onChoose={onChoose} />
      </td>
      <th scope="row" className="min-w-72 px-2 py-3 font-regular">
        <div className="flex gap-3">
          <Thumb row={row} />
          <div className="min-w-0">
            <Naming row={row} ownerReference={ownerReference} />
            <Lacks row={row} />
          </div>
        </div>
      </th>
      <td className="px-2 py-3">
        <Price row={row} />
      </td>
      <td className="px-2 py-3">
        <StockStatus status={card.status} suspended={row.suspension !== null} />
        <Boosted row={row} />
      </td>
      <td className="px-2 py-3">
        <LegalScore score={score} hold={hold} />
      </td>
      <td className="figures px-2 py-3 text-right">{formatNumber(views)}</td>
      <td className="figures px-2 py-3 text-right">
        {contacts > 0 ? <Asked row={row} ownerReference={ownerReference} /> : '0'}
      </td>
      <td className="figures px-2 py-3 text-right whitespace-nowrap">{daysOnLine(row, now)}</td>
      <td className="px-2 py-3 text-right whitespace-nowrap">
        {confirmedAt && card.publishedAt ? <Time at={confirmedAt} format="ago" now={now} /> : '–'}
      </td>
      <td className="px-3 py-2">
        <div className="flex flex-col items-end gap-1.5">{action(row)}</div>
      </td>
    </tr>
  );
}

function Tile({ row, now, ownerReference, chosen, onChoose, action }: RowProps) {
  const { card, score, hold, views, contacts, confirmedAt } = row;
  return (
    <Card padding="none" className="p-4">
      <div className="-ml-2.5 flex items-start gap-1">
        <Choice row={row} chosen={chosen} onChoose={onChoose} />
        <div className="min-w-0 flex-1">
          <Naming row={row} ownerReference={ownerReference} />
        </div>
        <Thumb row={row} />
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Price row={row} />
        <StockStatus status={card.status} suspended={row.suspension !== null} />
        <Boosted row={row} />
        <LegalScore score={score} hold={hold} />
      </div>
      <Lacks row={row} />
      <dl className="mt-3 grid grid-cols-2 gap-2 text-small sm:grid-cols-4">
        <Figure term={VIEWS}>{formatNumber(views)}</Figure>
        <Figure term="Contacts">
          {contacts > 0 ? <Asked row={row} ownerReference={ownerReference} /> : '0'}
        </Figure>
        <Figure term="En ligne">{daysOnLine(row, now)}</Figure>
        <Figure term="Confirmée">
          {confirmedAt && card.publishedAt ? <Time at={confirmedAt} format="ago" now={now} /> : '–'}
        </Figure>
      </dl>
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden">{action(row)}</div>
    </Card>
  );
}

/** How many people wrote about it, and what they wrote. */
function Asked({ row: { card, contacts }, ownerReference }: Pick<RowProps, 'row' | 'ownerReference'>) {
  return (
    <TextLink to={`${paths.ownedLeads({ ownerReference })}?annonce=${card.id}`}>
      {formatNumber(contacts)}
      <span className="sr-only">
        {' '}
        {contacts > 1 ? 'contacts' : 'contact'} au sujet de {card.reference}
      </span>
    </TextLink>
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

function Choice({ row: { card }, chosen, onChoose }: Pick<RowProps, 'row' | 'chosen' | 'onChoose'>) {
  return (
    <Tick
      label={`Choisir ${card.reference}`}
      checked={chosen.has(card.id)}
      onTick={(on) => onChoose([card.id], on)}
    />
  );
}

function Thumb({ row: { card } }: Pick<RowProps, 'row'>) {
  return (
    <div className="w-18 shrink-0 self-start overflow-hidden rounded-control">
      <ListingPhoto
        photo={card.photo}
        propertyType={card.propertyType}
        photoCount={card.photoCount}
        alt=""
        sizes="4.5rem"
      />
    </div>
  );
}

/** What it is, where, and where to read or change it. */
function Naming({ row: { card, source }, ownerReference }: Pick<RowProps, 'row' | 'ownerReference'>) {
  const title = card.title || mainFacts(card).join(' · ');
  return (
    <>
      <p className="wrap-anywhere">
        <TextLink to={paths.ownedEditListing({ ownerReference, propertyId: card.id })} className="font-bold">
          {title}
        </TextLink>
      </p>
      <p className="text-small text-ardoise-600">{whereabouts(card)}</p>
      <p className="flex flex-wrap items-center gap-x-2 text-small text-ardoise-600">
        <span className="wrap-anywhere">{card.reference}</span>
        {source !== 'manual' && (
          <span className="inline-flex items-center gap-1">
            <Rss aria-hidden="true" className="size-3.5" />
            flux
          </span>
        )}
        {isVisible(card.status) && (
          <TextLink to={paths.listing({ propertyId: card.id })}>
            Voir<span className="sr-only"> la page de {card.reference}</span>
          </TextLink>
        )}
        {card.publishedAt && <ReportLink listingId={card.id} reference={card.reference} />}
      </p>
    </>
  );
}

const boosted: Record<NonNullable<StockRow['boost']>, string> = {
  new: 'Boost payé',
  syncing: 'Boost envoyé',
  synced: 'Boost accepté',
  active: 'Boost en cours',
  paused: 'Boost en pause',
  sync_error: 'Boost en erreur',
};

/** That a campaign shows it, in words. */
function Boosted({ row: { boost } }: Pick<RowProps, 'row'>) {
  if (boost === null) return null;
  return (
    <p className="mt-1 inline-flex items-center gap-1 text-small whitespace-nowrap text-ardoise-700 max-lg:mt-0">
      <Megaphone aria-hidden="true" className="size-3.5" />
      {boosted[boost]}
    </p>
  );
}

/** Why Vigie suspends it, or the first words of what the law lacks. */
function Lacks({ row: { suspension, findings, hold, card } }: Pick<RowProps, 'row'>) {
  const [first, ...others] = findings;
  if (suspension)
    return (
      <p className="mt-1.5 text-small wrap-anywhere text-rouge-700">
        {suspensionGrounds[suspension.ground].label}
        {'\u00a0'}: {suspension.reason}
        <br />
        Décision {suspension.reference}
        {'\u00a0'}: répondez au courriel qui la donne.
      </p>
    );
  if (!first || (card.status !== 'draft' && hold === null)) return null;
  return (
    <p className={`mt-1.5 text-small ${hold === 'block' ? 'text-rouge-700' : 'text-ambre-700'}`}>
      {first.message}
      {others.length > 0 &&
        ` Et ${others.length} autre${others.length > 1 ? 's' : ''} point${others.length > 1 ? 's' : ''}.`}
    </p>
  );
}

/** Its agency knows its own fees: what the law adds to a price is on the page and in the editor. */
function Price({ row: { card } }: Pick<RowProps, 'row'>) {
  const form = priceLines(card);
  return (
    <div className="figures whitespace-nowrap">
      <p className="font-bold">{priceSentence({ ...form, suffix: null })}</p>
      {form.suffix && <p className="text-caption text-ardoise-600">{form.suffix}</p>}
    </div>
  );
}

function daysOnLine({ card }: StockRow, now: string): string {
  if (!card.publishedAt || !isVisible(card.status)) return '–';
  const days = Math.floor((Date.parse(now) - Date.parse(card.publishedAt)) / DAY_MS);
  return days === 0 ? 'aujourd’hui' : `${formatNumber(days)} j`;
}
