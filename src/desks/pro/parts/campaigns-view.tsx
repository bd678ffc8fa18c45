import { Rocket } from 'lucide-react';
import { formatNumber } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { TabLinks } from '#ui/tabs.tsx';
import { type Campaigns, type Group, groups } from '../campaigns.ts';
import { BoostOrders } from './boost-orders.tsx';
import { CampaignList } from './campaign-list.tsx';

interface CampaignsViewProps {
  campaigns: Pick<Campaigns, 'lines' | 'counts' | 'orders'>;
  group: Group;
  /** What was asked is no boost of this agency. */
  missing: boolean;
  ownerReference: string;
  /** ISO. */
  now: string;
}

/** The boosts of the agency by their state, then its orders with their documents. */
export function CampaignsView({ campaigns, group, missing, ownerReference, now }: CampaignsViewProps) {
  const { lines, counts, orders } = campaigns;
  const base = paths.ownedBoosts({ ownerReference });
  return (
    <div className="page py-8 lg:py-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1} className="text-h1">
          Mes boosts
        </h1>
        {counts.tous > 0 && (
          <ButtonLink
            to={paths.ownedBoost({ ownerReference })}
            icon={<Rocket aria-hidden="true" className="size-5" />}
          >
            Booster des annonces
          </ButtonLink>
        )}
      </div>
      {missing && (
        <div className="mt-6">
          <Notice tone="warning" title="Ce boost n’existe pas">
            Sa commande n’a pas été payée, ou l’adresse est incomplète.
          </Notice>
        </div>
      )}
      {counts.tous === 0 ? (
        <Nothing ownerReference={ownerReference} />
      ) : (
        <>
          <p className="mt-4 max-w-measure text-ardoise-600 sm:mt-1">
            Vos annonces sponsorisées sur les réseaux sociaux, le boost le plus récent d’abord. Montants hors
            taxes.
          </p>
          <div className="mt-4 mb-4">
            <TabLinks
              label="États"
              tabs={(Object.keys(groups) as Group[]).map((one) => ({
                to: one === 'tous' ? base : `${base}?etat=${one}`,
                current: one === group,
                label: (
                  <>
                    {groups[one]}{' '}
                    <span className="figures text-small text-ardoise-600">{formatNumber(counts[one])}</span>
                  </>
                ),
              }))}
            />
          </div>
          {lines.length === 0 ? (
            <EmptyState title={emptyGroups[group]} />
          ) : (
            <CampaignList lines={lines} ownerReference={ownerReference} now={now} />
          )}
        </>
      )}
      <div className="mt-12 max-w-[72ch] empty:hidden">
        <BoostOrders orders={orders} title="Commandes et factures" ownerReference={ownerReference} />
      </div>
    </div>
  );
}

const emptyGroups: Readonly<Record<Group, string>> = {
  tous: 'Aucun boost',
  'en-cours': 'Aucun boost en cours',
  'a-venir': 'Aucun boost à venir',
  termines: 'Aucun boost terminé',
  'en-erreur': 'Aucun boost en erreur',
};

const steps = [
  ['Vous choisissez', 'Une ou plusieurs annonces, une formule, une ville et un rayon.'],
  [
    'Vigie publie',
    'Les publicités sont composées de vos photos, mentions légales comprises, pour Facebook et Instagram.',
  ],
  [
    'Vous suivez',
    'Affichages, clics, demandes et dépense de chaque jour. Un boost s’arrête avec le dernier de ses biens, et le budget que le réseau n’a pas dépensé vous est rendu.',
  ],
] as const;

/** What a boost is, for an agency that has none. */
function Nothing({ ownerReference }: { ownerReference: string }) {
  return (
    <>
      <EmptyState
        title="Vous n’avez pas encore de boost"
        actions={
          <>
            <ButtonLink to={paths.ownedBoost({ ownerReference })}>Booster une annonce</ButtonLink>
            <ButtonLink to={paths.boostHome()} variant="secondary">
              Formules et prix
            </ButtonLink>
          </>
        }
      >
        Un boost montre une annonce sur Facebook et Instagram, à des personnes qui vivent ou sont passées
        récemment autour de la ville choisie. Vous le payez une fois, sans abonnement.
      </EmptyState>
      <ol className="grid gap-4 sm:grid-cols-3">
        {steps.map(([title, words], rank) => (
          <Card key={title} as="li">
            <p className="title text-h4">
              <span className="text-phare-700">{rank + 1}.</span> {title}
            </p>
            <p className="mt-1 text-ardoise-700">{words}</p>
          </Card>
        ))}
      </ol>
    </>
  );
}
