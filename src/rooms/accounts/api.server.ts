import { COOKIES_CLEARED_ON_LOGOUT } from '../../contract/constants.ts';
import { fail, sharedErrors } from '../../contract/errors.ts';
import { bind } from '../../platform/api.server.ts';
import { checkCall, loginCall, logoutCall, meCall } from './contract.ts';
import { demoOpens, login, logout, sessionCookieName, userOf } from './rules.server.ts';

export const accountsApi = [
  bind(checkCall, async (_, { db, actor }) =>
    actor.kind === 'user'
      ? { isAuthenticated: true, user: await userOf(db, actor.userId) }
      : { isAuthenticated: false, user: null },
  ),
  bind(meCall, async (_, { db, actor }) => {
    if (actor.kind !== 'user') throw fail(sharedErrors.LOGIN_REQUIRED);
    return { user: await userOf(db, actor.userId) };
  }),
  bind(loginCall, async ({ body }, { db, env, local, userAgent, setCookie }) => {
    const demo = demoOpens(env, local);
    const session = await login(db, { ...body, remember: body.remember ?? false, userAgent, demo });
    const life = session.maxAgeSeconds === undefined ? {} : { maxAgeSeconds: session.maxAgeSeconds };
    setCookie(sessionCookieName(env), session.token, { ...life, httpOnly: true });
    setCookie('auth_status', '1', { ...life, httpOnly: false });
    return { user: session.user };
  }),
  bind(logoutCall, async (_, { db, env, cookies, clearCookie }) => {
    const name = sessionCookieName(env);
    const token = cookies[name];
    if (token) await logout(db, token);
    for (const cookie of [name, ...COOKIES_CLEARED_ON_LOGOUT]) clearCookie(cookie);
    return {};
  }),
];
