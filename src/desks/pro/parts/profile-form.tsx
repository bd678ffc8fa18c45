import type { ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useCheckedForm } from '#browser/checked-form.ts';
import { FormOutcome, ProfileSection, useOwnForm } from '#rooms/accounts/parts/profile-section.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { PhoneField } from '#ui/phone-field.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea, TextInput } from '#ui/text-input.tsx';
import type { Lack } from '../contract.ts';
import { type ProfiledAgency, type ProfileField, type ProfileForm, typedOf } from './profile-fields.tsx';

const activities = [
  { value: '', label: 'Choisir' },
  { value: 'T', label: 'T – transaction' },
  { value: 'G', label: 'G – gestion' },
  { value: 'S', label: 'S – syndic' },
  { value: 'TG', label: 'T et G' },
  { value: 'TS', label: 'T et S' },
  { value: 'GS', label: 'G et S' },
  { value: 'TGS', label: 'T, G et S' },
];

interface ProfileFormSectionProps {
  said: ProfileForm;
  agency: ProfiledAgency;
  lacks: readonly Lack[];
  /** Above its fields. */
  children?: ReactNode;
}

/** One form of the profile: what is asked, why, and what is still missing. */
export function ProfileFormSection({ said, agency, lacks, children }: ProfileFormSectionProps) {
  const own = useOwnForm(said.id);
  const defaults = Object.fromEntries(said.fields.map((field) => [field.name, typedOf(agency, field)]));
  const { form, field, errorOf } = useCheckedForm<FieldValues>({
    schema: said.schema as never,
    defaults,
    refused: own.refused,
    send: own,
  });
  return (
    <ProfileSection id={said.id} title={said.title} lead={said.lead}>
      {children}
      <form {...form} className="grid gap-2">
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          {said.fields.map((one) => (
            <div key={one.name} className={one.half ? 'sm:self-end' : 'sm:col-span-2'}>
              <OneField
                one={one}
                typed={defaults[one.name] ?? ''}
                lack={lacks.find((lack) => lack.field === one.name)}
                registered={field(one.name as FieldPath<FieldValues>)}
                error={errorOf(one.name as FieldPath<FieldValues>)}
              />
            </div>
          ))}
        </div>
        <FormOutcome {...own} />
        <div className="mt-2">
          <Button type="submit" busy={own.busy}>
            Enregistrer<span className="sr-only"> ({said.title.toLowerCase()})</span>
          </Button>
        </div>
      </form>
    </ProfileSection>
  );
}

interface OneFieldProps {
  one: ProfileField;
  typed: string | boolean;
  lack: Lack | undefined;
  registered: ReturnType<ReturnType<typeof useCheckedForm<FieldValues>>['field']>;
  error: string | undefined;
}

function OneField({ one, typed, lack, registered, error }: OneFieldProps) {
  const { label, kind = 'line', hint, law } = one;
  if (kind === 'tick')
    return <Checkbox label={label} hint={hint} {...registered} defaultChecked={typed === true} />;
  const given = { ...registered, defaultValue: String(typed) };
  if (kind === 'phone') return <PhoneField {...given} error={error} />;
  return (
    <Field
      label={<Labelled label={label} asked={law !== undefined} lack={lack} />}
      hint={[hint, law !== true && law].filter(Boolean).join(' ')}
      error={error}
    >
      {(control) => {
        if (kind === 'lines') return <TextArea {...control} {...given} rows={3} />;
        if (kind === 'activities') return <Select {...control} {...given} options={activities} />;
        return <TextInput {...control} {...given} {...inputs[kind]} />;
      }}
    </Field>
  );
}

/** A label, whether the law asks for the field, and what its absence does. */
function Labelled({ label, asked, lack }: { label: string; asked: boolean; lack: Lack | undefined }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
      {label}
      {lack ? (
        <Badge tone={lack.severity === 'block' ? 'red' : 'amber'}>
          {lack.severity === 'block' ? 'Exigé, retient vos annonces' : 'Exigé, à compléter'}
        </Badge>
      ) : (
        asked && <span className="text-small font-regular text-ardoise-600">exigé par la loi</span>
      )}
    </span>
  );
}

const inputs = {
  line: { autoComplete: 'off' },
  day: { type: 'date' },
  address: { type: 'email', inputMode: 'email', autoCapitalize: 'none' },
  number: { inputMode: 'numeric', autoComplete: 'off' },
  web: { type: 'url', inputMode: 'url', autoComplete: 'off' },
} as const;
