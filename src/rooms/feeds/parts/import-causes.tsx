import { formatCount, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Cause } from '../diagnosis.ts';

/** Where lines lead for what is said once for all of them. */
export const CAUSES_ID = 'causes-communes';

/** What the agency itself lacks, said once for all the listings that wait for it, and where to say it. */
export function ImportCauses({
  causes,
  ownerReference,
}: {
  causes: readonly Cause[];
  ownerReference: string;
}) {
  if (causes.length === 0) return null;
  const most = Math.max(...causes.map(({ count }) => count));
  return (
    <section id={CAUSES_ID} aria-label="Ce que votre agence doit indiquer" className="scroll-mt-24">
      <Notice
        tone="warning"
        title={`${formatCount(most, 'annonce attend', 'annonces attendent')} une information de votre agence`}
        actions={
          <ButtonLink to={placeOf(causes, ownerReference)} size="sm">
            Compléter le profil de l’agence
          </ButtonLink>
        }
      >
        <ul className="list-disc space-y-1 pl-5 marker:text-ambre-700">
          {causes.map(({ field, message, remedy, count }) => (
            <li key={`${field} ${message}`}>
              {message} {remedy}{' '}
              <span className="figures text-ardoise-700">{formatCount(count, 'annonce', 'annonces')}.</span>
            </li>
          ))}
        </ul>
        <p className="mt-2">
          Indiquez-{causes.length === 1 ? 'le' : 'les'} une fois{NBSP}: les annonces auxquelles il ne manque
          rien d’autre paraissent aussitôt.
        </p>
      </Notice>
    </section>
  );
}

function placeOf(causes: readonly Cause[], ownerReference: string): string {
  const profile = paths.ownedProfile({ ownerReference });
  return causes.every(({ field }) => field.endsWith('feeScheduleUrl')) ? `${profile}#honoraires` : profile;
}
