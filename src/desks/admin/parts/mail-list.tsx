import { formatShortDate, formatTime } from '#contract/fmt.ts';
import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { kindWords, type ListedMail, type MailFate, mailFates } from '../sent-mails.ts';

const tones = {
  attente: 'amber',
  accepte: 'green',
  rejete: 'red',
  ecarte: 'grey',
  abandonne: 'grey',
} as const satisfies Record<MailFate, string>;

export function FateBadge({ fate }: { fate: MailFate }) {
  return <Badge tone={tones[fate]}>{mailFates[fate]}</Badge>;
}

interface MailListProps {
  mails: readonly ListedMail[];
  /** Number of the one that is open; null: none is. */
  open: number | null;
  hrefOf: (id: number) => string;
}

/** Mails, the newest first: to whom, about what, and what became of each. */
export function MailList({ mails, open, hrefOf }: MailListProps) {
  if (mails.length === 0) return <EmptyState heading="h2" title="Aucun courriel ne répond à ces filtres" />;
  return (
    <ol
      aria-label="Courriels, le plus récent d’abord"
      className="divide-y divide-ardoise-200 overflow-hidden rounded-card border border-ardoise-200 bg-blanc"
    >
      {mails.map((mail) => (
        <li key={mail.id}>
          <Link
            to={hrefOf(mail.id)}
            aria-current={mail.id === open ? 'true' : undefined}
            className={`block border-l-4 px-4 py-2.5 no-underline transition focus-visible:-outline-offset-3 hover:bg-ardoise-100 ${
              mail.id === open ? 'border-phare-700 bg-phare-100' : 'border-transparent'
            }`}
          >
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="min-w-0 font-medium text-encre wrap-anywhere">
                {mail.subject ?? 'Pas encore écrit'}
              </span>
              <FateBadge fate={mail.fate} />
            </span>
            <span className="mt-0.5 flex flex-wrap justify-between gap-x-3 text-ardoise-600">
              <span className="min-w-0 wrap-anywhere">{mail.to}</span>
              <span>
                {kindWords(mail.kind)}, le{' '}
                <time dateTime={mail.createdAt}>
                  {formatShortDate(new Date(mail.createdAt))} à {formatTime(new Date(mail.createdAt))}
                </time>
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
