import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** The reason: « Aucune annonce sous 200 000,00 € ». */
  title: string;
  children?: ReactNode;
  /** The next best actions, the best first. */
  actions?: ReactNode;
  /** Rank of the title in the page. */
  heading?: 'h1' | 'h2' | 'h3';
}

/** Reason, then the next best action. The tower looks out over a bare horizon. */
export function EmptyState({ title, children, actions, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-12 text-center">
      <Horizon className="mb-6 h-24 w-72 max-w-full" />
      <Heading className="text-h4">{title}</Heading>
      {children && <div className="mt-2 max-w-[52ch] text-ardoise-600">{children}</div>}
      {actions && <div className="mt-6 flex flex-wrap items-center justify-center gap-3">{actions}</div>}
    </div>
  );
}

/** The watchtower, lamp out, by the sea: nothing to signal. No amber here. */
export function Horizon({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 288 96" fill="none" aria-hidden="true" className={className}>
      <path className="fill-ardoise-100" d="m94 34 166-28-22 28 22 28z" />
      <path
        className="stroke-ardoise-200"
        strokeWidth="1.5"
        strokeLinecap="round"
        d="M4 84.5h280M22 91h40m24 0h92m26 0h44"
      />
      <path
        className="fill-ardoise-700"
        d="m82 16 8 10H74zM71.5 38h21v4h-21zM75.5 45h13l1.5 12H74zM73.6 61h16.800l2.6 23.5H71z"
      />
      <path className="fill-blanc stroke-ardoise-700" strokeWidth="2" d="M77 28h10v9H77z" />
      <path
        className="fill-ardoise-300"
        d="m200 84.5 5-10 4 6 7-13 9 17zM236 84.5V74h7v10.5zm9 0V69h6v15.5z"
      />
    </svg>
  );
}
