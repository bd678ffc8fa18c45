import { paths } from '#contract/paths.ts';
import { Button } from '#ui/button.tsx';
import { PlaceCombobox } from '#ui/place-combobox.tsx';

/** On a page that does not exist: a way to search all the same. */
export function SearchAgain() {
  return (
    <form action={paths.home()} method="get" className="flex max-w-form flex-wrap items-start gap-3">
      <div className="min-w-56 flex-1">
        <PlaceCombobox
          enter="send"
          label="Chercher des annonces dans une ville"
          hiddenLabel
          patient
          reserve={false}
          placeholder="Ville ou code postal"
          name="lieu"
          slugName="lieux"
          suggest={suggestPlaces}
        />
      </div>
      <Button type="submit">Rechercher</Button>
    </form>
  );
}

async function suggestPlaces(q: string, signal: AbortSignal) {
  const { callApi } = await import('#browser/api.ts');
  const { searchPlacesCall } = await import('../contract.ts');
  const { data } = await callApi(searchPlacesCall, { query: { q } }, { signal });
  return data.places;
}
