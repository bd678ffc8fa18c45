import { Drawing } from '#browser/static-part.tsx';
import { formatCount, formatNumber, formatPricePerM2 } from '#contract/fmt.ts';
import { atPlace } from '#rooms/places/contract.ts';
import { Bars } from '#ui/bars.tsx';
import { ChartFigures, ChartTable } from '#ui/chart.tsx';
import { Choropleth } from '#ui/choropleth.tsx';
import {
  classesOf,
  classWords,
  MAP_WIDTH,
  type MapPlace,
  mapWords,
  medianTitle,
  placeWords,
  publishedNote,
  whyMissing,
} from '../price-map.ts';
import { fromWords, type PricePage, perM2, pluralOfKind, pricePath, sampleWords } from '../price-page.ts';
import { methodWords } from '../published.ts';
import { Section } from './section.tsx';

/** Radius of a dot, in the units of the map: what is written on one must be in it. */
const DOT = { least: 5, written: 17, most: 30 };

interface PlacesMapProps {
  page: PricePage;
  /** « à Paris », « autour de Sète ». */
  where: string;
  places: readonly MapPlace[];
  /** What is written on a place. */
  tag?: (place: MapPlace) => string | undefined;
}

/** Places by their median, in five strengths of one colour; nothing when they cannot be drawn. */
export function PlacesMap({ page, where, places, tag }: PlacesMapProps) {
  const { map, shown, typed, place } = page;
  const priced = places.flatMap(({ code, figure }) =>
    figure ? [{ code, median: figure.median, n: figure.n / figure.months }] : [],
  );
  if (!map || priced.length < 2) return null;
  const { classes, of } = classesOf(priced);
  const known = new Map(places.map((one) => [one.code, one]));
  const most = Math.max(...priced.map(({ n }) => n));
  const radius = (figure: MapPlace['figure'], least: number) =>
    figure ? least + (DOT.most - least) * Math.sqrt(Math.min(1, figure.n / figure.months / most)) : least;
  const areas = map.shapes.flatMap(({ code, outline, x, y }) => {
    const one = known.get(code);
    if (!one) return [];
    const words = tag?.(one);
    return {
      key: code,
      to: code === place.code ? null : pricePath(one.slug, typed && one.figure ? shown : null),
      label: placeWords(one),
      ...(words ? { tag: words } : {}),
      rank: of.get(code) ?? null,
      outline,
      x,
      y,
      r: Math.round(radius(one.figure, words ? DOT.written : DOT.least)),
      here: code === place.code,
    };
  });
  const dots = areas.some(({ outline }) => outline === null);
  const notes = [
    ...(dots
      ? ['Les ronds sont au centre des lieux, d’autant plus grands qu’il s’y vend de logements.']
      : []),
    ...(map.attribution ? [`${map.attribution}.`] : []),
  ];
  return (
    <Drawing
      name="carte"
      of={Choropleth}
      given={{
        width: MAP_WIDTH,
        height: map.height,
        areas,
        label: mapWords(shown, where, places),
        legend: classes.map((one) => ({ rank: one.rank, words: classWords(one) })),
        missing: priced.length < places.length ? 'Sans prix ici' : null,
        note: notes.join(' '),
      }}
    />
  );
}

/** Under bars some of which are published medians. */
export function PublishedNote({ places }: { places: readonly MapPlace[] }) {
  const note = publishedNote(places.flatMap(({ figure }) => figure ?? []));
  return note && <p className="mt-3 text-small text-ardoise-600">{note}</p>;
}

const COMMUNES_SHOWN = 12;

/** The communes of a department: those where most is sold as bars, all of them on the map and in the table. */
export function Communes({ page }: { page: PricePage }) {
  const { place, shown, typed, communes } = page;
  const priced = communes.flatMap(({ figure, ...one }) => (figure ? [{ ...one, figure }] : []));
  if (priced.length === 0) return null;
  const perYear = ({ figure }: (typeof priced)[number]) => figure.n / figure.months;
  const dearest = priced.toSorted((a, b) => b.figure.median - a.figure.median);
  const busiest = priced
    .toSorted((a, b) => perYear(b) - perYear(a))
    .slice(0, COMMUNES_SHOWN)
    .toSorted((a, b) => b.figure.median - a.figure.median);
  const figures = priced.map(({ figure }) => figure);
  const caption = medianTitle(shown, `, les ${formatNumber(communes.length)} communes`, figures);
  const method = methodWords(busiest.map(({ figure }) => figure));
  const [top, bottom] = [dearest[0], dearest.at(-1)];
  return (
    <Section
      title="Commune par commune"
      lead={
        <p>
          {formatCount(priced.length, 'commune a', 'communes ont')} un prix des {pluralOfKind(shown)}, sur{' '}
          {formatNumber(communes.length)}.
          {top &&
            bottom &&
            top !== bottom &&
            ` ${fromWords(figures)} ${formatPricePerM2(bottom.figure.median)} (${bottom.name}) à ${formatPricePerM2(top.figure.median)} (${top.name}).`}
        </p>
      }
    >
      <PlacesMap page={page} where={atPlace(place)} places={communes} />
      <div className="mt-8">
        <Drawing
          name="plus-vendues"
          of={Bars}
          given={{
            caption: `Où il se vend le plus, ${priced.length > COMMUNES_SHOWN ? `${COMMUNES_SHOWN} communes ` : ''}du plus cher au moins cher${method ? ` (${method})` : ''}`,
            head: ['Commune', 'Médiane', 'Échantillon'] as const,
            bars: busiest.map(({ code, name, slug, figure }) => ({
              key: code,
              name,
              to: pricePath(slug, typed ? shown : null),
              size: figure.median,
              value: perM2(figure.median),
              detail: sampleWords(figure),
            })),
          }}
        />
        <PublishedNote places={communes} />
      </div>
      <ChartTable caption={caption}>
        <Drawing
          name="communes"
          of={ChartFigures}
          given={{
            caption,
            head: ['Commune', 'Médiane', 'Échantillon'],
            rows: communes.map(({ name, figure, missing }) => [
              name,
              figure ? perM2(figure.median) : whyMissing(missing),
              figure ? sampleWords(figure) : '',
            ]),
            hrefs: communes.map(({ slug }) => pricePath(slug)),
          }}
        />
      </ChartTable>
    </Section>
  );
}
