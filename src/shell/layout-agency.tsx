import type { ReactNode } from 'react';
import { paths } from '#contract/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import {
  type AgencyCounts,
  type AgencyVisitor,
  agencyEntries,
  agencyFooter,
  agencyMenu,
  legalEntries,
  logoHref,
} from './navigation.ts';
import { CrossLink, SiteFooter } from './site-footer.tsx';
import { PhoneLink, SignOut, SiteHeader, UserMenu } from './site-header.tsx';

interface LayoutAgencyProps {
  agency: AgencyVisitor | null;
  counts?: AgencyCounts;
  onSignOut?: () => void;
  children: ReactNode;
}

export function LayoutAgency({ agency, counts, onSignOut, children }: LayoutAgencyProps) {
  return (
    <>
      <AgencyHeader agency={agency} onSignOut={onSignOut} {...(counts ? { counts } : {})} />
      <main id="contenu" tabIndex={-1} className="min-h-[60vh]">
        {children}
      </main>
      <AgencyFooter />
    </>
  );
}

interface AgencyHeaderProps {
  agency: AgencyVisitor | null;
  counts?: AgencyCounts;
  onSignOut?: (() => void) | undefined;
}

export function AgencyHeader({ agency, counts, onSignOut }: AgencyHeaderProps) {
  const entries = agencyEntries(agency, counts);
  const own = agency ? agencyMenu(agency) : [];
  return (
    <SiteHeader
      logoTo={logoHref(paths.agencyHome(), null)}
      space="Pro"
      density="pro"
      navLabel="Espace agence"
      entries={agency ? entries : []}
      actions={
        agency ? (
          <UserMenu name={agency.name} entries={own} onSignOut={onSignOut} />
        ) : (
          entries.map((entry) => (
            <ButtonLink
              key={entry.label}
              to={entry.to}
              variant={entry.to === paths.agencyContact() ? 'primary' : 'secondary'}
            >
              {entry.label}
            </ButtonLink>
          ))
        )
      }
      phoneMenu={
        (entries.length > 0 || agency) && (
          <nav aria-label="Menu">
            {[...entries, ...own.filter((mine) => entries.every(({ to }) => to !== mine.to))].map((entry) => (
              <PhoneLink key={entry.label} entry={entry} />
            ))}
            {agency && onSignOut && <SignOut onSignOut={onSignOut} className="min-h-12 text-lead" />}
          </nav>
        )
      }
    />
  );
}

export function AgencyFooter() {
  return (
    <SiteFooter
      logoTo={logoHref(paths.agencyHome(), null)}
      space="Pro"
      promise="Solution Pro depuis 2017 · Diffusion gratuite"
      groups={agencyFooter()}
      aside={<CrossLink to={paths.home()}>Espace particulier</CrossLink>}
      legal={legalEntries()}
    />
  );
}
