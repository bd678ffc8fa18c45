import { useState } from 'react';
import { Form } from 'react-router';
import { readAsAdmin, refusalIn, writeAsAdmin } from '#browser/admin-session.ts';
import { addressOf, callApi } from '#browser/api.ts';
import { toast } from '#browser/toasts.ts';
import { formatCount } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { AdminFallback, AdminPage, AdminUnread, isUnread } from '#rooms/administrators/parts/admin-page.tsx';
import { CsvButton } from '#rooms/administrators/parts/csv-button.tsx';
import { DecisionDialog } from '#rooms/administrators/parts/decision-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { privatePage } from '#ui/page-meta.ts';
import { Select } from '#ui/select.tsx';
import { TabLinks } from '#ui/tabs.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { type BoostStatus, boostStatuses } from '../contract.ts';
import { BoostFile } from '../parts/boost-file.tsx';
import { AllBoosts, HandQueue, type TaskName } from '../parts/hand-queue.tsx';
import {
  actOnBoostCall,
  adminBoostCall,
  adminBoostsCall,
  adminBoostsCsvCall,
  BOOSTS_SOUGHT_MAX,
  type BoostAct,
  type BoostView,
  type BoostWords,
  boostViews,
  doneWords,
  type ReportableTask,
  type TaskKind,
  tasks,
} from '../tasks.ts';
import type { Route } from './+types/admin-boosts.ts';

const TITLE = 'Boosts';

export const meta: Route.MetaFunction = () => privatePage(`${TITLE} – Administration Vigie`);

/** The filters of the address; a word that means nothing is left out. */
function wordsIn(search: URLSearchParams): BoostWords {
  const vue = search.get('vue') ?? '';
  const tache = search.get('tache') ?? '';
  const statut = search.get('statut') ?? '';
  const q = (search.get('q') ?? '').trim().slice(0, BOOSTS_SOUGHT_MAX);
  return {
    ...(vue !== 'file' && Object.hasOwn(boostViews, vue) ? { vue: vue as BoostView } : {}),
    ...(vue !== 'tous' && Object.hasOwn(tasks, tache) ? { tache: tache as TaskKind } : {}),
    ...(Object.hasOwn(boostStatuses, statut) ? { statut: statut as BoostStatus } : {}),
    ...(q ? { q } : {}),
  };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const words = wordsIn(search);
  const reference = search.get('boost');
  const apres = Number(search.get('apres')) || undefined;
  return readAsAdmin(request, async () => {
    if (reference) {
      const { data } = await callApi(adminBoostCall, { params: { reference } }, { quiet: true });
      return { file: data, list: null, words };
    }
    const query = { ...words, ...(apres ? { apres } : {}) };
    const { data } = await callApi(adminBoostsCall, { query }, { quiet: true });
    return { file: null, list: data, words };
  });
}

type Asked =
  | { readonly act: 'together'; readonly done: readonly { reference: string; task: ReportableTask }[] }
  | (BoostAct & { readonly reference: string });

async function act(reference: string, body: BoostAct) {
  return (await callApi(actOnBoostCall, { params: { reference }, body }, { quiet: true })).data;
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const asked = (await request.json()) as Asked;
  if (asked.act === 'together') {
    const failures: string[] = [];
    for (const { reference, task } of asked.done) {
      const answer = await writeAsAdmin(request, () => act(reference, { act: 'done', task }));
      const failure = refusalIn('data' in answer ? answer.data : answer);
      if (failure !== null) failures.push(`${reference}\u00a0: ${failure}`);
    }
    // What is done is done: the page is read again, and the dialog says what is not.
    if (failures.length > 0) return { failure: failures.join(' ') };
    toast({ title: formatCount(asked.done.length, 'tâche faite', 'tâches faites') });
    return { done: asked.done.length };
  }
  const { reference, ...body } = asked;
  return writeAsAdmin(request, async () => {
    const answer = await act(reference, body);
    toast({ title: `${reference}\u00a0: ${saidOf(body, answer.done)}` });
    return answer;
  });
}

function saidOf(body: BoostAct, done: readonly ReportableTask[]): string {
  switch (body.act) {
    case 'done':
      return done.map((kind) => doneWords[kind]).join(', ') || 'adresse notée';
    case 'figures':
      return formatCount(body.days.length, 'jour reporté', 'jours reportés');
    case 'retry':
      return 'renvoyé au réseau';
    case 'refuse':
      return 'terminé';
  }
}

export function HydrateFallback() {
  return <AdminFallback title={TITLE} />;
}

const choices = (labels: Readonly<Record<string, string>>) => [
  { value: '', label: 'Tout' },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];

const noneChosen: ReadonlySet<TaskName> = new Set();

