import { audienceOf, isBuilt, type PageName, paths } from '#contract/paths.ts';

/** Menus and footers to the letter of specification 2. A page not built yet stays out. */
export interface NavEntry {
  label: string;
  to: string;
  /** Counted things waiting behind the entry. */
  count?: { value: number; label: string; kind: 'counter' | 'notification' };
}

export interface NavGroup {
  title: string;
  entries: NavEntry[];
}

export interface Visitor {
  firstName: string;
  email: string;
}

export interface AgencyVisitor {
  /** Prefixes the links when it is known. */
  ownerReference: string | null;
  name: string;
}

type Draft = readonly [page: PageName, label: string, to: string];

/** Those of its pages that exist. */
export function built(drafts: readonly Draft[]): NavEntry[] {
  return drafts.filter(([page]) => isBuilt(page)).map(([, label, to]) => ({ label, to }));
}

/** The logo goes to /agence on agency paths, to the dashboard of a logged-in individual, else to /. */
export function logoHref(pathname: string, user: Visitor | null): string {
  if (audienceOf(pathname) === 'agency') return paths.agencyHome();
  return user ? paths.dashboard() : paths.home();
}

/** Ways into the listings: the tabs of the home page's search. */
export function browseEntries(): NavEntry[] {
  return built([
    ['home', 'Acheter', `${paths.home()}?transaction=achat`],
    ['home', 'Louer', `${paths.home()}?transaction=location`],
    ['home', 'Neuf', `${paths.home()}?transaction=neuf`],
    ['prices', 'Prix immobilier', paths.prices()],
  ]);
}

/** The entry of `browseEntries` that a listings or prices page belongs to. */
export function browseLabelOf(pathname: string): string | null {
  if (/^\/(acheter\/neuf|neuf)(\/|$)/.test(pathname)) return 'Neuf';
  if (/^\/acheter(\/|$)/.test(pathname)) return 'Acheter';
  if (/^\/louer(\/|$)/.test(pathname)) return 'Louer';
  return /^\/prix-immobilier(\/|$)/.test(pathname) ? 'Prix immobilier' : null;
}

export function individualEntries(user: Visitor | null): NavEntry[] {
  return user
    ? built([
        ['dashboard', 'Mes alertes', paths.dashboard()],
        ['newAlert', 'Nouvelle alerte', paths.newAlert()],
      ])
    : built([
        ['login', 'Connexion', paths.login()],
        ['signup', 'Inscription', paths.signup()],
        ['newAlert', 'Nouvelle alerte', paths.newAlert()],
      ]);
}

export function individualMenu(): NavEntry[] {
  return built([['profile', 'Mon profil', paths.profile()]]);
}

export function individualFooter(): NavGroup[] {
  return [
    {
      title: 'Navigation',
      entries: built([
        ['home', 'Accueil', paths.home()],
        ['newAlert', 'Créer une alerte', paths.newAlert()],
        ['login', 'Se connecter', paths.login()],
        ['signup', 'Créer un compte', paths.signup()],
      ]),
    },
    {
      title: 'Support',
      entries: built([
        ['contact', 'Nous contacter', paths.contact()],
        ['terms', "Conditions d'utilisation", paths.terms()],
        ['salesTerms', 'CGV', paths.salesTerms()],
        ['legalNotice', 'Mentions légales', paths.legalNotice()],
      ]),
    },
  ].filter((group) => group.entries.length > 0);
}

export function legalEntries(): NavEntry[] {
  return built([
    ['legalNotice', 'Mentions légales', paths.legalNotice()],
    ['terms', "Conditions d'utilisation", paths.terms()],
    ['salesTerms', 'CGV', paths.salesTerms()],
    ['ranking', 'Classement des annonces', paths.ranking()],
    ['cookies', 'Gérer mes cookies', paths.cookies()],
    ['accessibility', 'Accessibilité : non conforme', paths.accessibility()],
    ['sources', 'Sources des données', paths.sources()],
  ]);
}

export interface AgencyCounts {
  leads: number;
  notifications: number;
}

export function agencyEntries(agency: AgencyVisitor | null, counts?: AgencyCounts): NavEntry[] {
  if (!agency) {
    return built([
      ['agencyLogin', 'Connexion Agence', paths.agencyLogin()],
      ['agencyContact', 'Contact Commercial', paths.agencyContact()],
    ]);
  }
  const of = agency.ownerReference ? { ownerReference: agency.ownerReference } : null;
  const leads = of ? paths.ownedLeads(of) : paths.agencyLeads();
  const notifications = of ? paths.ownedNotifications(of) : paths.agencyNotifications();
  return built([
    ['agencyDashboard', 'Tableau de bord', of ? paths.ownedDashboard(of) : paths.agencyDashboard()],
    ['agencyLeads', 'Prospects', leads],
    ['agencyListings', 'Annonces', of ? paths.ownedListings(of) : paths.agencyListings()],
    ['agencyBoosts', 'Mes Boosts', of ? paths.ownedBoosts(of) : paths.agencyBoosts()],
    ['agencyNotifications', 'Mes notifications', notifications],
    ['agencySupport', 'Support', of ? paths.ownedSupport(of) : paths.agencySupport()],
  ]).map((entry): NavEntry => {
    if (entry.to === leads && counts) {
      return {
        ...entry,
        count: {
          value: counts.leads,
          label: counts.leads === 1 ? 'nouveau prospect' : 'nouveaux prospects',
          kind: 'counter',
        },
      };
    }
    if (entry.to === notifications && counts) {
      return {
        ...entry,
        count: {
          value: counts.notifications,
          label: counts.notifications === 1 ? 'notification non lue' : 'notifications non lues',
          kind: 'notification',
        },
      };
    }
    return entry;
  });
}

export function agencyMenu(agency: AgencyVisitor): NavEntry[] {
  const of = agency.ownerReference ? { ownerReference: agency.ownerReference } : null;
  return built([
    ['agencyProfile', 'Mon profil', of ? paths.ownedProfile(of) : paths.agencyProfile()],
    ['agencySupport', 'Support', of ? paths.ownedSupport(of) : paths.agencySupport()],
  ]);
}

export function agencyFooter(): NavGroup[] {
  return [
    {
      title: 'Services',
      entries: built([
        ['agencyOffer', 'Diffusion gratuite', paths.agencyOffer()],
        ['boostHome', 'Boost Réseaux Sociaux', paths.boostHome()],
        ['agencySearch', 'Rechercher mon agence', paths.agencySearch()],
        ['agencyCreateAccount', 'Créer mon compte', paths.agencyCreateAccount()],
      ]),
    },
    {
      title: 'Support',
      entries: built([
        ['agencyFaq', 'Questions fréquentes', paths.agencyFaq()],
        ['agencyContact', 'Nous contacter', paths.agencyContact()],
        ['agencyLogin', 'Se connecter', paths.agencyLogin()],
        ['legalNotice', 'Mentions légales', paths.legalNotice()],
      ]),
    },
  ].filter((group) => group.entries.length > 0);
}
