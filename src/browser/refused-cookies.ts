import { NBSP } from '#contract/fmt.ts';
import { ApiError } from './read-error.ts';
import { hasAuthCookie } from './start-up.ts';

export const COOKIES_REFUSED = 'COOKIES_REFUSED';

const refused = () =>
  new ApiError({
    message: `Votre navigateur refuse les cookies de Vigie${NBSP}: sans eux, la connexion ne tient pas. Autorisez les cookies de ce site dans les réglages du navigateur, puis connectez-vous.`,
    code: COOKIES_REFUSED,
    status: 200,
  });

/**
 * After a sign-in that the server accepted: throws an ApiError with COOKIES_REFUSED when this browser kept nothing of it. Without
 * that, the next page would send back to the login, and so on.
 */
export function needSession(): void {
  if (!hasAuthCookie()) throw refused();
}

const PROBE = 'cookie_probe';

/** Whether this browser keeps a cookie, as long as it is looked at. */
function keepsCookies(): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${PROBE}=1; Path=/; SameSite=Lax`;
  const kept = document.cookie.includes(`${PROBE}=`);
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  document.cookie = `${PROBE}=; Max-Age=0; Path=/`;
  return kept;
}

/** The same for agencies, whose session leaves no cookie that a script reads. */
export function needCookies(): void {
  if (!keepsCookies()) throw refused();
}

/**
 * Why a browser retains nothing without an account, and what its reader can do, in French. Where cookies, which hold the session,
 * are refused too, signing in is no way out.
 */
export function storageRefused(): { readonly says: string; readonly canSignIn: boolean } {
  const canSignIn = keepsCookies();
  const remedy =
    'Ce navigateur ne retient rien. Autorisez les cookies et les données de ce site dans ses réglages';
  return { says: `${remedy}, ${canSignIn ? 'ou connectez-vous' : 'puis recommencez'}.`, canSignIn };
}
