import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from './link.tsx';

/** Pages worth a link: first, last, two around the current one; null where some are left out. */
export function pageWindow(page: number, pages: number): (number | null)[] {
  const kept = [1, page - 2, page - 1, page, page + 1, page + 2, pages].filter((n) => n >= 1 && n <= pages);
  const numbers = [...new Set(kept)].toSorted((a, b) => a - b);
  return numbers.flatMap((n, i) => {
    const gap = n - (numbers[i - 1] ?? n);
    // A gap of one page is filled: an ellipsis would take the same place.
    if (gap === 2) return [n - 1, n];
    return gap > 2 ? [null, n] : [n];
  });
}

interface PaginationProps {
  page: number;
  pages: number;
  hrefFor: (page: number) => string;
  /** Keyset addresses (`apres=`) of the neighbours, where they differ from `hrefFor`. */
  previousHref?: string;
  nextHref?: string;
  label?: string;
}

const cell =
  'grid h-11 min-w-11 place-items-center rounded-control px-2 font-medium text-ardoise-700 transition hover:bg-ardoise-100 hover:text-encre';

/** Numbered, crawlable links; nothing when one page holds all. On a phone: neighbours and a count. */
export function Pagination({
  page,
  pages,
  hrefFor,
  previousHref,
  nextHref,
  label = 'Pages de résultats',
}: PaginationProps) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={label} className="flex items-center justify-between gap-2 sm:justify-center">
      <Step rel="prev" href={page > 1 ? (previousHref ?? hrefFor(page - 1)) : null} />
      <p className="figures whitespace-nowrap text-ardoise-700 sm:hidden">
        Page {page} sur {pages}
      </p>
      <ol className="hidden items-center gap-1 sm:flex">
        {pageWindow(page, pages).map((n, i) =>
          n === null ? (
            <li key={`gap-${i}`} aria-hidden="true" className="px-1 text-ardoise-500">
              …
            </li>
          ) : (
            <li key={n}>
              {n === page ? (
                <span
                  aria-current="page"
                  className="figures grid h-11 min-w-11 place-items-center rounded-control bg-ardoise-900 px-2 font-bold text-craie"
                >
                  <span className="sr-only">Page </span>
                  {n}
                </span>
              ) : (
                <Link to={hrefFor(n)} className={`figures ${cell}`}>
                  <span className="sr-only">Page </span>
                  {n}
                </Link>
              )}
            </li>
          ),
        )}
      </ol>
      <Step rel="next" href={page < pages ? (nextHref ?? hrefFor(page + 1)) : null} />
    </nav>
  );
}

function Step({ rel, href }: { rel: 'prev' | 'next'; href: string | null }) {
  const words = (
    <span className="inline-flex items-center gap-1">
      {rel === 'prev' && <ChevronLeft aria-hidden="true" className="size-5" />}
      <span className={rel === 'prev' ? 'max-sm:sr-only' : ''}>
        {rel === 'prev' ? 'Précédente' : 'Suivante'}
      </span>
      {rel === 'next' && <ChevronRight aria-hidden="true" className="size-5" />}
    </span>
  );
  // The place is kept when there is nowhere to go: the numbers must not slide under the pointer.
  if (!href) return <span className="invisible grid h-11 place-items-center px-2 font-medium">{words}</span>;
  return (
    <Link to={href} rel={rel} className={cell}>
      {words}
    </Link>
  );
}
