import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { callApi } from '#browser/api.ts';
import { LiveData } from '#browser/live-data.tsx';
import { formatCount } from '#contract/fmt.ts';
import { areaWordsOf } from '#rooms/criteria/area-words.ts';
import { countListingsCall } from '../contract.ts';

/** « Voir 128 annonces », counted while the form is being filled. */
export default function LiveCount({ query }: { query: string }) {
  return (
    <LiveData>
      <Count query={query} />
    </LiveData>
  );
}

function Count({ query }: { query: string }) {
  // The form does not say where the page looks: its address does.
  const where = areaWordsOf(useSearchParams()[0]);
  const { data } = useQuery({
    queryKey: ['listings', 'count', query, where],
    queryFn: async ({ signal }) => {
      const words = { ...Object.fromEntries(new URLSearchParams(query)), ...where };
      return (await callApi(countListingsCall, { query: words }, { signal })).data;
    },
    placeholderData: (previous) => previous,
  });
  if (!data) return 'Voir les annonces';
  const { yes, maybe } = data;
  return (
    <span aria-live="polite" className="figures">
      {yes > 0 || maybe === 0
        ? `Voir ${formatCount(yes, 'annonce', 'annonces')}`
        : `Voir ${formatCount(maybe, 'annonce possible', 'annonces possibles')}`}
    </span>
  );
}
