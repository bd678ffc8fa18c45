import { ArrowDown, ArrowRight, ArrowUp } from 'lucide-react';
import { Link } from 'react-router';
import { formatNumber, formatPercent, formatPrice, formatPricePerM2 } from '#contract/fmt.ts';
import { ChipLink } from '#ui/chip.tsx';
import { Notice } from '#ui/notice.tsx';
import { RangeBand } from '#ui/range-band.tsx';
import { type Change, changeWords, type KindPrices, type Published, priceKindWords } from '../contract.ts';
import {
  areaWords,
  halfWords,
  type PricePage,
  periodWords,
  pricePath,
  publishedName,
  publishedUnit,
  publishedWords,
  type ShownKind,
  salesWords,
  shownKinds,
  yearChange,
  yearsWords,
} from '../price-page.ts';
import { isRange } from '../published.ts';

const CONFIDENCE_MAX = 5;

/** Overview, apartments, houses: three addresses. */
export function KindTabs({ page }: { page: PricePage }) {
  const { place, shown, typed } = page;
  return (
    <nav aria-label="Type de bien" className="flex flex-wrap gap-2">
      <ChipLink to={pricePath(place.slug)} selected={!typed}>
        Vue d’ensemble
      </ChipLink>
      {shownKinds.map((kind) => (
        <ChipLink key={kind} to={pricePath(place.slug, kind)} selected={typed && shown === kind}>
          {priceKindWords[kind].plural}
        </ChipLink>
      ))}
    </nav>
  );
}

