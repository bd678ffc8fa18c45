import { cva } from 'class-variance-authority';
import type { ReactNode } from 'react';

/** Lead statuses and general statuses, as the specification (3) names them. */
export type LeadStatus =
  | 'new'
  | 'contacted'
  | 'qualified'
  | 'unreachable'
  | 'disqualified'
  | 'error'
  | 'processing';
export type GeneralStatus =
  | 'active'
  | 'inactive'
  | 'pending'
  | 'paused'
  | 'completed'
  | 'new'
  | 'synced'
  | 'syncing'
  | 'sync_error';

type Tone = 'violet' | 'green' | 'amber' | 'red' | 'grey' | 'teal';

const look = cva(
  'inline-flex items-center gap-1.5 rounded-chip px-2 py-0.5 text-small leading-5 font-medium whitespace-nowrap',
  {
    variants: {
      tone: {
        violet: 'bg-violet-100 text-violet-700',
        green: 'bg-vert-100 text-vert-700',
        amber: 'bg-ambre-100 text-ambre-700',
        red: 'bg-rouge-100 text-rouge-700',
        grey: 'bg-ardoise-100 text-ardoise-700',
        teal: 'bg-phare-100 text-phare-700',
      },
    },
  },
);

// One outline per meaning, so that a status is told without its colour.
const shapes = {
  diamond: <path d="M5 .5 9.5 5 5 9.5.5 5z" />,
  dot: <circle cx="5" cy="5" r="4" />,
  ring: <circle cx="5" cy="5" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.8" />,
  half: (
    <>
      <circle cx="5" cy="5" r="3.6" fill="none" stroke="currentColor" strokeWidth="1.6" />
      <path d="M5 1.4a3.6 3.6 0 0 1 0 7.2z" />
    </>
  ),
  bars: <path d="M1.5 1h2.6v8H1.5zM5.9 1h2.6v8H5.9z" />,
  tick: (
    <path d="M1 5.2 3.9 8.3 9 2" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
  ),
  turn: (
    <path
      d="M8.6 5A3.6 3.6 0 1 1 6.8 1.9"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
    />
  ),
  cross: (
    <path
      d="m1.6 1.6 6.8 6.8m0-6.8L1.6 8.4"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
    />
  ),
  bang: <path d="M5 0 10 9.4H0zM4.4 3.4h1.2v2.8H4.4zm0 3.6h1.2v1.2H4.4z" fillRule="evenodd" />,
  bubble: <path d="M.5 1h9v6.2H5.2L2.4 9.8V7.2H.5z" />,
  slashed: (
    <path
      d="M5 1.4a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2zM2.5 2.5l5 5"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
    />
  ),
} as const;

type Shape = keyof typeof shapes;

const leadStatuses: Record<LeadStatus, readonly [label: string, tone: Tone, shape: Shape]> = {
  new: ['Nouveau', 'violet', 'diamond'],
  contacted: ['Contacté', 'teal', 'bubble'],
  qualified: ['Qualifié', 'green', 'tick'],
  unreachable: ['Injoignable', 'amber', 'slashed'],
  disqualified: ['Disqualifié', 'grey', 'cross'],
  error: ['Erreur d’envoi', 'red', 'bang'],
  processing: ['En cours d’envoi', 'violet', 'turn'],
};

const generalStatuses: Record<GeneralStatus, readonly [label: string, tone: Tone, shape: Shape]> = {
  active: ['Active', 'green', 'dot'],
  inactive: ['Inactive', 'grey', 'ring'],
  pending: ['En attente', 'amber', 'half'],
  paused: ['En pause', 'amber', 'bars'],
  completed: ['Terminée', 'green', 'tick'],
  new: ['Nouvelle', 'violet', 'diamond'],
  synced: ['Synchronisée', 'green', 'tick'],
  syncing: ['Synchronisation', 'violet', 'turn'],
  sync_error: ['Échec de synchronisation', 'red', 'bang'],
};

function Glyph({ shape, turning = false }: { shape: Shape; turning?: boolean }) {
  return (
    <svg
      viewBox="0 0 10 10"
      fill="currentColor"
      aria-hidden="true"
      className={`size-2.75 shrink-0 ${turning ? 'animate-spin' : ''}`}
    >
      {shapes[shape]}
    </svg>
  );
}

interface StatusProps<S> {
  status: S;
  /** Replaces the usual word where the noun is masculine, or says more (« Publiée »). */
  label?: string;
}

export function LeadBadge({ status, label }: StatusProps<LeadStatus>) {
  const [word, tone, shape] = leadStatuses[status];
  return (
    <span className={look({ tone })}>
      <Glyph shape={shape} turning={shape === 'turn'} />
      {label ?? word}
    </span>
  );
}

export function StatusBadge({ status, label }: StatusProps<GeneralStatus>) {
  const [word, tone, shape] = generalStatuses[status];
  return (
    <span className={look({ tone })}>
      <Glyph shape={shape} turning={shape === 'turn'} />
      {label ?? word}
    </span>
  );
}

/** A plain label with a meaning of its own (« Exclusivité », « Meublé »). */
export function Badge({ tone = 'grey', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={look({ tone })}>{children}</span>;
}

/** « Sponsorisé »: boosted items say so in words. */
export function SponsoredBadge() {
  return (
    <span className="inline-flex rounded-chip border border-signal-600 bg-blanc px-2 py-0.5 text-small leading-5 font-medium text-signal-600">
      Sponsorisé
    </span>
  );
}
