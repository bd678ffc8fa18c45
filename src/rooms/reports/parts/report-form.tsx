import { useId } from 'react';
import { NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import {
  EXPLANATION_MAX,
  EXPLANATION_MIN,
  GOOD_FAITH,
  KEPT_YEARS,
  mayStayUnknown,
  reportReasons,
  type TypedReport,
} from '../contract.ts';
import { AttachFiles } from './attach-files.tsx';

/** Who is signed in: their details are filled in. */
export interface Reporter {
  readonly name: string;
  readonly email: string;
}

interface ReportFieldsProps {
  typed: TypedReport;
  faults: Readonly<Record<string, string>>;
  /** One per form: sent twice, it is one report. */
  submission: string;
  /** The reason that is chosen, where it is followed. */
  reason?: string;
  onReason?: (reason: string) => void;
}

/** The fields of a report, in its dialog and in the page. */
export function ReportFields({ typed, faults, submission, reason, onReason }: ReportFieldsProps) {
  const trap = useId();
  const unknown = reason !== undefined && mayStayUnknown(reason);
  return (
    <div className="grid gap-1">
      <input type="hidden" name="submission" value={submission} />
      <Field label="Motif" required error={faults.reason}>
        {(control) => (
          <Select
            {...control}
            name="reason"
            defaultValue={typed.reason}
            onChange={(event) => onReason?.(event.target.value)}
            options={[
              { value: '', label: 'Choisir un motif' },
              ...Object.entries(reportReasons).map(([value, label]) => ({ value, label })),
            ]}
          />
        )}
      </Field>
      <Field
        label="Ce qui ne va pas"
        required
        error={faults.explanation}
        hint={`Ce que vous avez vu, et pourquoi c’est faux ou illicite. De ${EXPLANATION_MIN} à ${EXPLANATION_MAX} caractères.`}
      >
        {(control) => <TextArea {...control} name="explanation" rows={5} defaultValue={typed.explanation} />}
      </Field>
      <p className="mb-2 text-small text-ardoise-600">
        {unknown
          ? 'Pour ces faits, votre nom et votre adresse ne sont pas demandés.'
          : `Votre nom et votre adresse servent à vous répondre${NBSP}: l’agence ne les reçoit pas. Ils ne sont pas demandés pour une infraction sexuelle sur mineur.`}
      </p>
      <div className="grid gap-x-4 sm:grid-cols-2">
        <Field label="Nom" required={!unknown} optional={unknown} error={faults.name}>
          {(control) => (
            <TextInput
              {...control}
              required={false}
              name="name"
              autoComplete="name"
              defaultValue={typed.name}
            />
          )}
        </Field>
        <Field label="Adresse e-mail" required={!unknown} optional={unknown} error={faults.email}>
          {(control) => (
            <TextInput
              {...control}
              required={false}
              name="email"
              type="email"
              autoComplete="email"
              inputMode="email"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={typed.email}
            />
          )}
        </Field>
      </div>
      {/* Filled in by machines only: a person neither sees nor reaches it. */}
      <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
        <label htmlFor={trap}>Site web</label>
        <input id={trap} name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
      <Checkbox
        name="goodFaith"
        value="oui"
        label={GOOD_FAITH}
        defaultChecked={typed.goodFaith}
        error={faults.goodFaith ?? null}
      />
      <p className="text-small text-ardoise-600">
        Une personne examine chaque signalement et vous écrit ce qui a été décidé. Gardé {KEPT_YEARS} ans au
        plus. <TextLink to={`${paths.terms()}#signaler`}>Comment nous décidons</TextLink>,{' '}
        <TextLink to={`${paths.legalNotice()}#donnees`}>données personnelles</TextLink>.
      </p>
    </div>
  );
}

export interface ReceivedReport {
  readonly reference: string;
  readonly receipt: boolean;
  readonly attachKey: string;
}

/** It has arrived: its reference, what happens next, and what may still be joined to it. */
export function ReportReceived({ reference, receipt, attachKey }: ReceivedReport) {
  return (
    <div className="space-y-3">
      <p>
        Une personne l’examine.{' '}
        {receipt
          ? 'Un accusé de réception part à votre adresse, puis ce qui aura été décidé.'
          : 'Gardez cette référence : elle sert à ajouter quelque chose ou à demander où nous en sommes.'}
      </p>
      <p className="inline-block rounded-card border border-ardoise-200 bg-craie px-5 py-3">
        <span className="block text-small text-ardoise-600">Référence</span>
        <span className="figures text-h4 font-bold select-all">{reference}</span>
      </p>
      <AttachFiles reference={reference} attachKey={attachKey} />
    </div>
  );
}
