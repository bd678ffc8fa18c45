/**
 * The agency part of specification 2 to 9, word for word. One row for each thing it says: `page`, checked on the running
 * product (tests/e2e/specification/agences.spec.ts); `call`, checked on the API (tests/specification-agencies.test.ts).
 */
const AS_SPECIFIED = `
## 2
page landing                 - /agence, and /offre-agence-immobiliere (same landing page).
page registration            - /agence/creer-compte and /agence/inscription (registration).
page registered              - /agence/inscription-reussie.
page login                   - /agence/connexion.
page forgot                  - /agence/mot-de-passe-oublie.
page confirmation            - /agence/confirmation-email.
page search                  - /agence/recherche (agency discovery).
page opt-out                 - /agence/confirmation-exclusion (opt-out confirmation).
page contact                 - /agence/contact.
page faq                     - /agence/faq.
page listing-detail          - /agence/{ownerReference}/annonce/{propertyId} and /agence/annonce/{propertyId} (listing detail).
page catalogue               - /agence/{x}/catalogue (public, content not shown).
page prefixed                Each path exists both without and with an /agence/{ownerReference} prefix:
page listings                - /agence/annonces
page new-listing             - /agence/annonces/creer
page edit-listing            - /agence/annonces/{propertyId}/modifier
page dashboard               - /agence/tableau-de-bord
page leads                   - /agence/leads
page profile                 - /agence/profil
page notifications           - /agence/notifications
page support                 - /agence/support
page unauthenticated         - Agency pages go to /agence/connexion.
page header-in               Agency header, logged in: Tableau de bord, Prospects (leads), Annonces, Mes Boosts, Mes notifications, Support, plus a user menu with Mon profil and Support. Links carry the agency's ownerReference prefix when it is known.
page header-out              Agency header, logged out: Connexion Agence and Contact Commercial.
page footer-services         - Services: Diffusion gratuite, Boost Réseaux Sociaux, Rechercher mon agence, Créer mon compte.
page footer-support          - Support: Questions fréquentes, Nous contacter, Se connecter, Mentions légales.
page cross-link              - A cross link to the individual space.
page logo                    The logo link goes to /agence on agency paths,
page logout-lands            After an agency logout the user lands on /agence/connexion.

## 3
call registration-form       **Agency registration form:** name, email, phone (optional), software (required unless ownerReference is given), password (optional), ownerReference (optional).
call signup-form             **Agency signup form:** name, email, phone, software, agreedToTerms (boolean, optional), ownerReference.
call contact-form            **Agency contact and support form:** name, email, company, phone (optional), subject, message.
call stored-record           **Agency stored record:** id, ownerReference, name, email.
call lead-statuses           **Lead statuses:** new, contacted, qualified, unreachable, disqualified, error, processing.
page stored-keys             The record is kept locally under agency_data, and the agency token under agency_token.

## 4
page login-stores            - Login stores the agency and its token locally and clears the dashboard cache.
page confirm-logs-in         - An agency that confirms its e-mail by token is logged in at once.
page unauthorized            - A 401 on the dashboard or on a settings update triggers a full cleanup and a redirect to /agence/connexion?redirect={path},
page logout-anyway           - Logout performs a full cleanup even if the call fails.
page placeholder             - Cookie-based agency auth is stored with a placeholder token value.

## 5
call password-optional       - On agency registration the password is optional.
call company                 **Company (agency name):** required, 'Le nom de l'agence est requis'.
call software                **Agency registration and signup:** either software or ownerReference must be present, otherwise 'Le logiciel est requis' is shown on the software field.

## 6
call cookie-or-token         2. **Agency (b2b):** authenticated by a cookie or a token.
page verified                Protected agency pages are verified through a check call to the backend.
page scoped                  The agency's ownerReference scopes its URLs.
page separate                Individual and agency logout clear separate local data.

## 7
call register                | POST /agence/register | registration data | not shown |
call confirm                 | GET /agence/confirmation-email?token={token} | none | data.agency, data.authToken |
call agency                  | GET /agence/{id} (bearer header) | none | data is the agency |
call resend                  | POST /agence/resend-confirmation | not shown | not shown |
call log-in                  | POST /agence/login | credentials | data.agency, data.authToken |
call check                   | GET /agence/check | none | data.isAuthenticated, data.agency |
call dashboard-data          | GET /agence/dashboard | none | data.agency; cached 5 minutes per agency |
page dashboard-cached        cached 5 minutes per agency
call log-out                 | POST /agence/logout | none | not shown |
call forgot-password         | POST /agence/forgot-password | email | not shown |
call change-password         | POST /agence/change-password | currentPassword, newPassword | not shown |
call profile                 | PUT /agence/profile | profile fields | not shown |
call status                  | GET /agence/status/{ownerReference} | none | not shown |
page settings                | PUT /agence/notification-settings | settings | followed by a dashboard refresh and a local event named agencySettingsUpdated |

## 8
page error-toast             **Agency and other calls** return success false plus a message, taken from data.message, data.error, the error message, or 'Une erreur inattendue s'est produite'.
page silence                 Otherwise, if an agency or user is stored locally, it is logged out (stored data cleared) and redirected to the matching login with the redirect parameter, unless already on an auth page.
`;

export interface SpecifiedRow {
  readonly section: string;
  readonly kind: 'page' | 'call';
  readonly id: string;
  readonly quote: string;
}

let section = '';
export const agencyRows: readonly SpecifiedRow[] = AS_SPECIFIED.trim()
  .split('\n')
  .flatMap((line) => {
    const title = /^## (\d)$/.exec(line)?.[1];
    if (title) section = title;
    const [, kind = '', id = '', quote = ''] = /^(page|call) (\S*) +(\S.*)$/.exec(line) ?? [];
    return quote ? [{ section, kind: kind as SpecifiedRow['kind'], id, quote }] : [];
  });

export const agencyRowsOf = (kind: SpecifiedRow['kind']) => agencyRows.filter((row) => row.kind === kind);
