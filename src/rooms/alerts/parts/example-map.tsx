import { useId } from 'react';
import { SKETCH_HEIGHT, SKETCH_WIDTH, type Sketch } from '../asking/sketch.ts';

/** The examples of the preview on paper: numbered as in the list under it. */
export function ExampleMap({
  sketch: { points, names, scale },
  numberOf,
}: {
  sketch: Sketch;
  numberOf: (listingId: number) => number;
}) {
  const paper = useId();
  const right = SKETCH_WIDTH - 12;
  const foot = SKETCH_HEIGHT - 10;
  const said = `Où sont les dernières annonces${names.length > 0 ? `, autour de ${names.map(({ name }) => name).join(', ')}` : ''}`;
  return (
    <svg
      viewBox={`0 0 ${SKETCH_WIDTH} ${SKETCH_HEIGHT}`}
      role="img"
      aria-label={said}
      data-map="examples"
      className="block w-full rounded-card border border-ardoise-200 bg-craie"
    >
      <title>{said}</title>
      <defs>
        <pattern id={paper} width="32" height="32" x="-16" y="-6" patternUnits="userSpaceOnUse">
          <path d="M0 0H32M0 0V32" className="fill-none stroke-ardoise-100" />
        </pattern>
      </defs>
      <rect width={SKETCH_WIDTH} height={SKETCH_HEIGHT} fill={`url(#${paper})`} />
      {names.map(({ name, x, y, textY }) => (
        <g key={`${name}${x}`}>
          <circle cx={x} cy={y} r="2" className="fill-ardoise-500" />
          <text x={x} y={textY} textAnchor="middle" className="fill-ardoise-700 text-[11px]">
            {name}
          </text>
        </g>
      ))}
      <path
        d={`M${right - scale.length} ${foot - 4}v4h${scale.length}v-4`}
        fill="none"
        strokeWidth="1.5"
        className="stroke-ardoise-600"
      />
      <text
        x={right - scale.length / 2}
        y={foot - 6}
        textAnchor="middle"
        className="figures fill-ardoise-700 text-[10px]"
      >
        {scale.words}
      </text>
      {points.map(({ listingId, x, y }) => (
        <g key={listingId}>
          <circle cx={x} cy={y} r="9" strokeWidth="2" className="fill-phare-700 stroke-blanc" />
          <text x={x} y={y + 4} textAnchor="middle" className="figures fill-blanc text-[11px] font-bold">
            {numberOf(listingId)}
          </text>
        </g>
      ))}
    </svg>
  );
}
