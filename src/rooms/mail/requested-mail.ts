/**
 * Asking: how many mails one client may have sent, in a day, to addresses that it has not proven.
 */

/** Each address has its own limit besides (security.md D7, threat 22). */
export const ASKED_PER_CLIENT_DAY = 40;
