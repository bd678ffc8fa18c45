/** Calls of specification 7 and interface.md, who may make them (`|`: either), `METHODS path`. */
const AS_SPECIFIED = `
all         GET /auth/check
all         POST /auth/register
all         POST /auth/login
all|user    POST /auth/logout
user        GET /auth/me
all         POST /auth/forgot-password
all|token   POST /auth/reset-password
all         POST /auth/google-login
all         POST /auth/google-register
all         GET /auth/google/url
all         POST /auth/google/callback
all|token   POST /auth/verify-email
user        POST /auth/change-password
all         POST /agence/register
all|token   GET /agence/confirmation-email
agency      GET /agence/{}
all         POST /agence/resend-confirmation
all         POST /agence/login
all         GET /agence/check
agency      GET /agence/dashboard
all|agency  POST /agence/logout
all         POST /agence/forgot-password
all|token   POST /agence/reset-password
agency      POST /agence/change-password
agency      PUT /agence/profile
all         GET /agence/status/{}
agency      GET,PUT /agence/notification-settings
agency      GET /agence/notifications
admin       GET /admin/dashboard/registrations
all         GET /places
all         GET /listings
all         GET /listings/count
all         GET /listings/map
all         GET /listings/{}
all         POST /listings/{}/leads
all         POST /listings/{}/reports
all         POST /contact
all         POST /agence/contact
agency      POST /agence/support
all         POST /alerts
all         POST /alerts/preview
all         POST /alerts/parse
token       POST /alerts/confirm
user        GET /alerts
user        GET,PUT,DELETE /alerts/{}
user        GET /alerts/{}/results
user        GET /alerts/{}/explain
user|token  POST /alerts/{}/verdicts
token       POST /unsubscribe
user        GET /favorites
user        PUT,DELETE /favorites/{}
user        GET,PUT,DELETE /profile
user        POST /profile/export
agency      GET,POST /agence/listings
agency      GET,PUT,DELETE /agence/listings/{}
agency      POST /agence/listings/{}/photos
agency      POST /agence/listings/{}/publish
agency      POST /agence/listings/{}/pause
agency      POST /agence/listings/{}/confirm
agency      GET,POST /agence/feeds
agency      GET /agence/feeds/{}
agency      POST /agence/feeds/{}/apply
agency      POST /agence/feeds/{}/rollback
agency      GET /agence/leads
agency      GET,PATCH /agence/leads/{}
agency      GET /agence/leads/export.csv
all         GET /agence/search
all         POST /agence/exclusion
all|token   POST /agence/exclusion/confirm
agency      GET /agence/boosts
agency      POST /agence/boosts/quote
agency      POST /agence/boosts/checkout
agency      POST /agence/boosts/{}/pause
agency      POST /agence/boosts/{}/resume
agency      POST /agence/boosts/{}/stop
agency      GET /agence/invoices/{}.pdf
token       POST /payments/stripe/webhook
token       POST /mail/events
token       POST /mail/inbound
admin       GET /admin/dashboard
admin       GET /admin/agencies
admin       GET,PATCH /admin/agencies/{}
admin       GET /admin/agencies/{}/ads
admin       PATCH /admin/ads/{}
admin       GET,POST /admin/coupons
admin       GET,PUT,DELETE /admin/coupons/{}
admin       GET /admin/reports
admin       PATCH /admin/reports/{}
admin       GET,PUT /admin/boost-configuration
admin       GET /admin/audit
all         GET /prices/{}
`;

/**
 * Calls of the list above that are not built yet. This list only shrinks: a call that exists must leave it, and one
 * that disappears fails the test.
 */
export const MISSING: ReadonlySet<string> = new Set();

/** Name of a specified call, `METHOD /path/{}`, to the kinds of access that it may have. */
export const specified: ReadonlyMap<string, readonly string[]> = new Map(
  AS_SPECIFIED.trim()
    .split('\n')
    .flatMap((line) => {
      const [who = '', methods = '', address = ''] = line.split(/\s+/);
      return methods.split(',').map((method): [string, string[]] => [`${method} ${address}`, who.split('|')]);
    }),
);
