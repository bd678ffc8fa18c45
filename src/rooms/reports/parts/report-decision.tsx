import { type FormEvent, type ReactNode, useState } from 'react';
import { isRefused } from '#browser/admin-session.ts';
import { useSender } from '#browser/post-form.tsx';
import { REASON_MAX } from '#rooms/administrators/contract.ts';
import { type SuspensionGround, suspensionGrounds } from '#rooms/listings/moderation.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field, FieldError } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-input.tsx';
import { type AppealOutcome, appealOutcomes, appealSides } from '../appeals.ts';
import { type Measure, measures, type ReportReason } from '../contract.ts';
import { TO_COMPLETE, textsFor } from '../decision-texts.ts';
import { type AppealEntry, type Case, type Outcome, outcomes } from '../decisions.ts';

const GROUNDS: Readonly<Partial<Record<ReportReason, SuspensionGround>>> = {
  scam: 'scam',
  unavailable: 'unavailable',
  price: 'price',
  mentions: 'mentions',
  energy: 'energy',
  photos: 'photos',
  duplicate: 'duplicate',
  discrimination: 'discrimination',
  contact: 'personal',
  illegal: 'illegal',
  child_abuse: 'illegal',
};

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Sends an act about one case to the `clientAction` of the page, and what it was refused. */
function useAct(caseId: number) {
  const { sendJson, data, state } = useSender<unknown>();
  return {
    act: (words: object) => void sendJson({ ids: [caseId], ...words }),
    refused: isRefused(data) ? data : null,
    busy: state !== 'idle',
  };
}

function Failure({ children }: { children: ReactNode }) {
  return (
    <div className="mb-4">
      <Notice tone="error" live>
        {children}
      </Notice>
    </div>
  );
}

/** « Prendre en charge », with or without a word to the agency. */
export function TakeForm({ opened: { id, kind, reason } }: { opened: Case }) {
  const { act, refused, busy } = useAct(id);
  const tellable = kind === 'person' && reason !== 'child_abuse';
  const [tell, setTell] = useState(tellable && reason !== 'scam');
  return (
    <form
      className="mb-4 border-b border-ardoise-100 pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        act({ act: 'take', tellAgency: tellable && tell });
      }}
    >
      {refused?.failure && <Failure>{refused.failure}</Failure>}
      {tellable && (
        <Checkbox
          label="Prévenir l’agence maintenant que son annonce est signalée"
          hint="Ni qui signale, ni ses mots. Attendez la décision si la prévenir lui laissait cacher des preuves."
          checked={tell}
          onChange={({ currentTarget }) => setTell(currentTarget.checked)}
        />
      )}
      <Button type="submit" variant="secondary" busy={busy}>
        Prendre en charge
      </Button>
    </form>
  );
}

interface Choice {
  readonly outcome: Outcome | '';
  readonly measure: Measure | '';
  readonly ground: SuspensionGround | '';
  readonly reason: string;
}

interface VerdictFieldsProps {
  opened: Case;
  choice: Choice;
  onChoice: (choice: Choice) => void;
  fields: Readonly<Record<string, string>> | undefined;
  /** Without: only the reason is asked. */
  verdict: boolean;
}

