import { COOKIES_CLEARED_ON_LOGOUT } from '#contract/constants.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import { bind, type RequestContext } from '#platform/api.server.ts';
import type { SessionCookie, Visit } from '#platform/sessions.server.ts';
import { askReset, resendVerification, resetPassword, verifyEmail } from './account-links.server.ts';
import {
  changePassword,
  demoOpens,
  hashPassword,
  login,
  logout,
  type OpenedSession,
  register,
  renewSession,
  sessionCookieName,
  userOf,
} from './accounts.server.ts';
import {
  changePasswordCall,
  checkCall,
  forgotPasswordCall,
  googleCallbackCall,
  googleLoginCall,
  googleRegisterCall,
  googleUrlCall,
  loginCall,
  logoutCall,
  meCall,
  registerCall,
  resendVerificationCall,
  resetPasswordCall,
  verifyEmailCall,
} from './contract.ts';
import {
  beginGoogle,
  finishGoogle,
  GOOGLE_TRIP_SECONDS,
  googleCookieName,
  useGoogleToken,
} from './google.server.ts';

function visitOf({ env, ip, userAgent, cookies }: RequestContext): Visit {
  return { ip, userAgent, oldToken: cookies[sessionCookieName(env)] };
}

/** The session's cookie, and the readable one that says there is a session (interface.md, fine points 8). */
function giveCookies({ env, setCookie }: RequestContext, { token, maxAgeSeconds }: SessionCookie): void {
  const life = maxAgeSeconds === undefined ? {} : { maxAgeSeconds };
  setCookie(sessionCookieName(env), token, { ...life, httpOnly: true });
  setCookie('auth_status', '1', { ...life, httpOnly: false });
}

function opened(context: RequestContext, session: OpenedSession) {
  giveCookies(context, session);
  return { user: session.user };
}

const googleSaid = {
  created: 'Votre compte est créé.',
  opened: 'Vous êtes connecté.',
  linked: 'Votre compte Google est lié.',
} as const;

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
  bind(registerCall, async ({ body }, context) =>
    opened(context, await register(context, body, visitOf(context))),
  ),
  bind(loginCall, async ({ body }, context) => {
    const demo = demoOpens(context.env, context.local);
    const given = { ...body, remember: body.remember ?? false, demo };
    return opened(context, await login(context, given, visitOf(context)));
  }),
  bind(logoutCall, async (_, { db, env, cookies, clearCookie, bearer }) => {
    const name = sessionCookieName(env);
    for (const token of [cookies[name], bearer]) if (token) await logout(db, token);
    for (const cookie of [name, ...COOKIES_CLEARED_ON_LOGOUT]) clearCookie(cookie);
    return {};
  }),
  bind(forgotPasswordCall, async ({ body }, { db }) => {
    await askReset(db, body.email);
    return {};
  }),
  bind(resetPasswordCall, async ({ body }, context) => {
    await resetPassword(context, body.token, () => hashPassword(body.password));
    return {};
  }),
  bind(changePasswordCall, async ({ body }, context) => {
    if (context.actor.kind !== 'user') throw fail(sharedErrors.LOGIN_REQUIRED);
    const renewed = await changePassword(context, context.actor.userId, body, visitOf(context));
    if (renewed) giveCookies(context, renewed);
    return {};
  }),
  bind(verifyEmailCall, async ({ body }, context) => {
    const { password } = body;
    const { actor } = context;
    const by = {
      userId: actor.kind === 'user' ? actor.userId : undefined,
      hashOf: password === undefined ? undefined : () => hashPassword(password),
    };
    const { state, userId } = await verifyEmail(context.db, body.token, by);
    const { oldToken } = visitOf(context);
    if (by.userId === userId && oldToken) {
      const renewed = await renewSession(context.db, oldToken);
      if (renewed) giveCookies(context, renewed);
    }
    return { state };
  }),
  bind(resendVerificationCall, async (_, context) => {
    if (context.actor.kind !== 'user') throw fail(sharedErrors.LOGIN_REQUIRED);
    await resendVerification(context, context.actor.userId);
    return {};
  }),
  bind(googleUrlCall, async (_, { env, setCookie }) => {
    const { url, cookie } = await beginGoogle(env);
    setCookie(googleCookieName(env), cookie, { maxAgeSeconds: GOOGLE_TRIP_SECONDS, httpOnly: true });
    return { url };
  }),
  bind(googleCallbackCall, async ({ body }, context) => {
    const name = googleCookieName(context.env);
    const cookie = context.cookies[name];
    context.clearCookie(name);
    const { actor } = context;
    const userId = actor.kind === 'user' ? actor.userId : undefined;
    const { session, outcome } = await finishGoogle(context, body, cookie, { ...visitOf(context), userId });
    context.say(googleSaid[outcome]);
    return opened(context, session);
  }),
  bind(googleLoginCall, async ({ body }, context) =>
    opened(context, await useGoogleToken(context, body, 'login', visitOf(context))),
  ),
  bind(googleRegisterCall, async ({ body }, context) =>
    opened(context, await useGoogleToken(context, body, 'register', visitOf(context))),
  ),
];
