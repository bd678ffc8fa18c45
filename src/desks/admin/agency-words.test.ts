import { expect, it } from 'vitest';
import { agencyFields, readAgencyWords, writeAgencyWords } from './agency-words.ts';

const read = (words: string) => readAgencyWords(new URLSearchParams(words));

it('an address says the filters that it was written from', () => {
  for (const { name, word, values } of agencyFields)
    for (const value of values) {
      const filters = read(`q=port&${word}=${value.word}`);
      expect(filters).toEqual({ q: 'port', [name]: value.value });
      expect(writeAgencyWords(filters)).toBe(`?q=port&${word}=${value.word}`);
    }
  expect(writeAgencyWords({})).toBe('');
  expect(writeAgencyWords({ status: 'active' }, 12)).toBe('?statut=active&apres=12');
});

it('a word that means nothing is left out', () => {
  expect(read('q=%20%20&statut=ouverte&identite=&tri=nom&autre=1')).toEqual({});
});
