import { useLocation } from 'react-router';
import { paths } from '#contract/paths.ts';
import { Link } from '#ui/link.tsx';
import { adminEntries } from './admin-entries.ts';
import type { NavEntry } from './navigation.ts';
import { PhoneLink, SignOut, SiteHeader, UserMenu } from './site-header.tsx';

interface AdminHeaderProps {
  /** null before login: no menu. */
  admin: { username: string } | null;
  onSignOut?: (() => void) | undefined;
}

/** A dark bar, and the sections below it. */
export function AdminHeader({ admin, onSignOut }: AdminHeaderProps) {
  const entries = admin ? adminEntries() : [];
  return (
    <>
      <SiteHeader
        logoTo={paths.home()}
        space="Administration"
        onDark
        density="pro"
        navLabel="Administration"
        entries={[]}
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
      {entries.length > 0 && <Sections entries={entries} />}
    </>
  );
}

/** More places than a bar holds: a line of their own, where the menu of a narrow screen does not stand for them. */
function Sections({ entries }: { entries: readonly NavEntry[] }) {
  const { pathname } = useLocation();
  const here = entries
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .toSorted((a, b) => b.to.length - a.to.length)[0];
  return (
    <nav aria-label="Administration" className="on-dark hidden min-[72rem]:block" data-print="none">
      <ul className="flex flex-wrap gap-x-1 px-4 pb-2 lg:px-6">
        {entries.map((entry) => (
          <li key={entry.label}>
            <Link
              to={entry.to}
              aria-current={entry === here ? 'page' : undefined}
              className={`flex min-h-9 items-center rounded-control px-3 text-small font-medium transition ${
                entry === here ? 'bg-ardoise-700 text-craie' : 'text-craie hover:bg-ardoise-700'
              }`}
            >
              {entry.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
