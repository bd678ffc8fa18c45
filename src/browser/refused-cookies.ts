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

/** The same for agencies, whose session leaves no cookie that a script reads: one is kept as long as it is looked at. */
export function needCookies(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = `${PROBE}=1; Path=/; SameSite=Lax`;
  const kept = document.cookie.includes(`${PROBE}=`);
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  document.cookie = `${PROBE}=; Max-Age=0; Path=/`;
  if (!kept) throw refused();
}
