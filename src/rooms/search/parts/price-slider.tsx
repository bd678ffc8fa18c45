import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { callApi } from '#browser/api.ts';
import { LiveData } from '#browser/live-data.tsx';
import { areaWordsOf } from '#rooms/criteria/area-words.ts';
import type { TransactionWord } from '#rooms/criteria/contract.ts';
import { RangeSlider, THUMB_INSET } from '#ui/range-slider.tsx';
import {
  type Ends,
  endWords,
  type PriceSpread,
  placesOf,
  priceAt,
  pricesOfSearchCall,
  spreadSentence,
} from '../budget.ts';

interface PriceSliderProps {
  /** Words of the search. */
  query: string;
  transaction: TransactionWord;
  ends: Ends;
  onSlide: (ends: Ends) => void;
}

/** How prices are spread, and two thumbs under the bars: what they say goes to the fields beside. */
export default function PriceSlider(props: PriceSliderProps) {
  return (
    <LiveData>
      <Slider {...props} />
    </LiveData>
  );
}

function Slider({ query, transaction, ends, onSlide }: PriceSliderProps) {
  // The form does not say where the page looks: its address does.
  const where = areaWordsOf(useSearchParams()[0]);
  // What the slider itself asks changes nothing of what is spread.
  const { prixMin: _min, prixMax: _max, ...words } = Object.fromEntries(new URLSearchParams(query));
  const { data, isError } = useQuery({
    queryKey: ['listings', 'prices', words, where],
    queryFn: async ({ signal }) =>
      (await callApi(pricesOfSearchCall, { query: { ...words, ...where } }, { signal })).data,
    placeholderData: (previous) => previous,
  });
  if (!data) return isError ? <Silent>La répartition des prix n’est pas arrivée.</Silent> : null;
  const { prices } = data;
  if (!prices) return <Silent>Aucune annonce, quel que soit le prix.</Silent>;
  const said = spreadSentence(prices, transaction);
  // One bar leaves nothing to choose.
  if (prices.bars.length < 2) return <Silent>{said}</Silent>;
  const { low, high } = placesOf(prices, ends);
  const slide = (end: 'low' | 'high', place: number) =>
    onSlide(
      end === 'low' ? { ...ends, min: priceAt(prices, place) } : { ...ends, max: priceAt(prices, place) },
    );
  return (
    <>
      <Bars prices={prices} low={low} high={high} />
      <RangeSlider
        last={prices.bars.length}
        low={low}
        high={high}
        labels={{ low: 'Pas moins de, au curseur', high: 'Pas plus de, au curseur' }}
        words={{
          low: endWords('min', ends.min, transaction),
          high: endWords('max', ends.max, transaction),
        }}
        onSlide={slide}
      />
      <p className="text-caption text-ardoise-600">{said}</p>
    </>
  );
}

function Silent({ children }: { children: string }) {
  return <p className="grid h-full place-items-center text-center text-small text-ardoise-600">{children}</p>;
}

const TALL = 48;

/** The sentence under the slider is their text. */
function Bars({ prices: { bars }, low, high }: { prices: PriceSpread; low: number; high: number }) {
  const most = Math.max(...bars);
  const tall = (n: number) => (n === 0 ? 0 : Math.max(2, (n / most) * TALL));
  return (
    <div className={`-mb-5 ${THUMB_INSET}`}>
      <svg
        viewBox={`0 0 ${bars.length} ${TALL}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="block h-12 w-full"
      >
        {bars.map((n, rank) => (
          <rect
            // The bars have no other name than their rank.
            // oxlint-disable-next-line react/no-array-index-key
            key={rank}
            x={rank + 0.06}
            width={0.88}
            y={TALL - tall(n)}
            height={tall(n)}
            className={rank >= low && rank < high ? 'fill-phare-700' : 'fill-bordure'}
          />
        ))}
      </svg>
    </div>
  );
}
