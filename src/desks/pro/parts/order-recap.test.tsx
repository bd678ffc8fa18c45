import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { emptyCart, newDraft } from '../ordering/cart.ts';
import { Recap } from './order-recap.tsx';
import type { BoostQuote, Quote, QuotedBoost } from './use-boost-quote.tsx';

const settings = {
  defaults: { title: 'Un titre', text: 'Un texte', callToAction: 'see' as const },
  radiusMinKm: 25,
  formula: 'essentiel',
};
const draft = (id: string) =>
  newDraft({ id, listingIds: [12, 13], place: { code: '30189', label: 'Nîmes' } }, settings);
const cart = {
  ...emptyCart('arenes', Date.UTC(2026, 10, 27, 9)),
  items: [draft('un'), draft('deux')],
  coupons: ['PORT10', 'VIEUX'],
};
const boost: QuotedBoost = {
  listingIds: [12, 13],
  dropped: [],
  formula: 'Essentiel',
  days: 14,
  freeDays: 3,
  mediaBudget: 11_000,
  fee: 3_500,
  discount: 1_450,
  failures: [],
  reach: null,
};
const said: Quote = {
  open: true,
  boosts: [boost],
  coupons: [
    { code: 'PORT10', label: 'Dix pour cent', discount: 1_450, error: null },
    { code: 'VIEUX', label: '', discount: 0, error: 'Code expiré.' },
  ],
  totals: { net: 14_500, discount: 1_450, vatRate: 2_000, vat: 2_610, gross: 15_660 },
  terms: '2026-11-26',
  billingLacks: [],
};

function shown(quote: Partial<BoostQuote> = {}, props: Partial<Parameters<typeof Recap>[0]> = {}) {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <Recap
        cart={cart}
        titles={
          new Map([
            ['un', 'Appartement du port et 1 autre'],
            ['deux', 'Maison du port'],
          ])
        }
        quote={{
          quote: said,
          byId: new Map([['un', boost]]),
          state: 'said',
          failure: null,
          refresh: async () => said,
          ...quote,
        }}
        ownerReference="arenes"
        accepted={null}
        termsError={null}
        trouble={null}
        busy={false}
        kept
        onAccept={() => {}}
        onCodes={() => {}}
        onPay={() => {}}
        {...props}
      />
    </MemoryRouter>,
  );
  return { html, text: html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[\s\u00a0]+/g, ' ') };
}

describe('the recap of an order', () => {
  test('says each boost, what it is made of, its discount, then the totals', () => {
    const { text } = shown();
    for (const words of [
      'Boost Essentiel 145,00 €',
      'Appartement du port et 1 autre',
      '14 jours + 3 jours offerts · 2 annonces',
      '110,00 € de diffusion + 35,00 € de service',
      'Remise -14,50 €',
      'Maison du port à compléter',
      'Total HT 145,00 €',
      'TVA (20 %) 26,10 €',
      'Total TTC 156,60 €',
      'Payer 156,60 €',
      'version du 26 novembre 2026',
      'Total : 156,60 € TTC',
      'jusqu’au 28 novembre 2026 à 10:00',
    ])
      expect(text).toContain(words);
  });

  test('says what each code takes off, or why it does not count', () => {
    const { html, text } = shown();
    expect(text).toContain('PORT10 Dix pour cent : -14,50 € HT');
    expect(text).toContain('VIEUX Code expiré.');
    expect(html).toContain('aria-label="Retirer le code VIEUX"');
  });

  test('leads what the invoice lacks to its section of the profile', () => {
    const { html } = shown({
      quote: {
        ...said,
        billingLacks: [
          { field: 'siren', message: 'Indiquez le SIREN de l’agence.' },
          { field: 'billingCity', message: 'Indiquez la ville de facturation.' },
          { field: 'name', message: 'Indiquez le nom de l’agence.' },
        ],
      },
    });
    for (const section of ['entreprise', 'facturation', 'coordonnees'])
      expect(html).toContain(`href="/agence/arenes/profil#${section}"`);
  });

  test('offers no payment while nothing can be ordered, nor before there is a price', () => {
    expect(shown({ quote: { ...said, open: false } }).text).not.toMatch(/Payer|J’accepte/);
    expect(shown({ quote: null, byId: new Map(), state: 'asking' }).text).not.toMatch(/Payer|Total TTC/);
  });

  test('asks nothing to be paid for an order that is free', () => {
    const { text } = shown({
      quote: { ...said, totals: { ...said.totals, discount: 14_500, vat: 0, gross: 0 } },
    });
    expect(text).toContain('Commander, rien à payer');
    expect(text).not.toContain('La carte se saisit');
  });

  test('says that the price could not be had, and that a browser keeps nothing', () => {
    const { text } = shown({ quote: null, byId: new Map(), state: 'failed', failure: 'Trop de demandes.' });
    expect(text).toContain('Le prix n’a pas pu être calculé Trop de demandes. Le panier est gardé.');
    expect(shown({}, { kept: false }).text).toContain('Ce navigateur ne garde rien');
  });
});
