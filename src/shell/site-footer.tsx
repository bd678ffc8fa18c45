import { type ReactNode, useId } from 'react';
import { Link } from '#ui/link.tsx';
import { Logo } from '#ui/logo.tsx';
import type { NavEntry, NavGroup } from './navigation.ts';

interface SiteFooterProps {
  logoTo: string;
  space?: string;
  /** What the product promises, in one sentence. */
  promise: ReactNode;
  groups: readonly NavGroup[];
  /** Beside the groups: the way to the other space, the social link. */
  aside?: ReactNode;
  legal: readonly NavEntry[];
}

const link = 'rounded-chip text-ardoise-200 underline-offset-4 transition hover:text-blanc hover:underline';

export function SiteFooter({ logoTo, space, promise, groups, aside, legal }: SiteFooterProps) {
  const id = useId();
  return (
    <footer data-site className="on-dark mt-16 lg:mt-24">
      <div className="page grid grid-cols-2 gap-x-8 gap-y-10 pt-12 pb-10 lg:grid-cols-12">
        <div className="col-span-2 lg:col-span-5">
          <Link to={logoTo} className="inline-block rounded-control">
            <Logo onDark {...(space ? { space } : {})} />
            <span className="sr-only">, accueil</span>
          </Link>
          <div className="mt-3 max-w-[38ch] text-ardoise-300">{promise}</div>
          {aside && <div className="mt-5 flex flex-wrap items-center gap-3">{aside}</div>}
        </div>
        {groups.map((group, rank) => (
          <nav key={group.title} aria-labelledby={`${id}-${rank}`} className="lg:col-span-3">
            <h2
              id={`${id}-${rank}`}
              className="mb-3 font-text text-small font-bold tracking-normal text-blanc"
            >
              {group.title}
            </h2>
            <ul className="space-y-1">
              {group.entries.map((entry) => (
                <li key={entry.label}>
                  <Link to={entry.to} className={`inline-block py-1.5 ${link}`}>
                    {entry.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      {legal.length > 0 && (
        <div className="border-t border-ardoise-700">
          <ul className="page flex flex-wrap gap-x-6 py-3 text-small">
            {legal.map((entry) => (
              <li key={entry.label}>
                <Link to={entry.to} className={`inline-block py-2 ${link}`}>
                  {entry.label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </footer>
  );
}

/** On the dark band: the way to the other space of the product. */
export function CrossLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center rounded-control border border-ardoise-500 px-4 font-medium transition hover:border-craie hover:bg-ardoise-700"
    >
      {children}
    </Link>
  );
}

/** Tells friends where the watch is kept: Facebook's own share page, nothing loaded from it here. */
export function ShareLink({ origin }: { origin: string }) {
  return (
    <a
      href={`https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(origin)}`}
      rel="noopener noreferrer external"
      target="_blank"
      className="inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-ardoise-200 transition hover:text-blanc"
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 fill-current">
        <path d="M22 12a10 10 0 1 0-11.6 9.9v-7H7.900V12h2.500V9.800c0-2.500 1.500-3.900 3.800-3.900 1.100 0 2.200.2 2.200.2v2.500h-1.300c-1.200 0-1.600.8-1.600 1.600V12h2.800l-.4 2.900h-2.400v7A10 10 0 0 0 22 12z" />
      </svg>
      Partager sur Facebook
      <span className="sr-only"> (nouvel onglet)</span>
    </a>
  );
}
