import bricolageUrl from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import figtreeUrl from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useSyncExternalStore,
} from 'react';
import {
  isRouteErrorResponse,
  type LinkDescriptor,
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  PrefetchPageLinks,
  redirect,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigate,
  useNavigation,
  useRevalidator,
  useRouteLoaderData,
} from 'react-router';
import { consent } from '#browser/consent.ts';
import { firstGesture, replayEarlyGestures, signalGesture } from '#browser/gestures.ts';
import type { LiveSession } from '#browser/live-session.ts';
import { useMeasurement } from '#browser/measurement.ts';
import { presence } from '#browser/presence.ts';
import { knowsSomeone, localStore } from '#browser/start-up.ts';
import { dismissToast, toast, toastStore } from '#browser/toasts.ts';
import { HIDDEN_KEY, KEPT_KEY } from '#contract/constants.ts';
import { audienceOf, pageAt, paths } from '#contract/paths.ts';
import { services } from '#platform/context.server.ts';
import { loginBefore } from '#platform/pages.server.ts';
import { LoginAtHand } from '#rooms/accounts/parts/login-at-hand.tsx';
import { suspensionOf } from '#rooms/agencies/suspension.server.ts';
import type { View } from '#rooms/agencies/view.ts';
import { newLeadsOf } from '#rooms/leads/inbox.server.ts';
import { unreadOf } from '#rooms/notifications/notifications.server.ts';
import { LayoutAdmin } from '#shell/layout-admin.tsx';
import { LayoutAgency } from '#shell/layout-agency.tsx';
import { LayoutIndividual } from '#shell/layout-individual.tsx';
import { logoHref, type Visitor } from '#shell/navigation.ts';
import { Trouble } from '#shell/trouble.tsx';
import { NavigationProgress, PageArrival, SkipLink } from '#ui/page-arrival.tsx';
import type { ToasterProps } from '#ui/toaster.tsx';
import type { Route } from './+types/root';
import stylesUrl from './styles.css?url';

