import { Search } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { suggest } from '#rooms/search/parts/place-search.tsx';
import { Button } from '#ui/button.tsx';
import { PlaceCombobox } from '#ui/place-combobox.tsx';
import type { Suggested } from '../price-page.ts';

interface PriceSearchProps {
  defaultText?: string;
  error?: string | null;
}

/** A place, typed or chosen: this same page finds it and leads to its prices. */
export function PriceSearch({ defaultText = '', error = null }: PriceSearchProps) {
  return (
    <form
      method="get"
      action={paths.prices()}
      aria-label="Chercher des prix"
      className="flex max-w-160 flex-wrap items-end gap-3"
    >
      <div className="min-w-56 flex-1">
        <PlaceCombobox
          enter="send"
          label="Ville, arrondissement, département ou code postal"
          name="lieu"
          slugName="lieux"
          placeholder="Ville ou code postal"
          defaultText={defaultText}
          error={error}
          suggest={suggest}
          reserve={false}
          large
        />
      </div>
      <Button type="submit" size="lg" icon={<Search aria-hidden="true" className="size-5" />}>
        Voir les prix
      </Button>
    </form>
  );
}

/** Places that a text may mean. */
export function SuggestedPlaces({ suggestions }: { suggestions: readonly Suggested[] }) {
  return (
    <ul className="mt-3 divide-y divide-ardoise-200 border-y border-ardoise-200">
      {suggestions.map(({ label, detail, path }) => (
        <li key={path}>
          <Link
            to={path}
            className="flex min-h-12 flex-wrap items-center gap-x-3 py-2 font-medium text-phare-700 transition hover:text-phare-600"
          >
            {label} <span className="text-small font-regular text-ardoise-600">{detail}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
