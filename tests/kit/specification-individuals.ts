/**
 * The individual part of specification 2 to 9, word for word and in its order. One row for each thing it says:
 * `page`, checked on the running product (tests/e2e/specification); `call`, checked on the API
 * (tests/specification-individuals.test.ts); `-`, said of agencies and administrators, or said not to be shown, where
 * ` … ` leaves words out.
 */
const AS_SPECIFIED = `
## 2
page three-sets              Routes are split into three sets by path prefix. Paths starting with /admin use the admin set. Paths starting with /agence or /boost use the agency set. All other paths use the individual set.
page not-found               An unknown path shows a not-found page.
page on-demand               Every page is loaded on demand,
page scroll                  and the view scrolls to the top on every path change.
page home                    | / | home |
page login                   | /connexion | login |
page signup                  | /inscription | signup |
page forgot                  | /mot-de-passe-oublie | forgot password |
page reset                   | /reinitialiser-mot-de-passe | reset password |
page legal-notice            | /mentions-legales | legal notice |
page terms                   | /conditions-utilisation | terms of use |
page sales-terms             | /conditions-generales-vente | terms of sale |
page contact                 | /contact | contact |
page unsubscribe             | /desinscription | unsubscribe |
page new-alert               | /alertes/nouvelle | create an alert (open to everyone) |
page listing                 | /annonce/{propertyId} | listing detail |
page city                    | /acheter/{citySlug}, /louer/{citySlug}, /neuf/{citySlug} | buy, rent, new-build by city |
page city-type               | the same three with /appartement or /maison appended | by property type |
page city-district           | the same three with /{arrondissement} appended | by district |
page prices                  | /prix-immobilier/{citySlug} and /prix-immobilier/{citySlug}/{propertyType} | price pages |
page other-reading           Another reading of the public list also shows the new-build form as /acheter/neuf/{a} and /acheter/neuf/{a}/{b}, and the buy and rent forms as /acheter/{a}, /acheter/{a}/{b}, /louer/{a}, /louer/{a}/{b}. Both readings must be accepted.
page sitemaps                Sitemap XML files and /robots.txt are also public.
page dashboard               - /tableau-de-bord: dashboard, titled 'Mes alertes'.
page edit-alert              - /alertes/{alertId}/modifier: edit an alert.
page alert-results           - /alertes/{alertId}/resultats: results of an alert.
page profile                 - /profil: profile.
page protected               Any path not in the public list is protected.
page login-redirect          The user-side login redirect goes to /connexion and carries the original path in a query parameter named redirect,
page no-redirect             except when the original path is public.
-                            - /agence, and /offre-agence-immobiliere … - Agency pages go to /agence/connexion.
page unauthenticated         - Individual pages go to /connexion.
page header-login            Individual header, logged out: Connexion,
page header-signup           Inscription,
page header-alert            Nouvelle alerte.
page header-alerts           Individual header, logged in: Mes alertes (to /tableau-de-bord),
page header-alert-in         Nouvelle alerte,
page header-profile          and a user menu with Mon profil
page header-sign-out         and Se déconnecter.
page footer-home             - Navigation: Accueil,
page footer-alert            Créer une alerte,
page footer-login            Se connecter,
page footer-signup           Créer un compte.
page footer-contact          - Support: Nous contacter,
page footer-terms            Conditions d'utilisation,
page footer-sales-terms      CGV,
page footer-legal-notice     Mentions légales.
page footer-pro              - A link to the Pro offer,
page footer-social           a social link,
page footer-legal            and the legal links.
-                            Agency header, logged in: … - A cross link to the individual space.
page logo                    The logo link goes to /agence on agency paths, to /tableau-de-bord for a logged-in individual, and to / otherwise.
-                            After an agency logout the user lands on /agence/connexion.
page logout-home             After an individual logout the user lands on /.

## 3
call user                    **User (individual):** id, email, firstName, lastName, phone, civility (optional).
page user-kept               It is kept locally under the key user.
page signup-first-name       **Signup form:** firstName,
page signup-last-name        lastName,
page signup-email            email,
page signup-password         password,
page signup-phone            phone (optional).
page login-email             **Login payload:** email,
page login-password          password,
page login-remember          optional remember flag.
page lead-first-name         **Lead/contact form:** firstName,
page lead-last-name          lastName,
page lead-email              email,
page lead-phone              phone,
page lead-message            message,
page lead-civility           civility,
page lead-opt-in-alerts      optIn{product}Alerts (boolean),
page lead-opt-in-partners    optInPartnerOffers (boolean).
call lead-names              Its sanitised output has trimmed names,
call lead-clean-email        a trimmed lower-cased e-mail,
call lead-clean-phone        the phone in international form
call lead-clean-message      and a trimmed message.
page contact-name            **Individual contact form:** name,
page contact-email           email,
page contact-subject         subject,
page contact-message         message.
-                            **Agency contact and support form:** … kept in session storage.
page toast-shape             **Toast:** id, title, description, variant (default or destructive), duration.
page cart-timestamp          **Boost cart:** kept locally with a timestamp.
-                            Its contents are not shown.
call lead-statuses           **Lead statuses:** new, contacted, qualified, unreachable, disqualified, error, processing.
page statuses                **General status values (badge styles):** active, inactive, pending, paused, completed, new, synced, syncing, sync_error.
page rental                  **Transaction type:** the value 2 means rental, with prices shown per month.
page purchase                Any other value means purchase.
call check-answer            Auth check response: success, plus data with isAuthenticated and user.
-                            Other entities (alert, listing, boost, coupon, report) have fields that are not shown.

## 4
page session-states          **Individual session:** unknown, then authenticated (user stored) or anonymous.
page welcome-login           - Login,
page welcome-registration    registration,
page welcome-google          third-party-provider login or registration make the user authenticated and show a welcome toast.
page anonymous-logout        - Logout,
page anonymous-failed        a failed check,
page anonymous-other-tab     or a logout signal from another browser tab returns the user to anonymous.
page anonymous-protected     - When anonymous on a protected individual path, the user is redirected to /connexion with a return path.
page check-cached            - A successful check result is cached for 5 seconds.
page check-shared            Concurrent checks share one request.
page check-retried           - If a check fails while an auth cookie is present, it retries once after 1 second.
page check-cleared           Otherwise the user is cleared and the result is unauthenticated, cached briefly.
page check-skipped           - The check is skipped for every path under /agence, on /boost, and on agency login, registration, search, password-reset, email-confirmation and success paths.
-                            - Login stores the agency … **Leads:** statuses are listed above. Allowed transitions between them are not shown.
page toasts-three            **Toasts:** at most 3 at once,
page toasts-newest           newest first.
page toast-removed           A dismissed toast is removed after 4 seconds.
page cart-purged             **Boost cart:** removed at start-up when older than 24 hours.
page return-visit            **Return visit:** a visit on a new day after a previous one records a return-visit event with the number of days since the last visit.

## 5
page in-french               Messages are in French.
call password-strong         - At least 8 characters, with an uppercase letter, a lowercase letter and a digit.
call password-required       - 'Le mot de passe est requis'
call password-short          - 'Le mot de passe doit contenir au moins 8 caractères'
page password-mismatch       - 'Les mots de passe ne correspondent pas'
call password-weak           - 'Le mot de passe est trop faible. Il doit contenir au moins 8 caractères'
call password-mixed          - 'Le mot de passe doit contenir au moins une majuscule, une minuscule et un chiffre'
page password-upper          - separate messages 'au moins une lettre majuscule',
page password-lower          'au moins une lettre minuscule'
page password-digit          and 'au moins un chiffre'
call login-not-empty         - Login requires only a non-empty password.
page reset-equal             - Reset has password1 and password2, which must be equal. The mismatch is reported on password2.
call change-checked          - Change has currentPassword (non-empty), newPassword (strong)
page change-equal            and confirmPassword, which must equal newPassword. The mismatch is reported on confirmPassword.
-                            - On agency registration the password is optional.
call email-trimmed           - Required and trimmed.
call email-required          - Messages: 'L'email est requis'
call email-invalid           and 'Veuillez entrer un email valide'.
call email-optional          - Where optional, an empty value is allowed.
call names                   - First name, last name and name are required and trimmed, with a length of 2 to 50 characters.
call first-name-required     - Messages: 'Le prénom est requis',
call last-name-required      'Le nom est requis',
call name-length             'Le {field} doit contenir entre 2 et 50 caractères'.
call message                 - Required and trimmed, 10 to 1000 characters.
call message-required        - Messages: 'Le message est requis'
call message-length          and 'Le message doit contenir entre 10 et 1000 caractères'.
call subject-required        **Subject:** required, 'Le sujet est requis'.
-                            **Company (agency name):** required, 'Le nom de l'agence est requis'.
call phone-blank             - Optional on most forms. An empty or blank value is ignored.
call phone-accepted          - Accepted: international (a plus sign, a digit 1-9, then 6 to 14 more digits) or French domestic (0, a digit 1-9, then 8 digits).
call phone-converted         - A value must be convertible to international form. Conversion strips everything except digits and the plus sign. If there is no leading plus, one leading 0 is dropped and +33 is prefixed.
call phone-countries         - Supported country prefixes: +33 (9 digits after the prefix, first digit 1-9), +44, +34 (starts 6-9), +39, +49, +32, +41.
-                            Formats for +44, +39, +49, +32 and +41 beyond the prefix are not shown.
page phone-formatted         - Input is auto-formatted with spaces
page phone-capped            and capped per country: 13 for +33 and +44; 12 for +34, +32 and +41; 14 for +39; 15 for +49.
page phone-national          - Without a plus, French national format applies: a leading 0 is forced and the number is capped to 10 digits.
page phone-placeholders      - Placeholders shown in the field: '06 12 34 56 78' for French and '+33 6 12 34 56 78' and similar per country.
page phone-required          - Messages: 'Le téléphone est requis'
call phone-invalid           and 'Format de téléphone invalide'.
-                            **Agency registration and signup:** … shown on the software field.
call lead-missing            - firstName, lastName, email and phone are required, otherwise 'Champs requis manquants: {list}'.
call lead-bad-email          - A bad e-mail gives 'Format d'email invalide'.
call lead-bad-phone          A bad phone gives 'Format de téléphone invalide'.
call lead-phone-forms        - The phone patterns accept the international and French domestic forms after removing spaces, dots and hyphens.
page numbers                 **Number parsing:** spaces are removed, and a value is valid if numeric and at least 0.
-                            The wording of some 'required' and 'invalid' messages comes from a message catalogue that is not shown.

## 6
call individual-role         1. **Individual user (b2c):** authenticated by a session cookie and stored user data. Protected pages: dashboard, alert edit, alert results, profile.
call open-to-everyone        Alert creation and public pages are open to everyone.
-                            2. **Agency (b2b):** … boost configuration.
page admin-401               A 401 on the admin side does not send the user to the individual login.
-                            Path context: … b2c otherwise.
page separate-data           Individual and agency logout clear separate local data.
-                            The fine-grained rights of each role beyond the pages above are not shown.

## 7
page json-credentials        All calls use a JSON content type and send credentials (cookies) to the product's API base.
page bearer                  A bearer-token header is attached when a token is stored.
page no-timeout              No explicit timeout is set.
call envelope                Responses of the individual side use success, data and message.
call check                   | GET /auth/check | none | success, data.isAuthenticated, data.user |
call register                | POST /auth/register | signup fields | data.user |
call login                   | POST /auth/login | email, password, optional remember | data.user |
call logout                  | POST /auth/logout | none (only if authenticated) | not shown |
call me                      | GET /auth/me | none | data.user |
call forgot                  | POST /auth/forgot-password | email | not shown |
call reset                   | POST /auth/reset-password | token, password | not shown |
call google-login            | POST /auth/google-login | googleToken | data.user |
call google-register         | POST /auth/google-register | googleToken | data.user |
call google-url              | GET /auth/google/url | none | data.url |
call google-callback         | POST /auth/google/callback | code | data.user, message |
call verify-email            | POST /auth/verify-email | token | not shown |
-                            An authentication-status check additionally exists … Other calls (alerts, listings, contact, boosts, leads, notifications) are not shown.
page analytics               Analytics events go to a third-party analytics service on non-local hosts,
-                            and their payloads are not shown.

## 8
page error-as-it-is          **Reading an error:** a failure without a server response is returned as it is.
page error-message           With a server response, the message is taken in this order: data.message;
page error-string            data.error as a string;
page error-error-message     data.error.message;
page error-object            a stringified data.error;
page error-body              a string body;
page error-status            'Request failed with status code {status}'.
page error-code              The error carries status and code (data.code or UNKNOWN_ERROR).
page error-silence           With no response at all the message is 'No response received from server'.
page 401-cache               **401:** the cached auth is cleared.
page 401-public              - On a public path the error is just passed on.
-                            - On the agency side … unless already on the agency sign-in or sign-up page.
page 401-user                - On the user side: user and token are removed and the user is sent to /connexion?redirect={path}, unless already on the sign-in, sign-up or admin pages.
page 401-login-required      - For a 401 whose code is login_required the redirect happens as above.
page 401-other               For any other 401 the redirect happens only if stored data still exists after removal, so in effect never.
page network-public          **Network or connection failure** (no response, not a cancelled request): on a public path nothing happens.
page network-protected       Otherwise, if an agency or user is stored locally, it is logged out (stored data cleared) and redirected to the matching login with the redirect parameter, unless already on an auth page.
page network-cancelled       Cancelled requests are passed on silently.
page 429-message             **429:** code RATE_LIMIT_EXCEEDED. The message is the error message or 'Limite de requêtes atteinte. Veuillez patienter.'.
page 429-details             Details: title (default 'Limite de requêtes atteinte'), retryAfter (default '15 minutes'), endpoint.
page translated              **400, 422, or a message with field-validation wording:** translated to French.
page translated-short        - Password length gives the min-length message;
page translated-password     password required, weak or mismatch give the matching messages.
page translated-email        - E-mail required or invalid;
page translated-phone        phone required or invalid;
page translated-names        first name and last name required or length.
page translated-credentials  - Invalid credentials: 'Email ou mot de passe incorrect.'
page translated-account      - Account or user not found: 'Aucun compte associé à cette adresse email.'
page translated-required     - Generic required: 'Ce champ est requis.'
page translated-lengths      - Too short: 'La valeur saisie est trop courte.' Too long: 'La valeur saisie est trop longue.'
page unknown-account         - If the message contains 'Aucun compte n'est associé', a toast 'Compte inexistant' (2.5 s) reads 'Aucun compte n'est associé à cette adresse. Veuillez vous inscrire.' and the user is sent to /inscription with the e-mail.
page login-error             - Otherwise a destructive toast 'Erreur de connexion' shows the message
page login-error-default     or 'Vérifiez vos identifiants et réessayez.'.
page known-account           - If the message says the account is already linked or exists, a toast 'Compte existant' is shown and the user is sent to /connexion.
page registration-error      - Otherwise a toast 'Erreur d'inscription' reads 'Impossible de créer votre compte. Veuillez réessayer.'.
page google-login-error      - Login: toast 'Erreur de connexion Google', default 'Échec de la connexion avec Google. Veuillez réessayer.'
page google-register-error   - Registration: toast 'Erreur d'inscription Google', default 'Échec de l'inscription avec Google. Veuillez réessayer.'
-                            **Agency and other calls** return success false plus a message … 'Une erreur inattendue s'est produite'.
page logout-toast            **Logout toasts:** 'Déconnexion' with 'Vous avez été déconnecté.',
page logout-toast-local      or the same ending 'localement.' if the server call failed.
page invalid-shape           **Invalid response shapes** raise generic '... failed: Invalid response format' errors.

## 9
page constant-cache          | Auth check cache | 5000 ms |
page constant-retry          | Retry after failed check | 1000 ms |
-                            | Agency dashboard cache | 300000 ms (5 min) |
call constant-password       | Password minimum | 8 characters |
call constant-name           | Name length | 2 to 50 |
call constant-message        | Message length | 10 to 1000 |
page constant-phones         | Phone caps | 13 (+33, +44); 12 (+34, +32, +41); 14 (+39); 15 (+49); 10 digits for French national |
page constant-toasts         | Toasts shown at once | 3 |
page constant-removal        | Dismissed toast removal | 4 s |
page constant-toast          | Toast default duration | 5 s;
page constant-swipe          swipe threshold 50;
page constant-hotkey         hotkey F8 |
page constant-unknown        | Login 'Compte inexistant' toast | 2.5 s |
page constant-cart           | Boost cart lifetime | 24 hours (86400000 ms) |
call constant-retry-text     | Default rate-limit retry text | '15 minutes' |
page constant-badges         | Count badges | 99+ for counters, 9+ for notifications |
page constant-locale         | Locale and currency | fr-FR, EUR |
page prices-decimals         - Prices show 2 decimals,
page prices-month            and rentals append '/mois'.
page surface                 Surface is shown in m².
page ranges                  Ranges read 'À partir de' and 'Jusqu'à'.
call cookies-cleared         - Cookie names cleared on logout: userdata, remembermeu, remembermep, auth_status.
page storage-keys            - Local storage keys: user, token, agency_data, agency_token.
page legacy-purged           Legacy keys are purged at start-up,
page corrupt-removed         and corrupt stored user, agency or cart data is removed.
page queries                 - Data queries do not retry and do not refetch on window focus.
page analytics-local         - The analytics service does not run on localhost or private networks.
`;

export interface SpecifiedRow {
  readonly section: string;
  /** Null: said of somebody else, or said not to be shown. */
  readonly kind: 'page' | 'call' | null;
  readonly id: string;
  readonly quote: string;
}

/** Every row, in the order of the specification. */
export const specifiedRows: readonly SpecifiedRow[] = AS_SPECIFIED.split(/^## /m)
  .slice(1)
  .flatMap((block) => {
    const [section = '', ...lines] = block.trim().split('\n');
    return lines.map((line) => {
      const [, kind = '', id = '', quote = ''] = /^(page|call|-)(?: (\S+))? +(.+)$/.exec(line) ?? [];
      return { section, kind: kind === 'page' || kind === 'call' ? kind : null, id, quote };
    });
  });

/** The rows that one of the two tests must check. */
export const rowsOf = (kind: 'page' | 'call') => specifiedRows.filter((row) => row.kind === kind);