export const links: LinksFunction = () => [
  // With a precedence React writes it before all that may wait: nothing is drawn without it.
  { rel: 'stylesheet', href: stylesUrl, precedence: 'default' } as LinkDescriptor,
  { rel: 'preload', href: bricolageUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: figtreeUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

export function meta({ error }: Route.MetaArgs) {
  if (isMissing(error))
    return [{ title: 'Page introuvable – Vigie' }, { name: 'robots', content: 'noindex' }];
  if (error) return [{ title: 'Erreur – Vigie' }, { name: 'robots', content: 'noindex' }];
  return [
    { title: 'Vigie, l’alerte immobilière' },
    {
      name: 'description',
      content: 'Annonces à vendre, à louer et dans le neuf. Une alerte vous écrit dès que la bonne paraît.',
    },
  ];
}

/** Runs before every page and its data, whichever loaders the browser asks for. */
export const middleware: Route.MiddlewareFunction[] = [
  ({ url, context }) => {
    const { actor, trouble, env, local } = services(context);
    if (trouble) throw trouble;
    if (/^\/dev(\/|$)/i.test(url.pathname) && (env.production || !local))
      throw new Response(null, { status: 404 });
    const login = loginBefore(url, actor);
    if (login) throw redirect(login);
  },
];

export async function loader({ context }: Route.LoaderArgs) {
  const { actor, db, env, requestId } = services(context);
  const [leads, notifications, suspension] =
    actor.kind === 'agency'
      ? await Promise.all([
          newLeadsOf(db, actor.agencyId),
          unreadOf(db, actor.agencyId),
          suspensionOf(db, actor.agencyId),
        ])
      : ([0, 0, null] as const);
  const view: View | null =
    actor.kind === 'agency' && actor.readOnly
      ? { agencyId: actor.agencyId, name: actor.name, until: actor.readOnly.until }
      : null;
  return {
    user: actor.kind === 'user' ? { firstName: actor.firstName, email: actor.email } : null,
    agency: actor.kind === 'agency' ? { ownerReference: actor.ownerReference, name: actor.name } : null,
    counts: actor.kind === 'agency' ? { leads, notifications } : null,
    suspension,
    view,
    origin: env.publicUrl,
    measurementUrl: env.measurementUrl,
    requestId,
  };
}

// While true, the next navigation asks again who the reader is. A revalidation after it would, in React
// Router, cancel its return to the top of the page.
let asksAgain = false;

export function shouldRevalidate({
  defaultShouldRevalidate,
  currentUrl,
  nextUrl,
}: ShouldRevalidateFunctionArgs) {
  // Logged out by itself, perhaps for want of a network: nobody is shown, so nobody is asked for.
  if (presence.isAway()) return false;
  // A browser may hold the session of an individual and that of an agency: each space shows its own.
  const elsewhere = audienceOf(currentUrl.pathname) !== audienceOf(nextUrl.pathname);
  // Pages of administrators show nothing of it, and say by themselves that the network is gone (specification 8).
  if (audienceOf(nextUrl.pathname) === 'admin' && !elsewhere) return false;
  return asksAgain || elsewhere || defaultShouldRevalidate;
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="fr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#fbfaf6" />
        <meta name="format-detection" content="telephone=no" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

const AdminBar = lazy(() => import('#desks/admin/parts/admin-bar.tsx'));
const Missing = lazy(() => import('#desks/site/parts/missing.tsx'));
const ViewBanner = lazy(() => import('#rooms/agencies/parts/view-banner.tsx'));
const SuspensionNotice = lazy(() => import('#rooms/agencies/parts/suspension-notice.tsx'));
const TooManyPages = lazy(() => import('#shell/too-many-pages.tsx'));

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const data = useRouteLoaderData<typeof loader>('root');
  const { pathname, search } = useLocation();
  if (isRouteErrorResponse(error) && error.status === 429)
    return (
      <Shell>
        <Suspense>
          <TooManyPages
            wait={String(error.data)}
            address={pathname + search}
            homeTo={logoHref(pathname, data?.user ?? null)}
          />
        </Suspense>
      </Shell>
    );
  return (
    <Shell>
      {isMissing(error) ? (
        <Suspense>
          <Missing
            user={data?.user ?? null}
            agency={data?.agency ?? null}
            gone={isRouteErrorResponse(error) && error.status === 410}
          />
        </Suspense>
      ) : (
        <TroubleHere
          reference={data?.requestId ?? null}
          user={data?.user ?? null}
          unheard={isRouteErrorResponse(error) && error.status === 405}
        />
      )}
    </Shell>
  );
}

function TroubleHere({
  reference,
  user,
  unheard,
}: {
  reference: string | null;
  user: Visitor | null;
  /** A form was sent by a browser that runs no script. */
  unheard: boolean;
}) {
  const { pathname } = useLocation();
  const homeTo = logoHref(pathname, user);
  if (!unheard) return <Trouble reference={reference} homeTo={homeTo} />;
  return (
    <Trouble title="Ce formulaire a besoin de JavaScript." reference={null} homeTo={homeTo}>
      <p>
        Rien n’a été envoyé. Activez JavaScript dans les réglages de votre navigateur, revenez à la page
        d’avant et envoyez le formulaire de nouveau.
      </p>
    </Trouble>
  );
}

function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && (error.status === 404 || error.status === 410);
}

/** The layout of the audience, chosen by the path; what every page shares stands around it. */
function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const data = useRouteLoaderData<typeof loader>('root');
  const away = useSyncExternalStore(presence.subscribe, presence.isAway, presence.onServer);
  const user = away ? null : (data?.user ?? null);
  const agency = away ? null : (data?.agency ?? null);
  const view = away ? null : (data?.view ?? null);
  const signOut = useSignOut();
  useSession(user, agency && { ...agency, readOnly: view !== null });
  // What an administrator looks at is no visit of the agency.
  useMeasurement(view ? null : (data?.measurementUrl ?? null), pathname);
  useWake();
  const audience = audienceOf(pathname);
  return (
    <>
      <SkipLink />
      {user && audience === 'individual' && <Newcomer />}
      {data?.measurementUrl && audience !== 'admin' && pathname !== paths.cookies() && <CookieQuestion />}
      <NavigationProgress />
      {audience === 'individual' && (
        <LayoutIndividual user={user} origin={data?.origin ?? ''} onSignOut={signOut}>
          {children}
        </LayoutIndividual>
      )}
      {audience === 'agency' && (
        <LayoutAgency
          agency={agency}
          {...(view ? {} : { onSignOut: signOut })}
          {...(data?.counts ? { counts: data.counts } : {})}
        >
          {agency && data?.suspension && pageAt(pathname)?.page.protected && (
            <Suspense>
              <SuspensionNotice suspension={data.suspension} ownerReference={agency.ownerReference} />
            </Suspense>
          )}
          {children}
        </LayoutAgency>
      )}
      {audience === 'agency' && view && (
        <Suspense>
          <ViewBanner view={view} />
        </Suspense>
      )}
      {audience === 'admin' && <LayoutAdmin bar={<AdminBar />}>{children}</LayoutAdmin>}
      {/* Should the network go away, the login page is there all the same. */}
      {user && audience === 'individual' && pageAt(pathname)?.page.protected && <LoginAtHand />}
      {agency && audience === 'agency' && pageAt(pathname)?.page.protected && (
        <PrefetchPageLinks page={paths.agencyLogin()} />
      )}
      <PageArrival />
      <Toasts />
    </>
  );
}

