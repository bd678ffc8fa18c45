import { X } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from './link.tsx';

const pill =
  'inline-flex min-h-9.5 items-center gap-1.5 rounded-full border px-3.5 py-1.5 text-small font-medium whitespace-nowrap transition active:scale-[0.98]';

function tone(selected: boolean): string {
  return selected
    ? 'border-ardoise-900 bg-ardoise-900 text-craie hover:bg-ardoise-700'
    : 'border-bordure bg-blanc text-encre hover:border-ardoise-700 hover:bg-ardoise-100';
}

/** A filter as a link: the address carries the state. */
export function ChipLink({
  to,
  selected = false,
  children,
}: {
  to: string;
  selected?: boolean;
  children: ReactNode;
}) {
  return (
    <Link to={to} aria-current={selected ? 'true' : undefined} className={`${pill} ${tone(selected)}`}>
      {children}
    </Link>
  );
}

interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  selected?: boolean;
}

/** A filter that opens something or toggles. */
export function Chip({ selected = false, type, className, ...rest }: ChipProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-pressed={rest['aria-expanded'] === undefined ? selected : undefined}
      className={`${pill} ${tone(selected)} disabled:border-ardoise-200 disabled:bg-transparent disabled:text-ardoise-500 ${className ?? ''}`}
    />
  );
}

/** A criterion in force; following the link takes it away. */
export function RemovableChip({ label, withoutHref }: { label: string; withoutHref: string }) {
  return (
    <Link
      to={withoutHref}
      aria-label={`Retirer le critère ${label}`}
      className="inline-flex min-h-9.5 items-center gap-1.5 rounded-full border border-transparent bg-phare-100 py-1.5 pr-2.5 pl-3.5 text-small font-medium whitespace-nowrap text-phare-700 transition hover:border-phare-700"
    >
      {label}
      <X aria-hidden="true" className="size-4" />
    </Link>
  );
}
