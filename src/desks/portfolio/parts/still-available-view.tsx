import type { ReactNode } from 'react';
import { PostForm } from '#browser/post-form.tsx';
import { formatCount, formatDate } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { AccountFrame } from '#rooms/accounts/parts/account-frame.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { AskedListing, StillAvailable } from '../still-available.ts';

interface StillAvailableViewProps {
  token: string;
  /** Null: nobody signed this link. */
  asked: StillAvailable | null;
  /** Outcome of the button, if it was pressed. */
  answer:
    | { done: true; confirmed: number; refused: readonly { reference: string; message: string }[] }
    | { done: false; message: string }
    | undefined;
}

/** Listings named before they are counted. */
const NAMED = 20;

/** The whole of the page where an agency says, from its mail, that homes are still available. */
export function StillAvailableView({ token, asked, answer }: StillAvailableViewProps) {
  if (!asked)
    return (
      <AccountFrame
        title={token ? 'Ce lien n’est pas valable' : 'Confirmer une annonce'}
        lead="Ouvrez le lien entier du courriel « Annonces à confirmer », ou confirmez depuis votre espace."
      >
        <Elsewhere path={`${paths.agencyListings()}?vue=a-confirmer`} label="Mes annonces à confirmer" />
      </AccountFrame>
    );
  const { agency, ownerReference, state, all, listings, one } = asked;
  const table = `${paths.ownedListings({ ownerReference })}?vue=a-confirmer`;
  const refused = answer?.done ? answer.refused : [];
  if (answer?.done && refused.length > 0)
    return (
      <AccountFrame
        title={
          answer.confirmed > 0
            ? `${formatCount(answer.confirmed, 'annonce confirmée', 'annonces confirmées')}, pas toutes`
            : 'L’annonce n’est pas confirmée'
        }
        lead={agency}
      >
        <div className="mt-6 grid gap-3">
          {refused.map(({ reference, message }) => (
            <Notice key={reference} tone="error" live>
              <strong>{reference}</strong>&nbsp;: {message}
            </Notice>
          ))}
        </div>
        <Elsewhere path={table} label="Ouvrir mes annonces" />
      </AccountFrame>
    );
  if (answer?.done && answer.confirmed > 0)
    return (
      <AccountFrame
        title={answer.confirmed > 1 ? 'Merci, elles restent en ligne' : 'Merci, l’annonce reste en ligne'}
        lead={agency}
      >
        <div className="mt-6">
          <Notice tone="success" live>
            {answer.confirmed === 1 && one
              ? `${one.reference} est confirmée aujourd’hui, pour quatorze jours.`
              : `${formatCount(answer.confirmed, 'annonce est confirmée', 'annonces sont confirmées')} aujourd’hui, pour quatorze jours.`}
          </Notice>
        </div>
        <Elsewhere path={table} label="Voir mes annonces" />
      </AccountFrame>
    );
  if (state === 'gone')
    return (
      <AccountFrame title="Cette annonce n’est plus en ligne" lead={agency}>
        <p className="mt-6">
          {one?.reference ? <strong>{one.reference}</strong> : 'L’annonce'} a été retirée, vendue, louée ou
          mise en pause depuis ce courriel&nbsp;: il n’y a rien à confirmer.
        </p>
        <Elsewhere path={table} label="Ouvrir mes annonces" />
      </AccountFrame>
    );
  if (state === 'already')
    return (
      <AccountFrame title={all ? 'Tout est déjà confirmé' : 'Cette annonce est déjà confirmée'} lead={agency}>
        <div className="mt-6">
          <Notice tone="success" live={answer !== undefined}>
            {one?.confirmedAt
              ? `${one.reference} a été confirmée le ${formatDate(new Date(one.confirmedAt))}. Vous n’avez rien à faire.`
              : 'Aucune des annonces de ce courriel n’attend plus. Vous n’avez rien à faire.'}
          </Notice>
        </div>
        <Elsewhere path={table} label="Voir mes annonces" />
      </AccountFrame>
    );
  if (state === 'expired')
    return (
      <AccountFrame title="Ce lien a expiré" lead={agency}>
        <p className="mt-6">Il valait quatorze jours. Vos annonces se confirment depuis votre espace.</p>
        <Elsewhere path={table} label="Confirmer depuis mon espace" />
      </AccountFrame>
    );
  return (
    <AccountFrame
      title={all ? 'Toujours disponibles ?' : 'Toujours disponible ?'}
      lead={`${agency}. Une annonce confirmée reste en ligne quatorze jours de plus, et ceux qui la lisent le savent.`}
    >
      {answer?.done === false && (
        <div className="mt-6">
          <Notice tone="error" live>
            {answer.message}
          </Notice>
        </div>
      )}
      <ul className="mt-6 divide-y divide-ardoise-200 border-y border-ardoise-200">
        {listings.slice(0, NAMED).map((listing) => (
          <Listing key={listing.id} {...listing} />
        ))}
      </ul>
      {listings.length > NAMED && (
        <p className="mt-2 text-ardoise-600">
          et {formatCount(listings.length - NAMED, 'autre', 'autres')}, demandées le même jour.
        </p>
      )}
      <PostForm className="mt-8">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="lg">
          {listings.length > 1 ? `Les ${listings.length} sont toujours disponibles` : 'Toujours disponible'}
        </Button>
      </PostForm>
      <p className="mt-4 text-small text-ardoise-600">
        Vendu, loué, ou plus à prendre&nbsp;? Ne pressez rien&nbsp;: dites-le depuis votre espace, ou laissez
        l’annonce quitter la ligne.
      </p>
      <Elsewhere path={table} label="Ouvrir mes annonces" />
    </AccountFrame>
  );
}

function Listing({ reference, title }: AskedListing) {
  return (
    <li className="py-3">
      <span className="block font-medium wrap-anywhere">{reference}</span>
      <span className="block text-ardoise-600 wrap-anywhere">{title}</span>
    </li>
  );
}

function Elsewhere({ path, label }: { path: string; label: string }): ReactNode {
  return (
    <div className="mt-8">
      <ButtonLink to={path} variant="secondary">
        {label}
      </ButtonLink>
    </div>
  );
}
