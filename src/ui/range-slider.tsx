interface RangeSliderProps {
  /** Places between the bars: from 0 to this. */
  last: number;
  low: number;
  high: number;
  /** Of the thumbs. */
  labels: { readonly low: string; readonly high: string };
  /** What a place means, said to who does not see it. */
  words: { readonly low: string; readonly high: string };
  onSlide: (end: 'low' | 'high', place: number) => void;
}

/** Half a thumb: what stands above the track keeps this far from both sides to stand above the right place. */
export const THUMB_INSET = 'mx-3.5';

// Only the thumbs are pressed: one input lies over the other.
const input =
  'pointer-events-none absolute inset-x-0 top-0 m-0 h-11 w-full appearance-none bg-transparent outline-none! focus-visible:shadow-none! [&::-webkit-slider-thumb]:pointer-events-auto [&::-webkit-slider-thumb]:size-7 [&::-webkit-slider-thumb]:cursor-grab [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-phare-700 [&::-webkit-slider-thumb]:bg-blanc [&::-webkit-slider-thumb]:shadow-sticky [&::-moz-range-thumb]:pointer-events-auto [&::-moz-range-thumb]:size-6.5 [&::-moz-range-thumb]:cursor-grab [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-2 [&::-moz-range-thumb]:border-phare-700 [&::-moz-range-thumb]:bg-blanc focus-visible:[&::-webkit-slider-thumb]:outline-3 focus-visible:[&::-webkit-slider-thumb]:outline-offset-2 focus-visible:[&::-webkit-slider-thumb]:outline-phare-700 focus-visible:[&::-moz-range-thumb]:outline-3 focus-visible:[&::-moz-range-thumb]:outline-phare-700';

/** Two thumbs on one track, each an `<input type="range">`: fingers, mice and keyboards move them as they do any other. */
export function RangeSlider({ last, low, high, labels, words, onSlide }: RangeSliderProps) {
  const places = { low, high };
  const percent = (place: number) => `${(place / last) * 100}%`;
  return (
    <div className="relative h-11">
      <div className={`absolute inset-x-0 top-1/2 -mt-0.75 h-1.5 rounded-full bg-ardoise-200 ${THUMB_INSET}`}>
        <div
          className="absolute inset-y-0 rounded-full bg-phare-700"
          style={{ left: percent(low), right: percent(last - high) }}
        />
      </div>
      {(['low', 'high'] as const).map((end) => (
        <input
          key={end}
          type="range"
          min={0}
          max={last}
          step={1}
          value={places[end]}
          aria-label={labels[end]}
          aria-valuetext={words[end]}
          onChange={({ target }) => {
            const place = target.valueAsNumber;
            // A bar stays between them.
            onSlide(end, end === 'low' ? Math.min(place, high - 1) : Math.max(place, low + 1));
          }}
          // At the far end the one that can still go back lies on top.
          className={`${input} ${end === 'low' && low > last / 2 ? 'z-1' : ''}`}
        />
      ))}
    </div>
  );
}
