import { expect, test } from 'vitest';
import type { FoundAgency } from './agency-search.ts';
import { answerTo } from './search-sentences.ts';

const agency = (rank: number): FoundAgency => ({
  ownerReference: `agence-${rank}`,
  name: `Agence ${rank}`,
  postalCode: null,
  city: null,
  siren: null,
  listings: 0,
  registered: false,
});
const agencies = [agency(1), agency(2)];
const byName = { by: 'name', said: 'dupont', exact: true } as const;

test('agencies that were found are counted, with how the search was read', () => {
  expect(answerTo({ asked: 'dupont', agencies, more: false }, byName)).toEqual({
    title: '2\u00a0agences trouvées',
    words: 'Nom\u00a0: dupont',
    offer: false,
  });
  expect(answerTo({ asked: 'dupont', agencies, more: true }, byName).title).toBe(
    'Plus de 2\u00a0agences trouvées',
  );
  expect(answerTo({ asked: 'dupont', agencies: [agency(1)], more: false }, byName).title).toBe(
    '1\u00a0agence trouvée',
  );
});

test('where there is none, what to try next is said, and an account is offered to what was understood', () => {
  const none = { agencies: [], more: false };
  expect(answerTo({ asked: 'dupont', ...none }, byName)).toMatchObject({
    title: 'Aucune agence trouvée pour «\u00a0dupont\u00a0»',
    offer: true,
  });
  expect(answerTo({ asked: 'd', ...none }, null)).toMatchObject({
    title: 'Encore une lettre ou deux',
    offer: false,
  });
});
