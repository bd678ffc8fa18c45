// Vocabulary: what people write of a home, phrase by phrase, and what each asks for.

import type { Filters, TransactionWord } from '#rooms/criteria/contract.ts';
import { plain } from '#rooms/places/contract.ts';
import { stem } from './tokens.ts';

/** What a phrase asks for. A `flag` may be denied (« sans », « pas de »), an `opposite` says its word's no. */
export interface Meaning {
  readonly transaction?: TransactionWord;
  readonly filters?: Filters;
  readonly flag?: keyof Filters;
  readonly opposite?: keyof Filters;
  /** A kind of property only where no other is asked for, else a part of it: « parking », « terrain ». */
  readonly alone?: string;
}

const types = (...words: string[]): Meaning => ({ filters: { type: words } });
const state = (...words: string[]): Meaning => ({ filters: { etat: words } });
const flag = (word: keyof Filters): Meaning => ({ flag: word });
const parking: Meaning = { flag: 'parking', alone: 'parking' };
const unfurnished: Meaning = { transaction: 'location', opposite: 'meuble' };

const said: readonly (readonly [Meaning, string])[] = [
  [{ transaction: 'location' }, 'à louer|louer|location|en location|loue|locataire|par mois|/ mois|mensuel'],
  [{ transaction: 'achat' }, 'à vendre|vendre|vente|en vente|acheter|à acheter|achat|achète|à l’achat'],
  [
    { transaction: 'neuf' },
    'neuf|neuve|dans le neuf|programme neuf|logement neuf|sur plan|vefa|immobilier neuf',
  ],
  [types('appartement'), 'appartement|appart|appt|apt|app'],
  [types('maison'), 'maison|pavillon|villa|maison de ville|maison individuelle'],
  [types('immeuble'), 'immeuble|immeuble de rapport'],
  [types('loft'), 'loft'],
  [types('chateau'), 'château|manoir'],
  [types('hotel-particulier'), 'hôtel particulier'],
  [types('bureaux'), 'bureau|bureaux'],
  [types('local'), 'local commercial|boutique|commerce|local'],
  [{ alone: 'terrain' }, 'terrain|terrain à bâtir|terrain constructible|parcelle'],
  [parking, 'parking|garage|box|stationnement|place de parking|place de stationnement|box fermé'],
  [flag('ascenseur'), 'ascenseur|asc'],
  [flag('balcon'), 'balcon'],
  [flag('terrasse'), 'terrasse'],
  [flag('jardin'), 'jardin'],
  [flag('cave'), 'cave|cellier'],
  [flag('piscine'), 'piscine'],
  [flag('gardien'), 'gardien|gardienne|concierge'],
  [flag('vue'), 'vue dégagée|vue panoramique'],
  [flag('visAVis'), 'vis à vis'],
  [flag('calme'), 'calme|au calme'],
  [
    flag('pmr'),
    'pmr|accès pmr|accessible pmr|accès handicapés|accessible handicapé|accessible aux handicapés|fauteuil roulant|accessible en fauteuil|accessible en fauteuil roulant|accessible fauteuil|accessible fauteuil roulant',
  ],
  [
    flag('animaux'),
    'animaux|animaux acceptés|animaux autorisés|animaux admis|animal accepté|chien accepté|chat accepté|animaux bienvenus',
  ],
  [flag('exclusivite'), 'exclusivité|en exclusivité|mandat exclusif'],
  [flag('rdc'), 'rdc|rez de chaussée|au rdc|au rez de chaussée'],
  [flag('dernierEtage'), 'dernier étage|au dernier étage|dernier étage seulement'],
  [{ transaction: 'location', flag: 'meuble' }, 'meublé|meublée|location meublée'],
  [unfurnished, 'vide|location vide|nu|nue|location nue'],
  [flag('baisse'), 'prix en baisse|en baisse|baisse de prix|prix baissé|prix a baissé'],
  [flag('visite'), 'visite virtuelle|visite en ligne'],
  [{ transaction: 'location', flag: 'encadrement' }, 'loyer encadré|loyer conforme|encadrement des loyers'],
  [state('travaux'), 'à rénover|à refaire|travaux à prévoir|avec travaux|travaux|à retaper'],
  [state('neuf', 'refait', 'bon'), 'sans travaux|pas de travaux|aucun travaux|zéro travaux'],
  [state('refait'), 'refait à neuf|rénové|rénovée|entièrement rénové|entièrement rénovée|refait'],
  [state('bon'), 'bon état|en bon état'],
  [state('neuf'), 'état neuf|en état neuf|comme neuf'],
  [state('a-rafraichir'), 'à rafraîchir|rafraîchissement à prévoir'],
  [
    { filters: { dpe: ['A', 'B', 'C', 'D', 'E'] } },
    'pas de passoire|sans passoire|hors passoire|pas de passoire thermique|hors passoire thermique|sans passoire thermique|pas une passoire|pas une passoire thermique|pas de passoire énergétique',
  ],
  [{ filters: { chauffage: ['pompe-a-chaleur'] } }, 'pompe à chaleur'],
  [{ filters: { honorairesMax: 0 } }, 'sans honoraires|sans frais d’agence|pas de frais d’agence'],
  [{ filters: { photos: 1 } }, 'avec photos|avec photo'],
];

