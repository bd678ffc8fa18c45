/**
 * Destination: what an agency was about to do when it had to join or to sign in first. Links and mails carry its word
 * (`?suite=boost`), never an address: no mail of ours leads where a stranger wants it to (security.md, threat 4).
 */
import { loginPathFor, type PageName, pageAt, paths, safeRedirect } from '#contract/paths.ts';

export const destinations = ['boost'] as const;
export type Destination = (typeof destinations)[number];

const WORD = 'suite';
const ofBoosts: ReadonlySet<PageName> = new Set<PageName>([
  'boostHome',
  'boostSignup',
  'agencyBoost',
  'ownedBoost',
]);

interface Address {
  readonly pathname: string;
  /** With its « ? », or empty. */
  readonly search: string;
}

/**
 * What an address says that the agency was about to do. The pages of boosts say it by themselves, and a login by the page that
 * it goes back to. Null: nothing is known.
 */
export function destinationAt({ pathname, search }: Address): Destination | null {
  const words = new URLSearchParams(search);
  const back = safeRedirect(words.get('redirect'))?.split(/[?#]/)[0];
  if (isOfBoosts(pathname) || (back !== undefined && isOfBoosts(back))) return 'boost';
  const word = words.get(WORD);
  return destinations.find((known) => known === word) ?? null;
}

function isOfBoosts(pathname: string): boolean {
  const name = pageAt(pathname)?.name;
  return name !== undefined && ofBoosts.has(name);
}

function withWords(path: string, words: Readonly<Record<string, string>>): string {
  const said = new URLSearchParams(words).toString();
  return said === '' ? path : `${path}?${said}`;
}

/** The addresses on the way there: to be found, to register, to confirm, to sign in, and the one where it ends. */
export function waysTo(destination: Destination | null) {
  const said = destination === null ? {} : { [WORD]: destination };
  const boost = destination === 'boost';
  return {
    destination,
    search: boost ? paths.boostSignup() : paths.agencySearch(),
    create: withWords(paths.agencyCreateAccount(), said),
    claim: (ownerReference: string) => withWords(paths.agencySignup(), { agence: ownerReference, ...said }),
    registered: (email: string) => withWords(paths.agencySignupDone(), { email, ...said }),
    confirm: (token: string) => withWords(paths.agencyConfirmEmail(), { token, ...said }),
    login: boost ? loginPathFor('agency', paths.agencyBoost()) : paths.agencyLogin(),
    arrival: (agency: { readonly ownerReference: string }) =>
      boost ? paths.ownedBoost(agency) : paths.ownedDashboard(agency),
  };
}
export type Ways = ReturnType<typeof waysTo>;
