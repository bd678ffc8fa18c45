import { callApi } from '#browser/api.ts';
import { paths } from '#contract/paths.ts';
import type { TransactionWord } from '#rooms/criteria/contract.ts';
import { searchPlacesCall } from '#rooms/places/contract.ts';
import { Button } from '#ui/button.tsx';
import { PlaceCombobox } from '#ui/place-combobox.tsx';
import { Segmented } from '#ui/radio-group.tsx';

export const projects = [
  { value: 'achat', label: 'Acheter' },
  { value: 'location', label: 'Louer' },
  { value: 'neuf', label: 'Neuf' },
] as const;

/** Places for the field, as the reader types. */
export async function suggest(q: string, signal: AbortSignal) {
  const { data } = await callApi(searchPlacesCall, { query: { q } }, { signal });
  return data.places;
}

interface PlaceSearchProps {
  transaction: TransactionWord;
  defaultText?: string;
  error?: string | null;
}

/** Project and place: the home page reads the answer, finds the place and leads to its listings. */
export function PlaceSearch({ transaction, defaultText = '', error = null }: PlaceSearchProps) {
  return (
    <form method="get" action={paths.home()} className="space-y-4">
      <Segmented legend="Projet" name="transaction" choices={projects} defaultValue={transaction} />
      <div className="flex max-w-form flex-wrap items-start gap-3">
        <div className="min-w-56 flex-1">
          <PlaceCombobox
            enter="send"
            label="Ville, arrondissement ou code postal"
            hiddenLabel
            reserve={false}
            placeholder="Ville ou code postal"
            name="lieu"
            slugName="lieux"
            defaultText={defaultText}
            error={error}
            suggest={suggest}
          />
        </div>
        <Button type="submit">Rechercher</Button>
      </div>
    </form>
  );
}
