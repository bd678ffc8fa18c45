import { dashboards } from '#browser/agency-dashboards.ts';
import { type KnownAgency, rememberAgency } from '#browser/agency-session.ts';
import { presence } from '#browser/presence.ts';
import { invalidAnswer } from '#browser/read-error.ts';
import { needCookies } from '#browser/refused-cookies.ts';
import { toast } from '#browser/toasts.ts';

/** The agency that a call answered; an answer without one is of another shape (specification 8). */
export function agencyIn(
  call: { readonly method: string; readonly path: string },
  answer: { readonly agency: KnownAgency | null } | null,
): KnownAgency {
  const agency: Partial<Record<keyof KnownAgency, unknown>> | null | undefined = answer?.agency;
  if (
    typeof agency?.id !== 'number' ||
    typeof agency.ownerReference !== 'string' ||
    typeof agency.name !== 'string'
  )
    throw invalidAnswer(call);
  return agency as KnownAgency;
}

/**
 * Signed in: this browser knows which agency, and what it believed of a dashboard is forgotten (specification 4). Throws an
 * ApiError with COOKIES_REFUSED when it keeps no session.
 */
export function welcomeAgency(agency: KnownAgency): void {
  needCookies();
  presence.comeBack();
  dashboards.clear();
  rememberAgency(agency);
  toast({ title: 'Bienvenue', description: `Vous êtes dans l’espace de ${agency.name}.` });
}
