import type { ReactNode } from 'react';
import { paths } from '#contract/paths.ts';
import { adminEntries } from './navigation.ts';
import { PhoneLink, SignOut, SiteHeader, UserMenu } from './site-header.tsx';

interface LayoutAdminProps {
  /** null before login: no menu. */
  admin: { username: string } | null;
  onSignOut?: () => void;
  children: ReactNode;
}

/** Dark bar, dense content, no footer: one is at work here. */
export function LayoutAdmin({ admin, onSignOut, children }: LayoutAdminProps) {
  return (
    <>
      <AdminHeader admin={admin} onSignOut={onSignOut} />
      <main id="contenu" tabIndex={-1} className="min-h-[80vh] text-small">
        {children}
      </main>
    </>
  );
}

interface AdminHeaderProps {
  admin: { username: string } | null;
  onSignOut?: (() => void) | undefined;
}

export function AdminHeader({ admin, onSignOut }: AdminHeaderProps) {
  const entries = admin ? adminEntries() : [];
  return (
    <SiteHeader
      logoTo={paths.home()}
      space="Administration"
      onDark
      density="pro"
      navLabel="Administration"
      entries={entries}
      actions={admin && <UserMenu name={admin.username} entries={[]} onSignOut={onSignOut} onDark />}
      phoneMenu={
        admin && (
          <nav aria-label="Menu">
            {entries.map((entry) => (
              <PhoneLink key={entry.label} entry={entry} onDark />
            ))}
            {onSignOut && <SignOut onSignOut={onSignOut} className="min-h-12 text-lead" />}
          </nav>
        )
      }
    />
  );
}
