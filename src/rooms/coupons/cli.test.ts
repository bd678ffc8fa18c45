import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { runCommand } from '#platform/cli.server.ts';
import { joined } from '../../../tests/kit/agencies.ts';
import { type TestServices, testApp, testServices } from '../../../tests/kit/app.ts';
import { lawfulAgency } from '../../../tests/kit/law.ts';
import { couponCommands } from './cli.server.ts';
import { judgeCodes } from './coupons.server.ts';

let site: TestServices;
beforeAll(async () => {
  site = await testServices();
  await lawfulAgency(site.db, 'agence-du-port');
});
afterEach(() => vi.restoreAllMocks());

/** The exit code and what was printed. */
async function run(...words: string[]): Promise<[code: number, said: string]> {
  const lines: unknown[] = [];
  const print = (line: unknown) => lines.push(line);
  vi.spyOn(console, 'log').mockImplementation(print);
  vi.spyOn(console, 'error').mockImplementation(print);
  const code = await runCommand(couponCommands, ['coupons', ...words], async () => ({
    services: site.services,
    close: async () => {},
  }));
  return [code, lines.join('\n')];
}
const add = (...words: string[]) =>
  run(
    'add',
    '--code',
    'bien venue',
    '--label',
    'Bienvenue',
    '--kind',
    'percent',
    '--value',
    '12,5',
    ...words,
  );

test('a coupon is added, listed and stopped', async () => {
  const limits = [
    '--ceiling',
    '50',
    '--minimum',
    '99,90',
    '--formulas',
    'essentiel,visibilite',
    '--uses',
    '100',
  ];
  const said = [...limits, '--agencies', 'agence-du-port', '--first-order', '--until', '2026-12-31'];
  expect(await add(...said)).toEqual([0, 'Code créé\u00a0: BIENVENUE.']);
  expect(await add()).toEqual([1, 'Un code promo s’écrit déjà ainsi.']);
  const [code, listed] = await run('list');
  expect(code).toBe(0);
  expect(listed).toContain(
    'BIENVENUE  Bienvenue  (12,5\u00a0%, 50,00\u00a0€ HT au plus)  jusqu’au 31 décembre 2026 inclus',
  );
  expect(listed).toContain('0\u00a0usage sur 100, 0,00\u00a0€ HT de remise. Créé par opérateur');
  for (const limit of ['99,90\u00a0€ HT', 'essentiel, visibilite', 'agence-du-port', 'première commande'])
    expect(listed).toContain(limit);
  const [, json] = await run('list', '--json');
  expect(JSON.parse(json)).toMatchObject({
    success: true,
    data: {
      coupons: [{ code: 'BIENVENUE', kind: 'percent', value: 1250, endsAt: '2026-12-31T23:00:00.000Z' }],
    },
  });
  expect(await run('stop', 'bienvenue')).toEqual([0, 'Code arrêté\u00a0: BIENVENUE.']);
  expect((await run('list'))[1]).toContain('arrêté le');
  expect(await run('stop', 'rien')).toEqual([1, 'Code inconnu.']);
});

test('a code that is reserved to an agency opens to nobody once that agency is gone', async () => {
  const { id } = await lawfulAgency(site.db, 'agence-du-large');
  const other = await lawfulAgency(site.db, 'agence-du-quai');
  expect((await add('--code', 'LARGE', '--agencies', 'agence-du-large'))[0]).toBe(0);
  await site.db.deleteFrom('agency').where('id', '=', id).execute();
  const { codes } = await judgeCodes(
    site.db,
    {
      agencyId: other.id,
      ownerReference: other.ownerReference,
      codes: ['large'],
      boosts: [{ formula: 'essentiel', net: 14_500 }],
      paidBefore: false,
      leastDue: 50,
    },
    new Date(),
  );
  expect(codes).toMatchObject([{ discount: 0, error: { code: 'COUPON_UNKNOWN' } }]);
  expect((await run('list'))[1]).toContain('personne ne peut s’en servir');
});

test('what is wrong is said, all at once, and nothing is added', async () => {
  const [code, said] = await run(
    'add',
    '--code',
    'é',
    '--label',
    'x',
    '--kind',
    'percent',
    '--value',
    '101',
    '--from',
    '2026-12-02',
    '--until',
    '2026-12-01',
  );
  expect(code).toBe(1);
  expect(said).toContain('code\u00a0: Un code compte de 3 à 32 lettres sans accent, chiffres ou tirets.');
  expect(await add('--code', 'AUTRE', '--agencies', 'agence-inconnue')).toEqual([
    1,
    expect.stringContaining(
      'agencies\u00a0: Aucune agence ne porte la référence «\u00a0agence-inconnue\u00a0».',
    ),
  ]);
  for (const option of ['--value', '--ceiling', '--minimum']) {
    const given = ['--code', 'AUTRE', '--kind', 'amount', '--value', '10'];
    const [refused, why] = await add(...given, option, '21474836,48');
    expect([option, refused, why]).toEqual([
      option,
      1,
      expect.stringContaining('soit 21\u00a0474\u00a0836,47\u00a0€ pour un montant.'),
    ]);
  }
  expect((await run('list'))[1]).not.toContain('AUTRE');
});

test.each([
  ['list', '--help'],
  ['add', '--help'],
  ['stop', '--help'],
])('%s %s explains itself', async (...words) => {
  expect(await run(...words)).toEqual([0, expect.stringContaining('Usage : npm run vigie -- coupons')]);
});

test.each([
  ['add'],
  ['stop'],
  ['add', '--code', 'A12', '--label', 'x', '--kind', 'gratuit', '--value', '1'],
  ['add', '--code', 'A12', '--label', 'x', '--kind', 'amount', '--value', 'dix'],
  ['add', '--code', 'A12', '--label', 'x', '--kind', 'free_days', '--value', '1', '--from', '2026-02-30'],
])('%s is no use of it', async (...words) => {
  const [code, said] = await run(...words);
  expect([code, said.includes('Usage')]).toEqual([2, true]);
});

test('agencies that a code is reserved to are told of it, once; others are not', async () => {
  const site = await testApp();
  const own = await joined(site, 'Agence du Phare', 'phare@essai.test');
  const other = await joined(site, 'Agence du Parc', 'parc@essai.test');
  const { ownerReference } = own.agency;
  const commands = (...words: string[]) =>
    runCommand(couponCommands, ['coupons', 'add', ...words], async () => ({
      services: site.services,
      close: async () => {},
    }));
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const said = ['--label', 'Dix pour cent', '--kind', 'percent', '--value', '10', '--until', '2036-12-31'];
  const twice = `${ownerReference},${ownerReference.toUpperCase()}`;
  expect(await commands('--code', 'PHARE10', ...said, '--agencies', twice)).toBe(0);
  expect(await commands('--code', 'PHARE10', ...said, '--agencies', ownerReference)).toBe(1);
  expect(await commands('--code', 'POURTOUS', ...said)).toBe(0);
  const told = async (cookie: string) => {
    const { json } = await site.call('GET', '/api/agence/notifications', { cookie });
    const { notifications } = json.data as {
      notifications: { event: string; title: string; path: string }[];
    };
    return notifications.map(({ event, title, path }) => ({ event, title, path }));
  };
  expect(await told(own.cookie)).toEqual([
    {
      event: 'couponReceived',
      title: 'Code promo PHARE10\u00a0: Dix pour cent, jusqu’au 31 décembre 2036 inclus',
      path: `/agence/${ownerReference}/boost`,
    },
  ]);
  expect(await told(other.cookie)).toEqual([]);
});
