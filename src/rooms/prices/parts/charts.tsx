import { Drawing } from '#browser/static-part.tsx';
import { formatCount, formatNumber, formatPercent, NBSP } from '#contract/fmt.ts';
import { Bars } from '#ui/bars.tsx';
import { ChartFigures, ChartTable } from '#ui/chart.tsx';
import { ChipLink } from '#ui/chip.tsx';
import { barWords, Histogram } from '#ui/histogram.tsx';
import { PriceCurve } from '#ui/price-curve.tsx';
import { BIN_MIN, type Figure } from '../contract.ts';
import {
  areaWords,
  curveWords,
  dayWords,
  halfWords,
  monthWords,
  type PricePage,
  perM2,
  pricePath,
  salesWords,
  sampleWords,
  sliceWords,
  yearsWords,
} from '../price-page.ts';
import { Locate, LocatedAnswer } from './locate.tsx';
import { Section } from './section.tsx';

/** Quarters of a year, both ends. */
const YEAR_POINTS = 5;
const QUARTERS = 4;

/** Twelve rolling months, a quarter apart. */
export function History({ page }: { page: PricePage }) {
  const { place, shown, typed, prices, lastYear } = page;
  const one = prices[shown];
  const { points } = one;
  if (points.length < YEAR_POINTS) return null;
  const drawn = lastYear ? points.slice(-YEAR_POINTS) : points;
  const years = Math.floor((points.length - 1) / QUARTERS);
  const conclusion = curveWords(drawn);
  const here = pricePath(place.slug, typed ? shown : null);
  const elsewhere = areaWords(one);
  return (
    <Section
      id="evolution"
      title="Évolution"
      lead={
        <p>
          {conclusion}
          {elsewhere && ` Chiffres de${NBSP}: ${elsewhere}.`}
        </p>
      }
      aside={
        years > 1 && (
          <nav aria-label="Durée de la courbe" className="flex flex-wrap gap-2">
            <ChipLink to={`${here}?periode=1-an#evolution`} selected={lastYear}>
              1{NBSP}an
            </ChipLink>
            <ChipLink to={`${here}#evolution`} selected={!lastYear}>
              {yearsWords(years)}
            </ChipLink>
          </nav>
        )
      }
    >
      <Drawing name="evolution" of={Curve} given={{ drawn, scale: points, conclusion }} />
    </Section>
  );
}

type Points = PricePage['prices'][PricePage['shown']]['points'];

const onCurve = (point: Points[number]) => ({
  key: point.to,
  label: monthWords(point.to),
  full: `${monthWords(point.to)}, ${formatCount(point.n, 'vente', 'ventes')}`,
  median: point.median,
  q1: point.q1,
  q3: point.q3,
});

function Curve({ drawn, scale, conclusion }: { drawn: Points; scale: Points; conclusion: string }) {
  const caption = 'Médiane de douze mois glissants, par trimestre';
  return (
    <>
      <PriceCurve points={drawn.map(onCurve)} scale={scale.map(onCurve)} conclusion={conclusion} unit="/m²" />
      <ChartTable caption={caption}>
        <ChartFigures
          caption={caption}
          head={['Douze mois au', 'Médiane', 'Premier quart', 'Dernier quart', 'Ventes']}
          rows={drawn
            .toReversed()
            .map(({ to, median, q1, q3, n }) => [
              dayWords(to),
              perM2(median),
              perM2(q1),
              perM2(q3),
              formatNumber(n),
            ])}
        />
      </ChartTable>
    </>
  );
}

/** How prices spread, and where one's own home stands among them. */
export function Spread({ page }: { page: PricePage }) {
  const { shown, prices, located, estimable } = page;
  const one = prices[shown];
  const { bins, figure } = one;
  // A place of which a median is published alone has no figure, and yet comparable sales around it.
  const drawn = figure !== null && bins.length > 0;
  if (!drawn && !estimable) return null;
  const home = located?.home ?? null;
  const marker =
    home && home.price !== null
      ? { value: home.price / home.surface, label: `Votre bien${NBSP}: ${perM2(home.price / home.surface)}` }
      : null;
  const elsewhere = areaWords(one);
  return (
    <Section
      id="situer"
      title="Situez votre bien"
      lead={
        figure && (
          <p>
            {halfWords(figure)}
            {elsewhere && ` Chiffres de${NBSP}: ${elsewhere}.`}
          </p>
        )
      }
      aside={<Locate page={page} />}
    >
      <LocatedAnswer page={page} />
      {!drawn && !home && (
        <p className="max-w-measure text-ardoise-700">
          Dites sa surface{NBSP}: les ventes les plus comparables, d’ici et d’alentour, donnent un intervalle
          de prix.
        </p>
      )}
      {drawn && (
        <>
          <h3 className="mb-2 font-text text-body font-bold tracking-normal">
            {salesWords(shown, figure.n)}, par prix au m²
          </h3>
          <Drawing
            name="situer"
            of={Sales}
            given={{
              bins,
              figure,
              marker,
              conclusion: `${halfWords(figure)}${marker ? ` ${marker.label}.` : ''}`,
            }}
          />
        </>
      )}
    </Section>
  );
}

