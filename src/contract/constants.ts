/** Business constants of the specification, section 9. Milliseconds unless said otherwise. */
export const AUTH_CHECK_CACHE_MS = 5_000;
export const AUTH_RETRY_MS = 1_000;
/** « Cached briefly »: how long a failed check is believed. */
export const AUTH_FAILURE_CACHE_MS = 1_000;
export const AGENCY_DASHBOARD_CACHE_MS = 300_000;

export const PASSWORD_MIN = 8;
export const NAME_MIN = 2;
export const NAME_MAX = 50;
export const MESSAGE_MIN = 10;
export const MESSAGE_MAX = 1000;

export const TOASTS_SHOWN = 3;
/** A dismissed toast stays mounted this long, so that its leaving can be seen. */
export const TOAST_REMOVAL_MS = 4_000;
export const TOAST_DURATION_MS = 5_000;
export const TOAST_SWIPE_THRESHOLD = 50;
export const TOAST_HOTKEY = 'F8';
export const UNKNOWN_ACCOUNT_TOAST_MS = 2_500;

export const BOOST_CART_LIFETIME_MS = 86_400_000;
export const DEFAULT_RETRY_AFTER_TEXT = '15 minutes';

export const COUNTER_BADGE_MAX = 99;
export const NOTIFICATION_BADGE_MAX = 9;

export const LOCALE = 'fr-FR';
export const CURRENCY = 'EUR';
export const TIME_ZONE = 'Europe/Paris';

/** The transaction value that means rental; any other means purchase (specification 3). */
export const TRANSACTION_RENTAL = 2;

export const PAGE_SIZE = 24;
/** A bare `page=n` reaches no further than this many rows; `apres=` does (interface.md, search words). */
export const PAGE_ROWS_MAX = 10_000;

export const COOKIES_CLEARED_ON_LOGOUT = ['userdata', 'remembermeu', 'remembermep', 'auth_status'] as const;
/** Of earlier versions, only ever cleared (interface.md, fine points 8). */
export const LEGACY_COOKIES = ['userdata', 'remembermeu', 'remembermep'] as const;
export const STORAGE_KEYS = {
  user: 'user',
  token: 'token',
  agency: 'agency_data',
  agencyToken: 'agency_token',
  boostCart: 'boost_cart',
} as const;
/** In the storage of the tab: the authorization header of an administrator (specification 4). */
export const ADMIN_STORAGE_KEY = 'admin_auth';
/** What the reader agreed to: `{ measurement, comfort, at }` (src/browser/consent.ts). */
export const CONSENT_KEY = 'consent';
/** Six months, then the choice is asked again (security.md L1). */
export const CONSENT_LIFETIME_MS = 182 * 86_400_000;
/** The day of the last visit, kept once measurement is agreed to. */
export const LAST_VISIT_KEY = 'last_visit';
/** What earlier versions kept, purged at start-up: cookies' names and other spellings of the keys above. */
export const LEGACY_STORAGE_KEYS = [
  ...COOKIES_CLEARED_ON_LOGOUT,
  'userData',
  'user_data',
  'auth_token',
  'authToken',
  'agency',
  'agencyData',
  'agencyToken',
  'boostCart',
] as const;
/** Readable, without a secret: « an auth cookie is present » (interface.md, fine points 8). */
export const AUTH_STATUS_COOKIE = 'auth_status';
/** Of a session that was left here without the server's hearing it: it ends with the next request, whatever is asked. */
export const LEFT_COOKIES = { individual: 'session_left', agency: 'agency_left' } as const;
/** `folded`: its reader reduced the map beside the lists. The server reads it, so that the page comes as it stays. */
export const MAP_COLUMN_COOKIE = 'map_column';
/** Numbers of the listings that somebody keeps without an account, asked for by a click. */
export const KEPT_KEY = 'favorites';
/** Numbers of the listings that they no longer want to see, each with the reason given. */
export const HIDDEN_KEY = 'hidden_listings';
/** Numbers of the listings that they looked at, the newest first, once comfort is agreed to. */
export const VIEWED_KEY = 'viewed';
/** Kept by a browser whose reader agreed to comfort, and only then. */
export const COMFORT_STORAGE_KEYS = [VIEWED_KEY] as const;
