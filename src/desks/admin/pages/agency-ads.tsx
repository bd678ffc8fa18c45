import { useState } from 'react';
import { Form } from 'react-router';
import { readAsAdmin, writeAsAdmin } from '#browser/admin-session.ts';
import { addressOf, callApi } from '#browser/api.ts';
import { toast } from '#browser/toasts.ts';
import { formatCount } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { AdminFallback, AdminPage, AdminUnread, isUnread } from '#rooms/administrators/parts/admin-page.tsx';
import { CsvButton } from '#rooms/administrators/parts/csv-button.tsx';
import { type ListingStatus, listingStatuses } from '#rooms/listings/contract.ts';
import { type ScamDecision, scamDecisionCall } from '#rooms/listings/scam-queue.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { privatePage } from '#ui/page-meta.ts';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import {
  ADS_SOUGHT_MAX,
  type AdDecision,
  type AdView,
  type AdWords,
  adViews,
  agencyAdsCall,
  agencyAdsCsvCall,
  type CommonDecision,
  decideAdCall,
  decideAdsCall,
} from '../ads.ts';
import { RestoreAds, SuspendAds } from '../parts/ad-decisions.tsx';
import { AdsTable } from '../parts/ads-table.tsx';
import type { Route } from './+types/agency-ads.ts';

const TITLE = 'Annonces de l’agence';

export const meta: Route.MetaFunction = () => privatePage(`${TITLE} – Administration Vigie`);

/** The filters of the address; a word that means nothing is left out. */
function wordsIn(search: URLSearchParams): AdWords {
  const vue = search.get('vue') ?? '';
  const statut = search.get('statut') ?? '';
  const q = (search.get('q') ?? '').trim().slice(0, ADS_SOUGHT_MAX);
  return {
    ...(vue !== 'toutes' && Object.hasOwn(adViews, vue) ? { vue: vue as AdView } : {}),
    ...(Object.hasOwn(listingStatuses, statut) ? { statut: statut as ListingStatus } : {}),
    ...(q ? { q } : {}),
  };
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const words = wordsIn(search);
  const apres = Number(search.get('apres')) || undefined;
  return readAsAdmin(request, async () => {
    const { data } = await callApi(
      agencyAdsCall,
      { params: { id: params.id }, query: { ...words, ...(apres ? { apres } : {}) } },
      { quiet: true },
    );
    return { ...data, words };
  });
}

interface SignalsDecided {
  readonly act: 'signals';
  readonly id: number;
  readonly decision: ScamDecision;
  readonly judged: string;
  readonly reason: string;
}

type Asked = (AdDecision & { id: number }) | CommonDecision | SignalsDecided;

export async function clientAction({ request }: Route.ClientActionArgs) {
  const asked = (await request.json()) as Asked;
  return writeAsAdmin(request, async () => {
    if ('ids' in asked) {
      const { data } = await callApi(decideAdsCall, { body: asked }, { quiet: true });
      const failed = data.results.filter(({ done }) => !done);
      // What is done is done: the page is read again, and the dialog says what is not.
      if (failed.length > 0)
        return {
          failure: `${formatCount(failed.length, 'annonce n’a pas changé', 'annonces n’ont pas changé')}\u00a0: ${failed.map(({ id, message }) => `${id}, ${message}`).join(' ')}`,
        };
      toast({ title: formatCount(data.results.length, 'annonce traitée', 'annonces traitées') });
      return data;
    }
    const { data } = await decideOne(asked);
    const { id } = asked;
    toast({ title: `Annonce ${id}\u00a0: ${listingStatuses[data.status]}` });
    return data;
  });
}

/** One listing: the signals of the scam shield have a call of their own, that of their queue. */
function decideOne(asked: Exclude<Asked, CommonDecision>) {
  const params = { id: String(asked.id) };
  const quiet = { quiet: true };
  if (asked.act === 'signals') {
    const { decision, judged, reason } = asked;
    return callApi(scamDecisionCall, { params, body: { decision, judged, reason } }, quiet);
  }
  const { id: _, ...body } = asked;
  return callApi(decideAdCall, { params, body }, quiet);
}

