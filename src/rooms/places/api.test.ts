import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

async function ask(query: string) {
  const { status, json } = await app.call('GET', `/api/places${query}`);
  return { status, places: json.data?.places as Record<string, unknown>[] };
}

describe('GET /places', () => {
  it('answers everyone with code, address, name, kind, postal codes and inhabitants', async () => {
    const { status, places } = await ask(`?q=${encodeURIComponent('béziers')}`);
    expect(status).toBe(200);
    expect(places[0]).toMatchObject({
      code: '34032',
      slug: 'beziers-34500',
      name: 'Béziers',
      kind: 'commune',
      postalCodes: ['34500'],
      label: 'Béziers',
    });
    expect(places[0]?.population).toBeGreaterThan(70_000);
  });

  it('keeps to the limit, and to sense when it is not one', async () => {
    expect((await ask('?q=saint&limit=3')).places).toHaveLength(3);
    for (const wrong of ['0', '-1', '1000', 'x', '']) {
      const { status, places } = await ask(`?q=saint&limit=${wrong}`);
      expect([status, places.length], wrong).toEqual([200, 8]);
    }
  });

  it('proposes the biggest cities without a question, and nothing for nonsense', async () => {
    expect((await ask('')).places[0]).toMatchObject({ code: '75056', label: 'Paris' });
    expect((await ask('?q=%00')).status).toBe(200);
    expect(await ask(`?q=${'x'.repeat(4000)}`)).toEqual({ status: 200, places: [] });
  });
});