/** What is decided, what is done to the listing, and the reasons that both sides read. */
function VerdictFields({ opened, choice, onChoice, fields, verdict }: VerdictFieldsProps) {
  const { kind, reason: motive, today } = opened;
  const set = (change: Partial<Choice>) => onChoice({ ...choice, ...change });
  const texts = textsFor(motive).filter(({ outcome }) => kind === 'person' || outcome !== 'duplicate');
  const own =
    kind === 'rule' ? { founded: 'Refuser cette tournure', unfounded: 'Accepter cette tournure' } : null;
  const grave = choice.outcome === 'founded' && kind === 'person';
  return (
    <>
      {verdict && (
        <>
          <Field label="Texte de départ" optional reserve={false} className="mb-4 max-w-md">
            {(control) => (
              <Select
                {...control}
                value=""
                onChange={({ currentTarget }) => {
                  const text = texts[Number(currentTarget.value)];
                  if (!text) return;
                  const { outcome, measure } = text;
                  set({ outcome, measure, reason: text.text, ground: GROUNDS[motive] ?? 'terms' });
                }}
                options={[
                  { value: '', label: 'Choisir un texte, à compléter' },
                  ...texts.map(({ label }, rank) => ({ value: String(rank), label })),
                ]}
              />
            )}
          </Field>
          <div className="mb-3 grid gap-x-6 gap-y-3 sm:grid-cols-2">
            <RadioGroup
              legend="Issue"
              name="outcome"
              value={choice.outcome}
              onValue={(value) => set({ outcome: value as Outcome })}
              choices={choicesOf(own ?? outcomes)}
              error={fields?.outcome ?? null}
            />
            {grave && (
              <RadioGroup
                legend="L’annonce"
                name="measure"
                value={choice.measure}
                onValue={(value) =>
                  set({ measure: value as Measure, ground: choice.ground || (GROUNDS[motive] ?? 'terms') })
                }
                choices={choicesOf(measures).map((one) =>
                  one.value === 'suspension' ? { ...one, disabled: today === null } : one,
                )}
                error={fields?.measure ?? null}
              />
            )}
          </div>
          {grave && choice.measure === 'suspension' && (
            <Field label="Fondement" required error={fields?.ground} className="max-w-md">
              {(control) => (
                <Select
                  {...control}
                  value={choice.ground}
                  onChange={({ currentTarget }) => set({ ground: currentTarget.value as SuspensionGround })}
                  options={(Object.keys(suspensionGrounds) as SuspensionGround[]).map((value) => ({
                    value,
                    label: suspensionGrounds[value].label,
                  }))}
                />
              )}
            </Field>
          )}
        </>
      )}
      <Field
        label="Motif"
        required
        error={fields?.reason}
        hint="Les faits et la règle, lus par la personne qui a signalé et par l’agence. Ne dites pas qui a signalé."
      >
        {(control) => (
          <TextArea
            {...control}
            rows={6}
            maxLength={REASON_MAX}
            value={choice.reason}
            onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}

const wordsOf = ({ outcome, measure, ground, reason }: Choice) => ({
  reason,
  ...(outcome ? { outcome } : {}),
  ...(measure && outcome === 'founded' ? { measure } : {}),
  ...(ground && outcome === 'founded' && measure === 'suspension' ? { ground } : {}),
});

const unfinished = ({ reason }: Choice) =>
  reason.includes(TO_COMPLETE)
    ? { reason: `Complétez ce qui est encore «\u00a0${TO_COMPLETE}\u00a0».` }
    : null;

const nothingChosen: Choice = { outcome: '', measure: '', ground: '', reason: '' };

/** The one way in which the decision on a wording changes: what was refused is accepted. */
const CLEARED = { outcome: 'unfounded', measure: '' } as const;

/** What follows from a decision, before it is taken. */
function consequence(
  { kind, reporter, agencyToldAt }: Case,
  { outcome, measure }: Pick<Choice, 'outcome' | 'measure'>,
): string {
  if (kind === 'rule')
    return outcome === 'founded'
      ? 'L’annonce reste hors ligne sous ce texte, et l’agence en reçoit les motifs et les recours.'
      : 'L’annonce paraît sous ce texte, si rien d’autre ne la retient.';
  const listing =
    outcome !== 'founded'
      ? 'L’annonce reste comme elle est.'
      : measure === 'suspension'
        ? 'L’annonce quitte le site.'
        : '';
  // Of what is not founded, the agency is told only when it knew that its listing was reported.
  const agency = outcome === 'founded' || agencyToldAt !== null;
  if (!reporter?.email && !agency) return `${listing} Personne n’a laissé d’adresse à prévenir.`;
  const told = !reporter?.email
    ? 'L’agence seule reçoit'
    : agency
      ? 'La personne qui a signalé et l’agence reçoivent'
      : 'La personne qui a signalé reçoit';
  return `${listing} ${told} les motifs et les recours.`.trim();
}

/** Decides a case. */
export function DecisionForm({ opened }: { opened: Case }) {
  const { act, refused, busy } = useAct(opened.id);
  const [choice, setChoice] = useState(nothingChosen);
  const [faults, setFaults] = useState<Readonly<Record<string, string>> | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(choice.outcome ? {} : { outcome: 'Choisissez une issue' }),
      ...unfinished(choice),
    };
    setFaults(Object.keys(found).length > 0 ? found : null);
    if (Object.keys(found).length === 0) act({ act: 'decide', ...wordsOf(choice) });
  };
  const grave = choice.outcome === 'founded' && choice.measure === 'suspension';
  return (
    <form onSubmit={submit} noValidate aria-labelledby="titre-decision">
      <h3 id="titre-decision" className="mb-3 font-bold">
        Décider
      </h3>
      {refused?.failure && <Failure>{refused.failure}</Failure>}
      <VerdictFields
        opened={opened}
        choice={choice}
        onChoice={setChoice}
        fields={faults ?? refused?.fields}
        verdict
      />
      {choice.outcome && <p className="mb-3 text-small text-ardoise-600">{consequence(opened, choice)}</p>}
      <Button type="submit" busy={busy} variant={grave ? 'destructive' : 'primary'}>
        {grave ? 'Suspendre l’annonce et prévenir' : 'Décider et prévenir'}
      </Button>
    </form>
  );
}

interface AppealAnswerFormProps {
  opened: Case;
  appeal: AppealEntry;
  me: string | null;
}

/** Answers an appeal: keeps the decision or takes another one. */
export function AppealAnswerForm({ opened, appeal, me }: AppealAnswerFormProps) {
  const { act, refused, busy } = useAct(opened.id);
  const [choice, setChoice] = useState(nothingChosen);
  const [end, setEnd] = useState<AppealOutcome | ''>('');
  const [alone, setAlone] = useState(false);
  const [faults, setFaults] = useState<Readonly<Record<string, string>> | null>(null);
  const own = opened.decidedBy === me;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(end ? {} : { appealOutcome: 'Dites si la décision est maintenue' }),
      ...unfinished(choice),
    };
    setFaults(Object.keys(found).length > 0 ? found : null);
    if (Object.keys(found).length > 0) return;
    act({
      act: 'appeal',
      appeal: appeal.id,
      appealOutcome: end,
      ...(end === 'changed'
        ? wordsOf(opened.kind === 'rule' ? { ...choice, ...CLEARED } : choice)
        : { reason: choice.reason }),
      ...(alone ? { alone } : {}),
    });
  };
  const fields = faults ?? refused?.fields;
  return (
    <form onSubmit={submit} noValidate aria-labelledby="titre-contestation">
      <h3 id="titre-contestation" className="font-bold">
        {appealSides[appeal.side]} conteste la décision
      </h3>
      <blockquote className="my-3 border-l-4 border-ardoise-200 pl-3 break-words whitespace-pre-line">
        {appeal.body || 'Mots effacés, à la demande de la personne.'}
      </blockquote>
      {own && (
        <div className="mb-4">
          <Notice tone="warning">
            {opened.severalAdministrators
              ? 'Vous avez pris cette décision. Une autre personne doit répondre quand c’est possible.'
              : 'Vous avez pris cette décision, et vous êtes seul à pouvoir répondre\u00a0: relisez tout le dossier.'}
          </Notice>
        </div>
      )}
      {refused?.failure && <Failure>{refused.failure}</Failure>}
      <RadioGroup
        legend="Réponse"
        name="appealOutcome"
        value={end}
        onValue={(value) => setEnd(value as AppealOutcome)}
        choices={choicesOf(appealOutcomes).map((one) =>
          one.value === 'changed' && opened.kind === 'rule'
            ? { ...one, hint: consequence(opened, CLEARED) }
            : one,
        )}
      />
      {fields?.appealOutcome && <FieldError id="erreur-reponse" error={fields.appealOutcome} />}
      <VerdictFields
        opened={opened}
        choice={choice}
        onChoice={setChoice}
        fields={fields}
        verdict={end === 'changed' && opened.kind === 'person'}
      />
      {own && opened.severalAdministrators && (
        <Checkbox
          label="Personne d’autre ne peut répondre"
          checked={alone}
          onChange={({ currentTarget }) => setAlone(currentTarget.checked)}
        />
      )}
      <Button type="submit" busy={busy}>
        Répondre et prévenir
      </Button>
    </form>
  );
}
