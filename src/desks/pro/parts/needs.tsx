import {
  CircleCheck,
  Clock,
  FileWarning,
  type LucideIcon,
  MailQuestion,
  MailWarning,
  RotateCcw,
  Scale,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, formatNumber, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { CONFIRM_AFTER_DAYS, writeTableWords } from '#desks/portfolio/table.ts';
import { SPAM_WORDS, spamText } from '#rooms/leads/inbox.ts';
import { Card } from '#ui/card.tsx';
import { TextLink } from '#ui/link.tsx';
import { Progress } from '#ui/progress.tsx';
import type { Dashboard } from '../contract.ts';

interface Need {
  readonly Icon: LucideIcon;
  readonly grave: boolean;
  readonly title: string;
  readonly words: ReactNode;
}

/** The to-do list, each line leading to where it is done; once it is empty, it says so. */
export function Needs(dashboard: Dashboard) {
  const { agency, listings, holds, lacks, completeness, leads, feeds, unreachable } = dashboard;
  const { ownerReference } = agency;
  const stock = paths.ownedListings({ ownerReference });
  const profile = (
    <p className="mt-2">
      <TextLink to={paths.ownedProfile({ ownerReference })}>Compléter le profil</TextLink>
    </p>
  );
  const blocking = lacks.filter(({ severity }) => severity === 'block');
  const missing = lacks.filter(({ severity }) => severity !== 'block');
  const [last] = feeds;
  const needs: Need[] = [];
  if (unreachable)
    needs.push({
      Icon: MailWarning,
      grave: true,
      title: 'Aucun courriel ne vous annonce vos prospects',
      words: (
        <>
          L’agence n’a pas d’adresse de contact{NBSP}: rien ne vous prévient d’une demande.{' '}
          <TextLink to={`${paths.ownedProfile({ ownerReference })}#coordonnees`}>Donner une adresse</TextLink>
        </>
      ),
    });
  if (blocking.length > 0)
    needs.push({
      Icon: Scale,
      grave: true,
      title: 'Vos annonces restent hors ligne',
      words: (
        <>
          <Points points={blocking.map(({ message, remedy }) => `${message} ${remedy}`)} />
          {profile}
        </>
      ),
    });
  if (last && (last.status === 'refused' || last.status === 'held'))
    needs.push({
      Icon: FileWarning,
      grave: true,
      title: last.status === 'held' ? 'Votre dernier flux est retenu' : 'Votre dernier flux est refusé',
      words: (
        <>
          {last.status === 'held'
            ? 'Trop d’annonces disparaîtraient d’un coup. Rien n’a été retiré\u00a0; un flux complet lève la retenue. '
            : 'Vos annonces n’ont pas changé. Vérifiez l’export de votre logiciel, puis déposez-le de nouveau. '}
          <TextLink to="#flux">Voir les flux reçus</TextLink>
        </>
      ),
    });
  if (listings.held > 0)
    needs.push({
      Icon: TriangleAlert,
      grave: true,
      title: `${formatCount(listings.held, 'annonce retenue', 'annonces retenues')} hors ligne`,
      words: (
        <>
          <Points
            points={holds.map(({ message, remedy, reference, listingId, listings: count }) => (
              <span key={listingId + message}>
                {count > 1 && `${formatNumber(count)} annonces, dont `}
                <TextLink to={paths.ownedEditListing({ ownerReference, propertyId: listingId })}>
                  {reference}
                </TextLink>
                {`${NBSP}: ${message} ${remedy}`}
              </span>
            ))}
          />
          <p className="mt-2">
            <TextLink to={`${stock}${writeTableWords({ view: 'retenues' })}`}>
              Voir les annonces retenues
            </TextLink>
          </p>
        </>
      ),
    });
  if (leads.late > 0)
    needs.push({
      Icon: Clock,
      grave: false,
      title: `${formatCount(leads.late, 'prospect attend', 'prospects attendent')} depuis plus d’un jour`,
      words: (
        <>
          Une réponse le jour même change tout{NBSP}: la personne voit où en est sa demande.{' '}
          <TextLink to={`${paths.ownedLeads({ ownerReference })}?sansReponse=oui`}>Leur répondre</TextLink>
        </>
      ),
    });
  if (leads.aside > 0)
    needs.push({
      Icon: MailQuestion,
      grave: false,
      title: spamText(leads.aside),
      words: (
        <>
          Un même endroit se répète{NBSP}: aucun courriel ne vous en a averti.{' '}
          <TextLink to={`${paths.ownedLeads({ ownerReference })}?${SPAM_WORDS}`}>Les vérifier</TextLink>
        </>
      ),
    });
  if (listings.toConfirm > 0)
    needs.push({
      Icon: RotateCcw,
      grave: false,
      title: `${formatCount(listings.toConfirm, 'annonce', 'annonces')} à confirmer`,
      words: (
        <>
          Personne ne les a confirmées depuis plus de {CONFIRM_AFTER_DAYS} jours{NBSP}: elles quittent le site
          au bout de quatorze.{' '}
          <TextLink to={`${stock}${writeTableWords({ view: 'a-confirmer', order: 'confirmation' })}`}>
            Dire celles qui sont toujours disponibles
          </TextLink>
        </>
      ),
    });
  if (missing.length > 0)
    needs.push({
      Icon: Scale,
      grave: false,
      title: 'Ce que la loi demande encore à votre agence',
      words: (
        <>
          <div className="mt-2 max-w-measure">
            <Progress label="Identité de l’agence" value={completeness.done} max={completeness.owed} />
          </div>
          <Points points={missing.map(({ message, remedy }) => `${message} ${remedy}`)} />
          {profile}
        </>
      ),
    });
  return (
    <section aria-labelledby="a-faire" className="mt-6">
      <h2 id="a-faire" className="sr-only">
        À faire
      </h2>
      {needs.length === 0 ? (
        <Card className="flex items-center gap-3">
          <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-vert-700" />
          <p>Rien ne vous attend{NBSP}: annonces, flux et prospects sont à jour.</p>
        </Card>
      ) : (
        <ul className="overflow-hidden rounded-card border border-ardoise-200 bg-blanc">
          {needs.map(({ Icon, grave, title, words }) => (
            <li
              key={title}
              className="flex gap-4 border-b border-ardoise-100 px-4 py-4 last:border-0 sm:px-6"
            >
              <Icon
                aria-hidden="true"
                className={`mt-0.5 size-5 shrink-0 ${grave ? 'text-rouge-700' : 'text-ambre-700'}`}
              />
              <div className="min-w-0">
                <p className="font-bold">{title}</p>
                <div className="text-ardoise-700">{words}</div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Points({ points }: { points: readonly ReactNode[] }) {
  return (
    <ul className="mt-1 max-w-measure list-disc space-y-1 pl-5 marker:text-ardoise-300">
      {points.map((point, rank) => (
        // Their order is that of the answer.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={rank}>{point}</li>
      ))}
    </ul>
  );
}
