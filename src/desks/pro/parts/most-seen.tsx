import { formatNumber } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { writeTableWords } from '#desks/portfolio/table.ts';
import type { Figures } from '#rooms/statistics/contract.ts';
import { ReportLink } from '#rooms/statistics/parts/report-link.tsx';
import { TextLink } from '#ui/link.tsx';
import { type Column, Table } from '#ui/table.tsx';

type Seen = Figures['top'][number];

/** The listings that are looked at most, and what to hand to their sellers. */
export function MostSeen({ top, ownerReference }: { top: readonly Seen[]; ownerReference: string }) {
  if (top.length === 0) return null;
  return (
    <section aria-labelledby="plus-vues" className="mt-10">
      <h2 id="plus-vues" className="mb-3 text-h4">
        Les plus vues en 30 jours
      </h2>
      <Table
        caption="Annonces les plus vues en 30 jours"
        hiddenCaption
        density="pro"
        columns={columnsOf(ownerReference)}
        rows={top}
        rowKey={({ id }) => id}
        empty=""
      />
      <p className="mt-2 text-small text-ardoise-600">
        <TextLink to={`${paths.ownedListings({ ownerReference })}${writeTableWords({ order: 'vues' })}`}>
          Toutes les annonces, les plus vues d’abord
        </TextLink>
      </p>
    </section>
  );
}

const columnsOf = (ownerReference: string): readonly Column<Seen>[] => [
  {
    key: 'listing',
    header: 'Annonce',
    rowHeader: true,
    cell: ({ id, reference, title }) => (
      <>
        <TextLink to={paths.ownedEditListing({ ownerReference, propertyId: id })}>{reference}</TextLink>
        <span className="block text-ardoise-600">{title}</span>
        <span className="mt-1 block sm:hidden">
          <ReportLink listingId={id} reference={reference} />
        </span>
      </>
    ),
  },
  { key: 'views', header: 'Vues', numeric: true, cell: ({ views }) => formatNumber(views) },
  { key: 'leads', header: 'Contacts', numeric: true, cell: ({ leads }) => formatNumber(leads) },
  {
    key: 'report',
    header: 'Pour le vendeur',
    wide: true,
    cell: ({ id, reference }) => <ReportLink listingId={id} reference={reference} />,
  },
];
