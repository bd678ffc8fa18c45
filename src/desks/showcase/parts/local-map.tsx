import { MapPin } from 'lucide-react';
import { useId } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { type AroundView, MAP_HEIGHT, MAP_WIDTH } from '../around.ts';

interface LocalMapProps {
  around: AroundView;
  /** What it says, in one sentence. */
  sentence: string;
  /** The large map of the search, there; null where none is. */
  href: string | null;
}

/** The circle that holds the home, drawn on the server. The large map is a page away: nothing of it is loaded here. */
export function LocalMap({ around, sentence, href }: LocalMapProps) {
  const { circle, outline, landmarks, scale, grid, attribution } = around;
  const paper = useId();
  const right = MAP_WIDTH - 20;
  const foot = MAP_HEIGHT - 18;
  return (
    <figure className="max-w-160" data-map="local">
      <svg
        viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
        role="img"
        aria-label={sentence}
        data-print="none"
        className="block w-full rounded-card border border-ardoise-200 bg-ardoise-100 max-sm:h-56"
        preserveAspectRatio="xMidYMid slice"
      >
        <title>{sentence}</title>
        <defs>
          <pattern
            id={paper}
            width={grid}
            height={grid}
            x={circle.x}
            y={circle.y}
            patternUnits="userSpaceOnUse"
          >
            <path d={`M0 0H${grid}M0 0V${grid}`} strokeWidth="1" className="stroke-ardoise-200" />
          </pattern>
        </defs>
        {outline && (
          <path d={outline} fillRule="evenodd" className="fill-craie stroke-ardoise-300" strokeWidth="1.5" />
        )}
        <rect width={MAP_WIDTH} height={MAP_HEIGHT} fill={`url(#${paper})`} />
        <circle
          cx={circle.x}
          cy={circle.y}
          r={circle.r}
          strokeWidth="2"
          strokeDasharray="6 5"
          className="fill-phare-700/15 stroke-phare-700"
        />
        {landmarks.map(({ name, x, y, own }) => (
          <g key={`${name}${x}`}>
            <circle cx={x} cy={y} r={own ? 4 : 3} className={own ? 'fill-encre' : 'fill-ardoise-600'} />
            <text
              x={x}
              y={y - 9}
              textAnchor="middle"
              strokeWidth="4"
              paintOrder="stroke"
              className={`stroke-ardoise-100 text-[15px] ${own ? 'fill-encre font-bold' : 'fill-ardoise-700'}`}
            >
              {name}
            </text>
          </g>
        ))}
        <g className="max-sm:hidden">
          <path
            d={`M${right - scale.length} ${foot - 5}v5h${scale.length}v-5`}
            fill="none"
            strokeWidth="2"
            className="stroke-ardoise-700"
          />
          <text
            x={right - scale.length / 2}
            y={foot - 7}
            textAnchor="middle"
            className="figures fill-ardoise-700 text-[13px]"
          >
            {scale.words}
          </text>
        </g>
      </svg>
      <figcaption className="mt-3 space-y-3">
        <p>{sentence}</p>
        {href && (
          <a href={href} className={buttonClass({ variant: 'secondary' })} data-print="none">
            <MapPin aria-hidden="true" className="size-5" />
            Voir la carte et les annonces autour
          </a>
        )}
        {attribution && <p className="text-caption text-ardoise-500">{attribution}.</p>}
      </figcaption>
    </figure>
  );
}
