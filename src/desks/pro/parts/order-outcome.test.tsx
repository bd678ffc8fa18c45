import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import type { Order, OrderStatus } from '#rooms/payments/contract.ts';
import { emptyCart, newDraft } from '../ordering/cart.ts';
import { CancelView } from './cancel-view.tsx';
import { CartLeft, WayBack } from './order-outcome.tsx';
import { PaymentView } from './payment-view.tsx';

const order = (status: OrderStatus, discount = 0, said: Partial<Order> = {}): Order => ({
  reference: 'CMD-7K3M-Q9TX',
  status,
  totals: { net: 14_500, discount, vatRate: 2_000, vat: 2_900, gross: 17_400 },
  boosts: ['BST-7K3MQ9TX'],
  lines: [
    { boost: 'BST-7K3MQ9TX', label: 'Boost', days: 14, freeDays: 0, listings: ['A1'], net: 14_500, discount },
  ],
  documents: [],
  url: null,
  givenBack: false,
  unproven: false,
  createdAt: '2026-11-27T09:00:00.000Z',
  paidAt: null,
  ...said,
});
const cart = {
  ...emptyCart('arenes', 0),
  items: [
    newDraft(
      { id: 'un', listingIds: [12], place: null },
      {
        defaults: { title: 'Un titre', text: 'Un texte', callToAction: 'see' },
        radiusMinKm: 25,
        formula: 'essentiel',
      },
    ),
  ],
};

function read(element: React.ReactNode) {
  const html = renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>);
  return {
    title: /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1],
    spoken: /<p aria-live="polite" class="sr-only">(.*?)<\/p>/.exec(html)?.[1],
    text: html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[\s\u00a0]+/g, ' '),
  };
}

describe('an order that is given up', () => {
  const shown = (...said: Parameters<typeof order>) =>
    read(<CancelView order={order(...said)} ownerReference="arenes" />);

  test.each([
    ['pending', 'La commande s’annule'],
    ['cancelled', 'Rien n’a été payé'],
    ['failed', 'Rien n’a été payé'],
    ['paid', 'Cette commande est payée'],
    ['refunded', 'Cette commande est remboursée'],
  ] as const)('%s: its title says what is known, and is said aloud too', (status, title) => {
    expect(shown(status)).toMatchObject({ title, spoken: title });
  });

  test('as long as it is open, nothing is said of what was paid', () => {
    expect(shown('pending').text).not.toContain('Rien n’a été payé');
  });

  test('what came of the money is not said before it is proven, and what is given back is', () => {
    const unproven = shown('cancelled', 0, { unproven: true });
    expect(unproven).toMatchObject({ title: 'La commande est annulée', spoken: 'La commande est annulée' });
    expect(unproven.text).toContain('n’a pas encore confirmé');
    expect(shown('cancelled', 0, { givenBack: true, unproven: true }).title).toBe(
      'Votre paiement vous est rendu',
    );
  });

  test('codes are free again when it had some', () => {
    expect(shown('cancelled', 1_450).text).toContain('ses codes promo sont de nouveau libres');
    expect(shown('cancelled').text).not.toContain('codes');
  });
});

const afterPayment = (...said: Parameters<typeof order>) =>
  read(<PaymentView order={order(...said)} ownerReference="arenes" />);

test('after a payment that failed codes are free again when there were some, and the cart is not praised unseen', () => {
  expect(afterPayment('failed', 1_450).text).toContain('codes promo sont de nouveau libres');
  expect(afterPayment('failed').text).not.toMatch(/codes promo|intact/);
});

test.each(['failed', 'cancelled'] as const)(
  'an order that is %s says what is known of its money',
  (status) => {
    expect(afterPayment(status).text).toContain('Rien n’a été payé.');
    expect(afterPayment(status, 0, { unproven: true }).text).not.toContain('Rien n’a été payé');
    const back = afterPayment(status, 0, { givenBack: true });
    expect(back).toMatchObject({
      title: 'Votre paiement vous est rendu',
      spoken: 'Votre paiement vous est rendu',
    });
    expect(back.text).not.toMatch(/Rien n’a été payé|La banque n’a pas accepté/);
  },
);

test.each([
  ['with boosts in it', cart, 'Votre panier est intact : relisez-le.', 'Revenir au panier'],
  ['that this browser did not keep', null, 'Ce navigateur n’a pas gardé le panier', 'Préparer un boost'],
  ['that was emptied since', { ...cart, items: [] }, '', 'Préparer un boost'],
  ['that is not known yet', undefined, '', 'Revenir au panier'],
])('a cart %s', (_, left, words, way) => {
  expect(read(<CartLeft cart={left} intact="relisez-le." />).text.trim()).toMatch(
    words === '' ? /^$/ : new RegExp(`^${words}`),
  );
  expect(read(<WayBack ownerReference="arenes" cart={left} />).text.trim()).toBe(way);
});
