import { toast } from '#browser/toasts.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { Progress } from '#ui/progress.tsx';
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx';
import { Row, Specimen } from './specimen.tsx';

export function SpecimenFeedback() {
  return (
    <>
      <Specimen id="messages" title="Messages" rule="Ce qui s’est passé, ce qui est gardé, quoi faire.">
        <div className="grid gap-4 lg:grid-cols-2">
          <Notice title="Loyer encadré">Le loyer de référence majoré est de 14,20 €/m².</Notice>
          <Notice tone="success" title="Alerte confirmée">
            Vous recevrez le premier e-mail dès qu’une annonce correspond.
          </Notice>
          <Notice
            tone="warning"
            title="Plus de 50 annonces par semaine"
            actions={
              <Button size="sm" variant="secondary">
                Resserrer à 2 km
              </Button>
            }
          >
            C’est beaucoup d’e-mails : resserrez la zone ou le budget.
          </Notice>
          <Notice
            tone="error"
            title="L’envoi n’a pas abouti"
            actions={
              <Button size="sm" variant="secondary">
                Réessayer
              </Button>
            }
          >
            Votre message est gardé. Référence : 7f3a-21.
          </Notice>
        </div>
      </Specimen>
      <Specimen
        id="toasts"
        title="Toasts"
        rule="Ils confirment seulement. Trois au plus, le plus récent en haut, cinq secondes, F8 pour les atteindre."
      >
        <Row>
          <Button
            variant="secondary"
            onClick={() => toast({ title: 'Bienvenue, Claire', description: 'Vos alertes vous attendent.' })}
          >
            Confirmer
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              toast({
                title: 'Annonce masquée',
                action: { label: 'Annuler', onSelect: () => toast({ title: 'Annonce rétablie' }) },
              })
            }
          >
            Avec « Annuler »
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              toast({
                title: 'Erreur de connexion',
                description: 'Vérifiez vos identifiants et réessayez.',
                variant: 'destructive',
              })
            }
          >
            Échec
          </Button>
        </Row>
      </Specimen>
      <Specimen
        id="attente"
        title="Attente"
        rule="Un squelette a la géométrie de ce qui vient ; un long travail dit où il en est."
      >
        <div className="grid gap-8 md:grid-cols-2">
          <Card padding="none" className="overflow-hidden" aria-busy="true">
            <Skeleton className="aspect-4/3 w-full rounded-none" />
            <div className="space-y-3 p-4">
              <Skeleton className="h-7 w-2/5" />
              <SkeletonText lines={3} />
            </div>
          </Card>
          <div className="space-y-6">
            <Progress
              label="Import du flux"
              value={3120}
              max={5000}
              detail="412 lignes par seconde, 4 en erreur"
            />
            <Progress
              label="Envoi de export.zip"
              value={31_000_000}
              max={74_000_000}
              share
              detail="31 Mo sur 74 Mo"
            />
            <Progress label="Préparation des photos" value={null} max={0} detail="Continue en arrière-plan" />
            <Progress label="Export des prospects" value={128} max={128} detail="Terminé" />
          </div>
        </div>
      </Specimen>
      <Specimen id="vide" title="Vide et panne" rule="La raison, puis la meilleure suite.">
        <Card padding="none">
          <EmptyState
            heading="h3"
            title="Aucune annonce sous 200 000,00 €"
            actions={
              <>
                <Button variant="beam">Créer cette alerte</Button>
                <ButtonLink to="#vide" variant="secondary">
                  Élargir le budget
                </ButtonLink>
              </>
            }
          >
            La plus proche est à 212 000,00 €.
          </EmptyState>
        </Card>
      </Specimen>
    </>
  );
}
