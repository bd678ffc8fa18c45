import { Form } from 'react-router';
import { readAsAdmin, writeAsAdmin } from '#browser/admin-session.ts';
import { addressOf, callApi } from '#browser/api.ts';
import { AdminFallback, AdminPage, AdminUnread, isUnread } from '#rooms/administrators/parts/admin-page.tsx';
import { CsvButton } from '#rooms/administrators/parts/csv-button.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { privatePage } from '#ui/page-meta.ts';
import { Select } from '#ui/select.tsx';
import { ClaimList } from '../parts/claim-list.tsx';
import { ExclusionList } from '../parts/exclusion-list.tsx';
import {
  type ClaimState,
  claimStates,
  claimsCall,
  claimsCsvCall,
  decideClaimCall,
  decideExclusionCall,
  exclusionsCall,
  exclusionsCsvCall,
} from '../requests.ts';
import type { Route } from './+types/admin-requests.ts';

const TITLE = 'Demandes des agences';

export const meta: Route.MetaFunction = () => privatePage(`${TITLE} – Administration Vigie`);

const stateWords: Readonly<Record<string, ClaimState>> = {
  attente: 'waiting',
  ouvertes: 'opened',
  refusees: 'refused',
};
const wordOf = (state: ClaimState) =>
  Object.entries(stateWords).find(([, value]) => value === state)?.[0] ?? 'attente';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const asked = search.get('etat') ?? '';
  const state: ClaimState = Object.hasOwn(stateWords, asked) ? (stateWords[asked] ?? 'waiting') : 'waiting';
  const apres = Number(search.get('apres')) || undefined;
  const left = search.get('retraits') ?? undefined;
  return readAsAdmin(request, async () => {
    const [claims, exclusions] = await Promise.all([
      callApi(claimsCall, { query: { state, ...(apres ? { apres } : {}) } }, { quiet: true }),
      callApi(exclusionsCall, { query: left ? { apres: left } : {} }, { quiet: true }),
    ]);
    return { state, ...claims.data, exclusions: exclusions.data.exclusions, nextLeft: exclusions.data.next };
  });
}

type Asked =
  | { act: 'open'; id: number }
  | { act: 'refuse'; id: number; reason: string }
  | { act: 'exclusion'; ownerReference: string; excluded: boolean; reason: string };

export async function clientAction({ request }: Route.ClientActionArgs) {
  const asked = (await request.json()) as Asked;
  return writeAsAdmin(request, async () => {
    if (asked.act === 'exclusion') {
      const { ownerReference, excluded, reason } = asked;
      const input = { params: { ownerReference }, body: { excluded, reason } };
      await callApi(decideExclusionCall, input, { quiet: true });
    } else {
      const body =
        asked.act === 'open'
          ? { outcome: 'opened' as const }
          : { outcome: 'refused' as const, reason: asked.reason };
      await callApi(decideClaimCall, { params: { id: String(asked.id) }, body }, { quiet: true });
    }
    return { done: asked.act };
  });
}

export function HydrateFallback() {
  return <AdminFallback title={TITLE} />;
}

export default function AdminRequests({ loaderData }: Route.ComponentProps) {
  if (isUnread(loaderData)) return <AdminUnread title={TITLE} unread={loaderData} />;
  const { state, claims, next, exclusions, nextLeft } = loaderData;
  const etat = wordOf(state);
  return (
    <AdminPage
      title={TITLE}
      lead="Qui demande l’espace d’une agence déjà connue, et les agences qui ont choisi de ne plus être diffusées."
    >
      <div className="space-y-10">
        <section aria-labelledby="espaces">
          <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
            <h2 id="espaces" className="text-h4">
              Demandes d’espace
            </h2>
            <CsvButton
              address={below(addressOf(claimsCsvCall, { query: { state } }))}
              fileName="demandes-d-espace.csv"
            />
          </div>
          <Form key={etat} className="mb-4 flex flex-wrap items-end gap-3">
            <Field label="État" reserve={false}>
              {(control) => (
                <Select
                  {...control}
                  name="etat"
                  defaultValue={etat}
                  options={Object.entries(stateWords).map(([value, key]) => ({
                    value,
                    label: claimStates[key],
                  }))}
                />
              )}
            </Field>
            <Button type="submit" variant="secondary">
              Filtrer
            </Button>
          </Form>
          <ClaimList claims={claims} state={state} />
          {next !== null && (
            <p className="mt-4">
              <TextLink to={`?${new URLSearchParams({ etat, apres: String(next) })}`}>
                Demandes suivantes
              </TextLink>
            </p>
          )}
        </section>
        <section aria-labelledby="retraits">
          <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
            <h2 id="retraits" className="text-h4">
              Agences retirées à leur demande
            </h2>
            <CsvButton address={below(addressOf(exclusionsCsvCall, {}))} fileName="agences-retirees.csv" />
          </div>
          <ExclusionList exclusions={exclusions} />
          {nextLeft !== null && (
            <p className="mt-4">
              <TextLink to={`?${new URLSearchParams({ etat, retraits: nextLeft })}`}>
                Retraits plus anciens
              </TextLink>
            </p>
          )}
        </section>
      </div>
    </AdminPage>
  );
}

/** As the button wants it: below /api. */
function below(address: string): `/admin/${string}` {
  return address.replace('/api', '') as `/admin/${string}`;
}
