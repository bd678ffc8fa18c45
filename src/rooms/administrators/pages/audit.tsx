import { Form } from 'react-router';
import { readAsAdmin } from '#browser/admin-session.ts';
import { addressOf, callApi } from '#browser/api.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { privatePage } from '#ui/page-meta.ts';
import { Select } from '#ui/select.tsx';
import { auditActions, auditCall, auditCsvCall, auditSubjects } from '../contract.ts';
import { AdminFallback, AdminPage, AdminUnread, isUnread } from '../parts/admin-page.tsx';
import { AuditTable } from '../parts/audit-table.tsx';
import { CsvButton } from '../parts/csv-button.tsx';
import type { Route } from './+types/audit.ts';

const TITLE = 'Journal';

export const meta: Route.MetaFunction = () => privatePage(`${TITLE} – Administration Vigie`);

/** The filters of the address; a word that means nothing is left out. */
function filtersIn(search: URLSearchParams) {
  const subject = search.get('objet');
  const action = search.get('action');
  const administrator = search.get('qui');
  const id = search.get('id');
  return {
    ...(subject && Object.hasOwn(auditSubjects, subject)
      ? { subject: subject as keyof typeof auditSubjects }
      : {}),
    ...(action && Object.hasOwn(auditActions, action) ? { action: action as keyof typeof auditActions } : {}),
    ...(administrator ? { administrator } : {}),
    ...(id ? { id } : {}),
  };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  const filters = filtersIn(search);
  const apres = Number(search.get('apres')) || undefined;
  return readAsAdmin(request, async () => {
    const { data } = await callApi(
      auditCall,
      { query: { ...filters, ...(apres ? { apres } : {}) } },
      { quiet: true },
    );
    return { ...data, filters };
  });
}

export function HydrateFallback() {
  return <AdminFallback title={TITLE} />;
}

const options = (labels: Readonly<Record<string, string>>) => [
  { value: '', label: 'Tout' },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];

export default function Audit({ loaderData }: Route.ComponentProps) {
  if (isUnread(loaderData)) return <AdminUnread title={TITLE} unread={loaderData} />;
  const { entries, administrators, next, filters } = loaderData;
  const words = new URLSearchParams({
    ...(filters.subject ? { objet: filters.subject } : {}),
    ...(filters.action ? { action: filters.action } : {}),
    ...(filters.administrator ? { qui: filters.administrator } : {}),
    ...(filters.id ? { id: filters.id } : {}),
    ...(next ? { apres: String(next) } : {}),
  });
  return (
    <AdminPage
      title={TITLE}
      lead="Chaque action d’un administrateur, avec ce qui était là avant, ce qui l’est après et pourquoi. Rien ne s’en efface."
      actions={
        <CsvButton
          address={addressOf(auditCsvCall, { query: filters }).replace('/api', '') as `/admin/${string}`}
          fileName="journal-administration.csv"
        />
      }
    >
      <Form className="mb-4 flex flex-wrap items-end gap-3">
        <Field label="Objet" reserve={false}>
          {(control) => (
            <Select
              {...control}
              name="objet"
              defaultValue={filters.subject ?? ''}
              options={options(auditSubjects)}
            />
          )}
        </Field>
        <Field label="Action" reserve={false}>
          {(control) => (
            <Select
              {...control}
              name="action"
              defaultValue={filters.action ?? ''}
              options={options(auditActions)}
            />
          )}
        </Field>
        <Field label="Administrateur" reserve={false}>
          {(control) => (
            <Select
              {...control}
              name="qui"
              defaultValue={filters.administrator ?? ''}
              options={options(Object.fromEntries(administrators.map((name) => [name, name])))}
            />
          )}
        </Field>
        <Button type="submit" variant="secondary">
          Filtrer
        </Button>
      </Form>
      <AuditTable caption="Actions, la plus récente d’abord" entries={entries} />
      {next !== null && (
        <p className="mt-4">
          <TextLink to={`?${words}`}>Actions plus anciennes</TextLink>
        </p>
      )}
    </AdminPage>
  );
}
