import { type ReactNode, useId } from 'react';
import { Button, ButtonLink } from '#ui/button.tsx';

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
