import { Form } from 'react-router';
import { readAsAdmin, writeAsAdmin } from '#browser/admin-session.ts';
import { addressOf, callApi } from '#browser/api.ts';
import { toast } from '#browser/toasts.ts';
import { formatDate, formatPrice, formatRent } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { AdminFallback, AdminPage, AdminUnread, isUnread } from '#rooms/administrators/parts/admin-page.tsx';
import { CsvButton } from '#rooms/administrators/parts/csv-button.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { privatePage } from '#ui/page-meta.ts';
import { Select } from '#ui/select.tsx';
import { type Column, Table } from '#ui/table.tsx';
import { isVisible, listingStatuses, RENTAL } from '../contract.ts';
import { ListingText } from '../parts/listing-text.tsx';
import { SignalsDecision } from '../parts/signals-decision.tsx';
import {
  type ScamDecision,
  type ScamView,
  type SuspectedListing,
  scamCsvCall,
  scamDecisionCall,
  scamDecisionNames,
  scamDecisions,
  scamQueueCall,
  scamViews,
} from '../scam-queue.ts';
import type { Route } from './+types/admin-signals.ts';

const TITLE = 'Signaux d’arnaque';

export const meta: Route.MetaFunction = () => privatePage(`${TITLE} – Administration Vigie`);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const word = search.get('vue') ?? '';
  const vue = Object.hasOwn(scamViews, word) ? (word as ScamView) : 'attente';
  const agence = Number(search.get('agence')) || undefined;
  const apres = Number(search.get('apres')) || undefined;
  const words = { vue, ...(agence ? { agence } : {}) };
  return readAsAdmin(request, async () => {
    const query = { ...words, ...(apres ? { apres } : {}) };
    const { data } = await callApi(scamQueueCall, { query }, { quiet: true });
    return { ...data, words };
  });
}

interface Asked {
  readonly id: number;
  readonly decision: ScamDecision;
  readonly judged: string;
  readonly reason: string;
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { id, decision, judged, reason } = (await request.json()) as Asked;
  return writeAsAdmin(request, async () => {
    const body = { decision, judged, reason };
    const { data } = await callApi(scamDecisionCall, { params: { id: String(id) }, body }, { quiet: true });
    toast({ title: `Annonce ${id}\u00a0: ${listingStatuses[data.status]}` });
    return data;
  });
}

export function HydrateFallback() {
  return <AdminFallback title={TITLE} />;
}

const choices = Object.entries(scamViews).map(([value, label]) => ({ value, label }));

const empty: Readonly<Record<ScamView, string>> = {
  attente: 'Aucune annonce n’attend.',
  douteuses: 'Aucune annonce en ligne ne porte d’avertissement.',
  tranchees: 'Rien n’a encore été tranché.',
};

const columns: readonly Column<SuspectedListing>[] = [
  { key: 'listing', header: 'Annonce', rowHeader: true, cell: (row) => <Listing row={row} /> },
  { key: 'signals', header: 'Signaux', wrap: true, wide: true, cell: (row) => <Signals row={row} /> },
  { key: 'score', header: 'Score', numeric: true, wide: true, cell: ({ score }) => score },
  { key: 'found', header: 'Depuis le', wide: true, cell: ({ foundAt }) => formatDate(new Date(foundAt)) },
  { key: 'decision', header: 'Décision', wide: true, cell: (row) => <Decisions row={row} /> },
];

export default function AdminSignals({ loaderData }: Route.ComponentProps) {
  if (isUnread(loaderData)) return <AdminUnread title={TITLE} unread={loaderData} />;
  const { listings, next, words } = loaderData;
  const { vue, agence } = words;
  const further = new URLSearchParams({
    vue,
    ...(agence ? { agence: String(agence) } : {}),
    ...(next ? { apres: String(next) } : {}),
  });
  return (
    <AdminPage
      title={TITLE}
      lead="Ce que le bouclier anti-arnaque a vu. Votre décision l’emporte sur lui, tant que l’annonce garde ses mots et son prix."
      actions={
        <CsvButton
          address={addressOf(scamCsvCall, { query: words }).replace('/api', '') as `/admin/${string}`}
          fileName="signaux-d-arnaque.csv"
        />
      }
    >
      <Form className="mb-4 flex flex-wrap items-end gap-3">
        <Field label="Voir" reserve={false}>
          {(control) => <Select {...control} name="vue" defaultValue={vue} options={choices} />}
        </Field>
        {agence && <input type="hidden" name="agence" value={agence} />}
        <Button type="submit" variant="secondary">
          Filtrer
        </Button>
        {agence && <TextLink to={`?${new URLSearchParams({ vue })}`}>Toutes les agences</TextLink>}
      </Form>
      <Table
        density="pro"
        caption={scamViews[vue]}
        empty={empty[vue]}
        rows={listings}
        rowKey={({ listingId }) => listingId}
        columns={columns}
      />
      {next !== null && (
        <p className="mt-4">
          <TextLink to={`?${further}`}>Annonces suivantes</TextLink>
        </p>
      )}
    </AdminPage>
  );
}

const nameOf = ({ reference, title }: SuspectedListing) => (title ? `${reference} – ${title}` : reference);

function Listing({ row }: { row: SuspectedListing }) {
  const { agency, agencyId, listingId, price, transaction, status } = row;
  return (
    <div className="max-w-[36ch] wrap-anywhere">
      {isVisible(status) ? (
        <TextLink to={paths.listing({ propertyId: listingId })}>{nameOf(row)}</TextLink>
      ) : (
        nameOf(row)
      )}
      <p className="font-regular">
        {(transaction === RENTAL ? formatRent : formatPrice)(price)}, {listingStatuses[status].toLowerCase()}
      </p>
      <p className="font-regular">
        <TextLink to={`${paths.adminAgencyAds({ id: agencyId })}?vue=signaux`}>{agency}</TextLink>
      </p>
      <ListingText text={row.description} />
      <div className="mt-1 space-y-3 font-regular sm:hidden">
        <Signals row={row} />
        <Decisions row={row} />
      </div>
    </div>
  );
}

function Signals({ row: { signals, score } }: { row: SuspectedListing }) {
  return (
    <>
      <p className="sm:hidden">Score&nbsp;: {score}</p>
      <ul className="max-w-[64ch] space-y-1 wrap-anywhere">
        {signals.map(({ code, weight, explanation, excerpt }) => (
          <li key={code}>
            {explanation} <span className="figures text-ardoise-600">({weight})</span>{' '}
            {excerpt !== null && <q className="text-ardoise-600">{excerpt}</q>}
          </li>
        ))}
      </ul>
    </>
  );
}

function Decisions({ row }: { row: SuspectedListing }) {
  const { decided, decidedBy, decidedAt, reason } = row;
  return (
    <div className="space-y-2">
      {decided && (
        <div className="max-w-[40ch] whitespace-normal">
          <Badge tone={decided === 'scam' ? 'red' : 'grey'}>{scamDecisions[decided]}</Badge>
          <p>
            {decidedBy}
            {decidedAt && `, le ${formatDate(new Date(decidedAt))}`}&nbsp;: {reason}
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {scamDecisionNames.map(
          (decision) =>
            decided !== decision && (
              <SignalsDecision key={decision} listing={{ ...row, id: row.listingId }} decision={decision} />
            ),
        )}
      </div>
    </div>
  );
}
