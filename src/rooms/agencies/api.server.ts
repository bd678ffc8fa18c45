import { LEGACY_COOKIES } from '#contract/constants.ts';
import { fail, sharedErrors } from '#contract/errors.ts';
import { bind, bindFile, type RequestContext, raw } from '#platform/api.server.ts';
import type { AdministratorName, AgencyId } from '#platform/auth.server.ts';
import type { SessionCookie, Visit } from '#platform/sessions.server.ts';
import { demoOpens, hashPassword } from '#rooms/accounts/accounts.server.ts';
import { findAgencies, similarAgencies } from './agency-search.server.ts';
import { agencySearchCall, alikeAgenciesCall } from './agency-search.ts';
import { cancelContact, resendContact } from './contact-address.server.ts';
import { cancelContactCall, resendContactCall } from './contact-address.ts';
import { askExclusion, setExclusion } from './exclusion.server.ts';
import { agencyExclusionCall } from './exclusion.ts';
import { shownLogo } from './logo.server.ts';
import { askAgencyReset, resetAgencyPassword } from './password-reset.server.ts';
import { agencyForgotPasswordCall, agencyResetPasswordCall } from './password-reset.ts';
import {
  confirmAgency,
  decideClaim,
  joiningCookieName,
  refuseClaim,
  registerAgency,
  resendConfirmation,
  statusOf,
} from './registration.server.ts';
import {
  agencyConfirmCall,
  agencyConfirmWithPasswordCall,
  agencyRefuseClaimCall,
  agencyRegisterCall,
  agencyResendCall,
  agencyStatusCall,
  CONFIRM_HOURS,
} from './registration.ts';
import { claimsCsv, claimsPage, exclusionsCsv, exclusionsPage } from './requests.server.ts';
import {
  claimErrors,
  claimsCall,
  claimsCsvCall,
  decideClaimCall,
  decideExclusionCall,
  exclusionsCall,
  exclusionsCsvCall,
} from './requests.ts';
import {
  agencyCookieName,
  changeAgencyPassword,
  loginAgency,
  logoutAgency,
  type OpenedSpace,
  storedAgency,
} from './sessions.server.ts';
import {
  agencyCall,
  agencyChangePasswordCall,
  agencyCheckCall,
  agencyLoginCall,
  agencyLogoutCall,
} from './sessions.ts';
import { openView, viewCookieName } from './view.server.ts';
import { endViewCall, openViewCall } from './view.ts';

function visitOf({ env, ip, userAgent, cookies }: RequestContext): Visit {
  return { ip, userAgent, oldToken: cookies[agencyCookieName(env)] };
}

function giveCookie({ env, setCookie }: RequestContext, { token, maxAgeSeconds }: SessionCookie): void {
  const life = maxAgeSeconds === undefined ? {} : { maxAgeSeconds };
  setCookie(agencyCookieName(env), token, { ...life, httpOnly: true });
}

/** The token is for programs: a browser has its cookie, and keeps a placeholder (specification 4). */
function opened(context: RequestContext, space: OpenedSpace) {
  giveCookie(context, space);
  return { agency: space.agency, authToken: space.token };
}

/** The cookie that identifies this browser since an agency registered in it. */
function browserOf({ env, cookies }: RequestContext): string | undefined {
  const token = cookies[joiningCookieName(env)];
  return /^[\w-]{43}$/.test(token ?? '') ? token : undefined;
}

async function confirmed(context: RequestContext, token: string, hashOf?: () => Promise<string>) {
  const visit = { ...visitOf(context), browser: browserOf(context) };
  const done = await confirmAgency(context, token, visit, hashOf);
  return done.state === 'confirmed'
    ? { ...opened(context, done.space), state: done.state }
    : { agency: null, authToken: null, state: done.state };
}

function agencyIn({ actor }: RequestContext): AgencyId {
  if (actor.kind !== 'agency') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor.agencyId;
}

function administratorIn({ actor }: RequestContext): AdministratorName {
  if (actor.kind !== 'admin') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor.name;
}

/** The number in an address; null when it cannot be one. */
function numberOf(word: string): number | null {
  return /^[1-9]\d{0,14}$/.test(word) ? Number(word) : null;
}

