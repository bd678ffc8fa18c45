import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { type PreflightFailure, preflightFailureSchema } from '#rooms/boosts/contract.ts';
import { newDraft } from '../ordering/cart.ts';
import { PreflightList } from './order-preflight.tsx';

const settings = { requiredScore: 80, requiredPhotos: 3 };
const draft = newDraft(
  { id: 'un', listingIds: [12], place: { code: '30189', label: 'Nîmes' } },
  {
    defaults: { title: 'Un titre', text: 'Un texte', callToAction: 'see' },
    radiusMinKm: 25,
    formula: 'essentiel',
  },
);

function shown(failures: PreflightFailure[] | null) {
  const quoted = failures && {
    listingIds: [12],
    dropped: [],
    formula: 'Essentiel',
    days: 14,
    freeDays: 0,
    mediaBudget: 11_000,
    fee: 3_500,
    discount: 0,
    failures,
    reach: null,
  };
  return renderToStaticMarkup(
    <MemoryRouter>
      <PreflightList draft={draft} quoted={quoted} asking={false} settings={settings} />
    </MemoryRouter>,
  );
}

test('a boost that lacks nothing says of each point what is in order, and whom it is not aimed at', () => {
  const html = shown([]);
  expect(html.match(/, en ordre/g)).toHaveLength(6);
  expect(html).not.toContain('à corriger');
  for (const words of ['80 sur 100', 'l’âge', 'le genre', 'le code postal']) expect(html).toContain(words);
});

test.each(preflightFailureSchema.shape.code.options)(
  'a failure of %s is told, and leads somewhere',
  (code) => {
    const message = `Ce qui manque\u00a0: ${code}.`;
    const here = shown([{ listingId: null, code, message, path: null, field: null }]);
    expect(here).toContain(message);
    expect(here).toMatch(/href="#un-[a-z]+"[^>]*>Corriger/);
    const elsewhere = shown([
      {
        listingId: 12,
        code,
        message,
        path: '/agence/annonces/12/modifier?champ=x#champ-x',
        field: null,
      },
    ]);
    expect(elsewhere).toContain('href="/agence/annonces/12/modifier?champ=x#champ-x"');
    expect(elsewhere.match(/, à corriger/g)).toHaveLength(1);
  },
);

test.each(['title', 'text'] as const)('wrong words lead to the field they stand in: %s', (field) => {
  const html = shown([{ listingId: null, code: 'discrimination', message: 'Non.', path: null, field }]);
  expect(html).toContain(`href="#un-${field}"`);
});

test('a boost that is not whole is not checked yet', () => {
  expect(shown(null)).toContain('une fois le boost complet');
});
