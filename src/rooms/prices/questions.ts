// Questions: what people ask of prices, answered with the figures of the page; the same for search engines.

import { breadcrumbData } from '#contract/breadcrumb.ts';
import { formatCount, formatPercent, formatPrice, formatPricePerM2, NBSP } from '#contract/fmt.ts';
import { atPlace } from '#rooms/places/contract.ts';
import { changeWords, type Figure, type KindPrices, type Published, priceKindWords } from './contract.ts';
import {
  crumbsOf,
  csvPath,
  halfWords,
  headingOf,
  indexingOf,
  longName,
  oneOfKind,
  type PricePage,
  periodWords,
  pluralOfKind,
  publishedUnit,
  publishedWords,
  spreadWords,
  titlesOf,
  yearChange,
  yearsWords,
} from './price-page.ts';

export interface Question {
  readonly question: string;
  readonly answer: string;
}

const SAMPLE_SURFACE = 60;

/** Only what the figures of the place itself can answer. */
export function questionsOf(page: PricePage): Question[] {
  const { place, shown, prices } = page;
  const one = prices[shown];
  const { figure } = one;
  const at = atPlace(place);
  if (one.published && !one.published.widened) return [publishedQuestion(page, one.published), why];
  if (!figure || one.widened) return [why];
  const change = yearChange(one);
  const long = one.changes.find(({ years }) => years > 1);
  const spread = spreadWords(shown, prices.districts);
  const total = (cents: number) => formatPrice(Math.round((cents * SAMPLE_SURFACE) / 100_000) * 100_000);
  return [
    {
      question: `Quel est le prix au m² d’${oneOfKind(shown)} ${at}${NBSP}?`,
      answer: `${formatPricePerM2(figure.median)} en médiane, sur ${formatCount(figure.n, 'vente signée', 'ventes signées')} ${periodWords(figure)}. ${halfWords(figure)}`,
    },
    ...(change
      ? [
          {
            question: `Les prix des ${pluralOfKind(shown)} ${at} montent-ils ou baissent-ils${NBSP}?`,
            answer: `Sur un an${NBSP}: ${changeWords(change)}${long ? `${NBSP}; sur ${yearsWords(long.years)}${NBSP}: ${changeWords(long)}` : ''}. On compare la médiane de douze mois à celle des mêmes douze mois d’avant.`,
          },
        ]
      : []),
    {
      question: `Quel budget pour ${oneOfKind(shown)} de ${SAMPLE_SURFACE}${NBSP}m² ${at}${NBSP}?`,
      answer: `Au prix médian au m², ${total(figure.median)}${NBSP}; la moitié des ventes donne de ${total(figure.q1)} à ${total(figure.q3)}. C’est une indication, pas une expertise, hors frais de notaire.`,
    },
    ...(spread
      ? [{ question: `Quels arrondissements sont les plus chers ${at}${NBSP}?`, answer: spread }]
      : []),
    ...(one.rent && one.grossYield !== null
      ? [
          {
            question: `Quel rendement locatif brut ${at}${NBSP}?`,
            answer: `${formatPercent(one.grossYield)} par an${NBSP}: douze loyers d’annonce estimés à ${formatPrice(one.rent.rent)}/m² charges comprises (${one.rent.year}), rapportés au prix médian. Ni charges, ni impôts, ni vacance ne sont déduits.`,
          },
        ]
      : []),
    why,
  ];
}

/** The one answer that a published figure gives: neither quartiles, nor evolution, nor budget are known. */
function publishedQuestion({ place, shown }: PricePage, published: Published): Question {
  return {
    question: `Quel est le prix au m² d’${oneOfKind(shown)} ${atPlace(place)}${NBSP}?`,
    answer: `${publishedWords(published)} ${publishedUnit(published)}, sur ${formatCount(published.n, 'vente signée', 'ventes signées')} ${periodWords(published)}, d’après ce que publie data.gouv.fr. Le prix d’aujourd’hui peut s’en écarter.`,
  };
}

const why: Question = {
  question: `Pourquoi ces prix diffèrent-ils de ceux des annonces${NBSP}?`,
  answer: `Une annonce dit ce qu’un vendeur demande, honoraires souvent compris. Ces chiffres disent ce qui a été signé chez le notaire, quelques mois plus tôt. Les deux ne se mélangent jamais ici${NBSP}: ils sont montrés côte à côte.`,
};

const LICENCE = 'https://www.etalab.gouv.fr/licence-ouverte-open-licence/';

/** JSON-LD of a page: where one is, the data behind it, the questions shown. */
export function structuredData(page: PricePage, origin: string): object[] {
  const { place, shown, prices } = page;
  const { canonical } = indexingOf(page);
  const own = datumOf(prices[shown]);
  const named = {
    '@type': place.kind === 'commune' ? 'City' : 'AdministrativeArea',
    name: longName(place),
    ...(place.lat !== null && place.lng !== null
      ? { geo: { '@type': 'GeoCoordinates', latitude: place.lat, longitude: place.lng } }
      : {}),
  };
  return [
    breadcrumbData(crumbsOf(page), origin, canonical),
    ...(own
      ? [
          {
            '@type': 'Dataset',
            name: headingOf(page),
            description: titlesOf(page).description,
            url: `${origin}${canonical}`,
            license: LICENCE,
            isAccessibleForFree: true,
            temporalCoverage: `${own.from}/${own.to}`,
            spatialCoverage: named,
            creditText: prices.sources.map(({ attribution }) => attribution).join(' ; '),
            variableMeasured: [
              {
                '@type': 'PropertyValue',
                name: `${own.name} au m², ${priceKindWords[shown].plural.toLowerCase()}`,
                unitText: 'EUR/m²',
                value: Math.round(own.median / 100),
              },
            ],
            distribution: [
              {
                '@type': 'DataDownload',
                encodingFormat: 'text/csv',
                contentUrl: `${origin}${csvPath(place.slug)}`,
              },
            ],
          },
        ]
      : []),
    {
      '@type': 'FAQPage',
      mainEntity: questionsOf(page).map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ];
}

interface Datum extends Pick<Figure, 'median' | 'from' | 'to'> {
  readonly name: string;
}

/** The median of the place itself, ours or published; a mean of medians is no datum. */
function datumOf({ figure, widened, published }: KindPrices): Datum | null {
  if (figure && !widened) return { ...figure, name: 'Prix médian' };
  if (published?.measure !== 'median') return null;
  return { ...published, median: published.value, name: 'Médiane publiée' };
}
