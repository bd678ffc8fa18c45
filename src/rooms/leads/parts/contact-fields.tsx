import type { Ref } from 'react';
import { phoneInField } from '#contract/phone.ts';
import { EmailField } from '#ui/email-field.tsx';
import { Field } from '#ui/field.tsx';
import { PhoneField } from '#ui/phone-field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { ContactFaults } from '../contact.ts';
import { type ContactRequest, requestChoice } from '../requests.ts';

/** What is asked: a few words, all of them visible. */
export function RequestChoice({
  wishes,
  chosen,
  transaction,
  onChoose,
}: {
  wishes: readonly ContactRequest[];
  chosen: ContactRequest;
  transaction: number;
  onChoose: (wish: ContactRequest) => void;
}) {
  return (
    <fieldset className="mb-5">
      <legend className="mb-2 font-medium">Vous souhaitez</legend>
      <div className="flex flex-wrap gap-2">
        {wishes.map((wish) => (
          <label
            key={wish}
            className="relative inline-flex min-h-11 items-center rounded-full border border-bordure bg-blanc px-3 font-medium sm:px-4 transition hover:border-ardoise-700 hover:bg-ardoise-100 has-checked:border-ardoise-900 has-checked:bg-ardoise-900 has-checked:text-craie has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-phare-700"
          >
            <input
              type="radio"
              name="request"
              value={wish}
              checked={chosen === wish}
              onChange={() => onChoose(wish)}
              className="absolute inset-0 cursor-pointer appearance-none rounded-full outline-none! focus-visible:shadow-none"
            />
            {requestChoice(wish, transaction)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Atop the form after it was refused: each line leads to its field. */
export function Faults({
  faults,
  wrong,
  onGo,
  ref,
}: {
  faults: ContactFaults;
  /** Names of the fields, in their order. */
  wrong: readonly string[];
  onGo: (name: string) => void;
  ref: Ref<HTMLDivElement>;
}) {
  const title = wrong.length === 1 ? 'Un champ est à corriger' : `${wrong.length} champs sont à corriger`;
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="alert"
      className="mb-5 rounded-card border-2 border-rouge-700 bg-blanc px-4 py-3"
    >
      <p className="font-bold text-rouge-700">{faults.missing ?? title}</p>
      <ul className="mt-1 space-y-1">
        {wrong.map((name) => (
          <li key={name}>
            <button
              type="button"
              className="rounded-chip text-left text-rouge-700 underline underline-offset-4"
              onClick={() => onGo(name)}
            >
              {faults.fields[name]}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Civility({ given }: { given: string | null }) {
  return (
    <fieldset className="mb-4 flex flex-wrap items-center gap-x-6">
      <legend className="mr-2 font-medium max-sm:w-full sm:float-left">
        Civilité <span className="font-regular text-ardoise-500">(facultatif)</span>
      </legend>
      {['Mme', 'M.'].map((civility) => (
        <label key={civility} className="inline-flex min-h-11 items-center gap-2.5">
          <input
            type="radio"
            name="civility"
            value={civility}
            defaultChecked={given === civility}
            className="tick tick-round"
          />
          {civility}
        </label>
      ))}
    </fieldset>
  );
}

/** Who is signed in. */
export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
  readonly civility: string | null;
}

/** Who writes, and where the agency answers. */
export function Details({
  person,
  errorOf,
}: {
  person: Person | null;
  errorOf: (name: string) => string | undefined;
}) {
  return (
    <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
      <Field label="Prénom" required lines={2} error={errorOf('firstName')}>
        {(control) => (
          <TextInput
            {...control}
            name="firstName"
            autoComplete="given-name"
            defaultValue={person?.firstName}
          />
        )}
      </Field>
      <Field label="Nom" required lines={2} error={errorOf('lastName')}>
        {(control) => (
          <TextInput
            {...control}
            name="lastName"
            autoComplete="family-name"
            defaultValue={person?.lastName}
          />
        )}
      </Field>
      <EmailField name="email" error={errorOf('email')} defaultValue={person?.email} />
      <PhoneField
        name="phone"
        required
        error={errorOf('phone')}
        defaultValue={person?.phone ? phoneInField(person.phone) : ''}
      />
    </div>
  );
}
