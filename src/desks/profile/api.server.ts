import { COOKIES_CLEARED_ON_LOGOUT } from '#contract/constants.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import { bind, type RequestContext } from '#platform/api.server.ts';
import type { UserId } from '#platform/auth.server.ts';
import type { Visit } from '#platform/sessions.server.ts';
import { askReset } from '#rooms/accounts/account-links.server.ts';
import { changeIdentity, ownAccount, sessionCookieName } from '#rooms/accounts/accounts.server.ts';
import { devicesOf, endDevice, endOtherDevices } from '#rooms/accounts/devices.server.ts';
import {
  askEmailChange,
  cancelEmailChange,
  changeLinkState,
  pendingEmail,
  resendEmailChange,
} from '#rooms/accounts/email-change.server.ts';
import {
  beginGoogle,
  GOOGLE_TRIP_SECONDS,
  googleCookieName,
  unlinkGoogle,
} from '#rooms/accounts/google.server.ts';
import { proveSelf } from '#rooms/accounts/recent-proof.server.ts';
import {
  askEmailCall,
  cancelEmailCall,
  changeProfileCall,
  confirmEmailCall,
  consentCall,
  deleteProfileCall,
  devicesCall,
  endDeviceCall,
  endDevicesCall,
  exportCall,
  firstPasswordCall,
  linkGoogleCall,
  readProfileCall,
  resendEmailCall,
  undoEmailCall,
  unlinkGoogleCall,
} from './contract.ts';
import {
  confirmEmail,
  deletePerson,
  exportPerson,
  profileOf,
  setConsent,
  undoEmail,
} from './profile.server.ts';

function userOf({ actor }: RequestContext): UserId {
  if (actor.kind !== 'user') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor.userId;
}

/** The session that asks: the cookie's, or a client's. */
const tokenOf = ({ cookies, env, bearer }: RequestContext) => cookies[sessionCookieName(env)] ?? bearer;

const visitOf = (context: RequestContext): Visit => ({
  ip: context.ip,
  userAgent: context.userAgent,
  oldToken: tokenOf(context),
});

export const profileApi = [
  bind(readProfileCall, (_, context) => profileOf(context, userOf(context), tokenOf(context))),
  bind(changeProfileCall, async ({ body }, context) => ({
    user: await changeIdentity(context.db, userOf(context), body),
  })),
  bind(askEmailCall, async ({ body }, context) => {
    const userId = userOf(context);
    await askEmailChange(context, userId, body, visitOf(context));
    return { pendingEmail: await pendingEmail(context.db, userId) };
  }),
  bind(resendEmailCall, async (_, context) => {
    const userId = userOf(context);
    await resendEmailChange(context, userId);
    return { pendingEmail: await pendingEmail(context.db, userId) };
  }),
  bind(cancelEmailCall, async (_, context) => {
    await cancelEmailChange(context.db, userOf(context));
    return {};
  }),
  bind(confirmEmailCall, async ({ body }, context) => {
    const { email } = await changeLinkState(context.db, body.token);
    const userId = context.actor.kind === 'user' ? context.actor.userId : undefined;
    return { state: await confirmEmail(context, body.token, userId), email };
  }),
  bind(undoEmailCall, async ({ body }, context) => ({ state: await undoEmail(context, body.token) })),
  bind(linkGoogleCall, async ({ body }, context) => {
    const userId = userOf(context);
    await proveSelf(context, userId, { password: body.password }, visitOf(context));
    const { url, cookie } = await beginGoogle(context.env, userId);
    context.setCookie(googleCookieName(context.env), cookie, {
      maxAgeSeconds: GOOGLE_TRIP_SECONDS,
      httpOnly: true,
    });
    return { url };
  }),
  bind(unlinkGoogleCall, async (_, context) => {
    await unlinkGoogle(context, userOf(context));
    return {};
  }),
  bind(firstPasswordCall, async (_, context) => {
    const { user } = await ownAccount(context.db, userOf(context));
    await askReset(context.db, user.email);
    return {};
  }),
  bind(devicesCall, async (_, context) => ({
    devices: await devicesOf(context.db, userOf(context), tokenOf(context)),
  })),
  bind(endDeviceCall, async ({ params }, context) => {
    await endDevice(context.db, userOf(context), Number(params.id));
    return {};
  }),
  bind(endDevicesCall, async (_, context) => {
    await endOtherDevices(context.db, userOf(context), tokenOf(context));
    return {};
  }),
  bind(consentCall, async ({ body }, context) => ({
    consents: await setConsent(context, userOf(context), body.name, body.given),
  })),
  bind(exportCall, ({ body }, context) => exportPerson(context, userOf(context), body, visitOf(context))),
  bind(deleteProfileCall, async ({ body }, context) => {
    await deletePerson(context, userOf(context), body, visitOf(context));
    for (const name of [sessionCookieName(context.env), ...COOKIES_CLEARED_ON_LOGOUT])
      context.clearCookie(name);
    return {};
  }),
];
