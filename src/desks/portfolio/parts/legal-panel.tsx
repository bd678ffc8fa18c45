import { paths } from '#contract/paths.ts';
import { LegalScore } from '#rooms/listings/parts/legal-score.tsx';
import { Button } from '#ui/button.tsx';
import { TextLink } from '#ui/link.tsx';
import type { Found, Legal } from '../contract.ts';
import { stepOf } from '../editing/fields.ts';
import { fieldId, steps } from '../editing/steps.ts';

interface LegalPanelProps {
  legal: Legal;
  ownerReference: string;
  /** Opens the step of a field and goes to it. */
  onField: (field: string) => void;
  /** Says that a value outside the plausible is right as it is. */
  onConfirm: (key: string) => void;
  /** The one that is being confirmed. */
  confirming: string | null;
}

/** What the law says of the listing as it is typed: the score, then every point with its remedy and its field. */
export function LegalPanel({ legal, ...acts }: LegalPanelProps) {
  const { score, hold, findings } = legal;
  const blocks = findings.filter(({ severity }) => severity === 'block');
  const others = findings.filter(({ severity }) => severity !== 'block');
  return (
    <section aria-labelledby="conformite" className="rounded-card border border-ardoise-200 bg-blanc">
      <div className="flex items-center justify-between gap-3 border-b border-ardoise-100 px-4 py-3">
        <h2 id="conformite" className="text-h4">
          Conformité
        </h2>
        <LegalScore score={score} hold={hold} />
      </div>
      <div className="max-h-[50vh] overflow-y-auto px-4 py-3 lg:max-h-[60vh]">
        {findings.length === 0 && <p>Rien ne manque. L’annonce peut paraître.</p>}
        {blocks.length > 0 && <Points title="À corriger avant de publier" points={blocks} {...acts} />}
        {others.length > 0 && (
          <Points
            title={hold === 'review' ? 'À relire ou à compléter' : 'Conseillé'}
            points={others}
            {...acts}
          />
        )}
      </div>
    </section>
  );
}

function Points({
  title,
  points,
  ownerReference,
  onField,
  onConfirm,
  confirming,
}: { title: string; points: readonly Found[] } & Omit<LegalPanelProps, 'legal'>) {
  return (
    <div className="not-first:mt-4">
      <h3 className="text-small font-bold text-ardoise-700">{title}</h3>
      <ul className="mt-1 space-y-2.5 text-small">
        {points.map((point) => (
          <li key={`${point.rule} ${point.code} ${point.field} ${point.held?.key ?? ''}`}>
            {point.message} <span className="text-ardoise-600">{point.remedy}</span>{' '}
            <Where point={point} ownerReference={ownerReference} onField={onField} />
            {point.held && (
              <Button
                variant="secondary"
                size="sm"
                className="mt-1.5 flex"
                busy={confirming === point.held.key}
                onClick={() => onConfirm(point.held?.key ?? '')}
              >
                {point.held.measure === 'surface' ? 'Confirmer cette surface' : 'Confirmer ce prix'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Where({
  point: { field },
  ownerReference,
  onField,
}: { point: Found } & Pick<LegalPanelProps, 'ownerReference' | 'onField'>) {
  const step = stepOf(field);
  if (step)
    return (
      <a
        href={`?etape=${step}#${fieldId(field)}`}
        onClick={(event) => {
          event.preventDefault();
          onField(field);
        }}
        className="rounded-chip font-medium whitespace-nowrap text-phare-700 underline underline-offset-4"
      >
        {steps[step]}
      </a>
    );
  if (field.startsWith('agency.'))
    return <TextLink to={paths.ownedProfile({ ownerReference })}>Profil de l’agence</TextLink>;
  return null;
}
