import { describe, expect, it } from 'vitest';
import { pageAt } from '#contract/paths.ts';
import { adminEntries } from './admin-entries.ts';
import {
  agencyEntries,
  agencyFooter,
  agencyMenu,
  browseEntries,
  browseLabelOf,
  individualEntries,
  individualFooter,
  individualMenu,
  legalEntries,
  logoHref,
} from './navigation.ts';

const claire = { firstName: 'Claire', email: 'claire@demo.vigie.test' };
const agency = { name: 'Cabinet', ownerReference: 'cabinet' };
const labels = (entries: { label: string }[]) => entries.map((entry) => entry.label);

describe('menus to the letter of specification 2', () => {
  it('individual header', () => {
    expect(labels(individualEntries(null))).toEqual(['Connexion', 'Inscription', 'Nouvelle alerte']);
    expect(labels(individualEntries(claire))).toEqual(['Mes alertes', 'Nouvelle alerte']);
    expect(labels(individualMenu())).toEqual(['Mon profil']);
  });

  it('individual footer', () => {
    const groups = Object.fromEntries(
      individualFooter().map((group) => [group.title, labels(group.entries)]),
    );
    expect(groups.Navigation ?? []).toEqual([
      'Accueil',
      'Créer une alerte',
      'Se connecter',
      'Créer un compte',
    ]);
    expect(groups.Support ?? []).toEqual([
      'Nous contacter',
      "Conditions d'utilisation",
      'CGV',
      'Mentions légales',
    ]);
  });

  it('agency header and footer', () => {
    expect(labels(agencyEntries(null))).toEqual(['Connexion Agence', 'Contact Commercial']);
    expect(labels(agencyEntries(agency))).toEqual([
      'Tableau de bord',
      'Prospects',
      'Annonces',
      'Mes Boosts',
      'Mes notifications',
      'Support',
    ]);
    expect(labels(agencyMenu(agency))).toEqual(['Mon profil', 'Support']);
    const groups = Object.fromEntries(agencyFooter().map((group) => [group.title, labels(group.entries)]));
    expect(groups.Services ?? []).toEqual([
      'Diffusion gratuite',
      'Boost Réseaux Sociaux',
      'Rechercher mon agence',
      'Créer mon compte',
    ]);
    expect(groups.Support ?? []).toEqual([
      'Questions fréquentes',
      'Nous contacter',
      'Se connecter',
      'Mentions légales',
    ]);
  });
});

it.each([
  [1, ['1 nouveau prospect', '1 notification non lue']],
  [2, ['2 nouveaux prospects', '2 notifications non lues']],
])('says aloud what %s of each is', (count, words) => {
  const entries = agencyEntries(agency, { leads: count, notifications: count });
  expect(entries.flatMap(({ count: badge }) => (badge ? [`${badge.value} ${badge.label}`] : []))).toEqual(
    words,
  );
});

it('links only to pages that exist', () => {
  const all = [
    ...browseEntries(),
    ...individualEntries(null),
    ...individualEntries(claire),
    ...individualMenu(),
    ...individualFooter().flatMap((group) => group.entries),
    ...legalEntries(),
    ...agencyEntries(null),
    ...agencyEntries(agency),
    ...agencyEntries({ ...agency, ownerReference: null }),
    ...agencyMenu(agency),
    ...agencyFooter().flatMap((group) => group.entries),
    ...adminEntries(),
  ];
  for (const { to } of all) {
    const found = pageAt(to.split('?')[0] ?? '');
    expect(found, to).toBeDefined();
  }
});

it.each([
  ['/agence/leads', null, '/agence'],
  ['/boost', claire, '/agence'],
  ['/acheter/nimes-30000', claire, '/tableau-de-bord'],
  ['/acheter/nimes-30000', null, '/'],
  ['/admin', null, '/'],
])('the logo of %s leads to the right home', (pathname, user, expected) => {
  expect(logoHref(pathname, user)).toBe(expected);
});

it.each([
  ['/acheter/lyon-69000', 'Acheter'],
  ['/acheter/neuf/lyon-69000', 'Neuf'],
  ['/neuf/lyon-69000', 'Neuf'],
  ['/louer/lyon-69000/maison', 'Louer'],
  ['/prix-immobilier/lyon-69000', 'Prix immobilier'],
  ['/annonce/12', null],
  ['/', null],
])('%s belongs to %s', (pathname, label) => {
  expect(browseLabelOf(pathname)).toBe(label);
});
