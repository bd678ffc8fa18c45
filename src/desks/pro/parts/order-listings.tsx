import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { formatCount } from '#contract/fmt.ts';
import { LISTINGS_MAX } from '#rooms/boosts/contract.ts';
import { ListingPhoto } from '#rooms/listings/parts/listing-photo.tsx';
import { IconButton } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { type Boostable, boostableCall, PICKED_FROM, SOUGHT_MAX } from '../ordering/boostable.ts';

const SETTLE_MS = 300;

/** One listing in a line: its photo, what it is, its price. */
export function ListingLine({ listing }: { listing: Boostable }) {
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <span className="block w-18 shrink-0 overflow-hidden rounded-control">
        <ListingPhoto
          photo={listing.photo}
          propertyType={listing.propertyType}
          photoCount={listing.photoCount}
          alt=""
          sizes="4.5rem"
        />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{listing.title}</span>
        <span className="block text-small text-ardoise-600 wrap-anywhere">
          {listing.whereabouts} · {listing.reference}
        </span>
        <span className="figures block text-small font-bold">{listing.price}</span>
      </span>
    </span>
  );
}

interface ChosenListingsProps {
  ids: readonly number[];
  known: ReadonlyMap<number, Boostable>;
  onRemove: (id: number) => void;
}

/** The listings of a boost. The last one stays: a boost without any is removed as a whole. */
export function ChosenListings({ ids, known, onRemove }: ChosenListingsProps) {
  return (
    <ul className="divide-y divide-ardoise-200 rounded-card border border-ardoise-200">
      {ids.map((id) => {
        const listing = known.get(id);
        return (
          <li key={id} className="flex items-center gap-2 p-3">
            {listing ? (
              <ListingLine listing={listing} />
            ) : (
              <span className="flex-1 text-ardoise-600">Annonce {id}</span>
            )}
            {ids.length > 1 && (
              <IconButton
                label={`Retirer ${listing?.title ?? `l’annonce ${id}`} de ce boost`}
                icon={<X aria-hidden="true" className="size-5" />}
                onClick={() => onRemove(id)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface ListingPickerProps {
  /** Of the group of boxes, for who does not see it. */
  legend: string;
  /** The latest ones, as they came with the page. */
  first: readonly Boostable[];
  /** Of the agency, in all. */
  found: number;
  chosen: readonly number[];
  onToggle: (listing: Boostable, on: boolean) => void;
}

/** The listings that may be boosted, each with a box; sought where they are many. */
export function ListingPicker({ legend, first, found, chosen, onToggle }: ListingPickerProps) {
  const [words, setWords] = useState('');
  const sought = useSought(words);
  const { data, isFetching } = useQuery({
    queryKey: ['boosts', 'listings', sought],
    queryFn: async ({ signal }) => (await callApi(boostableCall, { query: { q: sought } }, { signal })).data,
    enabled: sought !== '',
    placeholderData: keepPreviousData,
  });
  const shown = sought !== '' && data ? data : { listings: first, found };
  const full = chosen.length >= LISTINGS_MAX;
  return (
    <div>
      {found > PICKED_FROM && (
        <Field label="Chercher parmi vos annonces" reserve={false}>
          {(control) => (
            <TextInput
              {...control}
              type="search"
              name="annonceCherchee"
              autoComplete="off"
              maxLength={SOUGHT_MAX}
              placeholder="Titre, référence ou ville"
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
              before={<Search className="size-5" />}
            />
          )}
        </Field>
      )}
      <output className="mt-2 block text-small text-ardoise-600">
        {shown.listings.length === 0
          ? 'Aucune de vos annonces en ligne ne répond à ces mots.'
          : shown.found > shown.listings.length
            ? `${shown.listings.length} sur ${formatCount(shown.found, 'annonce', 'annonces')}, les plus récentes d’abord.`
            : formatCount(shown.found, 'annonce en ligne', 'annonces en ligne')}
      </output>
      <fieldset className={`mt-2 transition-opacity ${isFetching ? 'opacity-60' : ''}`}>
        <legend className="sr-only">{legend}</legend>
        <ul className="grid gap-2 md:grid-cols-2">
          {shown.listings.map((listing) => {
            const on = chosen.includes(listing.id);
            return (
              <li key={listing.id}>
                <label className="flex h-full min-h-11 items-center gap-3 rounded-card border border-ardoise-200 p-3 transition hover:border-ardoise-700 has-checked:border-phare-700 has-checked:bg-phare-100 has-disabled:opacity-60 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-phare-700">
                  <input
                    type="checkbox"
                    className="tick outline-none! focus-visible:shadow-none!"
                    checked={on}
                    disabled={full && !on}
                    onChange={() => onToggle(listing, !on)}
                  />
                  <ListingLine listing={listing} />
                </label>
              </li>
            );
          })}
        </ul>
      </fieldset>
      {full && (
        <p className="mt-2 text-small text-ardoise-600">Un boost montre {LISTINGS_MAX} annonces au plus.</p>
      )}
    </div>
  );
}

function useSought(words: string): string {
  const [sought, setSought] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSought(words.trim()), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return sought;
}

/** What is known of the listings of the cart: those that came with the page, then those that only their number names. */
export function useKnownListings(
  given: readonly Boostable[],
  ids: readonly number[],
): ReadonlyMap<number, Boostable> {
  const known = new Map(given.map((listing) => [listing.id, listing]));
  const unknown = [...new Set(ids)].filter((id) => !known.has(id)).toSorted((a, b) => a - b);
  const { data } = useQuery({
    queryKey: ['boosts', 'listings', 'of', unknown.join(',')],
    queryFn: async ({ signal }) =>
      (await callApi(boostableCall, { query: { ids: unknown.join(',') } }, { signal })).data,
    enabled: unknown.length > 0,
    placeholderData: keepPreviousData,
  });
  for (const listing of data?.listings ?? []) known.set(listing.id, listing);
  return known;
}
