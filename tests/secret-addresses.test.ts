import { expect, test } from 'vitest';

/** Pages whose address is mailed with a secret in it. */
const pages = {
  '/alertes/confirmation': () => import('#rooms/alerts/pages/confirm.tsx'),
  '/contact': () => import('#desks/site/pages/contact.tsx'),
  '/desinscription': () => import('#rooms/alerts/pages/unsubscribe.tsx'),
  '/verification-email': () => import('#desks/profile/pages/verify-email.tsx'),
  '/reinitialiser-mot-de-passe': () => import('#rooms/accounts/pages/reset-password.tsx'),
  '/agence/confirmation-email': () => import('#rooms/agencies/pages/confirm-email.tsx'),
  '/agence/mot-de-passe-oublie': () => import('#rooms/agencies/pages/forgot-password.tsx'),
  '/agence/toujours-disponible': () => import('#desks/portfolio/pages/still-available.tsx'),
  '/agence/confirmation-exclusion': () => import('#desks/pro/pages/exclusion.tsx'),
};

test.each(Object.entries(pages))('%s tells its address to nobody, and no cache keeps it', async (_, load) => {
  const { headers } = await load();
  const none = new Headers();
  const said = new Headers(
    headers({ loaderHeaders: none, parentHeaders: none, actionHeaders: none, errorHeaders: undefined }),
  );
  expect(said.get('referrer-policy')).toBe('no-referrer');
  expect(said.get('cache-control')).toMatch(/no-store/);
});
