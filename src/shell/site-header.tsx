import { ChevronDown, Menu, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { CounterBadge } from '#ui/counter-badge.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Link } from '#ui/link.tsx';
import { Logo } from '#ui/logo.tsx';
import { browseLabelOf, type NavEntry } from './navigation.ts';

interface SiteHeaderProps {
  logoTo: string;
  /** « Pro », « Administration ». */
  space?: string;
  onDark?: boolean;
  /** `pro`: more entries, smaller. */
  density?: 'public' | 'pro';
  navLabel: string;
  entries: readonly NavEntry[];
  /** Buttons at the end of the bar. */
  actions?: ReactNode;
  /** The one button that stays beside the menu on a phone. */
  phoneAction?: ReactNode;
  /** The menu of a narrow screen; its links close it. Absent: no menu button. */
  phoneMenu?: ReactNode;
}

// The bar folds by its own width, not the window's: text at 200 % folds it too.
const folds = {
  public: {
    entries: 'hidden @min-[58rem]/bar:block',
    actions: 'hidden @min-[58rem]/bar:flex',
    menu: 'flex @min-[58rem]/bar:hidden',
  },
  pro: {
    entries: 'hidden @min-[72rem]/bar:block',
    actions: 'hidden @min-[72rem]/bar:flex',
    menu: 'flex @min-[72rem]/bar:hidden',
  },
} as const;

/** One bar: logo, entries, actions. Where they do not fit, they fold into a menu that needs no JavaScript. */
export function SiteHeader({
  logoTo,
  space,
  onDark = false,
  density = 'public',
  navLabel,
  entries,
  actions,
  phoneAction,
  phoneMenu,
}: SiteHeaderProps) {
  const fold = folds[density];
  return (
    <header
      data-site
      className={`relative z-30 border-b @container/bar lg:sticky lg:top-0 ${
        onDark ? 'on-dark border-ardoise-900' : 'border-ardoise-200 bg-craie'
      }`}
    >
      <div
        className={`flex h-(--header) items-center gap-2 px-4 lg:px-8 ${density === 'pro' ? 'text-small' : ''}`}
      >
        <Link to={logoTo} className="mr-auto inline-flex rounded-control py-1">
          <Logo onDark={onDark} {...(space ? { space } : {})} />
          <span className="sr-only">, accueil</span>
        </Link>
        {entries.length > 0 && (
          <nav aria-label={navLabel} className={fold.entries}>
            <ul className="flex items-center gap-1">
              {entries.map((entry) => (
                <li key={entry.label}>
                  <BarLink entry={entry} onDark={onDark} />
                </li>
              ))}
            </ul>
          </nav>
        )}
        {actions && <div className={`items-center gap-2 ${fold.actions}`}>{actions}</div>}
        <div className={`items-center gap-1 ${fold.menu}`}>
          {phoneAction}
          {phoneMenu && (
            <Disclosure
              label="Menu"
              summary={
                <>
                  <Menu aria-hidden="true" className="size-6 group-open:hidden" />
                  <X aria-hidden="true" className="hidden size-6 group-open:block" />
                </>
              }
              summaryClass="grid size-11 place-items-center rounded-control"
              panelClass={`absolute inset-x-0 top-full z-30 max-h-[calc(100dvh-var(--header))] overflow-y-auto border-b border-ardoise-200 px-4 py-3 shadow-popover animate-pop-in ${
                onDark ? 'bg-ardoise-900' : 'bg-craie'
              }`}
            >
              {phoneMenu}
            </Disclosure>
          )}
        </div>
      </div>
    </header>
  );
}

function useIsCurrent(entry: NavEntry): boolean {
  const { pathname } = useLocation();
  return pathname === entry.to || entry.label === browseLabelOf(pathname);
}

function BarLink({ entry, onDark }: { entry: NavEntry; onDark: boolean }) {
  const here = useIsCurrent(entry);
  const ink = onDark
    ? here
      ? 'text-craie'
      : 'text-ardoise-300 hover:text-craie'
    : here
      ? 'text-encre'
      : 'text-encre hover:text-phare-700';
  return (
    <Link
      to={entry.to}
      aria-current={here ? 'page' : undefined}
      className={`relative flex min-h-11 items-center gap-2 rounded-control px-2.5 whitespace-nowrap transition ${ink} ${
        here
          ? `font-medium after:absolute after:inset-x-2.5 after:bottom-1 after:h-0.5 ${onDark ? 'after:bg-craie' : 'after:bg-encre'}`
          : ''
      }`}
    >
      {entry.label}
      <EntryCount entry={entry} />
    </Link>
  );
}

function EntryCount({ entry }: { entry: NavEntry }) {
  if (!entry.count) return null;
  return <CounterBadge count={entry.count.value} label={entry.count.label} kind={entry.count.kind} />;
}

/** A line of the narrow menu. */
export function PhoneLink({ entry, onDark = false }: { entry: NavEntry; onDark?: boolean }) {
  const here = useIsCurrent(entry);
  return (
    <Link
      to={entry.to}
      aria-current={here ? 'page' : undefined}
      className={`flex min-h-12 items-center justify-between gap-3 border-b text-lead last:border-0 ${
        onDark ? 'border-ardoise-700' : 'border-ardoise-200'
      } ${here ? 'font-bold' : ''}`}
    >
      {entry.label}
      <EntryCount entry={entry} />
    </Link>
  );
}

interface UserMenuProps {
  name: string;
  detail?: string;
  entries: readonly NavEntry[];
  onSignOut?: (() => void) | undefined;
  onDark?: boolean;
}

/** The person's own menu: profile, and the way out. */
export function UserMenu({ name, detail, entries, onSignOut, onDark = false }: UserMenuProps) {
  return (
    <Disclosure
      className="relative"
      summaryClass={`flex min-h-11 items-center gap-2 rounded-control px-1.5 font-medium transition ${
        onDark ? 'hover:bg-ardoise-700' : 'hover:bg-ardoise-100'
      }`}
      summary={
        <>
          <span
            aria-hidden="true"
            className={`grid size-8 place-items-center rounded-full text-small font-bold ${
              onDark ? 'bg-craie text-encre' : 'bg-ardoise-900 text-craie'
            }`}
          >
            {name.trim().charAt(0).toUpperCase() || '?'}
          </span>
          <span className="max-w-36 truncate">{name}</span>
          <ChevronDown aria-hidden="true" className="size-4 transition group-open:rotate-180" />
        </>
      }
      panelClass="absolute right-0 top-full z-40 mt-1.5 min-w-56 animate-pop-in rounded-card border border-ardoise-200 bg-blanc p-1.5 text-encre shadow-popover"
    >
      {detail && <p className="truncate px-3 pt-1.5 pb-2 text-small text-ardoise-600">{detail}</p>}
      {entries.map((entry) => (
        <Link
          key={entry.label}
          to={entry.to}
          className="flex min-h-11 items-center rounded-control px-3 transition hover:bg-ardoise-100"
        >
          {entry.label}
        </Link>
      ))}
      {onSignOut && <SignOut onSignOut={onSignOut} className="rounded-control px-3 hover:bg-ardoise-100" />}
    </Disclosure>
  );
}

export function SignOut({ onSignOut, className }: { onSignOut: () => void; className: string }) {
  return (
    <button
      type="button"
      onClick={onSignOut}
      className={`flex min-h-11 w-full items-center text-left transition ${className}`}
    >
      Se déconnecter
    </button>
  );
}
