import type { PropertyType } from '#rooms/listings/contract.ts';
import { plainWords } from './values.server.ts';

/** What a word of a type column says. */
interface Nature {
  readonly type: PropertyType;
  /** The word itself, where it says more than the type does: « Duplex », « Péniche ». */
  readonly precise: boolean;
}

type Entry = readonly [word: string, Nature];
const plain = (type: PropertyType, ...words: string[]) =>
  words.map((word): Entry => [word, { type, precise: false }]);
const precise = (type: PropertyType, ...words: string[]) =>
  words.map((word): Entry => [word, { type, precise: true }]);

/** Whole values of the column, in plain words. */
const VALUES: ReadonlyMap<string, Nature> = new Map([
  ...plain('apartment', 'appartement', 'appart', 'appt', 'apt', 'app', 'apartment', 'flat'),
  ...precise('apartment', 'studio', 'studette', 'duplex', 'triplex', 'souplex', 'penthouse', 'rez de jardin'),
  ...precise('apartment', 'chambre', 'chambre de service', 'chambre de bonne', 'garconniere'),
  ...plain('house', 'maison', 'villa', 'maison/villa', 'maison avec terrain', 'modele de maison', 'house'),
  ...precise('house', 'pavillon', 'chalet', 'bungalow', 'cottage', 'mas', 'mazet', 'bastide', 'bastidon'),
  ...precise('house', 'ferme', 'fermette', 'corps de ferme', 'longere', 'chaumiere', 'moulin', 'demeure'),
  ...precise('house', 'maison de ville', 'maison de village', 'maison de maitre', 'propriete', 'echoppe'),
  ...plain('loft', 'loft', 'loft/atelier', 'loft/atelier/surface', 'atelier'),
  ...plain('castle', 'chateau', 'castle'),
  ...precise('castle', 'manoir', 'gentilhommiere'),
  ...plain('mansion', 'hotel particulier'),
  ...plain('land', 'terrain', 'terrain a batir', 'parcelle'),
  ...plain('parking', 'parking/box', 'parking', 'box', 'garage', 'stationnement'),
  ...plain('building', 'immeuble', 'batiment'),
  ...plain('office', 'bureau', 'bureaux'),
  ...plain('shop', 'local', 'local commercial', 'murs commerciaux', 'boutique', 'commerce'),
  ...precise('other', 'cave', 'cellier', 'entrepot', 'hangar', 'peniche', 'bateau'),
  ...precise('other', 'entreprise', 'entreprises', 'fonds de commerce'),
]);

/** « T3 », « F4 bis », « 3 pièces »: a flat, unless another word says that it is a house. */
const ROOMS = /^(?:[tf] ?[1-9](?: ?bis)?|type [1-9]|[1-9] ?p(?:ieces?)?)\b/;

/**
 * The nature that a type column says, whether it uses a word of the format or one of every day, alone or before others
 * (« Appartement T3 », « grande maison »). Null when it says none, or two that disagree (« terrain avec maison »).
 */
export function readNature(text: string): Nature | null {
  const words = plainWords(text)
    .replaceAll(/\s*\/\s*/g, '/')
    .replaceAll(/[^a-z0-9/ ]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const whole = VALUES.get(words);
  if (whole) return whole;
  const types = [...new Set(words.split(/[ /]/).flatMap((word) => VALUES.get(word)?.type ?? []))];
  const homes = types.filter((type) => HOMES.has(type));
  const first = ROOMS.test(words) ? (homes[0] ?? 'apartment') : types[0];
  if (first === undefined) return null;
  // What comes with a home does not make it another thing; a home that comes with another thing is judged by its facts.
  const told = HOMES.has(first) || homes.length === 0;
  return told ? { type: first, precise: first === 'other' } : null;
}

const HOMES: ReadonlySet<PropertyType> = new Set(['apartment', 'house', 'loft', 'castle']);
