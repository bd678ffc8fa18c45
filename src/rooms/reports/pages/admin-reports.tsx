import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, useNavigate } from 'react-router';
import { adminName } from '#browser/admin-credentials.ts';
import { readAsAdmin, writeAsAdmin } from '#browser/admin-session.ts';
import { addressOf, callApi } from '#browser/api.ts';
import { ApiError } from '#browser/read-error.ts';
import { toast } from '#browser/toasts.ts';
import { formatCount } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { AdminFallback, AdminPage, AdminUnread, isUnread } from '#rooms/administrators/parts/admin-page.tsx';
import { CsvButton } from '#rooms/administrators/parts/csv-button.tsx';
import { DecisionDialog } from '#rooms/administrators/parts/decision-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { privatePage } from '#ui/page-meta.ts';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { reportKinds, reportReasons, reportStatuses } from '../contract.ts';
import {
  type Answering,
  type CaseHeading,
  CURSOR,
  caseCall,
  type Deciding,
  handleReportCall,
  queueCall,
  queueCsvCall,
  queueStates,
  type Taking,
} from '../decisions.ts';
import { ReportCase } from '../parts/report-case.tsx';
import { caseName, ReportQueue } from '../parts/report-queue.tsx';
import type { Route } from './+types/admin-reports.ts';

const TITLE = 'Signalements';
const PRIORITIES = { 1: 'Priorité 1', 2: 'Priorité 2', 3: 'Priorité 3' } as const;

export const meta: Route.MetaFunction = () => privatePage(`${TITLE} – Administration Vigie`);

/** States as the address says them. */
const states = {
  'a-traiter': 'waiting',
  nouveau: 'new',
  'en-cours': 'in_progress',
  conteste: 'contested',
  fonde: 'founded',
  'non-fonde': 'unfounded',
  doublon: 'duplicate',
} as const satisfies Record<string, keyof typeof queueStates>;

const isKeyOf = <Table extends object>(
  table: Table,
  word: string | null,
): word is Extract<keyof Table, string> => word !== null && Object.hasOwn(table, word);

/** The filters of the address, in the words of the call; a word that means nothing is left out. */
function filtersIn(search: URLSearchParams) {
  const [state, reason, kind] = [search.get('etat'), search.get('motif'), search.get('origine')];
  const contested = search.get('contestees') === 'oui';
  const priority = Number(search.get('priorite'));
  const agency = (search.get('agence') ?? '').trim().slice(0, 40);
  const listing = (search.get('annonce') ?? '').trim();
  return {
    ...(contested ? { state: 'contested' as const } : isKeyOf(states, state) ? { state: states[state] } : {}),
    ...(isKeyOf(reportReasons, reason) ? { reason } : {}),
    ...(isKeyOf(reportKinds, kind) ? { kind } : {}),
    ...(Object.hasOwn(PRIORITIES, priority) ? { priority } : {}),
    ...(agency ? { agency } : {}),
    ...(/^[1-9]\d{0,14}$/.test(listing) ? { listing: Number(listing) } : {}),
  };
}
type Filters = ReturnType<typeof filtersIn>;

/** The same filters as an address says them. */
function wordsOf({ state, reason, kind, priority, agency, listing }: Filters): URLSearchParams {
  const word = Object.entries(states).find(([, one]) => one === state)?.[0];
  return new URLSearchParams({
    ...(word ? { etat: word } : {}),
    ...(reason ? { motif: reason } : {}),
    ...(kind ? { origine: kind } : {}),
    ...(priority ? { priorite: String(priority) } : {}),
    ...(agency ? { agence: agency } : {}),
    ...(listing ? { annonce: String(listing) } : {}),
  });
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const filters = filtersIn(search);
  const given = search.get('apres') ?? '';
  const apres = CURSOR.test(given) ? given : null;
  const cas = search.get('cas');
  return readAsAdmin(request, async () => {
    const [{ data }, opened] = await Promise.all([
      callApi(queueCall, { query: { ...filters, ...(apres ? { apres } : {}) } }, { quiet: true }),
      cas === null ? null : openCase(cas),
    ]);
    return { ...data, filters, apres, opened, missing: cas !== null && opened === null };
  });
}

