import { expect, test } from 'vitest';
import { pageAt } from '#contract/paths.ts';
import { destinationAt, waysTo } from './destination.ts';

const at = (address: string) => destinationAt(new URL(address, 'https://vigie.example'));

test.each([
  ['/boost', 'boost'],
  ['/boost/inscription?q=dupont', 'boost'],
  ['/agence/creer-compte?suite=boost', 'boost'],
  ['/agence/confirmation-email?token=abc&suite=boost', 'boost'],
  ['/agence/connexion?redirect=%2Fagence%2Fboost', 'boost'],
  ['/agence/connexion?redirect=%2Fagence%2Fdupont%2Fboost%3Fannonces%3D12', 'boost'],
  ['/agence/creer-compte', null],
  ['/agence/connexion?redirect=%2Fagence%2Fleads', null],
  // Only words that are known lead anywhere, and none of them is an address.
  ['/agence/confirmation-email?suite=%2F%2Fexemple.fr', null],
  ['/agence/confirmation-email?suite=https://exemple.fr/boost', null],
  ['/agence/connexion?redirect=%2F%2Fexemple.fr%2Fagence%2Fboost', null],
  ['/agence/connexion?redirect=https://exemple.fr/agence/boost', null],
])('%s is on its way to %s', (address, destination) => {
  expect(at(address)).toBe(destination);
});

test('every way to a boost says so itself, and ends where boosts are ordered', () => {
  const ways = waysTo('boost');
  const steps = [
    ways.search,
    ways.create,
    ways.claim('dupont'),
    ways.registered('a@b.fr'),
    ways.confirm('t'),
  ];
  expect([...steps, ways.login].map(at)).toEqual(Array.from({ length: 6 }, () => 'boost'));
  expect(pageAt(ways.arrival({ ownerReference: 'dupont' }))?.name).toBe('ownedBoost');
});

test('without one the ways are those of every agency', () => {
  const { destination, arrival, claim, registered, confirm, ...ways } = waysTo(null);
  expect({ ...ways, claim: claim('dupont'), confirm: confirm('t') }).toEqual({
    search: '/agence/recherche',
    create: '/agence/creer-compte',
    login: '/agence/connexion',
    claim: '/agence/inscription?agence=dupont',
    confirm: '/agence/confirmation-email?token=t',
  });
  expect(destination).toBeNull();
  expect(registered('a+b@c.fr')).toBe('/agence/inscription-reussie?email=a%2Bb%40c.fr');
  expect(arrival({ ownerReference: 'dupont' })).toBe('/agence/dupont/tableau-de-bord');
});
