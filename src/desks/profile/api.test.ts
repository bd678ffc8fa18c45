import { describe, expect, it } from 'vitest';
import { newcomer } from '../../../tests/kit/newcomer.ts';

const { self, call, read } = newcomer();

describe('what one says of oneself', () => {
  it('is read, and replaced as the fields of the specification say', async () => {
    expect(await read()).toMatchObject({
      user: {
        id: self.userId,
        email: self.email,
        firstName: 'Léa',
        lastName: 'Petit',
        phone: '+33612345678',
        civility: null,
      },
      emailProven: true,
      pendingEmail: null,
      hasPassword: true,
      google: { enabled: false, linked: false, email: null },
      optInVigieAlerts: false,
      optInPartnerOffers: false,
      notices: { activeAlerts: 0, pausedAlerts: 0, requests: 0 },
    });
    const { status, json } = await call('PUT', '/profile', {
      civility: 'Mme',
      firstName: '  Léa-Marie ',
      lastName: 'Le Petit',
      phone: '+44 7911 123456',
      email: 'autre@essai.test',
      demo: true,
    });
    expect([status, json.data.user]).toEqual([
      200,
      {
        id: self.userId,
        email: self.email,
        firstName: 'Léa-Marie',
        lastName: 'Le Petit',
        phone: '+447911123456',
        civility: 'Mme',
      },
    ]);
    await call('PUT', '/profile', { firstName: 'Léa', lastName: 'Petit', phone: '', civility: '' });
    expect((await read()).user).toMatchObject({ phone: null, civility: null });
  });

  it.each([
    [{ firstName: '' }, 'firstName', 'Le prénom est requis'],
    [{ firstName: 'L' }, 'firstName', 'Le prénom doit contenir entre 2 et 50 caractères'],
    [{ lastName: ' ' }, 'lastName', 'Le nom est requis'],
    [{ lastName: 'x'.repeat(51) }, 'lastName', 'Le nom doit contenir entre 2 et 50 caractères'],
    [{ phone: '12' }, 'phone', 'Format de téléphone invalide'],
  ])('refuses %o', async (wrong, field, message) => {
    const { status, json } = await call('PUT', '/profile', { firstName: 'Léa', lastName: 'Petit', ...wrong });
    expect([status, json.details.fields[0]]).toEqual([400, { field, message }]);
    expect((await read()).user.phone).toBe('+33612345678');
  });

  it.each([
    ['GET', '/profile'],
    ['PUT', '/profile'],
    ['DELETE', '/profile'],
    ['POST', '/profile/export'],
    ['POST', '/profile/email'],
    ['POST', '/profile/google'],
    ['GET', '/profile/devices'],
    ['PUT', '/profile/consents'],
  ] as const)('%s %s asks for a session', async (method, path) => {
    const body = {
      firstName: 'Léa',
      lastName: 'Petit',
      email: self.other,
      name: 'optInVigieAlerts',
      given: true,
    };
    const { status, json } = await call(method, path, method === 'GET' ? undefined : body, '');
    expect([status, json.code]).toEqual([401, 'login_required']);
  });
});

describe('consents', () => {
  const say = (name: string, given: boolean) => call('PUT', '/profile/consents', { name, given });

  it('are given and withdrawn alike, each time with its proof', async () => {
    await say('optInPartnerOffers', true);
    await say('optInPartnerOffers', true);
    await say('optInPartnerOffers', false);
    const { optInPartnerOffers, optInVigieAlerts, consents } = await read();
    expect([optInPartnerOffers, optInVigieAlerts]).toEqual([false, false]);
    const { history } = consents.find(({ name }: { name: string }) => name === 'optInPartnerOffers');
    expect(history.map(({ given, source }: { given: boolean; source: string }) => [given, source])).toEqual([
      [false, 'profile'],
      [true, 'profile'],
    ]);
    expect(history[0].sentence).toBe('J’accepte de recevoir par e-mail les offres des partenaires de Vigie.');
    expect((await say('autre', true)).status).toBe(400);
  });

  it('are one for many at once', async () => {
    await Promise.all([1, 2, 3].map(() => say('optInVigieAlerts', true)));
    expect((await read()).optInVigieAlerts).toBe(true);
  });
});
