import { ChevronRight } from 'lucide-react';
import type { Crumb } from '#contract/breadcrumb.ts';
import { Link } from './link.tsx';

export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Fil d’Ariane" className="text-small">
      <ol className="flex flex-wrap items-center gap-y-1">
        {crumbs.map((crumb, rank) => (
          // On a narrow window the page's own title says where one is.
          <li
            key={crumb.label}
            className={`flex items-center ${crumb.href || rank < 2 ? '' : 'max-sm:hidden'}`}
          >
            {rank > 0 && <ChevronRight aria-hidden="true" className="mx-1 size-4 text-ardoise-300" />}
            {crumb.href ? (
              <Link
                to={crumb.href}
                className="rounded-chip py-1 text-ardoise-600 underline-offset-4 transition hover:text-phare-700 hover:underline"
              >
                {crumb.label}
              </Link>
            ) : (
              <span aria-current="page" className="py-1 text-ardoise-500">
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
