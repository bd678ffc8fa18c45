import { Search } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import { suggest } from '#rooms/search/parts/place-search.tsx';
import { Button } from '#ui/button.tsx';
import { PlaceCombobox } from '#ui/place-combobox.tsx';

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
