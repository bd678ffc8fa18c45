import type { ConsentChoice } from '#browser/consent.ts';
import { Checkbox } from '#ui/checkbox.tsx';

export const CHOICE_NOT_KEPT =
  'Il vaut jusqu’à ce que la page soit rechargée, puis Vigie le redemande. Pour ne le dire qu’une fois, autorisez les données de ce site dans les réglages du navigateur.';

interface ConsentBoxesProps {
  chosen: ConsentChoice | null;
  /** Whether this site measures its audience at all: what is never done is not asked. */
  measures: boolean;
}

/** The two agreements, apart from one another and unticked until they were given (security.md L1). */
export function ConsentBoxes({ chosen, measures }: ConsentBoxesProps) {
  return (
    <div className="grid gap-1">
      {measures && (
        <Checkbox
          name="measurement"
          defaultChecked={chosen?.measurement ?? false}
          label={<span className="font-medium">Mesurer l’audience</span>}
          hint="Les pages ouvertes et, quand vous revenez un autre jour, le nombre de jours passés. Jamais qui vous êtes."
        />
      )}
      <Checkbox
        name="comfort"
        defaultChecked={chosen?.comfort ?? false}
        label={<span className="font-medium">Retenir les annonces vues</span>}
        hint="Sur cet appareil seulement, pour les retrouver sans compte à la page d’accueil."
      />
    </div>
  );
}

/** The boxes of a form, as they are ticked. */
export function choiceOf(form: HTMLFormElement): ConsentChoice {
  const given = new FormData(form);
  return { measurement: given.has('measurement'), comfort: given.has('comfort') };
}
