import { readAsAdmin, writeAsAdmin } from '#browser/admin-session.ts';
import { callApi } from '#browser/api.ts';
import { paths } from '#contract/paths.ts';
import { AdminFallback, AdminPage, AdminUnread, isUnread } from '#rooms/administrators/parts/admin-page.tsx';
import { AuditTable } from '#rooms/administrators/parts/audit-table.tsx';
import { FileSection } from '#rooms/administrators/parts/file-parts.tsx';
import { openViewCall } from '#rooms/agencies/view.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { privatePage } from '#ui/page-meta.ts';
import { Time } from '#ui/time.tsx';
import { type AgencyAct, adminAgencyActCall, adminAgencyCall } from '../agencies.ts';
import { IdentityBadge, StateBadge } from '../parts/agency-badges.tsx';
import { AgencyChecks } from '../parts/agency-checks.tsx';
import { AgencyFacts } from '../parts/agency-facts.tsx';
import { AgencyImports } from '../parts/agency-imports.tsx';
import { AgencyInvoices } from '../parts/agency-invoices.tsx';
import { AgencyNotes } from '../parts/agency-notes.tsx';
import { AgencyFigures, StatusDecision, StatusNotice, ViewButton } from '../parts/agency-status.tsx';
import type { Route } from './+types/agency.ts';

const TITLE = 'Agence';

export const meta: Route.MetaFunction = () => privatePage(`${TITLE} – Administration Vigie`);

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return readAsAdmin(request, async () => {
    const { data } = await callApi(adminAgencyCall, { params: { id: params.id } }, { quiet: true });
    return data;
  });
}

export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const asked = (await request.json()) as AgencyAct | { act: 'view' };
  const { id } = params;
  return writeAsAdmin(request, async () => {
    if (asked.act === 'view') {
      const { data } = await callApi(openViewCall, { params: { id } }, { quiet: true });
      // A whole load: what this tab knows of its own agency, if any, stays out of the space that is looked at.
      window.location.assign(paths.ownedDashboard({ ownerReference: data.ownerReference }));
    } else await callApi(adminAgencyActCall, { params: { id }, body: asked }, { quiet: true });
    return { done: asked.act };
  });
}

export function HydrateFallback() {
  return <AdminFallback title={TITLE} />;
}

export default function AdminAgency({ loaderData }: Route.ComponentProps) {
  if (isUnread(loaderData)) return <AdminUnread title={TITLE} unread={loaderData} />;
  const { agency, status, identity, space, lacks, audit } = loaderData;
  const { id, name, ownerReference, demo, createdAt } = agency;
  return (
    <AdminPage
      title={name}
      crumbs={[
        { label: 'Tableau de bord', href: paths.admin() },
        { label: 'Agences', href: paths.adminAgencies() },
      ]}
      lead={
        <>
          {ownerReference}, connue depuis le <Time at={createdAt} />
        </>
      }
      actions={
        <>
          <ButtonLink to={paths.adminAgencyAds({ id })} variant="secondary" size="sm">
            Ses annonces
          </ButtonLink>
          {space && <ViewButton name={name} />}
          <StatusDecision {...loaderData} />
        </>
      }
    >
      <div className="space-y-8">
        <div className="space-y-4">
          <p className="flex flex-wrap items-center gap-2">
            <StateBadge state={status} />
            <span>Identité</span>
            <IdentityBadge state={identity} />
            {demo && <Badge>Démonstration</Badge>}
          </p>
          <StatusNotice {...loaderData} />
          <AgencyFigures {...loaderData} />
          <Space space={space} ownerReference={ownerReference} />
        </div>
        <FileSection title="Vérifications">
          <AgencyChecks name={name} checks={loaderData.checks} />
        </FileSection>
        {lacks.length > 0 && (
          <FileSection title="Ce que la loi demande et ne trouve pas">
            <ul className="list-disc pl-5">
              {lacks.map(({ rule, severity, message, remedy }) => (
                <li key={`${rule} ${message}`}>
                  {rule}&nbsp;: {message} {remedy}{' '}
                  {severity === 'block' && <Badge tone="red">Retient ses annonces</Badge>}
                </li>
              ))}
            </ul>
          </FileSection>
        )}
        <FileSection title="Ce que l’agence indique">
          <AgencyFacts agency={agency} />
        </FileSection>
        <FileSection title="Notes internes">
          <AgencyNotes notes={loaderData.notes} />
        </FileSection>
        <FileSection title="Flux">
          <AgencyImports imports={loaderData.imports} report={loaderData.report} />
        </FileSection>
        <FileSection title="Factures">
          <AgencyInvoices id={id} invoices={loaderData.invoices} />
        </FileSection>
        <FileSection title="Courriels et boosts">
          <ul className="flex flex-wrap gap-x-6 gap-y-2">
            <li>
              <TextLink to={`${paths.adminMails()}?agence=${agency.ownerReference}`}>
                Courriels à l’agence
              </TextLink>
            </li>
            <li>
              <TextLink to={`${paths.adminBoosts()}?vue=tous&q=${agency.ownerReference}`}>
                Ses boosts
              </TextLink>
            </li>
          </ul>
        </FileSection>
        <FileSection title="Journal de l’agence">
          {audit.entries.length === 0 ? (
            <p className="text-ardoise-600">Aucune action pour l’instant.</p>
          ) : (
            <AuditTable caption="Actions sur cette agence" entries={audit.entries} subjects={false} />
          )}
          {audit.more && (
            <p className="mt-3">
              <TextLink to={`${paths.adminAudit()}?objet=agency&id=${id}`}>
                Tout le journal de l’agence
              </TextLink>
            </p>
          )}
        </FileSection>
      </div>
    </AdminPage>
  );
}

/** What opens its space, and its page on the site. */
function Space({
  space,
  ownerReference,
}: {
  space: { email: string; createdAt: string; seenAt: string | null } | null;
  ownerReference: string;
}) {
  return (
    <p>
      {space ? (
        <>
          Espace ouvert le <Time at={space.createdAt} /> par {space.email}
          {space.seenAt && (
            <>
              , vu pour la dernière fois le <Time at={space.seenAt} />
            </>
          )}
          .
        </>
      ) : (
        'Personne n’a ouvert son espace.'
      )}{' '}
      <TextLink to={paths.agencyCatalogue({ ownerReference })}>Sa page publique</TextLink>
    </p>
  );
}
