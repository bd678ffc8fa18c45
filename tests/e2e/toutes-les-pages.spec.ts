import { describe, expect, test } from 'vitest';
import { loginPathFor, pageAt } from '#contract/paths.ts';
import { startSite } from '../kit/site.ts';
import { specified } from '../kit/specified-pages.ts';

/** A real city; other parameters name nothing that exists. */
const sample = (address: string) =>
  address.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    name === 'citySlug' || name === 'a'
      ? 'montpellier-34000'
      : name === 'propertyType'
        ? 'maison'
        : '999999999',
  );

const site = await startSite();

describe('toutes les pages de la spécification, sans compte', () => {
  const visit = async (address: string) => {
    const response = await fetch(site.origin + address, { redirect: 'manual' });
    await response.arrayBuffer();
    return { status: response.status, location: response.headers.get('location') };
  };

  test.for(specified)('$address répond comme prévu ($kind)', async ({ address, kind }) => {
    const visited = sample(address);
    const found = pageAt(visited);
    const answer = await visit(visited);
    if (!found) {
      expect(answer.status).toBe(404);
    } else if (kind === 'individual protected' || kind === 'agency protected') {
      expect(answer).toEqual({ status: 302, location: loginPathFor(found.page.audience, visited) });
    } else if (visited.includes('999999999') && kind !== 'admin protected') {
      // The frame of an administrator's page is the same for everybody: it knows of no agency (docs/decisions/0077).
      expect(answer.status).toBe(404);
    } else {
      expect(answer.status).toBe(200);
    }
  });

  test.for(['/inconnu', '/acheter', '/agence/dupont/inconnu', '/admin/inconnu'])(
    '%s n’est pas une page, et le dit',
    async (address) => {
      expect((await visit(address)).status).toBe(404);
    },
  );
});
