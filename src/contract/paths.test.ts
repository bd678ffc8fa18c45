import { describe, expect, it } from 'vitest';
import { audienceOf, loginPathFor, pageAt, paths, safeRedirect } from './paths.ts';

describe('addresses', () => {
  it('builds an address from its parameters, encoded', () => {
    expect(paths.buyCityRefined({ citySlug: 'lyon-69000', refinement: '7e-arrondissement' })).toBe(
      '/acheter/lyon-69000/7e-arrondissement',
    );
    expect(paths.listing({ propertyId: 'a/b' })).toBe('/annonce/a%2Fb');
  });

  it.each([
    ['/agence/annonces', 'agencyListings'],
    ['/agence/orpi-lyon/annonces', 'ownedListings'],
    ['/agence/annonce/12', 'agencyListing'],
    ['/acheter/neuf/lyon-69000', 'buyNewCity'],
    ['/acheter/lyon-69000/maison', 'buyCityRefined'],
    ['/alertes/nouvelle', 'newAlert'],
    ['/alertes/12/flux.xml', 'alertFeed'],
    ['/', 'home'],
  ])('%s is the page %s', (address, name) => {
    expect(pageAt(address)?.name).toBe(name);
  });

  it.each(['/profil/x.css', '/acheter', '/alertes/12/fluxxxml', '/agence/a/b/c/d'])(
    '%s is no page',
    (address) => {
      expect(pageAt(address)).toBeUndefined();
    },
  );

  it.each([
    ['/admin/coupons', 'admin'],
    ['/administration', 'individual'],
    ['/agence', 'agency'],
    ['/agences', 'individual'],
    ['/boost/inscription', 'agency'],
    ['/offre-agence-immobiliere', 'agency'],
    ['/annonce/3', 'individual'],
  ])('%s belongs to the set %s', (address, audience) => {
    expect(audienceOf(address)).toBe(audience);
  });

  it('sends each audience to its own login, with the way back', () => {
    expect(loginPathFor('individual', '/profil?a=1')).toBe('/connexion?redirect=%2Fprofil%3Fa%3D1');
    expect(loginPathFor('agency', '/agence/leads')).toBe('/agence/connexion?redirect=%2Fagence%2Fleads');
    expect(loginPathFor('admin', '/admin/coupons')).toBe('/admin/login?redirect=%2Fadmin%2Fcoupons');
  });
});

describe('the way back after a login', () => {
  it.each([
    '//e.fr',
    '/\\e.fr',
    '/%5ce.fr',
    'https:e.fr',
    'https://e.fr',
    'javascript:alert(1)',
    '/a%0d%0aLocation:e.fr',
    '/a\tb',
    'e.fr@vigie',
    '/./\\/e.fr',
    '/..//e.fr',
    '',
  ])('refuses %j', (candidate) => {
    expect(safeRedirect(candidate)).toBeNull();
  });

  it.each(['/profil', '/alertes/12/resultats?tri=date#haut', '/acheter/lyon-69000'])(
    'keeps %s',
    (candidate) => {
      expect(safeRedirect(candidate)).toBe(candidate);
    },
  );
});