/** The figure people come for, and in the same glance what it is worth. */
export function Headline({ kind, one }: { kind: ShownKind; one: KindPrices }) {
  const { figure, trimmed, changes } = one;
  if (!figure) return null;
  const change = yearChange(one);
  const low = Math.min(trimmed?.low ?? figure.q1, figure.q1);
  const high = Math.max(trimmed?.high ?? figure.q3, figure.q3);
  return (
    <div>
      <Lead kind={kind} what="prix médian des ventes signées" of={one} />
      <p className="mt-1 flex flex-wrap items-baseline gap-x-4 gap-y-1" data-answer={kind}>
        <strong className="title figures text-home whitespace-nowrap">
          {formatPricePerM2(figure.median)}
        </strong>
        <span className="text-lead">
          en médiane
          {change && (
            <>
              , <ChangeWords change={change} /> sur un an
            </>
          )}
        </span>
      </p>
      {one.notice && (
        <div className="mt-4 max-w-measure">
          <Notice tone={one.widened ? 'warning' : 'info'}>{one.notice}</Notice>
        </div>
      )}
      <div className="mt-6 max-w-160">
        <p className="mb-2">{halfWords(figure)}</p>
        {low < high && (
          <RangeBand
            low={low}
            q1={figure.q1}
            median={figure.median}
            q3={figure.q3}
            high={high}
            conclusion={`${halfWords(figure)} Hors ventes extrêmes, de ${formatPricePerM2(low)} à ${formatPricePerM2(high)}.`}
          />
        )}
        {trimmed && (
          <p className="text-small text-ardoise-600">
            Hors ventes extrêmes, de {formatPricePerM2(low)} à {formatPricePerM2(high)}. Trait épais&nbsp;: la
            moitié du milieu. Repère&nbsp;: la médiane.
          </p>
        )}
      </div>
      <Basis one={one} period={figure}>
        {salesWords(kind, figure.n)}
      </Basis>
      {changes.length > 0 && (
        <p className="mt-4 text-small text-ardoise-600">
          {changes.map(({ years, before }, rank) => (
            <span key={years}>
              {rank > 0 && ' '}
              Il y a {yearsWords(years)}&nbsp;: {formatPricePerM2(before.median)}.
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

/** What the State publishes of the place, named as what it is: no spread, no curve, and not today's price. */
export function PublishedHeadline({ kind, one }: { kind: ShownKind; one: KindPrices }) {
  const { published } = one;
  if (!published) return null;
  const { medians } = published;
  return (
    <div data-published={published.measure}>
      <Lead kind={kind} what={publishedName(published)} of={published} />
      <p className="mt-1 flex flex-wrap items-baseline gap-x-4 gap-y-1" data-answer={kind}>
        <strong className="title figures text-home">{publishedWords(published)}</strong>
        <span className="text-lead">{publishedUnit(published)}</span>
      </p>
      {one.notice && (
        <div className="mt-4 max-w-measure">
          <Notice tone={published.measure === 'median' || isRange(published) ? 'info' : 'warning'}>
            {one.notice}
          </Notice>
        </div>
      )}
      <Basis one={one} period={published}>
        {salesWords(kind, published.n)}
        {medians && <span className="block">{formatNumber(medians.count)} médianes</span>}
      </Basis>
    </div>
  );
}

/** Before the figure: what it is of, and where, when it is not the place's own. */
function Lead({ kind, what, of }: { kind: ShownKind; what: string; of: Parameters<typeof areaWords>[0] }) {
  const elsewhere = areaWords(of);
  return (
    <p className="font-medium text-ardoise-700">
      {priceKindWords[kind].label}, {what}
      {elsewhere && (
        <>
          {' – '}
          <strong className="font-bold text-encre">{elsewhere}</strong>
        </>
      )}
    </p>
  );
}

/** After the figure: its sample, its period and how far it can be relied on. */
function Basis({
  one,
  period,
  children,
}: {
  one: KindPrices;
  period: Parameters<typeof periodWords>[0];
  children: React.ReactNode;
}) {
  return (
    <dl className="mt-6 grid gap-x-8 gap-y-4 sm:grid-cols-3">
      <Fact name="Échantillon">{children}</Fact>
      <Fact name="Période">
        <span className="block first-letter:uppercase">{periodWords(period)}</span>
      </Fact>
      <Fact name="Fiabilité">
        <Pips level={one.confidence} />
        <span className="block first-letter:uppercase">{one.confidenceWords}</span>
      </Fact>
    </dl>
  );
}

/** Said by the words, the sign and an arrow; the colour only repeats it. */
function ChangeWords({ change }: { change: Change }) {
  const { percent, stable } = change;
  const Arrow = stable ? ArrowRight : percent > 0 ? ArrowUp : ArrowDown;
  const tone = stable ? 'text-ardoise-700' : percent > 0 ? 'text-signal-600' : 'text-phare-700';
  return (
    <span className={`figures font-bold whitespace-nowrap ${tone}`}>
      <Arrow aria-hidden="true" className="mr-0.5 inline size-4.5 -translate-y-0.5" strokeWidth={2.5} />
      {changeWords(change)}
    </span>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="border-t border-ardoise-200 pt-2">
      <dt className="text-small text-ardoise-600">{name}</dt>
      <dd className="figures font-medium">{children}</dd>
    </div>
  );
}

function Pips({ level }: { level: number }) {
  return (
    <svg width="64" height="12" aria-hidden="true" className="mb-1 block">
      {Array.from({ length: CONFIDENCE_MAX }, (_, rank) => (
        <rect
          key={rank}
          x={rank * 13 + 1}
          y="1"
          width="10"
          height="10"
          rx="2"
          strokeWidth="1.5"
          className={rank < level ? 'fill-phare-700 stroke-phare-700' : 'fill-blanc stroke-bordure'}
        />
      ))}
    </svg>
  );
}

/** Beside the answer: the other kind in brief, rents, and what is asked. */
export function HeadlineDetails({ page }: { page: PricePage }) {
  const { place, shown, prices } = page;
  const other: ShownKind = shown === 'apartment' ? 'house' : 'apartment';
  const one = prices[shown];
  return (
    <aside
      aria-label="En bref"
      className="divide-y divide-ardoise-200 self-start rounded-card border border-ardoise-200 bg-blanc"
    >
      <OtherKind kind={other} one={prices[other]} to={pricePath(place.slug, other)} />
      {one.rent && (
        <Brief
          name={`Loyer d’annonce estimé, ${priceKindWords[shown].word}`}
          value={`${formatPrice(one.rent.rent)}/m²`}
        >
          Par mois, charges comprises, {one.rent.year}
          {one.rent.indicative && ', indicatif'}
        </Brief>
      )}
      {one.grossYield !== null && (
        <Brief name="Rendement brut" value={formatPercent(one.grossYield)}>
          Douze loyers rapportés au prix médian signé
        </Brief>
      )}
      {one.asking && (
        <Brief name="Prix médian demandé en ce moment" value={formatPricePerM2(one.asking.median)}>
          {formatNumber(one.asking.n)} annonces en ligne, pas des ventes
        </Brief>
      )}
    </aside>
  );
}

function OtherKind({ kind, one, to }: { kind: ShownKind; one: KindPrices; to: string }) {
  const { figure, published } = one;
  const change = yearChange(one);
  const elsewhere = areaWords(published ?? one);
  return (
    <div className="px-5 py-4" data-brief={kind}>
      <p className="text-small text-ardoise-600">
        {priceKindWords[kind].label}
        {figure && ', prix médian signé'}
        {published && `, ${publishedName(published)}`}
        {elsewhere && <> – {elsewhere}</>}
      </p>
      <p className="title figures mt-0.5 text-price">{briefWords(figure, published)}</p>
      {figure && (
        <p className="text-small text-ardoise-600">
          {change && (
            <>
              <ChangeWords change={change} /> sur un an ·{' '}
            </>
          )}
          {salesWords(kind, figure.n)}
        </p>
      )}
      {published && <p className="text-small text-ardoise-600">{salesWords(kind, published.n)}</p>}
      <p className="mt-2">
        <Link
          to={to}
          className="inline-flex min-h-9 items-center rounded-chip font-medium text-phare-700 underline underline-offset-4 hover:text-phare-600"
        >
          Prix des {kind === 'house' ? 'maisons' : 'appartements'} en détail
        </Link>
      </p>
    </div>
  );
}

function briefWords(figure: KindPrices['figure'], published: Published | null): string {
  if (figure) return formatPricePerM2(figure.median);
  return published ? publishedWords(published) : 'Données insuffisantes';
}

function Brief({ name, value, children }: { name: string; value: string; children: React.ReactNode }) {
  return (
    <div className="px-5 py-4">
      <p className="text-small text-ardoise-600">{name}</p>
      <p className="title figures mt-0.5 text-h4">{value}</p>
      <p className="text-small text-ardoise-600">{children}</p>
    </div>
  );
}
