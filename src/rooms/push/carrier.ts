/**
 * Carrier: hands one message to the push service of a device, encrypted for it.
 */

/** Host names of the push services of browsers, with those below them: Chrome, Firefox, Safari, Edge. */
export const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const;

export type Outcome =
  | { readonly kind: 'sent' }
  /** The device is no more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** `afterMs`: as the service asks. */
  | { readonly kind: 'later'; readonly reason: string; readonly afterMs: number | null };
