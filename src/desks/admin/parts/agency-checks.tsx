import type { AnswerOf } from '#contract/call.ts';
import { formatDate } from '#contract/fmt.ts';
import { DecisionDialog } from '#rooms/administrators/parts/decision-dialog.tsx';
import { checkKinds, registers } from '#rooms/agencies/checks.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { OutsideLink } from '#ui/link.tsx';
import { Time } from '#ui/time.tsx';
import type { adminAgencyCall } from '../agencies.ts';

type Data = AnswerOf<typeof adminAgencyCall>;
type Check = Data['checks'][number];

const formTones = { missing: 'grey', wrong: 'red', sound: 'teal' } as const;
const formWords = { missing: 'Non indiqué', wrong: 'Mal formé', sound: 'Bien formé' } as const;

/** What is verified of an agency, one thing a card: what it states, what a program sees, what a person found. */
export function AgencyChecks({ name, checks }: { name: string; checks: readonly Check[] }) {
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      {checks.map((check) => (
        <Card key={check.kind} as="li" padding="dense" className="flex flex-col gap-2">
          <h3 className="flex flex-wrap items-center gap-2 text-body font-bold">
            {checkKinds[check.kind]}
            <Badge tone={formTones[check.form.state]}>{formWords[check.form.state]}</Badge>
          </h3>
          <p className="wrap-anywhere">{statedWords(check)}</p>
          <p className="text-small text-ardoise-600">
            {check.form.note} <Register kind={check.kind} />
          </p>
          <Decided check={check} />
          <Decisions name={name} check={check} />
        </Card>
      ))}
    </ul>
  );
}

/** What the agency states, its day as a person reads one. */
function statedWords({ stated }: Pick<Check, 'stated'>): string {
  return (
    stated?.replace(
      / (\d{4}-\d{2}-\d{2})$/,
      (_, day: string) => `, jusqu’au ${formatDate(new Date(`${day}T12:00:00Z`))}`,
    ) ?? '–'
  );
}

function Register({ kind }: Pick<Check, 'kind'>) {
  const register = registers[kind];
  return register ? <OutsideLink href={register.url}>{register.label}</OutsideLink> : null;
}

function Decided({ check: { decision } }: { check: Check }) {
  if (!decision) return <p className="text-small">Personne ne l’a encore vérifié.</p>;
  const { outcome, reason, by, at, current } = decision;
  return (
    <div className="text-small">
      <p>
        <Badge tone={!current ? 'grey' : outcome === 'verified' ? 'green' : 'red'}>
          {outcome === 'verified' ? 'Vérifié' : 'Refusé'}
        </Badge>{' '}
        par {by}, le <Time at={at} />
        {!current && '. L’agence a changé ce qu’elle indique depuis\u00a0: c’est à refaire.'}
      </p>
      {reason !== null && <p className="mt-1 whitespace-pre-line wrap-anywhere">Motif&nbsp;: {reason}</p>}
    </div>
  );
}

function Decisions({ name, check: { kind, stated, form, decision } }: { name: string; check: Check }) {
  if (form.state === 'missing') return null;
  const label = checkKinds[kind];
  const objects = [`${name}, ${label}\u00a0: ${statedWords({ stated })}`];
  const verified = decision?.current && decision.outcome === 'verified';
  // For whoever does not see under which title the button stands.
  const about = <span className="sr-only"> {label}</span>;
  return (
    <div className="mt-auto flex flex-wrap gap-2 pt-1">
      {form.state === 'sound' && !verified && (
        <DecisionDialog
          trigger={<Button size="sm">Vérifié…{about}</Button>}
          title={`Avez-vous vérifié\u00a0: ${label}\u00a0?`}
          objects={objects}
          consequence="Vous confirmez l’avoir trouvé juste dans un registre public. Si l’agence le change, ce sera à refaire."
          reasonHint={null}
          yes="Marquer vérifié"
          words={{ act: 'verify', kind }}
        />
      )}
      <DecisionDialog
        trigger={
          <Button size="sm" variant="secondary">
            Refuser…{about}
          </Button>
        }
        title={`Refuser\u00a0: ${label}\u00a0?`}
        objects={objects}
        consequence={
          'L’agence reçoit le motif par courriel et le corrige dans son profil. Ses annonces restent où elles sont\u00a0: pour les retirer, suspendez-la.'
        }
        reasonHint={'L’agence le lit\u00a0: dites ce qui ne va pas et ce qu’elle doit corriger.'}
        yes="Refuser"
        destructive
        words={{ act: 'refuse', kind }}
      />
    </div>
  );
}
