import { type ReactNode, useId } from 'react';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Horizon } from '#ui/empty-state.tsx';
import { TextLink } from '#ui/link.tsx';
import type { NavEntry } from './navigation.ts';

/** The address leads nowhere, or no longer: say so, then help to go on. */
export function NotFound({
  search,
  links,
  gone,
  children,
}: {
  search?: ReactNode;
  links: readonly NavEntry[];
  /** Something was there, and is withdrawn. */
  gone: boolean;
  /** Why there is nothing. */
  children: ReactNode;
}) {
  return (
    <div className="page grid items-center gap-10 py-12 lg:grid-cols-12 lg:py-24">
      <div className="lg:col-span-6">
        <p className="figures mb-3 text-small font-medium text-ardoise-500">Erreur {gone ? 410 : 404}</p>
        <h1 className="text-home">Rien à l’horizon.</h1>
        <p className="mt-4 max-w-measure text-lead text-ardoise-600">{children}</p>
        {search && <div className="mt-8">{search}</div>}
        {links.length > 0 && (
          <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-1">
            {links.map((link) => (
              <li key={link.label}>
                <TextLink to={link.to} className="inline-block py-2">
                  {link.label}
                </TextLink>
              </li>
            ))}
          </ul>
        )}
      </div>
      <Horizon className="order-first h-auto w-64 max-w-full lg:order-none lg:col-span-6 lg:w-full" />
    </div>
  );
}

interface TroubleProps {
  title?: string;
  children?: ReactNode;
  /** Read to support over the phone. */
  reference: string | null;
  homeTo: string;
}

/** Something broke: what happened, one way to try again, and a reference. */
export function Trouble({
  title = 'Cette page n’a pas pu s’afficher.',
  children,
  reference,
  homeTo,
}: TroubleProps) {
  const id = useId();
  return (
    <div className="page py-12 lg:py-24">
      <div className="max-w-measure">
        <h1 className="text-h1">{title}</h1>
        <div className="mt-4 text-lead text-ardoise-600">
          {children ?? (
            <p>Une erreur s’est produite de notre côté. Réessayez dans un instant : rien n’a été modifié.</p>
          )}
        </div>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button onClick={() => window.location.reload()}>Réessayer</Button>
          <ButtonLink variant="secondary" to={homeTo} reloadDocument>
            Revenir à l’accueil
          </ButtonLink>
        </div>
        {reference && (
          <p className="mt-8 text-small text-ardoise-600" aria-labelledby={id}>
            <span id={id}>Référence à donner si vous nous écrivez :</span>{' '}
            <code className="figures rounded-chip bg-ardoise-100 px-1.5 py-0.5 select-all">{reference}</code>
          </p>
        )}
      </div>
    </div>
  );
}
