/** Where this browser stands with notifications. */
export type PushState =
  | { readonly state: 'unsupported' | 'denied' | 'off' }
  | { readonly state: 'on'; readonly mark: string };

const WORKER = '/service-worker.js';

/** Refused by the browser before, or just now. */
export class PushDenied extends Error {}

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Reads the state without prompting and without registering a service worker. */
export async function readPushState(): Promise<PushState> {
  if (!isSupported()) return { state: 'unsupported' };
  const subscription = await subscribed();
  if (subscription && Notification.permission === 'granted') {
    return { state: 'on', mark: await markOf(subscription.endpoint) };
  }
  return { state: Notification.permission === 'denied' ? 'denied' : 'off' };
}

/**
 * Asks for notifications (call it on a press) and gives the address of this browser. Throws `PushDenied` when the
 * answer is no, another error when its push service does not answer.
 */
export async function subscribeToPush(
  publicKey: string,
): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } }> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushDenied();
  await navigator.serviceWorker.register(WORKER);
  const registration = await navigator.serviceWorker.ready;
  const before = await registration.pushManager.getSubscription();
  // Made for another key, it would be refused: one is kept per browser.
  const key = before?.options.applicationServerKey;
  if (before && base64url(key ?? new ArrayBuffer(0)) !== publicKey) await before.unsubscribe();
  const { endpoint, keys } = (
    await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  ).toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  return { endpoint: endpoint ?? '', keys: { p256dh, auth } };
}

/** Unsubscribes this browser; later sends get 410 from the push service. */
export async function unsubscribeFromPush(): Promise<void> {
  if (!isSupported()) return;
  await (await subscribed())?.unsubscribe();
}

async function subscribed(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Names a device as rooms/push does: SHA-256 of its address. */
async function markOf(endpoint: string): Promise<string> {
  return base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
}

function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
