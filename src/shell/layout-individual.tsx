import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#contract/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import {
  browseEntries,
  individualEntries,
  individualFooter,
  individualMenu,
  legalEntries,
  logoHref,
  type NavEntry,
  type Visitor,
} from './navigation.ts';
import { CrossLink, ShareLink, SiteFooter } from './site-footer.tsx';
import { PhoneLink, SignOut, SiteHeader, UserMenu } from './site-header.tsx';

interface LayoutIndividualProps {
  user: Visitor | null;
  /** `https://vigie.example`, for the social link. */
  origin: string;
  onSignOut?: () => void;
  children: ReactNode;
}

export function LayoutIndividual({ user, origin, onSignOut, children }: LayoutIndividualProps) {
  return (
    <>
      <IndividualHeader user={user} onSignOut={onSignOut} />
      <main id="contenu" tabIndex={-1} className="min-h-[60vh]">
        {children}
      </main>
      <IndividualFooter user={user} origin={origin} />
    </>
  );
}

interface IndividualHeaderProps {
  user: Visitor | null;
  onSignOut?: (() => void) | undefined;
}

export function IndividualHeader({ user, onSignOut }: IndividualHeaderProps) {
  const { pathname } = useLocation();
  const own = individualEntries(user);
  const browse = browseEntries();
  return (
    <SiteHeader
      logoTo={logoHref(pathname, user)}
      navLabel="Annonces"
      entries={browse}
      actions={
        <>
          {own.map((entry) => (
            <HeaderAction key={entry.label} entry={entry} current={pathname === entry.to} />
          ))}
          {user && (
            <UserMenu
              name={user.firstName}
              detail={user.email}
              entries={individualMenu()}
              onSignOut={onSignOut}
            />
          )}
        </>
      }
      phoneAction={
        <ButtonLink to={paths.newAlert()} size="sm">
          Nouvelle alerte
        </ButtonLink>
      }
      phoneMenu={
        <nav aria-label="Menu">
          {[...browse, ...own, ...(user ? individualMenu() : [])].map((entry) => (
            <PhoneLink key={entry.label} entry={entry} />
          ))}
          {user && onSignOut && <SignOut onSignOut={onSignOut} className="min-h-12 text-lead" />}
        </nav>
      }
    />
  );
}

export function IndividualFooter({ user, origin }: { user: Visitor | null; origin: string }) {
  const { pathname } = useLocation();
  return (
    <SiteFooter
      logoTo={logoHref(pathname, user)}
      promise="Vigie veille sur les annonces. Vous recevez la bonne dès qu’elle paraît, et une seule fois."
      groups={individualFooter()}
      aside={
        <>
          <CrossLink to={paths.agencyHome()}>Découvrir l’offre Pro</CrossLink>
          <ShareLink origin={origin} />
        </>
      }
      legal={legalEntries()}
    />
  );
}

function HeaderAction({ entry, current }: { entry: NavEntry; current: boolean }) {
  const variant =
    entry.to === paths.newAlert() ? 'primary' : entry.to === paths.signup() ? 'secondary' : 'quiet';
  return (
    <ButtonLink
      to={entry.to}
      variant={variant}
      aria-current={current ? 'page' : undefined}
      className={variant === 'quiet' ? 'text-encre! hover:bg-ardoise-100!' : ''}
    >
      {entry.label}
    </ButtonLink>
  );
}
