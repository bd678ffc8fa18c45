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
      <path className="fill-ardoise-100" d="m92 36 168-30v64z" />
      <path
        className="stroke-ardoise-200"
        strokeWidth="1.5"
        strokeLinecap="round"
        d="M4 84.5h280M22 91h40m24 0h92m26 0h44"
      />
      <path className="fill-ardoise-700" d="M75.5 46h13l5 38.5h-23zM72.5 41h19v3h-19z" />
      <circle cx="82" cy="35" r="5" className="fill-blanc stroke-ardoise-700" strokeWidth="2" />
      <path
        className="fill-ardoise-300"
        d="m204 84.5 4-8 3.5 5 6.5-11 8 14zM236 84.5v-9h7v9zm9 0V72h6v12.5z"
      />
    </svg>
  );
}
