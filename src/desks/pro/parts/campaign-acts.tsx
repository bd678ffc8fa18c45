import { Pause, Play } from 'lucide-react';
import { useSender } from '#browser/post-form.tsx';
import type { Boost } from '#rooms/boosts/contract.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Notice } from '#ui/notice.tsx';
import type { CampaignAct, CampaignOutcome } from '../campaigns.client.ts';
import { stopWords } from '../campaigns.ts';
import { pageTitle, useFocusAfter } from './use-focus.tsx';

/** Pauses, resumes and stops a boost, as its status allows. */
export function CampaignActs({ boost }: { boost: Boost }) {
  const { id, may } = boost;
  const turn = may.pause ? 'pause' : may.resume ? 'resume' : null;
  const over = turn === null && !may.stop;
  useFocusAfter(over, pageTitle);
  const { sendJson, state, json, data } = useSender<CampaignOutcome>();
  const under = state === 'idle' ? null : ((json as CampaignAct | undefined)?.intent ?? null);
  const act = (intent: 'pause' | 'resume' | 'stop') => void sendJson({ intent, id } satisfies CampaignAct);
  const failure = state === 'idle' ? data?.failure : null;
  if (over && !failure) return null;
  return (
    <div>
      <div className="flex flex-wrap gap-3">
        {turn && (
          // One button for both: the focus stays on it from the one to the other.
          <Button
            variant={turn === 'pause' ? 'secondary' : 'primary'}
            busy={under === 'pause' || under === 'resume'}
            disabled={under === 'stop'}
            icon={
              turn === 'pause' ? (
                <Pause aria-hidden="true" className="size-5" />
              ) : (
                <Play aria-hidden="true" className="size-5" />
              )
            }
            onClick={() => act(turn)}
          >
            {turn === 'pause' ? 'Mettre en pause' : 'Reprendre'}
          </Button>
        )}
        {may.stop && (
          <Confirm
            trigger={
              <Button variant="quiet" busy={under === 'stop'} disabled={under !== null && under !== 'stop'}>
                Arrêter…
              </Button>
            }
            title="Arrêter ce boost pour de bon&nbsp;?"
            description={stopWords(boost)}
            no="Le laisser continuer"
            yes="Arrêter le boost"
            onYes={() => act('stop')}
          />
        )}
      </div>
      {failure && (
        <div className="mt-3">
          <Notice tone="error" live>
            {failure}
          </Notice>
        </div>
      )}
    </div>
  );
}
