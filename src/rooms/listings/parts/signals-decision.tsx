import { DecisionDialog } from '#rooms/administrators/parts/decision-dialog.tsx';
import { Button } from '#ui/button.tsx';
import type { ScamDecision } from '../scam-queue.ts';

interface SignalsDecisionProps {
  listing: {
    readonly id: number;
    readonly reference: string;
    readonly title: string;
    /** Names what was judged. */
    readonly judged: string;
  };
  decision: ScamDecision;
}

/**
 * Says of the signals of a listing what a person decides. The `clientAction` of the page receives `act`, `id`, `decision`, `judged` and
 * `reason`, for `scamDecisionCall`.
 */
export function SignalsDecision({ listing, decision }: SignalsDecisionProps) {
  const { id, reference, title, judged } = listing;
  const scam = decision === 'scam';
  return (
    <DecisionDialog
      trigger={
        <Button size="sm" variant="secondary">
          {scam ? 'Arnaque…' : 'Rien à reprocher…'}
          <span className="sr-only"> {reference}</span>
        </Button>
      }
      title={
        scam ? 'Suspendre cette annonce comme une arnaque\u00a0?' : 'Ne rien reprocher à cette annonce\u00a0?'
      }
      objects={[title ? `${reference} – ${title}` : reference]}
      consequence={
        <p>
          {scam
            ? 'Elle quitte aussitôt la ligne, et l’agence reçoit les motifs par courriel. Rétablie plus tard, elle reste refusée tant qu’elle n’a pas changé.'
            : 'Elle paraît aussitôt si rien d’autre ne s’y oppose, sans avertissement. Suspendue comme une arnaque par Vigie, elle est rétablie, sauf si un signalement l’a fait suspendre. Le bouclier la regarde de nouveau si ses mots ou son prix changent.'}
        </p>
      }
      reasonHint={
        scam
          ? 'Les faits, tels que l’agence les lira.'
          : 'Gardé au journal, avec votre nom. L’agence le lit quand son annonce est rétablie.'
      }
      yes={scam ? 'Suspendre' : 'Rien à reprocher'}
      destructive={scam}
      words={{ act: 'signals', id, decision, judged }}
    />
  );
}