type Bins = PricePage['prices'][PricePage['shown']]['bins'];

interface SalesProps {
  bins: Bins;
  figure: Figure;
  marker: { value: number; label: string } | null;
  conclusion: string;
}

function Sales({ bins, figure, marker, conclusion }: SalesProps) {
  const caption = 'Nombre de ventes par tranche de prix au m²';
  return (
    <>
      <Histogram
        bars={bins}
        median={figure.median}
        marker={marker}
        conclusion={conclusion}
        counted="ventes"
      />
      <ChartTable caption={caption}>
        <ChartFigures
          caption={caption}
          head={['Prix au m²', 'Ventes', 'Part']}
          rows={bins.map((bin) => [
            barWords(bin),
            formatNumber(bin.n),
            formatPercent(Math.round((bin.n / figure.n) * 100)),
          ])}
        />
        <p className="mt-2 text-small text-ardoise-600">
          Aucune tranche ne compte moins de {BIN_MIN} ventes.
        </p>
      </ChartTable>
    </>
  );
}

/** The same median by number of rooms and by surface. */
export function Slices({ page }: { page: PricePage }) {
  const { shown, prices } = page;
  const { byRooms, bySurface } = prices[shown];
  if (byRooms.length === 0 && bySurface.length === 0) return null;
  const all = [...byRooms, ...bySurface];
  const longer = all.some(({ months }) => months > 12);
  const elsewhere = areaWords(prices[shown]);
  return (
    <Section
      title="Par taille"
      lead={
        <>
          <p>
            {sizeWords(page)}
            {elsewhere && ` Chiffres de${NBSP}: ${elsewhere}.`}
          </p>
          {longer && (
            <p className="mt-2 text-small text-ardoise-600">
              Où douze mois n’en comptent pas assez, les ventes de deux ou de cinq ans sont prises&nbsp;:
              c’est écrit sur la ligne.
            </p>
          )}
        </>
      }
    >
      <div className="grid gap-x-10 gap-y-8">
        {[
          { caption: 'Prix médian au m² selon le nombre de pièces', head: 'Pièces', rows: byRooms },
          { caption: 'Prix médian au m² selon la surface', head: 'Surface', rows: bySurface },
        ].map(
          ({ caption, head, rows }) =>
            rows.length > 0 && (
              <Drawing
                key={head}
                name={head}
                of={Bars}
                given={{
                  caption,
                  head: [head, 'Médiane', 'Échantillon'] as const,
                  bars: rows.map((row) => ({
                    key: row.slice,
                    name: sliceWords(shown, row.slice),
                    size: row.median,
                    value: perM2(row.median),
                    detail: sampleWords({ n: row.n, months: row.months, published: false }),
                  })),
                }}
              />
            ),
        )}
      </div>
    </Section>
  );
}

function sizeWords({ shown, prices }: PricePage): string {
  const { bySurface, byRooms } = prices[shown];
  const rows = bySurface.length > 1 ? bySurface : byRooms;
  const sorted = rows.toSorted((a, b) => b.median - a.median);
  const [top, bottom] = [sorted[0], sorted.at(-1)];
  if (!top || !bottom || top === bottom) return 'Prix médian au m² de chaque taille.';
  const name = ({ slice }: Figure) => sliceWords(shown, slice).toLowerCase();
  return `Le m² est le plus cher pour la tranche «${NBSP}${name(top)}${NBSP}», à ${perM2(top.median)}, et le moins cher pour «${NBSP}${name(bottom)}${NBSP}», à ${perM2(bottom.median)}.`;
}
