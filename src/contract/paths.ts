/**
 * Every page of the product, once: its address, its audience, whether it asks for a login, and its
 * builder. The guard, the browser's reader of 401, the menus and the sitemap all read this list
 * (specification 2, interface.md fine points 2).
 */
export type Audience = 'individual' | 'agency' | 'admin';

type ParamNames<Pattern extends string> = Pattern extends `${infer Head}/${infer Tail}`
  ? ParamNames<Head> | ParamNames<Tail>
  : Pattern extends `:${infer Name}`
    ? Name
    : never;

type Params<Pattern extends string> = { [K in ParamNames<Pattern>]: string | number };

export interface Page<Pattern extends string = string> {
  readonly pattern: Pattern;
  readonly audience: Audience;
  readonly protected: boolean;
  (...params: ParamNames<Pattern> extends never ? [] : [Params<Pattern>]): string;
}

function page<const Pattern extends string>(
  pattern: Pattern,
  audience: Audience,
  access: 'public' | 'protected',
): Page<Pattern> {
  // Text, name, text, name, text: cut once, a list has a hundred addresses.
  const pieces = pattern.split(/:(\w+)/);
  const build = (params: Record<string, string | number> = {}) =>
    pieces.map((piece, at) => (at % 2 === 0 ? piece : encodeURIComponent(String(params[piece])))).join('');
  return Object.assign(build, { pattern, audience, protected: access === 'protected' }) as Page<Pattern>;
}

const individual = <const P extends string>(pattern: P) => page(pattern, 'individual', 'public');
const individualOnly = <const P extends string>(pattern: P) => page(pattern, 'individual', 'protected');
const agency = <const P extends string>(pattern: P) => page(pattern, 'agency', 'public');
const agencyOnly = <const P extends string>(pattern: P) => page(pattern, 'agency', 'protected');
const adminOnly = <const P extends string>(pattern: P) => page(pattern, 'admin', 'protected');

export const paths = {
  home: individual('/'),
  login: individual('/connexion'),
  signup: individual('/inscription'),
  forgotPassword: individual('/mot-de-passe-oublie'),
  resetPassword: individual('/reinitialiser-mot-de-passe'),
  verifyEmail: individual('/verification-email'),
  google: individual('/auth/google'),
  legalNotice: individual('/mentions-legales'),
  terms: individual('/conditions-utilisation'),
  salesTerms: individual('/conditions-generales-vente'),
  ranking: individual('/classement-des-annonces'),
  accessibility: individual('/accessibilite'),
  cookies: individual('/cookies'),
  sources: individual('/sources'),
  contact: individual('/contact'),
  unsubscribe: individual('/desinscription'),
  newAlert: individual('/alertes/nouvelle'),
  confirmAlert: individual('/alertes/confirmation'),
  alertFeed: individual('/alertes/:alertId/flux.xml'),
  alertCalendar: individual('/alertes/:alertId/agenda.ics'),
  listing: individual('/annonce/:propertyId'),
  compare: individual('/comparer'),
  buyNewCity: individual('/acheter/neuf/:citySlug'),
  buyNewCityRefined: individual('/acheter/neuf/:citySlug/:refinement'),
  buyCity: individual('/acheter/:citySlug'),
  buyCityRefined: individual('/acheter/:citySlug/:refinement'),
  rentCity: individual('/louer/:citySlug'),
  rentCityRefined: individual('/louer/:citySlug/:refinement'),
  newCity: individual('/neuf/:citySlug'),
  newCityRefined: individual('/neuf/:citySlug/:refinement'),
  prices: individual('/prix-immobilier'),
  cityPrices: individual('/prix-immobilier/:citySlug'),
  cityTypePrices: individual('/prix-immobilier/:citySlug/:propertyType'),

  dashboard: individualOnly('/tableau-de-bord'),
  editAlert: individualOnly('/alertes/:alertId/modifier'),
  alertResults: individualOnly('/alertes/:alertId/resultats'),
  profile: individualOnly('/profil'),

  agencyHome: agency('/agence'),
  agencyOffer: agency('/offre-agence-immobiliere'),
  agencyCreateAccount: agency('/agence/creer-compte'),
  agencySignup: agency('/agence/inscription'),
  agencySignupDone: agency('/agence/inscription-reussie'),
  agencyLogin: agency('/agence/connexion'),
  agencyForgotPassword: agency('/agence/mot-de-passe-oublie'),
  agencyConfirmEmail: agency('/agence/confirmation-email'),
  agencyStillAvailable: agency('/agence/toujours-disponible'),
  agencySearch: agency('/agence/recherche'),
  agencyOptOut: agency('/agence/confirmation-exclusion'),
  agencyContact: agency('/agence/contact'),
  agencyFaq: agency('/agence/faq'),
  agencyListing: agency('/agence/annonce/:propertyId'),
  agencyOwnedListing: agency('/agence/:ownerReference/annonce/:propertyId'),
  agencyCatalogue: agency('/agence/:ownerReference/catalogue'),
  boostHome: agency('/boost'),
  boostSignup: agency('/boost/inscription'),

  agencyListings: agencyOnly('/agence/annonces'),
  agencyNewListing: agencyOnly('/agence/annonces/creer'),
  agencyImport: agencyOnly('/agence/annonces/import'),
  agencyUnsaid: agencyOnly('/agence/annonces/completer'),
  agencyEditListing: agencyOnly('/agence/annonces/:propertyId/modifier'),
  agencyDashboard: agencyOnly('/agence/tableau-de-bord'),
  agencyLeads: agencyOnly('/agence/leads'),
  agencyProfile: agencyOnly('/agence/profil'),
  agencyNotifications: agencyOnly('/agence/notifications'),
  agencySupport: agencyOnly('/agence/support'),
  agencyBoosts: agencyOnly('/agence/boosts'),
  agencyBoost: agencyOnly('/agence/boost'),
  agencyBoostPayment: agencyOnly('/agence/boost/paiement'),
  agencyBoostCancel: agencyOnly('/agence/boost/annulation'),
  ownedListings: agencyOnly('/agence/:ownerReference/annonces'),
  ownedNewListing: agencyOnly('/agence/:ownerReference/annonces/creer'),
  ownedImport: agencyOnly('/agence/:ownerReference/annonces/import'),
  ownedUnsaid: agencyOnly('/agence/:ownerReference/annonces/completer'),
  ownedEditListing: agencyOnly('/agence/:ownerReference/annonces/:propertyId/modifier'),
  ownedDashboard: agencyOnly('/agence/:ownerReference/tableau-de-bord'),
  ownedLeads: agencyOnly('/agence/:ownerReference/leads'),
  ownedProfile: agencyOnly('/agence/:ownerReference/profil'),
  ownedNotifications: agencyOnly('/agence/:ownerReference/notifications'),
  ownedSupport: agencyOnly('/agence/:ownerReference/support'),
  ownedBoosts: agencyOnly('/agence/:ownerReference/boosts'),
  ownedBoost: agencyOnly('/agence/:ownerReference/boost'),

  adminLogin: page('/admin/login', 'admin', 'public'),
  admin: adminOnly('/admin'),
  adminAgencies: adminOnly('/admin/agencies'),
  adminAgency: adminOnly('/admin/agencies/:id'),
  adminAgencyAds: adminOnly('/admin/agencies/:id/ads'),
  adminCoupons: adminOnly('/admin/coupons'),
  adminReports: adminOnly('/admin/signalements'),
  adminSignals: adminOnly('/admin/signaux'),
  adminBoostConfiguration: adminOnly('/admin/boost-configuration'),
  adminBoosts: adminOnly('/admin/boosts'),
  adminRequests: adminOnly('/admin/demandes'),
  adminMails: adminOnly('/admin/courriels'),
  adminAudit: adminOnly('/admin/journal'),
  adminService: adminOnly('/admin/service'),
} as const;

