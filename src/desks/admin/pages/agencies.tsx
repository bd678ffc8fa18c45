import { useState } from 'react';
import { Form } from 'react-router';
import { readAsAdmin, writeAsAdmin } from '#browser/admin-session.ts';
import { addressOf, callApi } from '#browser/api.ts';
import { toast } from '#browser/toasts.ts';
import { formatCount } from '#contract/fmt.ts';
import { AdminFallback, AdminPage, AdminUnread, isUnread } from '#rooms/administrators/parts/admin-page.tsx';
import { CsvButton } from '#rooms/administrators/parts/csv-button.tsx';
import { DecisionDialog } from '#rooms/administrators/parts/decision-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { privatePage } from '#ui/page-meta.ts';
import { Select } from '#ui/select.tsx';
import {
  type AgencyFilters,
  type AgencyRow,
  adminAgenciesCall,
  adminAgenciesCsvCall,
  verifyAgenciesCall,
} from '../agencies.ts';
import { agencyFields, readAgencyWords, wordOf, writeAgencyWords } from '../agency-words.ts';
import { AgenciesTable } from '../parts/agencies-table.tsx';
import type { Route } from './+types/agencies.ts';

const TITLE = 'Agences';

export const meta: Route.MetaFunction = () => privatePage(`${TITLE} – Administration Vigie`);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const filters = readAgencyWords(search);
  const apres = Number(search.get('apres')) || undefined;
  return readAsAdmin(request, async () => {
    const query = { ...filters, ...(apres ? { apres } : {}) };
    const { data } = await callApi(adminAgenciesCall, { query }, { quiet: true });
    return { ...data, filters };
  });
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { ids } = (await request.json()) as { ids: number[] };
  return writeAsAdmin(request, async () => {
    const { data } = await callApi(verifyAgenciesCall, { body: { ids } }, { quiet: true });
    const { verified, left } = data;
    const done = `${formatCount(verified, 'identité vérifiée', 'identités vérifiées')}.`;
    const kept = left.map(({ name, why }) => `${name} reste à vérifier\u00a0: ${why}`);
    toast({
      title: 'Identités',
      description: [done, ...kept].join(' '),
      ...(left.length > 0 ? { variant: 'destructive' as const } : {}),
    });
    return { verified, left };
  });
}

export function HydrateFallback() {
  return <AdminFallback title={TITLE} />;
}

export default function Agencies({ loaderData }: Route.ComponentProps) {
  if (isUnread(loaderData)) return <AdminUnread title={TITLE} unread={loaderData} />;
  const { agencies, next, filters } = loaderData;
  return (
    <AdminPage
      title={TITLE}
      lead="Toutes les agences connues, avec ou sans espace. Tapez / pour en chercher une."
      actions={
        <CsvButton
          address={
            addressOf(adminAgenciesCsvCall, { query: filters }).replace('/api', '') as `/admin/${string}`
          }
          fileName="agences.csv"
        />
      }
    >
      <Filters filters={filters} />
      {agencies.length === 0 ? (
        <EmptyState
          title="Aucune agence ne répond à ces filtres"
          actions={<TextLink to="?">Voir toutes les agences</TextLink>}
        />
      ) : (
        <List key={writeAgencyWords(filters)} agencies={agencies} />
      )}
      {next !== null && (
        <p className="mt-4">
          <TextLink to={writeAgencyWords(filters, next)}>Agences suivantes</TextLink>
        </p>
      )}
    </AdminPage>
  );
}

/** Filters as choices; what is searched for stays. */
function Filters({ filters }: { filters: AgencyFilters }) {
  return (
    <Form
      key={writeAgencyWords(filters)}
      className="mb-4 grid grid-cols-[repeat(2,minmax(0,1fr))] items-end gap-3 sm:flex sm:flex-wrap"
    >
      {filters.q && <input type="hidden" name="q" value={filters.q} />}
      {agencyFields.map((field) => (
        <Field key={field.name} label={field.label} reserve={false} className="sm:max-w-44">
          {(control) => (
            <Select
              {...control}
              name={field.word}
              defaultValue={wordOf(field, filters)}
              options={[
                { value: '', label: field.all },
                ...field.values.map(({ word, label }) => ({ value: word, label })),
              ]}
            />
          )}
        </Field>
      ))}
      <Button type="submit" variant="secondary">
        Filtrer
      </Button>
    </Form>
  );
}

/** The agencies of the page, and what can be done of those that are chosen. */
function List({ agencies }: { agencies: readonly AgencyRow[] }) {
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const choose = (ids: readonly number[], on: boolean) =>
    setPicked((before) => {
      const after = new Set(before);
      for (const id of ids) {
        if (on) after.add(id);
        else after.delete(id);
      }
      return after;
    });
  const chosen = agencies.filter(({ id }) => picked.has(id));
  const due = chosen.filter(({ identity }) => identity === 'unverified' || identity === 'refused');
  const others = chosen.length - due.length;
  return (
    <>
      <AgenciesTable agencies={agencies} chosen={new Set(chosen.map(({ id }) => id))} onChoose={choose} />
      {chosen.length > 0 && (
        <section
          aria-label="Agences choisies"
          className="sticky bottom-0 z-20 mt-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-ardoise-200 bg-blanc px-4 py-3 shadow-sticky"
        >
          <output>{formatCount(chosen.length, 'agence choisie', 'agences choisies')}</output>
          <DecisionDialog
            trigger={<Button disabled={due.length === 0}>Marquer l’identité vérifiée…</Button>}
            title={
              due.length > 1
                ? 'Ces identités sont-elles vérifiées\u00a0?'
                : 'Cette identité est-elle vérifiée\u00a0?'
            }
            objects={due.map(({ name, ownerReference }) => `${name} (${ownerReference})`)}
            consequence={
              <>
                <p>
                  Vous confirmez avoir regardé le SIREN et la carte professionnelle de chacune. Ce que
                  l’agence changera ensuite sera de nouveau à vérifier.
                </p>
                {others > 0 && (
                  <p className="mt-2">
                    {formatCount(
                      others,
                      'autre agence choisie reste telle quelle',
                      'autres agences choisies restent telles quelles',
                    )}
                    &nbsp;: déjà vérifiée, ou sans SIREN ni carte.
                  </p>
                )}
              </>
            }
            reasonHint={null}
            yes="Marquer vérifiée"
            words={{ ids: due.map(({ id }) => id) }}
          />
        </section>
      )}
    </>
  );
}
