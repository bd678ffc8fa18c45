import { beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#rooms/accounts/accounts.server.ts';
import { mailedToken, subjectsTo } from '../../../tests/kit/agencies.ts';
import { type TestApp, testApp } from '../../../tests/kit/app.ts';
import { lawfulAgency } from '../../../tests/kit/law.ts';
import { REQUESTS_PAGE } from './requests.ts';

const headers = {
  authorization: `Basic ${Buffer.from('claire:Motdepasse1').toString('base64')}`,
};
let site: TestApp;
beforeAll(async () => {
  site = await testApp({ ADMIN_USERS: `claire:${await hashPassword('Motdepasse1')}` });
});

const ask = async (method: 'GET' | 'PATCH' | 'PUT', url: string, body?: object) =>
  site.call(method, `/api/admin${url}`, { headers, ...(body ? { body } : {}) });
const auditOf = async (id: number) =>
  (await ask('GET', `/audit?subject=agency&id=${id}`)).json.data.entries as {
    action: string;
    after: object;
    reason: string | null;
  }[];

/** Somebody proves an address and asks for the space of this agency, of which no address is known. */
async function claimed(reference: string, email: string) {
  const agency = await lawfulAgency(site.db, reference);
  await site.call('POST', '/api/agence/register', {
    body: { name: 'Qui demande', email, software: 'Apimo', ownerReference: reference },
  });
  await site.call('GET', `/api/agence/confirmation-email?token=${await mailedToken(site, email)}`);
  const { claims } = (await ask('GET', '/claims')).json.data;
  const claim = (claims as { id: number; ownerReference: string }[]).find(
    ({ ownerReference }) => ownerReference === reference,
  );
  return { agency, claim: claim! };
}

describe('claims of spaces', () => {
  it('are opened, once, to whoever asks', async () => {
    const { agency, claim } = await claimed('confiee', 'oui@essai.test');
    expect(claim).toMatchObject({ email: 'oui@essai.test', state: 'waiting', agencyEmail: null });
    expect((await ask('PATCH', `/claims/${claim.id}`, { outcome: 'opened' })).status).toBe(200);
    const again = await ask('PATCH', `/claims/${claim.id}`, { outcome: 'opened' });
    expect([again.status, again.json.code]).toEqual([404, 'CLAIM_UNKNOWN']);
    expect(await subjectsTo(site, 'oui@essai.test')).toContain('L’espace de votre agence est ouvert');
    expect(await auditOf(agency.id)).toMatchObject([
      { action: 'agency.claim', after: { claim: claim.id, outcome: 'opened' } },
    ]);
    const opened = (await ask('GET', '/claims?state=opened')).json.data.claims;
    expect(opened).toContainEqual(expect.objectContaining({ id: claim.id, state: 'opened' }));
  });

  it('are refused with a reason, which the person reads and the audit keeps', async () => {
    const { agency, claim } = await claimed('refusee', 'non@essai.test');
    const short = await ask('PATCH', `/claims/${claim.id}`, { outcome: 'refused', reason: 'non' });
    expect([short.status, short.json.details.fields[0].field]).toEqual([400, 'reason']);
    const reason = 'La carte professionnelle est celle d’une autre agence.';
    expect((await ask('PATCH', `/claims/${claim.id}`, { outcome: 'refused', reason })).status).toBe(200);
    const mail = await site.db
      .selectFrom('mailOutbox')
      .select('html')
      .where('recipient', '=', 'non@essai.test')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(mail.html).toContain(reason);
    expect(await auditOf(agency.id)).toMatchObject([{ action: 'agency.claim', reason }]);
    // Whom it was said to is no matter of the audit.
    expect(JSON.stringify(await auditOf(agency.id))).not.toContain('non@essai.test');
    const csv = (await ask('GET', '/claims.csv?state=refused')).json.data as string;
    expect(csv).toContain('refusee');
  });
});

describe('agencies that left by their own choice', () => {
  const reason = 'La gérante l’a demandé par téléphone, rappelée au numéro connu.';

  it('leave and come back by an administrator, each once', async () => {
    const { id } = await lawfulAgency(site.db, 'partante');
    const put = (excluded: boolean) => ask('PUT', '/exclusions/Partante', { excluded, reason });
    for (const excluded of [true, true, false, false]) expect((await put(excluded)).status).toBe(200);
    expect((await auditOf(id)).map(({ action, after }) => [action, after])).toEqual([
      ['agency.status', { excludedOn: null }],
      ['agency.status', { excludedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }],
    ]);
    expect((await ask('PUT', '/exclusions/personne', { excluded: true, reason })).status).toBe(404);
    expect((await ask('PUT', '/exclusions/partante', { excluded: true, reason: '' })).status).toBe(400);
  });

  it('are read by pages, all of them once', async () => {
    const references = Array.from({ length: REQUESTS_PAGE + 2 }, (_, rank) => `retiree-${rank}`);
    for (const reference of references) {
      await lawfulAgency(site.db, reference);
      await ask('PUT', `/exclusions/${reference}`, { excluded: true, reason });
    }
    const first = (await ask('GET', '/exclusions')).json.data;
    expect(first.exclusions).toHaveLength(REQUESTS_PAGE);
    const second = (await ask('GET', `/exclusions?apres=${first.next}`)).json.data;
    expect(second.next).toBeNull();
    const read = [...first.exclusions, ...second.exclusions].map(
      ({ ownerReference }: { ownerReference: string }) => ownerReference,
    );
    expect(read.toSorted()).toEqual(references.toSorted());
    expect(first.exclusions[0]).toMatchObject({ byAgency: false, removed: null });
    const csv = (await ask('GET', '/exclusions.csv')).json.data as string;
    for (const reference of references) expect(csv).toContain(reference);
    // A cursor that means nothing asks for the first page.
    expect((await ask('GET', '/exclusions?apres=hier')).json.data.exclusions).toHaveLength(REQUESTS_PAGE);
  });
});