export type PageName = keyof typeof paths;

/** The audience of any address (specification 2: routes are split by path prefix). */
export function audienceOf(pathname: string): Audience {
  if (pathname === '/admin' || pathname.startsWith('/admin/')) return 'admin';
  if (/^\/(agence|boost)(\/|$)/.test(pathname) || pathname === '/offre-agence-immobiliere') return 'agency';
  return 'individual';
}

const matchers = Object.entries(paths).map(([name, entry]) => ({
  name: name as PageName,
  entry,
  // In any case and encoding, as the router matches them: a page is not less protected under another spelling.
  expression: new RegExp(`^${entry.pattern.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
  // A static segment wins over a parameter (interface.md, fine points 5).
  weight: entry.pattern
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '1' : '0'))
    .join(''),
}));

/** The page that an address means, static segments first; undefined when it is none. */
export function pageAt(pathname: string): { name: PageName; page: Page } | undefined {
  const spelled = decoded(pathname);
  const found = matchers
    .filter(({ expression }) => expression.test(spelled))
    .toSorted((a, b) => a.weight.localeCompare(b.weight))[0];
  return found && { name: found.name, page: found.entry };
}

/**
 * The same address with the fixed words of its public page in their own letters: `/Acheter/Lyon` means `/acheter/Lyon`. Parameters
 * stay as they came: of an identifier or a key, the case matters. A protected page keeps its spelling: its login answers first.
 */
export function spelledPath(pathname: string): string {
  const found = pageAt(pathname);
  if (!found || found.page.protected) return pathname;
  const words = found.page.pattern.split('/');
  return pathname
    .split('/')
    .map((segment, rank) => (words[rank]?.startsWith(':') ? segment : (words[rank] ?? segment)))
    .join('/');
}

function decoded(pathname: string): string {
  try {
    return pathname.replaceAll(/[^/]+/g, (segment) => decodeURIComponent(segment).replaceAll('/', '%2F'));
  } catch {
    return pathname;
  }
}

/** The login page of an audience, with the way back (specification 2, 8). */
export function loginPathFor(audience: Audience, from?: string): string {
  const logins = { individual: paths.login, agency: paths.agencyLogin, admin: paths.adminLogin };
  const login = logins[audience]();
  return from ? `${login}?redirect=${encodeURIComponent(from)}` : login;
}

/**
 * The address to go back to after a login: a path of this site, or null. Refused: other origins in all their
 * disguises (`//e.fr`, `/\e.fr`, encoded backslashes, control characters); security.md, threat 4.
 */
export function safeRedirect(candidate: string | null | undefined): string | null {
  if (!candidate || candidate.length > 2_000 || !/^\/(?![/\\])/.test(candidate)) return null;
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f\\]/.test(candidate) || /%(?:0[0-9a-f]|1[0-9a-f]|5c|7f)/i.test(candidate))
    return null;
  const origin = 'https://vigie.invalid';
  const parsed = URL.canParse(candidate, origin) ? new URL(candidate, origin) : null;
  if (parsed?.origin !== origin || parsed.pathname.startsWith('//')) return null;
  return `${parsed.pathname}${parsed.search}${parsed.hash}`;
}