export const agenciesApi = [
  raw({
    method: 'GET',
    url: '/logos/:file',
    tier: 'files',
    handle: async (request, reply, services) => {
      const { file } = request.params as { file: string };
      const logo = await shownLogo(services, file);
      if (!logo)
        return reply
          .code(404)
          .header('cache-control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send('Logo introuvable.');
      return reply
        .headers({
          'content-type': 'image/webp',
          'content-length': String(logo.size),
          // A name never means two logos, but an agency may leave: no copy outlives it by more than an hour.
          'cache-control': 'public, max-age=3600',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'",
        })
        .send(logo.stream);
    },
  }),
  bind(agencyExclusionCall, async ({ body }, { db }) => {
    await askExclusion(db, body.ownerReference);
    return {};
  }),
  bind(agencySearchCall, ({ query }, { readDb }) => findAgencies(readDb, query.q)),
  bind(alikeAgenciesCall, async ({ query }, { readDb }) => ({
    agencies: await similarAgencies(readDb, query),
  })),
  bind(agencyRegisterCall, async ({ body }, context) => {
    const { env, ip, setCookie } = context;
    const browser = await registerAgency(context, body, { ip, browser: browserOf(context) });
    setCookie(joiningCookieName(env), browser, { maxAgeSeconds: CONFIRM_HOURS * 3600, httpOnly: true });
    context.say('Un courriel vient de partir : ouvrez son lien pour confirmer votre adresse.');
    return {};
  }),
  bind(agencyConfirmCall, ({ query }, context) => confirmed(context, query.token)),
  bind(agencyConfirmWithPasswordCall, ({ body }, context) =>
    confirmed(context, body.token, () => hashPassword(body.password)),
  ),
  bind(agencyResendCall, async ({ body }, context) => {
    await resendConfirmation(context, body.email, context.ip);
    return {};
  }),
  bind(agencyRefuseClaimCall, async ({ body }, context) => {
    await refuseClaim(context, body.token);
    return {};
  }),
  bind(agencyStatusCall, ({ params }, { db }) => statusOf(db, params.ownerReference)),
  bind(agencyLoginCall, async ({ body }, context) => {
    const demo = demoOpens(context.env, context.local);
    const given = { ...body, remember: body.remember ?? false, demo };
    return opened(context, await loginAgency(context, given, visitOf(context)));
  }),
  bind(agencyCheckCall, async (_, { db, actor }) =>
    actor.kind === 'agency'
      ? {
          isAuthenticated: true,
          agency: await storedAgency(db, actor.agencyId),
          ...(actor.readOnly ? { readOnly: true as const } : {}),
        }
      : { isAuthenticated: false, agency: null },
  ),
  bind(agencyLogoutCall, async (_, { db, env, cookies, clearCookie, bearer }) => {
    const name = agencyCookieName(env);
    for (const token of [cookies[name], bearer]) if (token) await logoutAgency(db, token);
    for (const cookie of [name, ...LEGACY_COOKIES]) clearCookie(cookie);
    return {};
  }),
  bind(agencyForgotPasswordCall, async ({ body }, { db }) => {
    await askAgencyReset(db, body.email);
    return {};
  }),
  bind(agencyResetPasswordCall, async ({ body }, context) => {
    await resetAgencyPassword(context, body.token, () => hashPassword(body.password));
    return {};
  }),
  bind(agencyChangePasswordCall, async ({ body }, context) => {
    const renewed = await changeAgencyPassword(context, agencyIn(context), body, visitOf(context));
    if (renewed) giveCookie(context, renewed);
    return {};
  }),
  bind(resendContactCall, async (_, context) => {
    await resendContact(context, agencyIn(context));
    return {};
  }),
  bind(cancelContactCall, async (_, context) => {
    await cancelContact(context.db, agencyIn(context));
    return {};
  }),
  bind(agencyCall, async ({ params }, context) => {
    const id = agencyIn(context);
    if (params.id !== String(id)) throw fail(sharedErrors.NOT_FOUND);
    return storedAgency(context.db, id);
  }),
  bind(claimsCall, ({ query }, { db }) => claimsPage(db, query.state ?? 'waiting', query.apres ?? null)),
  bindFile(claimsCsvCall, async ({ query }, { db }) => ({
    fileName: 'demandes-d-espace.csv',
    content: claimsCsv(db, query.state ?? 'waiting'),
  })),
  bind(decideClaimCall, async ({ params, body }, context) => {
    const id = numberOf(params.id);
    if (id === null) throw fail(claimErrors.CLAIM_UNKNOWN);
    const reason = body.outcome === 'refused' ? body.reason : null;
    await decideClaim(context, id, body.outcome, { by: administratorIn(context), reason });
    return {};
  }),
  bind(exclusionsCall, ({ query }, { db }) => exclusionsPage(db, query.apres)),
  bindFile(exclusionsCsvCall, async (_, { db }) => ({
    fileName: 'agences-retirees.csv',
    content: exclusionsCsv(db),
  })),
  bind(decideExclusionCall, async ({ params, body }, context) => {
    const decision = { by: administratorIn(context), reason: body.reason };
    await setExclusion(context.db, params.ownerReference, body.excluded, decision);
    return {};
  }),
  bind(openViewCall, async ({ params }, context) => {
    const id = numberOf(params.id);
    if (id === null) throw fail(sharedErrors.NOT_FOUND);
    const view = await openView(context, id, administratorIn(context));
    const { token, maxAgeSeconds, until, ownerReference } = view;
    context.setCookie(viewCookieName(context.env), token, { maxAgeSeconds, httpOnly: true });
    return { ownerReference, until: until.toISOString() };
  }),
  bind(endViewCall, async (_, { env, clearCookie }) => {
    clearCookie(viewCookieName(env));
    return {};
  }),
];
