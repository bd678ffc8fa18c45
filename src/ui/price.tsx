import { ArrowDown, ArrowUp } from 'lucide-react';
import { formatPrice } from '#contract/fmt.ts';

interface PriceProps {
  cents: number;
  /** Rentals carry « /mois ». */
  rental?: boolean;
  size?: 'md' | 'lg' | 'xl';
  /** « CC », « À partir de »… the words that the law or the range asks for. */
  prefix?: string;
  suffix?: string;
}

const sizes = { md: 'text-h4', lg: 'text-price', xl: 'text-h1' } as const;

/** The biggest thing on a card. Two decimals, no-break spaces, tabular figures. */
export function Price({ cents, rental = false, size = 'lg', prefix, suffix }: PriceProps) {
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
      {prefix && <span className="text-small text-ardoise-600">{prefix}</span>}
      <data value={(cents / 100).toFixed(2)} className={`title figures whitespace-nowrap ${sizes[size]}`}>
        {formatPrice(cents)}
        {rental && (
          <span className="font-text text-body font-medium tracking-normal text-ardoise-700">/mois</span>
        )}
      </data>
      {suffix && <span className="text-small text-ardoise-600">{suffix}</span>}
    </span>
  );
}

/** « Prix en baisse de 9 500,00 € », or the rise; nothing when it has not moved. */
export function PriceMove({ before, after }: { before: number; after: number }) {
  if (before === after) return null;
  const falls = after < before;
  const Arrow = falls ? ArrowDown : ArrowUp;
  return (
    <span
      className={`inline-flex items-center gap-1 text-small font-medium ${falls ? 'text-phare-700' : 'text-signal-600'}`}
    >
      <Arrow aria-hidden="true" className="size-4" strokeWidth={2.25} />
      Prix en {falls ? 'baisse' : 'hausse'} de {formatPrice(Math.abs(after - before))}
    </span>
  );
}
