import { BellRing, CircleCheck, ListChecks, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Notice } from '#ui/notice.tsx';

interface AccountFrameProps {
  title: string;
  lead?: ReactNode;
  /** Beside the form where there is room: why have an account at all. */
  promise?: boolean;
  /** The same for another audience. */
  aside?: ReactNode;
  /** The form needs JavaScript, and says so to the person who has none. */
  needsScript?: boolean;
  /** Why what was sent was refused, where it concerns no field. */
  failure?: string | undefined;
  children: ReactNode;
}

/** The pages of an account: one column that one reads from top to bottom, and what it is for beside it. */
export function AccountFrame({
  title,
  lead,
  promise = false,
  aside = promise && <Promised title="Quelqu’un veille pendant que vous vivez." promises={promises} />,
  needsScript = false,
  failure,
  children,
}: AccountFrameProps) {
  const column = (
    <div className="w-full max-w-form">
      <h1 className="text-h1">{title}</h1>
      {lead && <p className="mt-2 text-ardoise-600">{lead}</p>}
      {needsScript && (
        <noscript>
          <div className="mt-6">
            <Notice>
              Ce formulaire a besoin de JavaScript. La recherche, la confirmation d’une alerte et la
              désinscription s’en passent.
            </Notice>
          </div>
        </noscript>
      )}
      {failure && (
        <div className="mt-6">
          <Notice tone="error" live>
            {failure}
          </Notice>
        </div>
      )}
      {children}
    </div>
  );
  if (!aside)
    return (
      <div className="mx-auto w-full max-w-[calc(var(--container-form)+2rem)] px-4 py-12 sm:py-16">
        {column}
      </div>
    );
  return (
    <div className="page grid gap-x-16 py-10 sm:py-14 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
      <div className="mx-auto w-full max-w-form">{column}</div>
      <aside className="hidden lg:block">{aside}</aside>
    </div>
  );
}

const promises: readonly PromiseMade[] = [
  {
    Icon: BellRing,
    title: 'La bonne annonce, dès qu’elle paraît',
    words: 'Un courriel quand elle est publiée ou quand son prix baisse. Jamais deux fois la même.',
  },
  {
    Icon: ListChecks,
    title: 'Toutes vos alertes au même endroit',
    words: 'Mettez en pause, reprenez, supprimez : chaque alerte répond tout de suite.',
  },
  {
    Icon: CircleCheck,
    title: 'Une adresse confirmée une fois pour toutes',
    words: 'Les alertes suivantes veillent aussitôt créées, sans autre lien à ouvrir.',
  },
];

interface PromiseMade {
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly words: string;
}

/** What an account is for, on the dark band of the lookout. */
export function Promised({ title, promises: made }: { title: string; promises: readonly PromiseMade[] }) {
  return (
    <section className="on-dark relative sticky top-6 overflow-hidden rounded-card px-10 py-12">
      {/* The beam of the lookout, from the corner it watches over. */}
      <svg
        viewBox="0 0 400 400"
        aria-hidden="true"
        className="pointer-events-none absolute -top-10 -right-10 size-72"
      >
        <path className="fill-ambre-400" d="M360 40 40 96l36 40-20 52z" opacity=".16" />
        <path className="fill-ambre-400" d="M360 40 110 84l28 31-16 41z" opacity=".35" />
        <circle className="fill-ambre-400" cx="352" cy="46" r="20" />
      </svg>
      <h2 className="relative max-w-[18ch] text-h2">{title}</h2>
      <ul className="relative mt-8 space-y-6">
        {made.map(({ Icon, title: promised, words }) => (
          <li key={promised} className="flex gap-4">
            <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-ambre-400" />
            <div>
              <h3 className="font-text text-body font-bold tracking-normal">{promised}</h3>
              <p className="mt-1 text-ardoise-300">{words}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
