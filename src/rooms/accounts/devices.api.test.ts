import { describe, expect, it } from 'vitest';
import { moveClock } from '#platform/clock.server.ts';
import { newcomer } from '../../../tests/kit/newcomer.ts';
import { deviceOf } from './devices.ts';

const { self, password, cookiesOf, signUp, call, read, isIn, logIn } = newcomer();

describe('devices', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox sur Windows',
      'computer',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari sur Mac',
      'computer',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0 Mobile/15E148 Safari/604.1',
      'Chrome sur iPhone',
      'phone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet sur Android',
      'phone',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0',
      'Edge sur Linux',
      'computer',
    ],
    ['curl/8.5.0', 'Appareil non reconnu', 'unknown'],
    ['', 'Appareil non reconnu', 'unknown'],
  ])('%s', (userAgent, name, kind) => {
    expect(deviceOf(userAgent)).toEqual({ name, kind });
  });

  const devices = async (who = self.cookie) =>
    (await call('GET', '/profile/devices', undefined, who)).json.data.devices as {
      id: number;
      current: boolean;
      seenAt: string;
    }[];

  it('are listed, this one first, and ended one by one or all the others', async () => {
    const second = (await logIn(self.email)) ?? '';
    const third = (await logIn(self.email)) ?? '';
    const list = await devices();
    expect(list.map(({ current }) => current)).toEqual([true, false, false]);
    expect(JSON.stringify(list)).not.toMatch(/token/i);
    const ofSecond = (await devices(second))[0]?.id;
    expect((await call('DELETE', `/profile/devices/${ofSecond}`)).status).toBe(200);
    expect([await isIn(second), await isIn(third), await isIn(self.cookie)]).toEqual([false, true, true]);
    expect((await call('DELETE', `/profile/devices/${ofSecond}`)).json.code).toBe('DEVICE_UNKNOWN');
    expect((await call('DELETE', '/profile/devices')).status).toBe(200);
    expect([await isIn(third), await isIn(self.cookie)]).toEqual([false, true]);
  });

  it('of somebody else are nobody’s', async () => {
    const stranger = await signUp(self.other);
    const [mine] = await devices();
    expect((await call('DELETE', `/profile/devices/${mine?.id}`, undefined, stranger.cookie)).status).toBe(
      404,
    );
    expect(await isIn(self.cookie)).toBe(true);
  });

  it('say when they were last seen, five minutes or so', async () => {
    const seen = (await devices())[0]?.seenAt ?? '';
    moveClock(6 * 60_000);
    await read();
    expect(Date.parse((await devices())[0]?.seenAt ?? '') - Date.parse(seen)).toBeGreaterThan(5 * 60_000);
  });

  it('that stay are given a new token when the password changes', async () => {
    const second = (await logIn(self.email)) ?? '';
    const { headers } = await call('POST', '/auth/change-password', {
      currentPassword: password,
      newPassword: 'Encore1fois',
    });
    expect([await isIn(self.cookie), await isIn(second), await isIn(cookiesOf(headers))]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
