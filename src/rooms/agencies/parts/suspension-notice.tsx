import { paths } from '#contract/paths.ts';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Time } from '#ui/time.tsx';
import type { Suspension } from '../suspension.ts';

/** Atop every page of the space of a suspended agency: since when, why, and how to answer. */
export default function SuspensionNotice({
  suspension: { on, reason },
  ownerReference,
}: {
  suspension: Suspension;
  ownerReference: string;
}) {
  return (
    <div className="mx-auto w-full max-w-[96rem] px-4 pt-4 lg:px-8">
      <Notice tone="error" title="Votre agence est suspendue">
        <p>
          Depuis le <Time at={`${on}T12:00:00Z`} />, vos annonces ne sont plus en ligne. Vos flux sont lus et
          gardés.
        </p>
        <p className="mt-2 whitespace-pre-line wrap-anywhere">Motif&nbsp;: {reason}</p>
        <p className="mt-2">
          Pour contester cette décision, ou dire ce que vous avez corrigé,{' '}
          <TextLink to={paths.ownedSupport({ ownerReference })}>écrivez-nous</TextLink>.
        </p>
      </Notice>
    </div>
  );
}
