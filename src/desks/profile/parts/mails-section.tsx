import type { ReactNode } from 'react';
import { NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { FormOutcome, useOwnForm } from '#rooms/accounts/parts/profile-section.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { TextLink } from '#ui/link.tsx';
import type { Profile } from '../contract.ts';
import { Section } from './section.tsx';

const count = (many: number, one: string, others: string) => `${many}${NBSP}${many > 1 ? others : one}`;

/** Every kind of mail that the product sends, and where each is stopped. */
export function MailsSection({ notices }: { notices: Profile['notices'] }) {
  const { activeAlerts, pausedAlerts, requests } = notices;
  const watching = [
    activeAlerts > 0 && count(activeAlerts, 'active', 'actives'),
    pausedAlerts > 0 && count(pausedAlerts, 'en pause', 'en pause'),
  ].filter(Boolean);
  return (
    <Section
      id="courriels"
      lead="Voici tout ce que Vigie vous envoie. Ni lettre d’information, ni relance, ni résumé."
    >
      <dl className="divide-y divide-ardoise-200 border-y border-ardoise-200">
        <Kind name="Alertes" action={<TextLink to={paths.dashboard()}>Régler mes alertes</TextLink>}>
          Une annonce qui paraît, revient ou baisse.{' '}
          {watching.length > 0 ? `${watching.join(', ')}.` : 'Aucune pour l’instant.'} Chaque courriel porte
          aussi un lien pour l’arrêter.
        </Kind>
        <Kind name="Favoris" action={<FavoriteMails wanted={notices.favorites} />}>
          Un bien que vous gardez est sous offre, vendu, loué ou retiré&nbsp;: un seul courriel, avec des
          biens qui lui ressemblent.
        </Kind>
        <Kind
          name="Demandes aux agences"
          action={
            requests > 0 && <TextLink to={`${paths.dashboard()}?onglet=demandes`}>Voir mes demandes</TextLink>
          }
        >
          Un accusé de réception pour chaque demande que vous envoyez, la réponse de l’agence, et le départ du
          bien s’il est vendu, loué ou retiré.
        </Kind>
        <Kind name="Confirmations">
          Le lien qui fait veiller une alerte, et l’invitation de qui vous propose de chercher à deux. Trois
          par jour au plus.
        </Kind>
        <Kind name="Messages à Vigie">
          Un accusé de réception pour chaque message ou signalement que vous nous envoyez.
        </Kind>
        <Kind name="Votre compte">
          Adresse, mot de passe, Google, export, suppression&nbsp;: toujours envoyés, pour que personne n’y
          touche sans que vous le sachiez.
        </Kind>
      </dl>
    </Section>
  );
}

/** Kept as soon as it is ticked. */
function FavoriteMails({ wanted }: { wanted: boolean }) {
  const own = useOwnForm('favorite-mails');
  const wished = own.busy ? (own.sent as { wanted?: boolean } | undefined)?.wanted : undefined;
  return (
    <>
      <Checkbox
        name="wanted"
        label="Me prévenir du départ de mes favoris"
        checked={wished ?? wanted}
        onChange={(event) => void own.submit({ wanted: event.currentTarget.checked })}
      />
      <FormOutcome done={null} refused={own.refused} />
    </>
  );
}

function Kind({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="gap-x-6 py-3 sm:grid sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="font-medium">{name}</dt>
      <dd className="text-ardoise-700">
        {children} {action && <div className="mt-1">{action}</div>}
      </dd>
    </div>
  );
}
