import { ButtonLink, buttonClass } from '#ui/button.tsx';

interface TooManyPagesProps {
  /** « 40 secondes » */
  wait: string;
  /** Of the page that was asked for. */
  address: string;
  homeTo: string;
}

/** Too many pages were asked for from where the reader is. Works without script: it is also a page of its own. */
export default function TooManyPages({ wait, address, homeTo }: TooManyPagesProps) {
  return (
    <div className="page py-12 lg:py-24">
      <div className="max-w-measure">
        <h1 className="text-h1">Trop de pages en peu de temps.</h1>
        <p className="mt-4 text-lead text-ardoise-600">
          Vigie limite le nombre de pages ouvertes depuis une même connexion, pour rester rapide pour tout le
          monde. Réessayez dans {wait}.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <a href={address} className={buttonClass()}>
            Réessayer
          </a>
          <ButtonLink variant="secondary" to={homeTo} reloadDocument>
            Revenir à l’accueil
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
