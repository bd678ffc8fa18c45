import { Link, useLocation } from 'react-router';
import { usePost } from '#browser/post-form.tsx';
import { type Notification, notificationEvents } from '#rooms/notifications/contract.ts';
import { Button } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Time } from '#ui/time.tsx';

interface NotificationListProps {
  notifications: readonly Notification[];
  unread: number;
  next: string | null;
  now: string;
}

/** Notifications of the agency, read or not. */
export function NotificationList({ notifications, unread, next, now }: NotificationListProps) {
  const { pathname, search } = useLocation();
  const post = usePost();
  const [newest] = notifications;
  const read = () => void post({ intent: 'read', upTo: newest?.id ?? 0 });
  return (
    <section aria-labelledby="historique">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="historique" className="text-h4">
          Historique
        </h2>
        {/* Further down the list, what is above it would stay unread. */}
        {unread > 0 && newest && search === '' && (
          <Button type="button" variant="secondary" onClick={read}>
            Tout marquer comme lu
          </Button>
        )}
      </div>
      <p className="mt-2 lg:hidden">
        <TextLink to="#reglages">Réglages des courriels</TextLink>
      </p>
      {notifications.length === 0 ? (
        <p className="mt-2 text-ardoise-600">
          {search === ''
            ? 'Rien pour l’instant. Prospects, imports et annonces à confirmer paraîtront ici.'
            : 'Rien de plus ancien.'}
        </p>
      ) : (
        <ol className="mt-4 divide-y divide-ardoise-200 border-y border-ardoise-200">
          {notifications.map(({ id, event, title, path, at, read: seen }) => (
            <li key={id} className="relative flex gap-3 py-3 hover:bg-ardoise-100">
              <span
                aria-hidden="true"
                className={`mt-2 size-2 shrink-0 rounded-full ${seen ? 'bg-transparent' : 'bg-ambre-400'}`}
              />
              <div className="min-w-0">
                <Link
                  to={path}
                  className={`wrap-anywhere after:absolute after:inset-0 after:content-[''] ${seen ? '' : 'font-bold'}`}
                >
                  {!seen && <span className="sr-only">Non lue&nbsp;: </span>}
                  {title}
                </Link>
                <p className="text-small text-ardoise-600">
                  {notificationEvents[event].label}, <Time at={at} format="ago" now={now} />
                </p>
              </div>
            </li>
          ))}
        </ol>
      )}
      {(next || search !== '') && (
        <p className="mt-4 flex gap-6">
          {search !== '' && <TextLink to={pathname}>Les plus récentes</TextLink>}
          {next && <TextLink to={`${pathname}?apres=${next}`}>Plus anciennes</TextLink>}
        </p>
      )}
    </section>
  );
}
