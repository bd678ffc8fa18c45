import { expect, test } from 'vitest';
import { ownTarget } from './target.server.ts';

test.each([
  ['/', '/'],
  ['/acheter/lyon-69000?prixMax=1&prixMax=2', '/acheter/lyon-69000?prixMax=1&prixMax=2'],
  ['/acheter/%C3%A9tampes/', '/acheter/%C3%A9tampes/'],
  ['//', '/'],
  ['//e.fr/', '/e.fr/'],
  ['//x//e.fr/', '/x//e.fr/'],
  ['/.//e.fr/', '/e.fr/'],
  ['/%2e//e.fr/', '/e.fr/'],
  ['/a/..//e.fr/', '/e.fr/'],
  ['/\\e.fr/', '/e.fr/'],
  ['/\\x/\\e.fr/', '/x//e.fr/'],
  ['http://e.fr//f.fr/?a', '/f.fr/?a'],
  ['http://e.fr', '/'],
  ['http:e.fr', '/http:e.fr'],
  ['*', '/*'],
  ['/a/../../b', '/b'],
  ['/acheter/%00?x=%00', '/acheter/%EF%BF%BD?x=%EF%BF%BD'],
  ['/acheter/%E0%A4%A', '/acheter/%25E0%25A4%25A'],
  ['/%ff', '/%25ff'],
  ['/a?b=%ff', '/a?b=%ff'],
])('%s is %s here', (target, own) => {
  expect(ownTarget(target)).toBe(own);
  // Once is enough.
  expect(ownTarget(own)).toBe(own);
});
