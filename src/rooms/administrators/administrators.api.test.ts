import { afterEach, describe, expect, test } from 'vitest';
import { asAdministratorName } from '#platform/auth.server.ts';
import { moveClock } from '#platform/clock.server.ts';
import { hashPassword } from '#rooms/accounts/accounts.server.ts';
import { testApp } from '../../../tests/kit/app.ts';
import { recordAction } from './audit.server.ts';
import { AUDIT_PAGE } from './contract.ts';

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});
const CHECK = '/api/admin/dashboard/registrations?days=1';

const users = [
  `claire:${await hashPassword('Motdepasse1')}`,
  `paul.durand:${await hashPassword('Autre:Motdepasse2')}`,
  `lea:${await hashPassword('Motdepasse3')}`,
].join(';');
const set = await testApp({ ADMIN_USERS: users });
const demo = await testApp();
const production = { PUBLIC_URL: 'https://vigie.example', SMTP_URL: 'smtp://127.0.0.1:2525' };

afterEach(() => moveClock(0));

describe('credentials', () => {
  test.each([
    ['the right ones enter', basic('claire', 'Motdepasse1'), 200, undefined],
    ['a colon in a password is part of it', basic('paul.durand', 'Autre:Motdepasse2'), 200, undefined],
    ['a wrong password', basic('claire', 'Motdepasse2'), 401, 'ADMIN_CREDENTIALS'],
    ['an unknown name', basic('personne', 'Motdepasse1'), 401, 'ADMIN_CREDENTIALS'],
    ['a name without a password', basic('claire', ''), 401, 'ADMIN_CREDENTIALS'],
    ['the published name of a demonstration', basic('admin', 'Vigie2026'), 401, 'ADMIN_CREDENTIALS'],
    ['none at all', {}, 401, 'login_required'],
    ['a bearer', { authorization: `Bearer ${'a'.repeat(43)}` }, 401, 'login_required'],
    ['no base64', { authorization: 'Basic ééé' }, 401, 'login_required'],
  ])('%s', async (_, headers, status, code) => {
    const answer = await set.call('GET', CHECK, { headers });
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expect(answer.headers).not.toHaveProperty('www-authenticate');
  });

  test('a session of an individual is none here', async () => {
    const cookie = await set.loginAs('admin-non@essai.test');
    expect((await set.call('GET', CHECK, { cookie })).status).toBe(401);
  });

  test('ten wrong ones close the name for a quarter of an hour, even to the right one', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await set.call('GET', CHECK, { headers: basic('lea', `Faux${attempt}`) })).status).toBe(401);
    const closed = await set.call('GET', CHECK, { headers: basic('lea', 'Motdepasse3') });
    expect([closed.status, closed.json.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    // However slowly the ten above went.
    moveClock(3_600_000);
    expect((await set.call('GET', CHECK, { headers: basic('lea', 'Motdepasse3') })).status).toBe(200);
  });

  test('the demonstration has its own, for this machine only, and production has none', async () => {
    expect((await demo.call('GET', CHECK, { headers: basic('admin', 'Vigie2026') })).status).toBe(200);
    const away = await demo.app.inject({
      method: 'GET',
      url: CHECK,
      headers: basic('admin', 'Vigie2026'),
      remoteAddress: '192.0.2.7',
    });
    expect(away.statusCode).toBe(401);
    const live = await testApp({ NODE_ENV: 'production', ...production });
    expect((await live.call('GET', CHECK, { headers: basic('admin', 'Vigie2026') })).status).toBe(401);
    const without = await testApp({ VIGIE_DEMO: '0' });
    expect((await without.call('GET', CHECK, { headers: basic('admin', 'Vigie2026') })).status).toBe(401);
  });
});

describe('audit', () => {
  const headers = basic('claire', 'Motdepasse1');
  const by = asAdministratorName('claire');
  const record = (id: number) =>
    set.db.transaction().execute((tx) =>
      recordAction(tx, {
        by,
        action: 'agency.note',
        subject: { kind: 'agency', id, label: `Agence ${id}` },
        before: null,
        after: { note: id },
        reason: '=HYPERLINK("x")',
      }),
    );

  test('is read by pages, filtered, and whole in a file that no spreadsheet runs', async () => {
    for (let id = 1; id <= AUDIT_PAGE + 3; id += 1) await record(id);
    const first = await set.call('GET', '/api/admin/audit', { headers });
    expect(first.json.data.entries).toHaveLength(AUDIT_PAGE);
    expect(first.json.data.entries[0]).toMatchObject({
      administrator: 'claire',
      action: 'agency.note',
      subject: 'agency',
      subjectId: String(AUDIT_PAGE + 3),
      before: null,
      after: { note: AUDIT_PAGE + 3 },
    });
    expect(first.json.data.administrators).toEqual(['claire']);
    const second = await set.call('GET', `/api/admin/audit?apres=${first.json.data.next}`, { headers });
    expect(second.json.data.entries.map((entry: { subjectId: string }) => entry.subjectId)).toEqual([
      '3',
      '2',
      '1',
    ]);
    expect(second.json.data.next).toBeNull();
    const one = await set.call('GET', '/api/admin/audit?subject=agency&id=2', { headers });
    expect(one.json.data.entries).toHaveLength(1);
    const csv = await set.call('GET', '/api/admin/audit.csv', { headers });
    expect(csv.json.data.split('\r\n')).toHaveLength(AUDIT_PAGE + 5);
    expect(csv.json.data).toContain(`'=HYPERLINK`);
  });

  test('keeps each row as it was written', async () => {
    await record(7);
    await expect(set.db.updateTable('adminAudit').set({ reason: 'autre' }).execute()).rejects.toThrow(
      'final',
    );
    await expect(set.db.deleteFrom('adminAudit').execute()).rejects.toThrow('final');
  });
});
