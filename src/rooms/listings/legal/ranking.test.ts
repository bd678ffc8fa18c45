import { describe, expect, test } from 'vitest';
import { checkRankedList } from './ranking.ts';

describe('ranked lists (R22)', () => {
  test('in order', () => {
    const items = [
      { id: '1', paid: true, tagged: true },
      { id: '2', paid: false, tagged: false },
    ];
    expect(checkRankedList({ explanationHref: '/conditions-utilisation#classement', items })).toEqual([]);
  });

  test('no explanation, a paid result that is not told, an unpaid one told as paid', () => {
    const items = [
      { id: '1', paid: true, tagged: false },
      { id: '2', paid: false, tagged: true },
    ];
    expect(checkRankedList({ explanationHref: null, items })).toEqual([
      { code: 'explanation_missing', id: null },
      { code: 'paid_untagged', id: '1' },
      { code: 'unpaid_tagged', id: '2' },
    ]);
  });
});
