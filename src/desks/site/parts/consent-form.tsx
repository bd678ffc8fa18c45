import { useState, useSyncExternalStore } from 'react';
import { consent } from '#browser/consent.ts';
import { formatDate } from '#contract/fmt.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { CHOICE_NOT_KEPT, ConsentBoxes, choiceOf } from './consent-boxes.tsx';

/** The choice as it stands, and how to change it, at any time and at the same price. */
export function ConsentForm({ measures }: { measures: boolean }) {
  const chosen = useSyncExternalStore(consent.subscribe, consent.get, consent.onServer);
  const [saved, setSaved] = useState<'kept' | 'of this page' | null>(null);
  const choose = (choice: { measurement: boolean; comfort: boolean }) => {
    const isKept = consent.set({ ...choice, measurement: measures && choice.measurement });
    setSaved(isKept ? 'kept' : 'of this page');
  };
  return (
    <form
      // Boxes start from the choice: another choice, another form.
      key={chosen?.at}
      className="rounded-card border border-ardoise-200 bg-blanc p-4 sm:p-5"
      onSubmit={(event) => {
        event.preventDefault();
        choose(choiceOf(event.currentTarget));
      }}
    >
      <ConsentBoxes chosen={chosen} measures={measures} />
      {!measures && (
        <p className="mt-1 text-small text-ardoise-600">
          La mesure d’audience n’est pas en service sur ce site&nbsp;: elle n’est pas demandée.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => choose({ measurement: false, comfort: false })}>
          Tout refuser
        </Button>
        <Button variant="secondary" onClick={() => choose({ measurement: true, comfort: true })}>
          Tout accepter
        </Button>
        <Button type="submit" variant="secondary">
          Enregistrer mes choix
        </Button>
      </div>
      <div className="mt-3 min-h-6 text-small">
        {saved === 'kept' && (
          <Notice tone="success" live>
            Votre choix est enregistré. Il vaut six mois, et se change ici quand vous voulez.
          </Notice>
        )}
        {saved === 'of this page' && (
          <Notice tone="warning" live title="Ce navigateur ne retient pas votre choix">
            {CHOICE_NOT_KEPT}
          </Notice>
        )}
        {saved === null && (
          <p className="text-ardoise-600">
            {chosen
              ? `Choix du ${formatDate(new Date(chosen.at))}, valable six mois.`
              : 'Vous n’avez rien choisi : rien n’est gardé ni mesuré.'}
          </p>
        )}
      </div>
      <noscript>
        <p className="mt-2 text-small text-ardoise-600">
          Sans JavaScript, rien de ceci ne fonctionne&nbsp;: tout est refusé.
        </p>
      </noscript>
    </form>
  );
}