export function HydrateFallback() {
  return <AdminFallback title={TITLE} />;
}

const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const noneChosen: ReadonlySet<number> = new Set();

export default function AgencyAds({ loaderData }: Route.ComponentProps) {
  const [chosen, setChosen] = useState(noneChosen);
  if (isUnread(loaderData)) return <AdminUnread title={TITLE} unread={loaderData} />;
  const { agency, ads, next, words } = loaderData;
  const { vue = 'toutes', statut = '', q = '' } = words;
  const id = String(agency.id);
  const further = new URLSearchParams({
    ...(words.vue ? { vue: words.vue } : {}),
    ...(words.statut ? { statut: words.statut } : {}),
    ...(words.q ? { q: words.q } : {}),
    ...(next ? { apres: String(next) } : {}),
  });
  // What was ticked on another page, or in another view, is not acted on in this one.
  const ticked = ads.filter(({ card }) => chosen.has(card.id));
  const shown = ticked.filter(({ suspension }) => suspension === null);
  const suspended = ticked.filter(({ suspension }) => suspension !== null);
  const choose = (ids: readonly number[], on: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const one of ids) {
        if (on) after.add(one);
        else after.delete(one);
      }
      return after;
    });
  return (
    <AdminPage
      title={`Annonces\u00a0: ${agency.name}`}
      lead="Ce que la loi, les lecteurs et les programmes leur reprochent, et ce que Vigie en décide. L’agence reçoit les motifs de chaque suspension."
      crumbs={[
        { label: 'Agences', href: paths.adminAgencies() },
        { label: agency.name, href: paths.adminAgency({ id }) },
      ]}
      actions={
        <CsvButton
          address={
            addressOf(agencyAdsCsvCall, { params: { id }, query: words }).replace(
              '/api',
              '',
            ) as `/admin/${string}`
          }
          fileName={`annonces-${agency.ownerReference}.csv`}
        />
      }
    >
      <Form className="mb-4 flex flex-wrap items-end gap-3" key={`${vue} ${statut} ${q}`}>
        <Field label="Vue" reserve={false} className="max-sm:w-full">
          {(control) => <Select {...control} name="vue" defaultValue={vue} options={choices(adViews)} />}
        </Field>
        <Field label="Statut" reserve={false} className="max-sm:w-full">
          {(control) => (
            <Select
              {...control}
              name="statut"
              defaultValue={statut}
              options={[{ value: '', label: 'Tous' }, ...choices(listingStatuses)]}
            />
          )}
        </Field>
        <Field label="Référence ou titre" reserve={false} className="max-sm:w-full">
          {(control) => (
            <TextInput {...control} type="search" name="q" defaultValue={q} maxLength={ADS_SOUGHT_MAX} />
          )}
        </Field>
        <Button type="submit" variant="secondary">
          Filtrer
        </Button>
      </Form>
      {ads.length === 0 ? (
        <EmptyState heading="h2" title="Aucune annonce ne répond à ces filtres" />
      ) : (
        <AdsTable ads={ads} chosen={chosen} onChoose={choose} />
      )}
      {next !== null && (
        <p className="mt-4">
          <TextLink to={`?${further}`}>Annonces plus anciennes</TextLink>
        </p>
      )}
      {ticked.length > 0 && (
        <section
          aria-label="Décider des annonces choisies"
          className="sticky bottom-0 z-30 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-ardoise-200 bg-blanc px-4 py-3 shadow-popover"
        >
          <p className="font-bold">{formatCount(ticked.length, 'annonce choisie', 'annonces choisies')}</p>
          {shown.length > 0 && (
            <SuspendAds
              ads={shown}
            >{`Suspendre ${formatCount(shown.length, 'annonce', 'annonces')}…`}</SuspendAds>
          )}
          {suspended.length > 0 && (
            <RestoreAds ads={suspended}>
              {`Rétablir ${formatCount(suspended.length, 'annonce', 'annonces')}…`}
            </RestoreAds>
          )}
          <Button variant="quiet" size="sm" onClick={() => setChosen(noneChosen)}>
            Ne rien choisir
          </Button>
        </section>
      )}
    </AdminPage>
  );
}
