import { formatTime } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { consentSubjects } from '#rooms/accounts/consents.ts';
import type { Consent, ConsentProof } from '#rooms/accounts/contract.ts';
import { FormOutcome, useOwnForm } from '#rooms/accounts/parts/profile-section.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { TextLink } from '#ui/link.tsx';
import { Time } from '#ui/time.tsx';
import { Section } from './section.tsx';

export function ConsentsSection({ consents }: { consents: readonly Consent[] }) {
  return (
    <Section
      id="consentements"
      lead="Un clic suffit pour donner, un autre pour retirer. Ce que vous avez lu et le jour où vous l’avez dit sont gardés ici."
    >
      <div className="grid gap-2">
        {consents.map((consent) => (
          <OneConsent key={consent.name} consent={consent} />
        ))}
      </div>
      <p className="text-ardoise-600">
        La mesure d’audience et ce que cet appareil retient se choisissent sur la page{' '}
        <TextLink to={paths.cookies()}>Cookies</TextLink>.
      </p>
    </Section>
  );
}

function OneConsent({ consent }: { consent: Consent }) {
  const own = useOwnForm('consent');
  const { name, history } = consent;
  const { title, sentence } = consentSubjects[name];
  const wanted = own.busy ? (own.sent as { given?: boolean } | undefined)?.given : undefined;
  const last = history[0];
  return (
    <fieldset className="rounded-control border border-ardoise-200 px-4 py-3">
      <legend className="sr-only">{title}</legend>
      <Checkbox
        name={name}
        label={<span className="font-medium">{title}</span>}
        hint={sentence}
        checked={wanted ?? consent.given}
        onChange={(event) => void own.submit({ name, given: event.currentTarget.checked })}
      />
      <FormOutcome done={null} refused={own.refused} />
      <div className="pl-8.5 text-small text-ardoise-600" aria-live="polite">
        {last ? <Proof proof={last} /> : 'Jamais donné.'}
      </div>
      {history.length > 1 && (
        <details className="mt-1 pl-8.5 text-small">
          <summary className="inline-flex min-h-9 cursor-pointer items-center text-phare-700 underline underline-offset-4">
            Tout l’historique ({history.length})
          </summary>
          <ul className="mt-1 space-y-2 text-ardoise-600">
            {history.map((proof) => (
              <li key={`${proof.at} ${proof.source}`}>
                <Proof proof={proof} />
                <span className="block">«&nbsp;{proof.sentence}&nbsp;»</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </fieldset>
  );
}

function Proof({ proof: { given, at, source } }: { proof: ConsentProof }) {
  return (
    <>
      {given ? 'Donné' : 'Retiré'} le <Time at={at} /> à {formatTime(new Date(at))}
      {source === 'listing_form' ? ', en écrivant à une agence.' : ', sur cette page.'}
    </>
  );
}