export type Phrase = readonly string[];

/** The keys of a phrase, as tokens have them. */
const phrase = (text: string): Phrase =>
  (plain(text).match(/m2|[a-z]+|[+/<>≥≤]=?/g) ?? []).map((word) => stem(word));
/** Phrases parted by a bar, longest first. */
export const phrases = (text: string): readonly Phrase[] =>
  text
    .split('|')
    .map(phrase)
    .toSorted((a, b) => b.length - a.length);

/** Longest first, so that « refait à neuf » is read before « refait ». */
export const meanings: readonly (readonly [Phrase, Meaning])[] = said
  .flatMap(([meaning, text]) => phrases(text).map((words) => [words, meaning] as const))
  .toSorted(([a], [b]) => b.length - a.length);

export const least = phrases(
  'min|minimum|mini|au minimum|au mini|au moins|plus de|à partir de|dès|supérieur à|minimum de|> |>=|≥',
);
export const most = phrases(
  'max|maximum|maxi|au maximum|au maxi|au max|jusqu à|jusque|moins de|au plus|pas plus de|inférieur à|maximum de|max de|maxi de|<|<=|≤',
);
export const leastAfter = phrases('min|minimum|mini|au minimum|au moins|et plus|ou plus|et +|+|au mini|plus');
export const mostAfter = phrases(
  'max|maximum|maxi|au maximum|au max|au plus|ou moins|et moins|grand maximum',
);

/** What a number is of, said before it. */
export const topics: readonly (readonly [Phrase, Measure])[] = (
  [
    ['monthly', 'budget mensuel|mensualité|mensualités|budget par mois|tout compris'],
    ['price', 'budget|prix|budget de|prix de|pour'],
    ['rent', 'loyer|loyer de'],
    ['surface', 'surface|surface de|superficie|superficie de'],
    ['land', 'terrain|terrain de|parcelle de|parcelle|jardin de|avec terrain de|avec un terrain de'],
    ['fees', 'honoraires|honoraire|frais d agence|frais'],
    ['year', 'construit après|construite après|construit depuis|construite depuis|construction après'],
    ['year', 'construit à partir de|année|année de construction|postérieur à'],
    ['days', 'annonce de|annonces de|en ligne depuis|publiée depuis|publiées depuis|depuis'],
    ['floor', 'étage'],
    ['letting', 'louable en|louable après|louable jusqu en|louable'],
  ] as const
)
  .flatMap(([measure, text]) => phrases(text).map((words) => [words, measure] as const))
  .toSorted(([a], [b]) => b.length - a.length);

export type Measure =
  | 'price'
  | 'rent'
  | 'perM2'
  | 'monthly'
  | 'surface'
  | 'land'
  | 'rooms'
  | 'bedrooms'
  | 'bathrooms'
  | 'floor'
  | 'fees'
  | 'year'
  | 'photos'
  | 'days'
  | 'weeks'
  | 'letting';

/** What a number is of, said after it. */
export const units: readonly (readonly [Phrase, Measure])[] = (
  [
    ['perM2', 'euro / m2|euro le m2|euro du m2|euro par m2|eur / m2|euro au m2|/ m2'],
    ['land', 'm2 de terrain|m2 de jardin|m2 de parcelle'],
    ['surface', 'm2|mètre carré|mètres carrés|m carré|mq|m2 habitable'],
    ['rooms', 'pièce|pièces|p|pce|pcs|pieces principales'],
    ['bedrooms', 'chambre|chambres|ch|chb|chbre'],
    ['bathrooms', 'salle de bain|sdb|salle d eau|sde'],
    ['floor', 'étage|e étage|er étage|ème étage|ieme étage|eme étage|nd étage|nde étage'],
    ['photos', 'photo|photos'],
    ['days', 'jour|jours|j'],
    ['weeks', 'semaine|semaines'],
  ] as const
)
  .flatMap(([measure, text]) => phrases(text).map((words) => [words, measure] as const))
  .toSorted(([a], [b]) => b.length - a.length);

