/**
 * The agency part of specification 2 to 9, word for word, with lines of interface.md. One row for each thing it says:
 * `page`, checked on the running product (tests/e2e/specification/agences.spec.ts); `call`, checked on the API and on what
 * a browser makes of its answers (tests/specification-agencies.test.ts); `-`, said of boosts that do not exist yet and of
 * administrators, or said not to be shown.
 */
const AS_SPECIFIED = `
## 2
page not-found               An unknown path shows a not-found page.
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
-                            - /boost (boost landing) and /boost/inscription (boost acquisition).
page prefixed                Each path exists both without and with an /agence/{ownerReference} prefix:
page listings                - /agence/annonces
page new-listing             - /agence/annonces/creer
page edit-listing            - /agence/annonces/{propertyId}/modifier
page dashboard               - /agence/tableau-de-bord
page leads                   - /agence/leads
page profile                 - /agence/profil
page notifications           - /agence/notifications
page support                 - /agence/support
-                            - /agence/boosts
-                            - /agence/boost
-                            Boost payment processing and cancel pages exist, but their paths are not shown.
-                            - /admin/login is public.
-                            - These require admin authentication: /admin (dashboard), /admin/agencies/{id}, /admin/agencies/{id}/ads, /admin/coupons, /admin/signalements (property reports), /admin/boost-configuration.
-                            The content and layout of each page beyond its name are not shown.
-                            - Admin pages go to /admin/login.
page unauthenticated         - Agency pages go to /agence/connexion.
page header-in               Agency header, logged in: Tableau de bord, Prospects (leads), Annonces, Mes Boosts, Mes notifications, Support, plus a user menu with Mon profil and Support.
call header-prefix           Links carry the agency's ownerReference prefix when it is known.
page header-out              Agency header, logged out: Connexion Agence and Contact Commercial.
-                            Agency footer:
page footer-services         - Services: Diffusion gratuite, Boost Réseaux Sociaux, Rechercher mon agence, Créer mon compte.
page footer-support          - Support: Questions fréquentes, Nous contacter, Se connecter, Mentions légales.
page cross-link              - A cross link to the individual space.
page logo                    The logo link goes to /agence on agency paths,
page logout-lands            After an agency logout the user lands on /agence/connexion.

## 3
call contact-form            **Agency contact and support form:** name, email, company, phone (optional), subject, message.
page contact-fields          name, email, company, phone (optional), subject, message.
call registration-form       **Agency registration form:** name, email, phone (optional), software (required unless ownerReference is given), password (optional), ownerReference (optional).
page registration-fields     name, email, phone (optional), software (required unless ownerReference is given), password (optional), ownerReference (optional).
call signup-form             **Agency signup form:** name, email, phone, software, agreedToTerms (boolean, optional), ownerReference.
page signup-fields           name, email, phone, software, agreedToTerms (boolean, optional), ownerReference.
call stored-record           **Agency stored record:** id, ownerReference, name, email.
-                            Notification settings exist, but their fields are not shown.
page stored-keys             The record is kept locally under agency_data, and the agency token under agency_token.
-                            **Admin credentials:** username and password, sent as a basic-authorization header kept in session storage.
-                            Its contents are not shown.
call lead-statuses           **Lead statuses:** new, contacted, qualified, unreachable, disqualified, error, processing.
-                            Other entities (alert, listing, boost, coupon, report) have fields that are not shown.

## 4
page other-tab               or a logout signal from another browser tab returns the user to anonymous.
page login-stores            - Login stores the agency and its token locally and clears the dashboard cache.
call login-clears            and clears the dashboard cache.
page confirm-logs-in         - An agency that confirms its e-mail by token is logged in at once.
page unauthorized            - A 401 on the dashboard or on a settings update triggers a full cleanup and a redirect to /agence/connexion?redirect={path},
call at-the-door             unless the user is already on a login or registration page.
page logout-anyway           - Logout performs a full cleanup even if the call fails.
page placeholder             - Cookie-based agency auth is stored with a placeholder token value.
-                            **Admin:** authenticated while a credential header is held in session storage. It is verified by a call (see section 7). Failure redirects to /admin/login.
-                            **Leads:** statuses are listed above. Allowed transitions between them are not shown.

## 5
call password-strong         - At least 8 characters, with an uppercase letter, a lowercase letter and a digit.
call login-not-empty         - Login requires only a non-empty password.
page reset-equal             - Reset has password1 and password2, which must be equal. The mismatch is reported on password2.
call change-checked          - Change has currentPassword (non-empty), newPassword (strong)
page change-equal            and confirmPassword, which must equal newPassword. The mismatch is reported on confirmPassword.
call password-optional       - On agency registration the password is optional.
call email                   - Messages: 'L'email est requis' and 'Veuillez entrer un email valide'.
call name                    - First name, last name and name are required and trimmed, with a length of 2 to 50 characters.
call message                 - Required and trimmed, 10 to 1000 characters.
call subject                 **Subject:** required, 'Le sujet est requis'.
call company                 **Company (agency name):** required, 'Le nom de l'agence est requis'.
call phone                   - Optional on most forms. An empty or blank value is ignored.
-                            Formats for +44, +39, +49, +32 and +41 beyond the prefix are not shown.
call software                **Agency registration and signup:** either software or ownerReference must be present, otherwise 'Le logiciel est requis' is shown on the software field.
page software-shown          'Le logiciel est requis' is shown on the software field.
-                            The wording of some 'required' and 'invalid' messages comes from a message catalogue that is not shown.

## 6
call cookie-or-token         2. **Agency (b2b):** authenticated by a cookie or a token.
page verified                Protected agency pages are verified through a check call to the backend.
page scoped                  The agency's ownerReference scopes its URLs.
-                            3. **Admin:** authenticated by HTTP basic credentials held in session storage. Pages: agencies, their ads, coupons, property reports, boost configuration.
call path-context            Path context: admin for /admin, b2b for /agence, public for a fixed list (including alert creation and listing detail), b2c otherwise.
page separate                Individual and agency logout clear separate local data.
-                            The fine-grained rights of each role beyond the pages above are not shown.

## 7
-                            An authentication-status check additionally exists and its path is not shown.
page bearer                  A bearer-token header is attached when a token is stored.
call register                | POST /agence/register | registration data | not shown |
call confirm                 | GET /agence/confirmation-email?token={token} | none | data.agency, data.authToken |
call agency                  | GET /agence/{id} (bearer header) | none | data is the agency |
call resend                  | POST /agence/resend-confirmation | not shown | not shown |
call log-in                  | POST /agence/login | credentials | data.agency, data.authToken |
call check                   | GET /agence/check | none | data.isAuthenticated, data.agency |
call dashboard-data          | GET /agence/dashboard | none | data.agency; cached 5 minutes per agency |
page dashboard-cached        cached 5 minutes per agency
call dashboard-per-agency    cached 5 minutes per agency
call log-out                 | POST /agence/logout | none | not shown |
call forgot-password         | POST /agence/forgot-password | email | not shown |
call change-password         | POST /agence/change-password | currentPassword, newPassword | not shown |
call profile                 | PUT /agence/profile | profile fields | not shown |
call status                  | GET /agence/status/{ownerReference} | none | not shown |
page settings                | PUT /agence/notification-settings | settings | followed by a dashboard refresh and a local event named agencySettingsUpdated |
-                            GET /api/admin/dashboard/registrations?days=1, with credentials and an authorization header. It is used as the auth check, and any OK response means authenticated. Other admin calls (agencies, ads, coupons, reports, boost configuration) are not shown.
-                            Other calls (alerts, listings, contact, boosts, leads, notifications) are not shown.
-                            and their payloads are not shown.

## 8
call 401-public              - On a public path the error is just passed on.
call 401-agency              - On the agency side (the URL contains /agence/ or the current path starts with /agence/): agency_data and agency_token are removed and the user is sent to /agence/connexion?redirect={path}, unless already on the agency sign-in or sign-up page.
call 401-other               For any other 401 the redirect happens only if stored data still exists after removal, so in effect never.
call network-public          **Network or connection failure** (no response, not a cancelled request): on a public path nothing happens.
page silence                 Otherwise, if an agency or user is stored locally, it is logged out (stored data cleared) and redirected to the matching login with the redirect parameter, unless already on an auth page.
call network-agency          redirected to the matching login with the redirect parameter,
call rate-limit              **429:** code RATE_LIMIT_EXCEEDED.
page error-toast             **Agency and other calls** return success false plus a message, taken from data.message, data.error, the error message, or 'Une erreur inattendue s'est produite'.
call error-words             success false plus a message, taken from data.message, data.error, the error message, or 'Une erreur inattendue s'est produite'.

## 9
call dashboard-constant      | Agency dashboard cache | 300000 ms (5 min) |
call header-badges           | Count badges | 99+ for counters, 9+ for notifications |
page prices-decimals         - Prices show 2 decimals,
page prices-month            and rentals append '/mois'.
call cookies-cleared         - Cookie names cleared on logout: userdata, remembermeu, remembermep, auth_status.

## interface
call reset-link              | POST /agence/reset-password | token | {token, password}; the mailed link opens /agence/mot-de-passe-oublie?token= |
page missing                 1. A path that is no page answers the not-found page with status 404 to everyone, logged in or not; « protected » is said of pages that exist.
call reference               5. ownerReference: \`[a-z0-9-]{3,32}\`, never a first segment of the agency map (\`annonces\`, \`connexion\`…).
call login-required          7. A 401 for want of a session carries the code \`login_required\`; wrong credentials never do.
call agency-cookie           Session cookies are HttpOnly, \`__Host-\` when PUBLIC_URL is https or loopback.
call placeholder-bearer      9. A placeholder or unreadable bearer beside a valid cookie is ignored.
page bearers-apart           \`agency_token\` goes to /agence calls only, \`token\` to the others.
page kept-words              what was typed is first kept in sessionStorage and given back after login
page same-account            to the same account only.
call unavailable             A 503 is an answer: it never logs out.
`;

export interface SpecifiedRow {
  readonly section: string;
  /** Null: not built yet, said of somebody else, or said not to be shown. */
  readonly kind: 'page' | 'call' | null;
  readonly id: string;
  readonly quote: string;
}

/** Every row, in the order of the specification; those of a shared sentence beside it. */
export const agencyRows: readonly SpecifiedRow[] = AS_SPECIFIED.split(/^## /m)
  .slice(1)
  .flatMap((block) => {
    const [section = '', ...lines] = block.trim().split('\n');
    return lines.map((line) => {
      const [, kind = '', id = '', quote = ''] = /^(page|call|-)(?: (\S+))? +(.+)$/.exec(line) ?? [];
      return { section, kind: kind === 'page' || kind === 'call' ? kind : null, id, quote };
    });
  });

/** The rows that one of the two tests must check. */
export const agencyRowsOf = (kind: 'page' | 'call') => agencyRows.filter((row) => row.kind === kind);
