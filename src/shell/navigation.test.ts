import { describe, expect, it } from 'vitest';
import { isBuilt, type PageName, pageAt } from '#contract/paths.ts';
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

/** What the specification lists, less the pages that do not exist yet. */
const kept = (expected: [PageName, string][]) =>
  expected.filter(([page]) => isBuilt(page)).map(([, label]) => label);

describe('menus to the letter of specification 2', () => {
  it('individual header', () => {
    expect(labels(individualEntries(null))).toEqual(
      kept([
        ['login', 'Connexion'],
        ['signup', 'Inscription'],
        ['newAlert', 'Nouvelle alerte'],
      ]),
    );
    expect(labels(individualEntries(claire))).toEqual(
      kept([
        ['dashboard', 'Mes alertes'],
        ['newAlert', 'Nouvelle alerte'],
      ]),
    );
    expect(labels(individualMenu())).toEqual(kept([['profile', 'Mon profil']]));
  });

  it('individual footer', () => {
    const groups = Object.fromEntries(
      individualFooter().map((group) => [group.title, labels(group.entries)]),
    );
    expect(groups.Navigation ?? []).toEqual(
      kept([
        ['home', 'Accueil'],
        ['newAlert', 'Créer une alerte'],
        ['login', 'Se connecter'],
        ['signup', 'Créer un compte'],
      ]),
    );
    expect(groups.Support ?? []).toEqual(
      kept([
        ['contact', 'Nous contacter'],
        ['terms', "Conditions d'utilisation"],
        ['salesTerms', 'CGV'],
        ['legalNotice', 'Mentions légales'],
      ]),
    );
  });

  it('agency header and footer', () => {
    expect(labels(agencyEntries(null))).toEqual(
      kept([
        ['agencyLogin', 'Connexion Agence'],
        ['agencyContact', 'Contact Commercial'],
      ]),
    );
    expect(labels(agencyEntries(agency))).toEqual(
      kept([
        ['agencyDashboard', 'Tableau de bord'],
        ['agencyLeads', 'Prospects'],
        ['agencyListings', 'Annonces'],
        ['agencyBoosts', 'Mes Boosts'],
        ['agencyNotifications', 'Mes notifications'],
        ['agencySupport', 'Support'],
      ]),
    );
    expect(labels(agencyMenu(agency))).toEqual(
      kept([
        ['agencyProfile', 'Mon profil'],
        ['agencySupport', 'Support'],
      ]),
    );
    const groups = Object.fromEntries(agencyFooter().map((group) => [group.title, labels(group.entries)]));
    expect(groups.Services ?? []).toEqual(
      kept([
        ['agencyOffer', 'Diffusion gratuite'],
        ['boostHome', 'Boost Réseaux Sociaux'],
        ['agencySearch', 'Rechercher mon agence'],
        ['agencyCreateAccount', 'Créer mon compte'],
      ]),
    );
    expect(groups.Support ?? []).toEqual(
      kept([
        ['agencyFaq', 'Questions fréquentes'],
        ['agencyContact', 'Nous contacter'],
        ['agencyLogin', 'Se connecter'],
        ['legalNotice', 'Mentions légales'],
      ]),
    );
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
    expect(found && isBuilt(found.name), to).toBe(true);
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