export const euros = phrases('euro|euros|eur|e');
export const scales: readonly (readonly [string, number])[] = [
  ['k', 1e3],
  ['ke', 1e3],
  ['keur', 1e3],
  ['mille', 1e3],
  ['m', 1e6],
  ['million', 1e6],
];

/** What may follow a rent. « Hors charges » is not here: listings are compared charges included. */
export const rentMarks = phrases('cc|charges comprises|charge comprise|charges incluses|tcc');
export const monthMarks = phrases('par mois|/ mois|mensuel|mensuels|le mois|/ m');
export const allInMarks = phrases('tout compris|toutes charges comprises');

export const denials = phrases(
  'sans|pas de|pas d|pas|non|ni|hors|aucun|aucune|sauf|ni de|surtout pas|pas trop de',
);

export const heatingTopic = phrases('chauffage|chauffé|chauffée');
export const heatings: readonly (readonly [Phrase, string])[] = (
  [
    ['gaz', 'gaz|au gaz'],
    ['fioul', 'fioul|au fioul|fuel'],
    ['electrique', 'électrique|électricité|à l électricité'],
    ['bois', 'bois|au bois'],
    ['pompe-a-chaleur', 'pompe à chaleur|pac'],
    ['collectif', 'collectif'],
    ['individuel', 'individuel'],
    ['reseau', 'réseau|réseau urbain|urbain'],
    ['sol', 'au sol|sol'],
  ] as const
)
  .flatMap(([word, text]) => phrases(text).map((words) => [words, word] as const))
  .toSorted(([a], [b]) => b.length - a.length);

export const exposureTopic = phrases(
  'exposé|exposée|exposition|orienté|orientée|orientation|plein|exposé plein|exposition plein|exposée plein',
);
export const exposures: readonly (readonly [string, string])[] = [
  ['nord', 'nord'],
  ['sud', 'sud'],
  ['est', 'est'],
  ['ouest', 'ouest'],
];

export const energyTopic = phrases(
  'dpe|classe énergie|classe énergétique|étiquette énergie|classe dpe|étiquette énergétique',
);
export const climateTopic = phrases('ges|classe climat|étiquette climat');
export const betterMarks = phrases(
  'ou mieux|et mieux|minimum|mini|min|max|maximum|maxi|au pire|au moins|au plus',
);

export const availableTopic = phrases('disponible|libre|dispo|disponible au plus tard|libre au plus tard');
export const availableBy = phrases('avant le|avant|au plus tard le|le|au|pour le|d ici le|d ici au');
export const atOnce = phrases('immédiatement|tout de suite|de suite|maintenant|immédiat|immédiate');
export const months = phrasesInOrder(
  'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre',
);

function phrasesInOrder(text: string): readonly string[] {
  return text.split('|').map((word) => stem(plain(word)));
}

/** Words that ask for nothing by themselves. */
export const fillers: ReadonlySet<string> = new Set(
  `je j cherche cherchon cherchons recherche recherchon rechercher chercher voudrai voudrais aimerai veux nous on notre
  mon un une le la les l d de du des et avec a au aux en dan dans sur pour qui ait ayant avoir est soit il elle y
  bien logement habitation annonce departement svp merci bonjour ville commune salut besoin trouver type doit dont ca se ou
  tout petit`
    .split(/\s+/)
    .map(stem)
    .filter((word) => word !== 'petit' && word !== 'tout'),
);

/** Every word above of five letters or more: what a misspelling may stand for. */
export const correctable: ReadonlySet<string> = new Set(
  [
    ...meanings.map(([words]) => words),
    ...topics.map(([words]) => words),
    ...units.map(([words]) => words),
    ...[least, most, leastAfter, mostAfter, rentMarks, monthMarks, heatingTopic, exposureTopic].flat(),
    ...[energyTopic, climateTopic, availableTopic, atOnce].flat(),
    ...heatings.map(([words]) => words),
    months,
    ['studio', 'ouest', 'cherche', 'recherche', 'million', 'arrondissement', 'departement'],
  ]
    .flat()
    .filter((word) => word.length >= 5),
);

/** Every word of the grammar, short ones too: a commune of the same name gives way to it. */
export const grammarWords: ReadonlySet<string> = new Set([
  ...correctable,
  ...fillers,
  ...meanings.flatMap(([words]) => words),
  ...units.flatMap(([words]) => words),
  ...topics.flatMap(([words]) => words),
  ...[least, most, leastAfter, mostAfter, euros, rentMarks, denials].flat(2),
  ...scales.map(([word]) => word),
  ...exposures.map(([word]) => word),
]);
