import { describe, expect, it } from 'vitest';
import { readEnv, WrongSettings } from './env.server.ts';

const secret = 'un secret assez long pour être accepté';

describe('settings', () => {
  it('have defaults for a bare machine', () => {
    const env = readEnv({ SESSION_SECRET: secret });
    expect(env).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', VIGIE_ROLE: 'all', production: false });
    expect(env.publicUrl).toBe('http://localhost:3000');
    expect(readEnv({ SESSION_SECRET: secret, PORT: '' }).PORT).toBe(3000);
  });

  it.each([
    [{}, null],
    [{ PUBLIC_URL: 'https://vigie.fr' }, 'https://mesure.vigie.fr/e'],
    [{ PUBLIC_URL: 'http://localhost:3000' }, null],
    [{ PUBLIC_URL: 'http://192.168.1.10:3000' }, null],
    [{ PUBLIC_URL: 'http://[::1]:3000' }, null],
    [{ PUBLIC_URL: 'https://vigie.internal' }, null],
  ])('%o measures with %s', (site, url) => {
    const { measurementUrl } = readEnv({
      ...site,
      ANALYTICS_URL: 'https://mesure.vigie.fr/e',
      SESSION_SECRET: secret,
    });
    expect(measurementUrl).toBe(url);
  });

  it('sign notifications with a pair of keys, or with one that lasts as long as the secret', () => {
    const own = readEnv({ SESSION_SECRET: secret }).vapid;
    expect(readEnv({ SESSION_SECRET: secret }).vapid).toEqual(own);
    expect(readEnv({ SESSION_SECRET: `${secret} autre` }).vapid).not.toEqual(own);
    expect(Buffer.from(own.publicKey, 'base64url')).toHaveLength(65);
    const given = {
      SESSION_SECRET: secret,
      VAPID_PUBLIC_KEY: own.publicKey,
      VAPID_PRIVATE_KEY: own.privateKey,
    };
    expect(readEnv({ ...given, SESSION_SECRET: `${secret} autre` }).vapid).toEqual(own);
    for (const wrong of [{ VAPID_PRIVATE_KEY: '' }, { VAPID_PUBLIC_KEY: '' }, { VAPID_PRIVATE_KEY: 'abc' }]) {
      expect(() => readEnv({ ...given, ...wrong })).toThrow(/VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY : les deux/);
    }
  });

  it('refuse an address for replies that nobody could hand to us', () => {
    const given = {
      SESSION_SECRET: secret,
      SMTP_URL: 'smtp://127.0.0.1:25',
      MAIL_REPLY_TO: 'reponse@vigie.example',
    };
    expect(() => readEnv(given)).toThrow('MAIL_WEBHOOK_SECRET : obligatoire avec MAIL_REPLY_TO');
    expect(readEnv({ ...given, MAIL_WEBHOOK_SECRET: secret }).replyBox).toBe('reponse@vigie.example');
    expect(readEnv({ ...given, MAIL_REPLY_TO: 'direct' }).replyBox).toBeNull();
  });

  it('let nobody pay with half of the keys', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_0123456789', STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };
    expect(readEnv({ SESSION_SECRET: secret }).stripe).toBeNull();
    expect(readEnv({ SESSION_SECRET: secret, ...keys }).stripe).toEqual({
      secretKey: keys.STRIPE_SECRET_KEY,
      webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
      apiUrl: 'https://api.stripe.com',
    });
    for (const name of Object.keys(keys))
      expect(() => readEnv({ SESSION_SECRET: secret, ...keys, [name]: '' })).toThrow(
        `${name} : obligatoire avec l’autre STRIPE_*`,
      );
    expect(() =>
      readEnv({ SESSION_SECRET: secret, ...keys, STRIPE_SECRET_KEY: 'pk_test_0123456789' }),
    ).toThrow('une clé secrète ou restreinte');
  });

  it('show streets in production, and elsewhere on demand', () => {
    const tiles = (given: Record<string, string>) => readEnv({ ...given, SESSION_SECRET: secret }).mapTiles;
    const production = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://vigie.example',
      DATABASE_URL: 'postgres://127.0.0.1/vigie',
      SMTP_URL: 'smtp://mail.example',
    };
    const style = { MAP_STYLE_URL: 'https://cartes.example/style.json' };
    expect(tiles({})).toBe('builtin');
    expect(tiles({ MAP_TILES: 'ign' })).toBe('ign');
    expect(tiles(production)).toBe('ign');
    expect(tiles({ ...production, MAP_TILES: 'builtin' })).toBe('builtin');
    // A style says itself what it shows.
    expect(tiles({ ...production, ...style })).toBe('builtin');
    expect(tiles({ ...style, MAP_TILES: 'ign' })).toBe('builtin');
    expect(() => tiles({ MAP_TILES: 'osm' })).toThrow('MAP_TILES : ign, ou builtin');
    expect(() => tiles({ MAP_TILES_SECONDS: '0' })).toThrow('MAP_TILES_SECONDS : au moins une seconde');
    expect(() => tiles({ MAP_CACHE_MB: '10' })).toThrow('MAP_CACHE_MB : au moins 64 mégaoctets');
  });

  it.each([
    'https://tuiles.example/{z}/{x}.png',
    'tuiles.example/{z}/{x}/{y}.png',
    'ftp://tuiles.example/{z}/{x}/{y}.png',
    'https://nom:secret@tuiles.example/{z}/{x}/{y}.png',
  ])('refuse %s as an address of tiles', (address) => {
    expect(() => readEnv({ SESSION_SECRET: secret, MAP_TILES_URL: address })).toThrow(
      'MAP_TILES_URL : l’adresse d’images de 256 pixels avec {z}, {x} et {y}',
    );
  });

  it('say where people write to', () => {
    const address = (given: Record<string, string>) =>
      readEnv({ ...given, SESSION_SECRET: secret }).contactAddress;
    expect(address({})).toBe('alertes@vigie.localhost');
    expect(address({ MAIL_FROM: 'robot@vigie.fr' })).toBe('robot@vigie.fr');
    expect(address({ MAIL_FROM: 'Vigie <robot@vigie.fr>', CONTACT_EMAIL: 'equipe@vigie.fr' })).toBe(
      'equipe@vigie.fr',
    );
    expect(() => readEnv({ CONTACT_EMAIL: 'equipe', ANALYTICS_URL: 'ftp://mesure.vigie.fr' })).toThrow(
      /ANALYTICS_URL : une adresse, par exemple [^]*CONTACT_EMAIL : une adresse e-mail, par exemple/,
    );
  });

  it('know Google’s own issuer, and that of a test', () => {
    expect(readEnv({ SESSION_SECRET: secret }).GOOGLE_ISSUER).toBe('https://accounts.google.com');
    expect(readEnv({ SESSION_SECRET: secret, GOOGLE_ISSUER: 'http://127.0.0.1:9' }).GOOGLE_ISSUER).toBe(
      'http://127.0.0.1:9',
    );
    expect(() => readEnv({ SESSION_SECRET: secret, GOOGLE_ISSUER: 'google' })).toThrow(
      /GOOGLE_ISSUER : une adresse/,
    );
  });

  it('know where the files of sales are published, and take another address', () => {
    expect(readEnv({ SESSION_SECRET: secret }).DVF_URL).toBe('https://files.data.gouv.fr/geo-dvf/latest/csv');
    expect(readEnv({ SESSION_SECRET: secret, DVF_URL: 'http://127.0.0.1:9/dvf' }).DVF_URL).toBe(
      'http://127.0.0.1:9/dvf',
    );
    expect(() => readEnv({ SESSION_SECRET: secret, DVF_URL: '/srv/dvf' })).toThrow(
      /DVF_URL : l’adresse d’un dossier de geo-dvf, par exemple/,
    );
  });

  it.each(['127.0.0.1', '10.0.0.0/8, 192.168.1.1', '::1,fd00::/8'])('trust the proxies %s', (TRUST_PROXY) => {
    expect(readEnv({ SESSION_SECRET: secret, TRUST_PROXY }).TRUST_PROXY).toBe(TRUST_PROXY);
  });

  it.each(['true', '10.0.0.0/33', '10.0.0.0/8/8', '127.0.0.1,', 'proxy.example'])(
    'trust no %s',
    (TRUST_PROXY) => {
      expect(() => readEnv({ SESSION_SECRET: secret, TRUST_PROXY })).toThrow(/TRUST_PROXY : des adresses/);
    },
  );

  it('lists every wrong one together, each with an example', () => {
    const read = () =>
      readEnv({
        PORT: 'abc',
        DATABASE_URL: 'mysql://x',
        VIGIE_ROLE: 'chef',
        SMTP_URL: 'x',
        LOG_LEVEL: 'fort',
        SESSION_SECRET: 'court',
        TRUST_PROXY: '127.0.0.1, true',
      });
    expect(read).toThrow(WrongSettings);
    for (const name of [
      'PORT',
      'DATABASE_URL',
      'VIGIE_ROLE',
      'SMTP_URL',
      'LOG_LEVEL',
      'SESSION_SECRET',
      'TRUST_PROXY',
    ]) {
      expect(read).toThrow(new RegExp(`^  ${name} : .+`, 'm'));
    }
    expect(read).toThrow(/par exemple 3000/);
  });

  it('ask for secrets in production', () => {
    expect(() => readEnv({ NODE_ENV: 'production' })).toThrow(
      /SESSION_SECRET[\s\S]*PUBLIC_URL[\s\S]*DATABASE_URL[\s\S]*SMTP_URL/,
    );
    const env = readEnv({
      NODE_ENV: 'production',
      SESSION_SECRET: secret,
      PUBLIC_URL: 'https://vigie.example/',
      DATABASE_URL: 'postgres://a@b/c',
      SMTP_URL: 'smtp://user:secret@mail.example:587',
      HOST: '0.0.0.0',
    });
    expect([env.production, env.publicUrl]).toEqual([true, 'https://vigie.example']);
  });

  it('refuse to leave loopback outside production', () => {
    expect(() => readEnv({ HOST: '0.0.0.0', SESSION_SECRET: secret })).toThrow(/NODE_ENV=production/);
  });
});
