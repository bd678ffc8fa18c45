// What the list of agencies is asked for, in French words of its address.
import { identityStates } from '#rooms/agencies/checks.ts';
import { agencyStates } from '#rooms/agencies/suspension.ts';
import { type AgencyFilters, agencyOrders, blockedWords, importWords, spaceWords } from './agencies.ts';

interface FilterValue {
  /** In the address. */
  readonly word: string;
  /** In the call. */
  readonly value: string;
  readonly label: string;
}

interface FilterField {
  readonly name: Exclude<keyof AgencyFilters, 'q'>;
  readonly word: string;
  readonly label: string;
  /** What stands for no filter. */
  readonly all: string;
  readonly values: readonly FilterValue[];
}

/** One list of choices for each filter. */
export const agencyFields: readonly FilterField[] = [
  {
    name: 'status',
    word: 'statut',
    label: 'Statut',
    all: 'Tous',
    values: [
      { word: 'active', value: 'active', label: agencyStates.active },
      { word: 'suspendue', value: 'suspended', label: agencyStates.suspended },
      { word: 'retiree', value: 'excluded', label: agencyStates.excluded },
    ],
  },
  {
    name: 'identity',
    word: 'identite',
    label: 'Identité',
    all: 'Toutes',
    values: [
      { word: 'a-verifier', value: 'unverified', label: identityStates.unverified },
      { word: 'verifiee', value: 'verified', label: identityStates.verified },
      { word: 'refusee', value: 'refused', label: identityStates.refused },
      { word: 'incomplete', value: 'missing', label: identityStates.missing },
    ],
  },
  {
    name: 'space',
    word: 'espace',
    label: 'Espace',
    all: 'Avec ou sans',
    values: [
      { word: 'avec', value: 'with', label: spaceWords.with },
      { word: 'sans', value: 'without', label: spaceWords.without },
    ],
  },
  {
    name: 'blocked',
    word: 'annonces',
    label: 'Annonces',
    all: 'Toutes',
    values: [{ word: 'retenues', value: 'yes', label: blockedWords.yes }],
  },
  {
    name: 'imports',
    word: 'imports',
    label: 'Imports',
    all: 'Tous',
    values: [{ word: 'erreur', value: 'error', label: importWords.error }],
  },
  {
    name: 'sort',
    word: 'tri',
    label: 'Ordre',
    all: agencyOrders.name,
    values: [{ word: 'recentes', value: 'newest', label: agencyOrders.newest }],
  },
];

/** The filters of an address; a word that means nothing is left out. */
export function readAgencyWords(search: URLSearchParams): AgencyFilters {
  const q = (search.get('q') ?? '').trim().slice(0, 100);
  const read = agencyFields.flatMap(({ name, word, values }) => {
    const found = values.find((value) => value.word === search.get(word));
    return found ? [[name, found.value]] : [];
  });
  return { ...(q ? { q } : {}), ...(Object.fromEntries(read) as AgencyFilters) };
}

/** The word that an address has for a filter; empty when it is not set. */
export function wordOf({ name, values }: FilterField, filters: AgencyFilters): string {
  return values.find(({ value }) => value === filters[name])?.word ?? '';
}

/** The same filters as an address says them, `?` included, or nothing; `apres`: from the agency after that one. */
export function writeAgencyWords(filters: AgencyFilters, apres: number | null = null): string {
  const words = new URLSearchParams();
  if (filters.q) words.set('q', filters.q);
  for (const field of agencyFields) {
    const word = wordOf(field, filters);
    if (word) words.set(field.word, word);
  }
  if (apres !== null) words.set('apres', String(apres));
  return words.size > 0 ? `?${words}` : '';
}
