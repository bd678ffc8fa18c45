import { audienceOf, paths } from '#contract/paths.ts';

/** Menus and footers to the letter of specification 2. */
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

export function entriesOf(links: readonly (readonly [label: string, to: string])[]): NavEntry[] {
  return links.map(([label, to]) => ({ label, to }));
}

/** The logo goes to /agence on agency paths, to the dashboard of a logged-in individual, else to /. */
export function logoHref(pathname: string, user: Visitor | null): string {
  if (audienceOf(pathname) === 'agency') return paths.agencyHome();
  return user ? paths.dashboard() : paths.home();
}

/** Ways into the listings: the tabs of the home page's search. */
export function browseEntries(): NavEntry[] {
  return entriesOf([
    ['Acheter', `${paths.home()}?transaction=achat`],
    ['Louer', `${paths.home()}?transaction=location`],
    ['Neuf', `${paths.home()}?transaction=neuf`],
    ['Prix immobilier', paths.prices()],
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
    ? entriesOf([
        ['Mes alertes', paths.dashboard()],
        ['Nouvelle alerte', paths.newAlert()],
      ])
    : entriesOf([
        ['Connexion', paths.login()],
        ['Inscription', paths.signup()],
        ['Nouvelle alerte', paths.newAlert()],
      ]);
}

export function individualMenu(): NavEntry[] {
  return entriesOf([['Mon profil', paths.profile()]]);
}

export function individualFooter(): NavGroup[] {
  return [
    {
      title: 'Navigation',
      entries: entriesOf([
        ['Accueil', paths.home()],
        ['Créer une alerte', paths.newAlert()],
        ['Se connecter', paths.login()],
        ['Créer un compte', paths.signup()],
      ]),
    },
    {
      title: 'Support',
      entries: entriesOf([
        ['Nous contacter', paths.contact()],
        ["Conditions d'utilisation", paths.terms()],
        ['CGV', paths.salesTerms()],
        ['Mentions légales', paths.legalNotice()],
      ]),
    },
  ];
}

export function legalEntries(): NavEntry[] {
  return entriesOf([
    ['Mentions légales', paths.legalNotice()],
    ["Conditions d'utilisation", paths.terms()],
    ['CGV', paths.salesTerms()],
    ['Classement des annonces', paths.ranking()],
    ['Gérer mes cookies', paths.cookies()],
    ['Accessibilité : non conforme', paths.accessibility()],
    ['Sources des données', paths.sources()],
  ]);
}

export interface AgencyCounts {
  leads: number;
  notifications: number;
}

export function agencyEntries(agency: AgencyVisitor | null, counts?: AgencyCounts): NavEntry[] {
  if (!agency) {
    return entriesOf([
      ['Connexion Agence', paths.agencyLogin()],
      ['Contact Commercial', paths.agencyContact()],
    ]);
  }
  const of = agency.ownerReference ? { ownerReference: agency.ownerReference } : null;
  const leads = of ? paths.ownedLeads(of) : paths.agencyLeads();
  const notifications = of ? paths.ownedNotifications(of) : paths.agencyNotifications();
  return entriesOf([
    ['Tableau de bord', of ? paths.ownedDashboard(of) : paths.agencyDashboard()],
    ['Prospects', leads],
    ['Annonces', of ? paths.ownedListings(of) : paths.agencyListings()],
    ['Mes Boosts', of ? paths.ownedBoosts(of) : paths.agencyBoosts()],
    ['Mes notifications', notifications],
    ['Support', of ? paths.ownedSupport(of) : paths.agencySupport()],
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
  return entriesOf([
    ['Mon profil', of ? paths.ownedProfile(of) : paths.agencyProfile()],
    ['Support', of ? paths.ownedSupport(of) : paths.agencySupport()],
  ]);
}

export function agencyFooter(): NavGroup[] {
  return [
    {
      title: 'Services',
      entries: entriesOf([
        ['Diffusion gratuite', paths.agencyOffer()],
        ['Boost Réseaux Sociaux', paths.boostHome()],
        ['Rechercher mon agence', paths.agencySearch()],
        ['Créer mon compte', paths.agencyCreateAccount()],
      ]),
    },
    {
      title: 'Support',
      entries: entriesOf([
        ['Questions fréquentes', paths.agencyFaq()],
        ['Nous contacter', paths.agencyContact()],
        ['Se connecter', paths.agencyLogin()],
        ['Mentions légales', paths.legalNotice()],
      ]),
    },
  ];
}
