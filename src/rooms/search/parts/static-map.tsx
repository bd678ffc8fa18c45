import type { MapAnswer } from '../map.ts';

/** Points and names without WebGL: where the listings are, not a map to move. */
export function StaticMap({ answer }: { answer: MapAnswer | null }) {
  const bbox = answer?.bbox;
  if (!answer || !bbox) return null;
  const [west, south, east, north] = bbox;
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const side = Math.max((east - west) * squeeze, north - south, 0.02) * 1.2;
  const [middleX, middleY] = [(west + east) / 2, (south + north) / 2];
  const x = (lng: number) => 50 + ((lng - middleX) * squeeze * 100) / side;
  const y = (lat: number) => 50 - ((lat - middleY) * 100) / side;
  const seen = (value: number) => value > 4 && value < 96;
  return (
    <svg
      viewBox="0 0 100 100"
      aria-hidden="true"
      className="mx-auto mt-6 w-full max-w-100 rounded-card bg-craie"
    >
      {answer.features.map(({ geometry: { coordinates }, properties }) => (
        <circle
          key={properties.kind === 'listing' ? properties.id : coordinates.join()}
          cx={x(coordinates[0])}
          cy={y(coordinates[1])}
          r={properties.kind === 'cluster' ? 2.2 : 1}
          className="fill-phare-700 opacity-60"
        />
      ))}
      {answer.names
        .filter(({ lng, lat }) => seen(x(lng)) && seen(y(lat)))
        .slice(0, 5)
        .map(({ name, lng, lat }) => (
          <text
            key={name}
            x={x(lng)}
            y={y(lat)}
            textAnchor="middle"
            className="fill-ardoise-700 text-[4px] font-medium"
          >
            {name}
          </text>
        ))}
    </svg>
  );
}