export default function AdminBoosts({ loaderData }: Route.ComponentProps) {
  const [chosen, setChosen] = useState(noneChosen);
  if (isUnread(loaderData)) return <AdminUnread title={TITLE} unread={loaderData} />;
  const { words } = loaderData;
  const { vue = 'file', tache = '', statut = '', q = '' } = words;
  const addressWith = (more: Readonly<Record<string, string>>) => {
    const said = Object.entries({ ...words, ...more }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const search = new URLSearchParams(said).toString();
    return search ? `${paths.adminBoosts()}?${search}` : paths.adminBoosts();
  };
  if (loaderData.file) {
    const { boost, agency } = loaderData.file;
    return (
      <AdminPage
        title={`Boost ${boost.reference}`}
        lead={`${agency.name}, ${boostStatuses[boost.status].toLowerCase()}`}
        crumbs={[{ label: TITLE, href: addressWith({}) }]}
      >
        <BoostFile key={boost.reference} file={loaderData.file} />
      </AdminPage>
    );
  }
  const { tasks: queue, boosts, next } = loaderData.list;
  const ticked = queue.filter(({ boost, kind }) => chosen.has(`${boost.reference} ${kind}`));
  const choose = (name: TaskName, on: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      if (on) after.add(name);
      else after.delete(name);
      return after;
    });
  const hrefOf = (reference: string) => addressWith({ boost: reference });
  return (
    <AdminPage
      title={TITLE}
      lead="Ce qu’une personne fait sur les réseaux quand aucun programme ne leur parle&nbsp;: publier, arrêter, reporter les chiffres que l’agence lira."
      actions={
        <CsvButton
          address={addressOf(adminBoostsCsvCall, { query: words }).replace('/api', '') as `/admin/${string}`}
          fileName={vue === 'tous' ? 'boosts.csv' : 'boosts-a-faire.csv'}
        />
      }
    >
      <TabLinks
        label="Listes de boosts"
        tabs={(Object.keys(boostViews) as BoostView[]).map((view) => ({
          label: boostViews[view],
          to: view === 'file' ? paths.adminBoosts() : `${paths.adminBoosts()}?vue=${view}`,
          current: view === vue,
        }))}
      />
      <Form className="my-4 flex flex-wrap items-end gap-3" key={`${vue} ${tache} ${statut} ${q}`}>
        {vue === 'tous' && <input type="hidden" name="vue" value={vue} />}
        <Field label="Référence ou agence" reserve={false}>
          {(control) => (
            <TextInput {...control} type="search" name="q" defaultValue={q} maxLength={BOOSTS_SOUGHT_MAX} />
          )}
        </Field>
        {vue === 'file' && (
          <Field label="Tâche" reserve={false}>
            {(control) => <Select {...control} name="tache" defaultValue={tache} options={choices(tasks)} />}
          </Field>
        )}
        <Field label="Statut" reserve={false}>
          {(control) => (
            <Select {...control} name="statut" defaultValue={statut} options={choices(boostStatuses)} />
          )}
        </Field>
        <Button type="submit" variant="secondary">
          Filtrer
        </Button>
      </Form>
      {vue === 'tous' ? (
        <AllBoosts boosts={boosts} hrefOf={hrefOf} />
      ) : queue.length === 0 ? (
        <EmptyState heading="h2" title="Rien n’attend une personne" />
      ) : (
        <HandQueue queue={queue} chosen={chosen} onChoose={choose} hrefOf={hrefOf} />
      )}
      {next !== null && (
        <p className="mt-4">
          <TextLink to={addressWith({ apres: String(next) })}>
            {vue === 'tous' ? 'Boosts plus anciens' : 'Suite de la file'}
          </TextLink>
        </p>
      )}
      {ticked.length > 0 && (
        <section
          aria-label="Dire faites les tâches choisies"
          className="sticky bottom-0 z-30 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-ardoise-200 bg-blanc px-4 py-3 shadow-popover"
        >
          <p className="font-bold">{formatCount(ticked.length, 'tâche choisie', 'tâches choisies')}</p>
          <DecisionDialog
            trigger={<Button size="sm">C’est fait…</Button>}
            title="Dire faites ces tâches&nbsp;?"
            objects={ticked.map(
              ({ boost, kind }) => `${boost.reference}, ${boost.agency.name}\u00a0: ${tasks[kind]}`,
            )}
            consequence="La file ne les demandera plus. Faites-les d’abord sur le réseau."
            reasonHint={null}
            yes="C’est fait"
            words={{
              act: 'together',
              done: ticked.map(({ boost, kind }) => ({ reference: boost.reference, task: kind })),
            }}
          />
          <Button variant="quiet" size="sm" onClick={() => setChosen(noneChosen)}>
            Ne rien choisir
          </Button>
        </section>
      )}
    </AdminPage>
  );
}
