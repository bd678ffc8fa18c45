import { expect, it } from 'vitest';
import { startSite } from '../kit/site.ts';

const site = await startSite({ role: 'web' });

it.each([
  '/alertes/confirmation',
  '/desinscription',
  '/verification-email',
  '/reinitialiser-mot-de-passe',
  '/agence/confirmation-email',
  '/agence/mot-de-passe-oublie',
  '/agence/confirmation-exclusion',
  '/agence/toujours-disponible',
])('%s, dont l’adresse tient un secret, ne le dit à personne et n’est gardée nulle part', async (path) => {
  const { headers } = await fetch(`${site.origin}${path}?token=${'x'.repeat(43)}`);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toMatch(/no-store/);
});
