// Wording: criteria in French, as removable chips and as the name of an alert.
import { formatCount } from '#contract/fmt.ts';
import { propertyTypes } from '#rooms/listings/contract.ts';
import { areaChips } from './area-chips.ts';
import { areaWordsIn, withoutArea } from './area-words.ts';
import type { Criteria, Filters, TransactionWord } from './contract.ts';
import { type CriterionWord, criteriaTable } from './criteria-table.ts';
import type { ChoiceCriterion, Criterion } from './kinds.ts';

const propertyLabels: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(propertyTypes).map(({ word, label }) => [word, label]),
);

interface Chip {
  readonly text: string;
  /** The filters once the chip is removed. */
  readonly rest: Filters;
}

/** The filters in French, one removable chip each, in canonical order. Alternatives of one list share a chip, types excepted. */
export function chipsOf(transaction: TransactionWord, filters: Filters): Chip[] {
  const without = (...words: CriterionWord[]): Filters =>
    Object.fromEntries(Object.entries(filters).filter(([word]) => !words.includes(word as CriterionWord)));
  const exactRooms = filters.pieces !== undefined && filters.pieces === filters.piecesMax;
  return (criteriaTable as readonly Criterion[]).flatMap((criterion): Chip[] => {
    const word = criterion.word as CriterionWord;
    const value = filters[word];
    if (value === undefined || (exactRooms && word === 'piecesMax')) return [];
    if (exactRooms && word === 'pieces')
      return [
        { text: formatCount(value as number, 'pièce', 'pièces'), rest: without('pieces', 'piecesMax') },
      ];
    if (criterion.kind === 'flag')
      return [{ text: value ? criterion.label : criterion.negative, rest: without(word) }];
    switch (criterion.kind) {
      case 'oneOf':
      case 'anyOf':
        return choiceChips(criterion, value as readonly string[], without(word));
      case 'allOf':
      case 'noneOf': {
        const terms = value as readonly string[];
        return terms.map((term) => {
          const others = terms.filter((other) => other !== term);
          return {
            text: criterion.say(term),
            rest: others.length > 0 ? { ...without(word), [word]: others } : without(word),
          };
        });
      }
      case 'named':
      case 'byDay':
        return [{ text: criterion.say(value as string), rest: without(word) }];
      default:
        return [{ text: criterion.say(value as number, transaction === 'location'), rest: without(word) }];
    }
  });
}

function choiceChips(criterion: ChoiceCriterion, words: readonly string[], rest: Filters): Chip[] {
  const labels = words.map((word) => criterion.values[word]?.label ?? word);
  if (criterion.prefix !== undefined) {
    // Letters keep their case: « DPE A ou B », « Chauffage gaz ou bois ».
    const said = labels.map((label) => (label.length > 1 ? decapitalised(label) : label));
    return [{ text: `${criterion.prefix} ${alternatives(said)}`, rest }];
  }
  return words.map((word, index) => {
    const others = words.filter((other) => other !== word);
    return { text: labels[index] ?? word, rest: others.length > 0 ? { ...rest, type: others } : rest };
  });
}

/** « A, B ou C ». */
function alternatives(labels: readonly string[]): string {
  return labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} ou ${labels.at(-1)}`;
}

/**
 * What an alert looks for, in French: its chips, and the name it takes unless it is given one, « Appartement à louer
 * – Lyon 7e · 3 pièces et plus · jusqu’à 1 100,00 €/mois ». `placeLabels`: code to « Lyon 7e »; a missing one shows its code.
 */
export function describe(
  criteria: Criteria,
  placeLabels: Readonly<Record<string, string>>,
): { name: string; places: string[]; chips: string[] } {
  const { transaction, places, ...filters } = withoutArea(criteria);
  const labels = places.map((code) => placeLabels[code] ?? code);
  const chips = [...areaChips(areaWordsIn(criteria)), ...chipsOf(transaction, filters)].map(
    ({ text }) => text,
  );
  const kinds = (filters.type ?? []).map((word) => propertyLabels[word] ?? word);
  const what = alternatives(kinds.map((label, index) => (index === 0 ? label : decapitalised(label))));
  const manner = { achat: 'à vendre', location: 'à louer', neuf: 'dans le neuf' }[transaction];
  const where = labels.length > 2 ? `${labels[0]} et ${labels.length - 1} autres lieux` : labels.join(' et ');
  const main = [
    ...chipsOf(transaction, { pieces: filters.pieces, piecesMax: filters.piecesMax }),
    ...chipsOf(transaction, { prixMax: filters.prixMax }),
  ];
  const head = capitalised(`${what} ${manner}`.trim());
  return {
    name: [where ? `${head} – ${where}` : head, ...main.map(({ text }) => decapitalised(text))].join(' · '),
    places: labels,
    chips,
  };
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const decapitalised = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const silences: Readonly<Record<string, string>> = {
  pricePerM2: 'prix au m²',
  surface: 'surface',
  landSurface: 'terrain',
  rooms: 'nombre de pièces',
  bedrooms: 'nombre de chambres',
  bathrooms: 'salles de bain',
  floor: 'étage',
  groundFloor: 'étage',
  onTopFloor: 'étage',
  monthlyCost: 'coût mensuel complet',
  buyerFees: 'honoraires',
  lettableYear: 'classe énergie',
  rentCompliant: 'loyer de référence',
  state: 'état du bien',
  availableOn: 'date de disponibilité',
  builtYear: 'année de construction',
  energyClass: 'classe énergie',
  climateClass: 'classe climat',
};

/** Why a listing is only « peut-être »: the words it says nothing about, as « Non précisé : étage, ascenseur ». */
export function unknownText(words: readonly string[]): string {
  const silent = (criteriaTable as readonly Criterion[]).filter(({ word }) => words.includes(word));
  const where = words.some((word) => word === 'zone' || word === 'bbox') ? ['emplacement'] : [];
  const names = new Set([
    ...where,
    ...silent.map(({ column, label }) => silences[column] ?? decapitalised(label)),
  ]);
  return `Non précisé : ${[...names].join(', ')}`;
}
