import { Check, X } from 'lucide-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { comparePath } from '#rooms/favorites/comparison.ts';
import { compared as chosen } from '#rooms/favorites/parts/compared.tsx';
import { characteristicsOf, UNKNOWN } from '#rooms/listings/parts/listing-facts.tsx';
import { ListingPhoto } from '#rooms/listings/parts/listing-photo.tsx';
import { PriceBlock } from '#rooms/listings/parts/price-block.tsx';
import { excessiveText } from '#rooms/listings/price-lines.ts';
import { mainFacts, whereabouts } from '#rooms/listings/reading.ts';
import { Badge } from '#ui/badge.tsx';
import { ChipLink } from '#ui/chip.tsx';
import { TextLink } from '#ui/link.tsx';
import { type Compared, type ComparedRow, groupsOf } from '../comparison.ts';
import { departureOf } from '../contract.ts';

interface CompareTableProps {
  compared: readonly Compared[];
  /** ISO 8601, from the loader. */
  now: string;
  /** Rows that differ, and no others. */
  only: boolean;
}

const stuck = 'sticky left-0 z-1 bg-craie print:relative print:bg-blanc';

/** Listings side by side: the first column stays in sight, what differs stands out, the best is said in words. */
export function CompareTable({ compared, now, only }: CompareTableProps) {
  const ids = compared.map(({ listing }) => listing.id);
  const markets = new Set(compared.map(({ listing }) => listing.transaction));
  const groups = groupsOf(compared, {
    characteristics: compared.map(({ listing }) => characteristicsOf(listing)),
    unknown: UNKNOWN,
    now,
    only,
  });
  return (
    <>
      <nav className="mt-5 flex flex-wrap gap-2" aria-label="Lignes du tableau">
        <ChipLink to={comparePath(ids)} selected={!only}>
          Tout
        </ChipLink>
        <ChipLink to={comparePath(ids, { only: true })} selected={only}>
          Ce qui change
        </ChipLink>
      </nav>
      {markets.size > 1 && (
        <p className="mt-3 text-small text-ardoise-600">
          Une vente et une location{NBSP}: leurs prix ne se comparent pas.
        </p>
      )}
      <section
        aria-label="Tableau de comparaison"
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="relative mt-4 overflow-x-auto print:overflow-visible"
      >
        <table className="w-full border-collapse text-left" data-print="comparison">
          <caption className="sr-only">
            {ids.length} annonces côte à côte{only ? ', seulement ce qui change' : ''}
          </caption>
          <thead>
            <tr className="align-bottom">
              <td className={`${stuck} w-28 min-w-28 sm:w-48 sm:min-w-48`}>
                <span className="sr-only">Critère</span>
              </td>
              {compared.map((one) => (
                <Head key={one.listing.id} one={one} ids={ids} only={only} />
              ))}
            </tr>
          </thead>
          {groups.map(({ title, rows }) => (
            <tbody key={title}>
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={ids.length + 1}
                  className="pt-8 pb-2 text-left print:pt-3 print:pb-0.5"
                >
                  <span className="sticky left-0 text-h4 font-bold">{title}</span>
                </th>
              </tr>
              {rows.map((row) => (
                <Row key={row.label} row={row} ids={ids} />
              ))}
            </tbody>
          ))}
        </table>
      </section>
    </>
  );
}

function Head({ one, ids, only }: { one: Compared; ids: readonly number[]; only: boolean }) {
  const { listing, available } = one;
  const others = ids.filter((id) => id !== listing.id);
  const name = mainFacts(listing).join(' · ');
  const excessive = available ? excessiveText(listing) : null;
  return (
    <th
      scope="col"
      className="w-1/4 min-w-44 px-2 pb-4 print:min-w-0 print:pb-1 align-top font-regular sm:px-3"
    >
      <div className={`relative print:hidden ${available ? '' : 'opacity-60 grayscale'}`}>
        <ListingPhoto
          photo={listing.photo}
          propertyType={listing.propertyType}
          photoCount={listing.photoCount}
          alt=""
          eager
          sizes="(min-width: 64rem) 16rem, 11rem"
          className="rounded-control"
        />
      </div>
      <Link
        to={comparePath(others, { only })}
        replace
        preventScrollReset
        data-print="none"
        onClick={() => chosen.remove(listing.id)}
        className="mt-1 inline-flex min-h-11 items-center gap-1 rounded-chip text-small text-ardoise-700 underline underline-offset-4"
      >
        <X aria-hidden="true" className="size-4" />
        Retirer<span className="sr-only"> {name} de la comparaison</span>
      </Link>
      {!available && (
        <p className="mb-1">
          <Badge>{departureOf(listing.status)}</Badge>
        </p>
      )}
      <PriceBlock listing={listing} variant="card" />
      <p className="mt-2">
        <TextLink to={paths.listing({ propertyId: listing.id })} className="font-medium">
          {name}
        </TextLink>
      </p>
      <p className="text-small text-ardoise-600">{whereabouts(listing)}</p>
      {excessive && <p data-mention="excessiveEnergy">{excessive}</p>}
    </th>
  );
}

function Row({ row, ids }: { row: ComparedRow; ids: readonly number[] }) {
  const { label, values, differs, best, bestAt } = row;
  return (
    <tr className="border-t border-ardoise-200" data-differs={differs}>
      <th
        scope="row"
        className={`${stuck} py-2.5 pr-2 pl-3 align-top text-small print:py-0.5 print:text-small font-regular text-ardoise-700 sm:text-body`}
      >
        {differs && (
          <span aria-hidden="true" className="absolute inset-y-2.5 left-0 w-1 rounded-full bg-phare-700" />
        )}
        {label}
        {differs && <span className="sr-only"> (différent)</span>}
      </th>
      {ids.map((id, rank) => {
        const value = values[rank] ?? null;
        const top = best !== null && bestAt.includes(rank);
        return (
          <td
            key={id}
            className={`figures px-2 py-2.5 align-top sm:px-3 print:py-0.5 print:text-small ${
              value === null ? 'text-ardoise-500' : differs ? 'font-medium' : 'text-ardoise-600'
            } ${top ? 'bg-vert-100' : ''}`}
          >
            {value ?? 'Non communiqué'}
            {top && (
              <Fragment>
                <br />
                <span className="inline-flex items-center gap-1 text-small font-medium text-vert-700">
                  <Check aria-hidden="true" className="size-4 shrink-0" strokeWidth={2.5} />
                  {best}
                </span>
              </Fragment>
            )}
          </td>
        );
      })}
    </tr>
  );
}
