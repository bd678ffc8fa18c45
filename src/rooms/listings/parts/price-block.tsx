import { formatPricePerM2 } from '#contract/fmt.ts';
import { OutsideLink } from '#ui/link.tsx';
import { PriceMove } from '#ui/price.tsx';
import { type PriceFacts, priceLines } from '../price-lines.ts';

interface PriceBlockProps {
  listing: PriceFacts & { pricePerM2: number | null; previousPrice: number | null };
  /** `card`: only what must stand next to every price. `page`: every line of the law. */
  variant: 'card' | 'page';
  /** The last change is recent enough to be told. */
  moved?: boolean;
}

/** The price in its legal form: the amount is larger than all that explains it (domain.md R1 to R11). */
export function PriceBlock({ listing, variant, moved = false }: PriceBlockProps) {
  const { prefix, main, suffix, lines } = priceLines(listing);
  const [amount, perMonth] = main.split(/(?=\/mois)/);
  const { pricePerM2 } = listing;
  const page = variant === 'page';
  const shown = page ? lines : lines.filter(({ essential }) => essential);
  return (
    <div>
      {prefix && <p className="text-small text-ardoise-600">{prefix}</p>}
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <data
          value={(listing.price / 100).toFixed(2)}
          data-mention="price"
          className={`title figures whitespace-nowrap ${page ? 'text-h1' : 'text-price'}`}
        >
          {amount}
          {perMonth && (
            <span className="font-text text-body font-medium tracking-normal text-ardoise-700">
              {perMonth}
            </span>
          )}
        </data>{' '}
        {suffix && <span className="text-small text-ardoise-600">{suffix}</span>}
      </p>
      {pricePerM2 !== null && (
        <p className="figures text-small text-ardoise-600">
          {prefix && `${prefix} `}
          {formatPricePerM2(pricePerM2)}
        </p>
      )}
      {moved && listing.previousPrice !== null && (
        <p>
          <PriceMove before={listing.previousPrice} after={listing.price} />
        </p>
      )}
      {shown.length > 0 && (
        <ul
          className={`figures ${page ? 'mt-4 space-y-1.5 border-t border-ardoise-200 pt-4 text-small text-ardoise-700' : 'text-caption text-ardoise-600'}`}
        >
          {shown.map(({ kind, text, href }) => (
            <li key={text} data-mention={kind}>
              {href ? <OutsideLink href={href}>{text}</OutsideLink> : text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
