import type { ReactNode } from 'react';
import { paths } from '#contract/paths.ts';
import { formatPhone } from '#contract/phone.ts';
import { DecisionDialog } from '#rooms/administrators/parts/decision-dialog.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextLink } from '#ui/link.tsx';
import { Time } from '#ui/time.tsx';
import { type ClaimState, claimStates, type ShownClaim } from '../requests.ts';

const nothing: Readonly<Record<ClaimState, string>> = {
  waiting: 'Aucune demande n’attend',
  opened: 'Aucun espace ouvert ces 90 derniers jours',
  refused: 'Aucune demande refusée ces 90 derniers jours',
};

/** Who asks for the space of which agency, one a card: what is known on both sides, and the answer. */
export function ClaimList({ claims, state }: { claims: readonly ShownClaim[]; state: ClaimState }) {
  if (claims.length === 0) return <EmptyState heading="h3" title={nothing[state]} />;
  return (
    <ul className="space-y-3">
      {claims.map((claim) => (
        <Card key={claim.id} as="li" padding="dense">
          <h3 className="flex flex-wrap items-center gap-2 text-body font-bold">
            <TextLink to={paths.adminAgency({ id: claim.agencyId })} className="wrap-anywhere">
              {claim.agency}
            </TextLink>
            <span className="font-regular text-ardoise-600">{claim.ownerReference}</span>
            <Badge tone={claim.state === 'waiting' ? 'amber' : claim.state === 'opened' ? 'green' : 'red'}>
              {claimStates[claim.state]}
            </Badge>
          </h3>
          <dl className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
            <Fact term="Demandée par">
              {claim.name}, {claim.email}
            </Fact>
            <Fact term="Téléphone">{claim.phone ? formatPhone(claim.phone) : '–'}</Fact>
            <Fact term="SIREN donné">
              <Siren claim={claim} />
            </Fact>
            <Fact term="SIREN connu">{claim.agencySiren ?? '–'}</Fact>
            <Fact term="Commune donnée">{claim.town ?? '–'}</Fact>
            <Fact term="Adresse connue de l’agence">
              {claim.agencyEmail ?? 'aucune\u00a0: vous seul pouvez répondre'}
            </Fact>
            <Fact term="Adresse confirmée">
              <Time at={claim.provenAt} />
            </Fact>
            {claim.settledAt && (
              <Fact term="Réponse">
                <Time at={claim.settledAt} />
              </Fact>
            )}
          </dl>
          {claim.state === 'waiting' && <Answers claim={claim} />}
        </Card>
      ))}
    </ul>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-ardoise-600">{term}&nbsp;:</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** Another number than the one on file is the first thing to see. */
function Siren({ claim: { siren, agencySiren } }: { claim: ShownClaim }) {
  if (siren === null) return <>–</>;
  if (agencySiren === null || agencySiren === siren) return <>{siren}</>;
  return (
    <>
      {siren} <Badge tone="red">différent</Badge>
    </>
  );
}

function Answers({ claim: { id, agency, ownerReference, email } }: { claim: ShownClaim }) {
  const objects = [`${agency} (${ownerReference}), demandée par ${email}`];
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <DecisionDialog
        trigger={<Button size="sm">Ouvrir l’espace…</Button>}
        title={'Confier cet espace à cette personne\u00a0?'}
        objects={objects}
        consequence="Elle lit les prospects de l’agence, change ses annonces et son profil. Un courriel le lui dit. Vérifiez d’abord qui elle est."
        reasonHint={null}
        yes="Ouvrir l’espace"
        words={{ act: 'open', id }}
      />
      <DecisionDialog
        trigger={
          <Button size="sm" variant="secondary">
            Refuser…
          </Button>
        }
        title={'Refuser cet espace à cette personne\u00a0?'}
        objects={objects}
        consequence="Rien ne change pour l’agence. La personne reçoit la réponse et son motif par courriel."
        reasonHint="La personne qui demande le lit."
        yes="Refuser la demande"
        destructive
        words={{ act: 'refuse', id }}
      />
    </div>
  );
}
