import { useState } from 'react';
import { redirect } from 'react-router';
import { readAsAdmin, writeAsAdmin } from '#browser/admin-session.ts';
import { addressOf, callApi } from '#browser/api.ts';
import { toast } from '#browser/toasts.ts';
import type { BodyOf } from '#contract/call.ts';
import { formatDate } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { AdminFallback, AdminPage, AdminUnread, isUnread } from '#rooms/administrators/parts/admin-page.tsx';
import { CsvButton } from '#rooms/administrators/parts/csv-button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { privatePage } from '#ui/page-meta.ts';
import { readConfiguration, typedConfiguration } from '../configuration-form.ts';
import { configurationCall, configurationCsvCall, loadConfigurationCall } from '../configuration-versions.ts';
import { ConfigurationFields } from '../parts/configuration-fields.tsx';
import { ConfigurationReview } from '../parts/configuration-review.tsx';
import { VersionsTable } from '../parts/configuration-versions.tsx';
import type { Route } from './+types/admin-boost-configuration.ts';

const TITLE = 'Configuration des boosts';

export const meta: Route.MetaFunction = () => privatePage(`${TITLE} – Administration Vigie`);

const numberIn = (search: URLSearchParams, name: string) => Number(search.get(name)) || undefined;

function isDay(word: string | null): word is string {
  return word !== null && /^\d{4}-\d{2}-\d{2}$/.test(word) && !Number.isNaN(Date.parse(word));
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const version = numberIn(search, 'version');
  const apres = numberIn(search, 'apres');
  const day = search.get('jour');
  return readAsAdmin(request, async () => {
    const query = { ...(version ? { version } : {}), ...(apres ? { apres } : {}) };
    const { data } = await callApi(configurationCall, { query }, { quiet: true });
    return {
      ...data,
      day: isDay(day) && day > data.today ? day : null,
      /** What is typed stays while the page is read again, and goes once another version is chosen or one was loaded. */
      draft: `${version ?? ''} ${search.get('chargee') ?? ''}`,
    };
  });
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const body = (await request.json()) as BodyOf<typeof loadConfigurationCall>;
  return writeAsAdmin(request, async () => {
    const { data } = await callApi(loadConfigurationCall, { body }, { quiet: true });
    const { id, effectiveAt } = data.version;
    toast({
      title: `Version ${id} chargée`,
      description: `À partir du ${formatDate(new Date(effectiveAt))}.`,
    });
    return redirect(`${paths.adminBoostConfiguration()}?chargee=${id}`);
  });
}

export function HydrateFallback() {
  return <AdminFallback title={TITLE} />;
}

type Data = Exclude<Awaited<ReturnType<typeof clientLoader>>, { failure: string }>;

export default function AdminBoostConfiguration({ loaderData }: Route.ComponentProps) {
  if (isUnread(loaderData)) return <AdminUnread title={TITLE} unread={loaderData} />;
  return <Configuration key={loaderData.draft} data={loaderData} />;
}

function Configuration({ data }: { data: Data }) {
  const { current, base, usual, future, past, next, day } = data;
  const [typed, setTyped] = useState(() => typedConfiguration(base.settings));
  const [step, setStep] = useState<'fields' | 'review'>('fields');
  const [checked, setChecked] = useState(false);
  const { settings, errors } = readConfiguration(typed);
  const check = () => {
    setChecked(true);
    const [first] = Object.keys(errors);
    if (first === undefined) setStep('review');
    else document.getElementById(first)?.focus();
  };
  const csv = addressOf(configurationCsvCall, {}).replace('/api', '') as `/admin/${string}`;
  return (
    <AdminPage
      title={TITLE}
      lead={`Version ${current.id} en vigueur depuis le ${formatDate(new Date(current.effectiveAt))}, chargée par ${current.author}.`}
      actions={<CsvButton address={csv} fileName="configuration-des-boosts.csv" />}
    >
      <div className="space-y-3">
        <Notice>
          Aucune version ne change ni ne s’efface&nbsp;: une erreur se corrige par une autre version. Pour
          revenir en arrière, partez d’une ancienne version&nbsp;; pour annuler une version à venir, chargez à
          la même date les réglages d’aujourd’hui.
        </Notice>
        {base.id !== current.id && (
          <Notice tone="warning">
            Les champs partent de la version {base.id}, et non de celle en vigueur.{' '}
            <TextLink to={paths.adminBoostConfiguration()}>Partir de celle en vigueur</TextLink>
          </Notice>
        )}
      </div>
      <div className="mt-6">
        {step === 'review' && settings ? (
          <ConfigurationReview settings={settings} page={data} day={day} onBack={() => setStep('fields')} />
        ) : (
          <ConfigurationFields
            typed={typed}
            usual={usual}
            errors={checked ? errors : {}}
            onTyped={setTyped}
            onCheck={check}
          />
        )}
      </div>
      <section className="mt-10 space-y-6">
        <h2 className="text-h4">Versions</h2>
        {future.length > 0 && (
          <VersionsTable
            caption="Versions à venir"
            versions={future}
            known={[...future, current]}
            current={current}
          />
        )}
        <VersionsTable
          caption="Versions en vigueur et passées"
          versions={past}
          known={past}
          current={current}
        />
        {next !== null && (
          <p>
            <TextLink to={`?apres=${next}`}>Versions plus anciennes</TextLink>
          </p>
        )}
      </section>
    </AdminPage>
  );
}
