import { paths } from '#contract/paths.ts';
import { Button } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Ask, Frame } from './stop-link.tsx';

interface FavoritesStopProps {
  token: string;
  wanted: boolean;
  /** Outcome of the button that was pressed, if any. */
  done: string | undefined;
}

/** Stops the mails that tell what became of favourites, and takes it back. */
export function FavoritesStop({ token, wanted, done }: FavoritesStopProps) {
  return (
    <Frame
      title={
        wanted
          ? done === 'favorites-resumed'
            ? 'Vous serez de nouveau prévenu'
            : 'Ne plus être prévenu pour vos favoris ?'
          : 'Plus de courriel pour vos favoris'
      }
    >
      {!wanted && (
        <Notice tone="success" live={done === 'favorites-stopped'}>
          Vos favoris restent dans votre compte. Vigie ne vous écrit plus quand l’un d’eux est sous offre ou
          quitte le site.
        </Notice>
      )}
      {wanted && (
        <p>
          Vigie vous écrit quand un bien que vous gardez est sous offre, vendu, loué ou retiré, avec des biens
          qui lui ressemblent.
        </p>
      )}
      <Ask token={token} intent={wanted ? 'stop-favorites' : 'resume-favorites'}>
        <Button type="submit" variant={wanted && done !== 'favorites-resumed' ? 'destructive' : 'secondary'}>
          {wanted ? 'Ne plus être prévenu' : 'Annuler et être prévenu'}
        </Button>
      </Ask>
      <p className="text-small text-ardoise-600">
        Vos alertes ne changent pas. Tout se règle aussi sur{' '}
        <TextLink to={`${paths.profile()}#courriels`}>votre profil</TextLink>.
      </p>
    </Frame>
  );
}