/** Leaves for the home page, or for the door of agencies, whatever the server answers (specification 2, 4, 8). */
function useSignOut(): () => void {
  const navigate = useNavigate();
  const leave = async () => {
    const ofAgency = audienceOf(window.location.pathname) === 'agency';
    let heard = true;
    if (!ofAgency) await endPush();
    try {
      const { callApi } = await import('#browser/api.ts');
      const call = ofAgency
        ? (await import('#rooms/agencies/sessions.ts')).agencyLogoutCall
        : (await import('#rooms/accounts/contract.ts')).logoutCall;
      await callApi(call, {}, { quiet: true });
    } catch {
      heard = false;
      presence.leave();
    }
    (await import('#browser/open-sessions.ts')).signOutHere(ofAgency, heard);
    asksAgain = true;
    await navigate(ofAgency ? paths.agencyLogin() : paths.home());
    asksAgain = false;
    toast({
      title: 'Déconnexion',
      description: heard ? 'Vous avez été déconnecté.' : 'Vous avez été déconnecté localement.',
    });
  };
  return () => void leave();
}

/** The next person to use this browser is not told of what was looked for; without a network they leave all the same. */
async function endPush(): Promise<void> {
  const push = await import('#browser/push.ts').catch(() => null);
  void push?.unsubscribeFromPush().catch(() => {});
}

/** The page changes by itself, or is left: what waits for a gesture waits no longer. */
function useWake(): void {
  const still = useNavigation().state === 'idle';
  const settled = useRevalidator().state === 'idle';
  useEffect(replayEarlyGestures, []);
  useEffect(() => {
    if (!still || !settled) signalGesture();
  }, [still, settled]);
}

/** Keeps the page true to the sessions (specification 4), once the page stands. */
function useSession(
  user: { readonly email: string } | null,
  agency: { readonly ownerReference: string; readonly readOnly: boolean } | null,
): void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const session = useRef<LiveSession | null>(null);
  const shownUser = useEffectEvent(() => user);
  const shownAgency = useEffectEvent(() => agency);
  const goTo = useEffectEvent((address: string) => void navigate(address));
  const refresh = useEffectEvent(() => {
    asksAgain = true;
    void revalidate().finally(() => {
      asksAgain = false;
    });
  });
  const arrive = useEffectEvent(() => session.current?.arrive(pathname));
  const ofAgency = audienceOf(pathname) === 'agency';

  useEffect(() => {
    let left = false;
    const start = async () => {
      // To who was never signed in here, the page says nothing of a session: its script waits as the others do.
      if (!shownUser() && !shownAgency() && !knowsSomeone(localStore())) await firstGesture();
      if (left) return;
      const { openSessions } = await import('#browser/open-sessions.ts');
      if (left) return;
      session.current = openSessions(ofAgency, { shownUser, shownAgency, goTo, refresh });
      arrive();
    };
    // Without its script the page is what the server made it.
    void start().catch(() => {});
    return () => {
      left = true;
      session.current?.stop();
      session.current = null;
    };
  }, [ofAgency]);

  useEffect(() => {
    session.current?.arrive(pathname);
  }, [pathname]);
}

const ConsentBanner = lazy<ComponentType>(() =>
  import('#desks/site/parts/consent-banner.tsx').catch(() => ({ default: () => null })),
);

const KeptHere = lazy<ComponentType>(() =>
  import('#rooms/favorites/parts/kept-here.tsx').catch(() => ({ default: () => null })),
);

const neverChanges = () => () => {};

function keepsHere(): boolean {
  try {
    return [KEPT_KEY, HIDDEN_KEY].some((key) => Boolean(localStore()?.getItem(key)));
  } catch {
    return false;
  }
}

/** What this browser kept before a login joins the account, on whatever page comes first. */
function Newcomer() {
  const keeps = useSyncExternalStore(neverChanges, keepsHere, notAsked);
  if (!keeps) return null;
  return (
    <Suspense fallback={null}>
      <KeptHere />
    </Suspense>
  );
}

const unanswered = () => consent.get() === null;
const notAsked = () => false;

/** Asked once the page stands, while nothing was chosen; a page made by a server asks nothing. */
function CookieQuestion() {
  const asks = useSyncExternalStore(consent.subscribe, unanswered, notAsked);
  if (!asks) return null;
  return (
    <Suspense fallback={null}>
      <ConsentBanner />
    </Suspense>
  );
}

const loadToaster = () => import('#ui/toaster.tsx');
// A confirmation that cannot be shown must not take the page down with it.
const Toaster = lazy<ComponentType<ToasterProps>>(() => loadToaster().catch(() => ({ default: () => null })));

/** Fetched with the first gesture: the news that the network is gone could no longer be. */
function Toasts() {
  useEffect(() => {
    void firstGesture()
      .then(loadToaster)
      .catch(() => {});
  }, []);
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.onServer);
  if (toasts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Toaster toasts={toasts} onDismiss={dismissToast} />
    </Suspense>
  );
}
