// Shows on this device what an alert found (src/rooms/push). It keeps nothing and stands before no page.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const {
    title = 'Vigie',
    body = 'Votre alerte a trouvé quelque chose.',
    path = '/tableau-de-bord',
    tag,
  } = read(event.data);
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      // The same thing twice is shown once, and rings once.
      ...(tag ? { tag } : {}),
      lang: 'fr',
      icon: '/notification.png',
      badge: '/notification-badge.png',
      data: { path },
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const page = new URL(event.notification.data?.path ?? '/', self.location.origin);
  // A message opens pages of this site, and no other.
  if (page.origin === self.location.origin) event.waitUntil(open(page.href));
});

// The browser has changed the address of this device: Vigie is told of the new one.
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.newSubscription, event.oldSubscription));
});

function read(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

async function open(address) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find(({ url }) => url === address);
  return there ? there.focus() : self.clients.openWindow(address);
}

async function renew(given, old) {
  const applicationServerKey = old?.options.applicationServerKey;
  if (!given && !applicationServerKey) return;
  const { endpoint, keys } = (
    given ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  ).toJSON();
  await fetch('/api/push/devices', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  });
}