/** Null when there is no such case any more: a wording that was changed waits for nobody. */
async function openCase(id: string) {
  try {
    return (await callApi(caseCall, { params: { id } }, { quiet: true })).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

type Act = { readonly ids: readonly number[] } & (Taking | Deciding | Answering);

export async function clientAction({ request }: Route.ClientActionArgs) {
  const { ids, ...body } = (await request.json()) as Act;
  return writeAsAdmin(request, async () => {
    const refusals: string[] = [];
    for (const id of ids) {
      try {
        const { data } = await callApi(
          handleReportCall,
          { params: { id: String(id) }, body },
          { quiet: true },
        );
        if (ids.length === 1)
          toast({ title: `${data.reference}\u00a0: ${reportStatuses[data.status].toLowerCase()}` });
      } catch (error) {
        // Of several, what is done is done: the page is read again, and the dialog says what is not.
        if (ids.length === 1 || !(error instanceof ApiError) || error.status === 401) throw error;
        refusals.push(error.message);
      }
    }
    if (refusals.length > 0)
      return {
        failure: `${formatCount(refusals.length, 'signalement n’a pas changé', 'signalements n’ont pas changé')}\u00a0: ${[...new Set(refusals)].join(' ')}`,
      };
    if (ids.length > 1)
      toast({ title: formatCount(ids.length, 'signalement pris en charge', 'signalements pris en charge') });
    return { done: ids };
  });
}

export function HydrateFallback() {
  return <AdminFallback title={TITLE} />;
}

const options = (labels: Readonly<Record<string, string>>) => [
  { value: '', label: 'Tout' },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];
const stateOptions = options(
  Object.fromEntries(Object.entries(states).map(([word, state]) => [word, queueStates[state]])),
);

const noneChosen: ReadonlySet<number> = new Set();

export default function AdminReports({ loaderData }: Route.ComponentProps) {
  const [chosen, setChosen] = useState(noneChosen);
  if (isUnread(loaderData)) return <AdminUnread title={TITLE} unread={loaderData} />;
  const { cases, next, filters, apres, opened, missing } = loaderData;
  const address = (change: Readonly<Record<string, string>>) => {
    const words = wordsOf(filters);
    for (const [name, value] of Object.entries({ ...(apres ? { apres } : {}), ...change }))
      words.set(name, value);
    return `${paths.adminReports()}?${words}`;
  };
  const caseAddress = (id: number) => address({ cas: String(id) });
  // What was ticked on another page is not acted on in this one.
  const ticked = cases.filter(({ id, status }) => status === 'new' && chosen.has(id));
  const choose = (id: number, on: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      if (on) after.add(id);
      else after.delete(id);
      return after;
    });
  return (
    <AdminPage
      title={TITLE}
      lead={
        'Ce que des personnes reprochent à des annonces, et les tournures qu’une règle a trouvées. Le plus pressant d’abord\u00a0; chaque décision est motivée, et les deux côtés la reçoivent.'
      }
      actions={
        <CsvButton
          address={addressOf(queueCsvCall, { query: filters }).replace('/api', '') as `/admin/${string}`}
          fileName="signalements.csv"
        />
      }
    >
      {/* A phone shows the case alone, as far up as it goes. */}
      <div className={opened ? 'max-lg:hidden' : ''}>
        <Filter filters={filters} />
      </div>
      <KeyedColumns cases={cases} open={opened?.id ?? null} caseAddress={caseAddress}>
        <div className={opened || missing ? 'max-lg:hidden' : ''}>
          {ticked.length > 0 && <TakeSeveral cases={ticked} />}
          <ReportQueue
            cases={cases}
            open={opened?.id ?? null}
            addressOf={caseAddress}
            chosen={chosen}
            onChoose={choose}
          />
          {next !== null && (
            <p className="mt-4">
              <TextLink to={`?${new URLSearchParams([...wordsOf(filters), ['apres', next]])}`}>
                Suite
              </TextLink>
            </p>
          )}
        </div>
        <div className="min-w-0">
          {(opened || missing) && (
            <p className="mb-3 lg:hidden">
              <TextLink to={address({})}>Retour à la file</TextLink>
            </p>
          )}
          {missing && <Notice>Ce cas n’est plus là&nbsp;: son texte a changé, ou il est effacé.</Notice>}
          {opened ? (
            <ReportCase key={opened.id} opened={opened} caseAddress={caseAddress} me={adminName()} />
          ) : (
            !missing && <Waiting />
          )}
        </div>
      </KeyedColumns>
    </AdminPage>
  );
}

function Waiting() {
  return (
    <p className="max-w-[52ch] text-ardoise-600 max-lg:hidden">
      Choisissez un signalement. Au clavier, dans la file&nbsp;: <kbd className="font-bold">J</kbd> et{' '}
      <kbd className="font-bold">K</kbd> passent de l’un à l’autre.
    </p>
  );
}

function Filter({ filters }: { filters: Filters }) {
  const words = wordsOf(filters);
  const value = (name: string) => words.get(name) ?? '';
  return (
    <Form
      key={String(words)}
      className="mb-4 grid grid-cols-[repeat(2,minmax(0,1fr))] items-end gap-3 sm:flex sm:flex-wrap"
    >
      <Field label="État" reserve={false}>
        {(control) => <Select {...control} name="etat" defaultValue={value('etat')} options={stateOptions} />}
      </Field>
      <Field label="Motif" reserve={false} className="max-w-64">
        {(control) => (
          <Select {...control} name="motif" defaultValue={value('motif')} options={options(reportReasons)} />
        )}
      </Field>
      <Field label="Priorité" reserve={false}>
        {(control) => (
          <Select
            {...control}
            name="priorite"
            defaultValue={value('priorite')}
            options={options(PRIORITIES)}
          />
        )}
      </Field>
      <Field label="Origine" reserve={false}>
        {(control) => (
          <Select
            {...control}
            name="origine"
            defaultValue={value('origine')}
            options={options(reportKinds)}
          />
        )}
      </Field>
      <Field label="Agence (référence)" reserve={false} className="sm:w-44">
        {(control) => <TextInput {...control} name="agence" defaultValue={value('agence')} />}
      </Field>
      <Field label="Annonce (numéro)" reserve={false} className="sm:w-36">
        {(control) => (
          <TextInput {...control} name="annonce" inputMode="numeric" defaultValue={value('annonce')} />
        )}
      </Field>
      <Button type="submit" variant="secondary">
        Filtrer
      </Button>
    </Form>
  );
}

function TakeSeveral({ cases }: { cases: readonly CaseHeading[] }) {
  return (
    <div className="mb-3">
      <DecisionDialog
        trigger={
          <Button size="sm" variant="secondary">
            Prendre en charge {formatCount(cases.length, 'signalement', 'signalements')}…
          </Button>
        }
        title={'Prendre ces signalements en charge\u00a0?'}
        objects={cases.map(caseName)}
        consequence={
          'Ils passent «\u00a0en cours\u00a0» à votre nom. Les agences ne sont pas prévenues avant la décision.'
        }
        reasonHint={null}
        yes="Prendre en charge"
        words={{ ids: cases.map(({ id }) => id), act: 'take', tellAgency: false }}
      />
    </div>
  );
}

interface KeyedColumnsProps {
  cases: readonly CaseHeading[];
  open: number | null;
  caseAddress: (id: number) => string;
  children: ReactNode;
}

/**
 * The queue beside the case. J and K open the next and the previous one, only while the focus is in here and not in a field (WCAG
 * 2.1.4).
 */
function KeyedColumns({ cases, open, caseAddress, children }: KeyedColumnsProps) {
  const box = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const element = box.current;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return;
      const key = event.key.toLowerCase();
      if (key !== 'j' && key !== 'k') return;
      const at = cases.findIndex(({ id }) => id === open);
      const next = cases[at === -1 ? 0 : at + (key === 'j' ? 1 : -1)];
      if (!next) return;
      event.preventDefault();
      void navigate(caseAddress(next.id), { preventScrollReset: true });
      element?.querySelector<HTMLElement>(`[data-case="${next.id}"]`)?.focus();
    };
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  });
  return (
    <div
      ref={box}
      className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[24rem_minmax(0,1fr)]"
    >
      {children}
    </div>
  );
}
