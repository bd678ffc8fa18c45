import { useEffect, useMemo, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { isCancelled } from '#browser/read-error.ts';
import { formatCount } from '#contract/fmt.ts';
import { Button } from '#ui/button.tsx';
import { type MapAnswer, mapListingsCall } from '../map.ts';
import type { Bounds } from '../map-bounds.ts';
import type { useSearchedArea } from './use-searched-area.tsx';

/** The part of the world that the map shows. */
export interface Sight {
  readonly bounds: Bounds;
  readonly zoom: number;
}

/** The listings on the map: asked for again when the search changes, and when what is seen does. */
export function useMapListings(query: ReturnType<typeof useSearchedArea>['query'], sight: Sight | null) {
  const [answer, setAnswer] = useState<MapAnswer | null>(null);
  const [answered, setAnswered] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);

  const request = useMemo(() => ({ query, sight, turn }), [query, sight, turn]);
  useEffect(() => {
    const controller = new AbortController();
    const { sight } = request;
    const vue = sight && { vue: sight.bounds.join(','), zoom: sight.zoom.toFixed(2) };
    callApi(
      mapListingsCall,
      { query: { ...request.query, ...vue } },
      { signal: controller.signal, quiet: true },
    ).then(
      ({ data }) => {
        setAnswer(data);
        setAnswered(JSON.stringify(request.query));
        setFailed(false);
      },
      (error: unknown) => {
        if (!isCancelled(error)) setFailed(true);
      },
    );
    return () => controller.abort();
  }, [request]);

  return {
    answer,
    /** The search that was answered, as JSON: at first the one before. */
    answered,
    failed,
    retry: () => setTurn(turn + 1),
  };
}

/** Over the map: that its listings did not come, or how many of them only the list shows. */
export function MapListingsNotices({
  answer,
  failed,
  retry,
}: Omit<ReturnType<typeof useMapListings>, 'answered'>) {
  return (
    <>
      {failed && (
        <p
          role="alert"
          className="flex items-center gap-3 rounded-control border border-ardoise-200 bg-blanc px-3 py-2 text-small shadow-popover"
        >
          Les annonces de la carte ne sont pas arrivées.
          <Button size="sm" variant="secondary" onClick={retry}>
            Réessayer
          </Button>
        </p>
      )}
      {answer && !failed && answer.unplaced > 0 && (
        <p className="rounded-full bg-blanc px-3 py-1 text-caption text-ardoise-600 shadow-sticky">
          {formatCount(answer.unplaced, 'annonce sans', 'annonces sans')} emplacement précis, dans la liste
          seulement
        </p>
      )}
    </>
  );
}
