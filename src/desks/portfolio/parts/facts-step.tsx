import type { BaseMap } from '#rooms/search/base-map.ts';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { fieldsOf } from '../editing/fields.ts';
import { fieldId, type Step } from '../editing/steps.ts';
import { REFERENCE_MAX } from '../facts.ts';
import { ExactPoint } from './exact-point.tsx';
import { FactField } from './fact-field.tsx';
import { HomePlace } from './home-place.tsx';
import type { Draft } from './use-draft.tsx';

/** The fields of a step; those without meaning for this listing stay away. */
export function FactsStep({ step, draft, baseMap }: { step: Step; draft: Draft; baseMap: BaseMap }) {
  const { facts, listing, errors, type } = draft;
  return (
    <div className="space-y-8">
      {step === 'lieu' && <Whereabouts draft={draft} />}
      {step === 'lieu' && <ExactPoint key={facts.placeCode} draft={draft} baseMap={baseMap} />}
      {fieldsOf[step].map(({ title, fields }) => {
        const shown = fields.filter(({ when }) => when?.(facts) ?? true);
        if (shown.length === 0) return null;
        return (
          <section key={title} aria-label={title}>
            <h3 className="mb-3 text-h4">{title}</h3>
            <div
              className={`grid items-end gap-x-6 gap-y-4 sm:grid-cols-2 ${title === 'Équipements' ? 'grid-cols-2 max-sm:gap-x-4' : ''}`}
            >
              {step === 'bien' && title === 'L’essentiel' && <Reference draft={draft} />}
              {shown.map((spec) => (
                <FactField
                  key={`${spec.name} ${facts.transaction}`}
                  spec={spec}
                  value={facts[spec.name]}
                  error={errors.get(spec.name)}
                  disabled={listing.fromFeed && !listing.completable.includes(spec.name)}
                  onValue={(value) => {
                    // A price is never unknown: an empty field keeps the last one.
                    if (spec.name === 'price' && !value) return;
                    type({ facts: { [spec.name]: value } });
                  }}
                />
              ))}
            </div>
          </section>
        );
      })}
    </div>
  );
}

function Reference({ draft: { reference, listing, errors, type } }: { draft: Draft }) {
  return (
    <Field
      id={fieldId('reference')}
      label="Référence"
      error={errors.get('reference')}
      reserve={false}
      className="sm:col-span-2"
    >
      {(control) => (
        <TextInput
          {...control}
          defaultValue={reference}
          disabled={listing.fromFeed}
          maxLength={REFERENCE_MAX}
          autoComplete="off"
          onChange={({ currentTarget }) => {
            if (currentTarget.value.trim()) type({ reference: currentTarget.value.trim() });
          }}
        />
      )}
    </Field>
  );
}

/** The commune or the district, among those that exist, and its postal code where it has several. */
function Whereabouts({ draft: { facts, listing, errors, type } }: { draft: Draft }) {
  const { place, fromFeed } = listing;
  const codes = place?.code === facts.placeCode ? place.postalCodes : [];
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {fromFeed ? (
        <Field id={fieldId('placeCode')} label="Commune" reserve={false}>
          {(control) => <TextInput {...control} disabled defaultValue={place?.label ?? facts.placeCode} />}
        </Field>
      ) : (
        <div id={fieldId('placeCode')} tabIndex={-1}>
          <HomePlace
            place={place}
            reserve={false}
            error={errors.get('placeCode') ?? null}
            onCode={(placeCode) => {
              // A point of the former commune says nothing of this one.
              if (placeCode && placeCode !== facts.placeCode)
                type({ facts: { placeCode, exactLat: null, exactLng: null } });
            }}
          />
        </div>
      )}
      <Field id={fieldId('postalCode')} label="Code postal" reserve={false}>
        {(control) => (
          <Select
            {...control}
            disabled={fromFeed || codes.length < 2}
            value={facts.postalCode}
            onChange={({ currentTarget: { value } }) => {
              if (value) type({ facts: { postalCode: value } });
            }}
            options={[
              // One of several is chosen by a person who knows the home.
              ...(facts.postalCode === '' ? [{ value: '', label: 'Choisissez' }] : []),
              ...(codes.length > 0 ? codes : [facts.postalCode])
                .filter(Boolean)
                .map((value) => ({ value, label: value })),
            ]}
          />
        )}
      </Field>
    </div>
  );
}
