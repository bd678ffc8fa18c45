import type { Told, Words } from './contract.ts';
import { flatWords } from './flats/rules.server.ts';
import { typeset } from './french/rules.server.ts';
import { houseWords, landWords, newFlatWords, parkingWords } from './others/rules.server.ts';

const LONGEST_TITLE = 64;

const WRITERS: Readonly<Record<Told['home']['kind'], (told: Told) => Words>> = {
  flat: flatWords,
  house: houseWords,
  land: landWords,
  parking: parkingWords,
  newFlat: newFlatWords,
};

/** Title and description of a listing. Both follow from its facts: the same facts and draws give the same words. */
export function writeWords(told: Told): Words {
  const { title, description } = WRITERS[told.home.kind](told);
  const short = title.length <= LONGEST_TITLE ? title : (title.split(' – ')[0] ?? title);
  return { title: typeset(short).slice(0, LONGEST_TITLE), description: typeset(description) };
}
