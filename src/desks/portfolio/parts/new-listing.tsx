import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '#browser/api.ts';
import { type Failure, fieldIssues, readError } from '#browser/read-error.ts';
import { parseEuros } from '#contract/money.ts';
import { paths } from '#contract/paths.ts';
import { type PropertyType, propertyTypes } from '#rooms/listings/contract.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { createListingCall } from '../contract.ts';
import { HomePlace } from './home-place.tsx';

const types = Object.entries(propertyTypes).map(([value, { label }]) => ({ value, label }));

/** Four answers, and the draft exists: everything else is typed in it, saved as it goes. */
export function NewListing({ ownerReference }: { ownerReference: string }) {
  const navigate = useNavigate();
  const [transaction, setTransaction] = useState<1 | 2>(1);
  const [propertyType, setPropertyType] = useState<PropertyType>('apartment');
  const [placeCode, setPlaceCode] = useState('');
  const [price, setPrice] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const errors = new Map(
    failure ? fieldIssues(failure).map(({ field, message }) => [field.split('.').at(-1), message]) : [],
  );

  async function create() {
    setBusy(true);
    setFailure(null);
    try {
      const body = { transaction, propertyType, placeCode, price: parseEuros(price) ?? 0 };
      const { data } = await callApi(createListingCall, { body }, { quiet: true });
      await navigate(paths.ownedEditListing({ ownerReference, propertyId: data.id }), { replace: true });
    } catch (error) {
      setFailure(readError(error));
      setBusy(false);
    }
  }

  return (
    <div className="page max-w-160 py-8 lg:py-10">
      <h1 className="text-h1">Créer une annonce</h1>
      <p className="mt-2 text-ardoise-600">
        Quatre réponses, et le brouillon existe. Il s’enregistre ensuite tout seul, et rien ne paraît avant
        que vous le publiiez.
      </p>
      <form
        noValidate
        className="mt-6 space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        {failure && errors.size === 0 && (
          <Notice tone="error" live title="Le brouillon n’est pas créé">
            {failure.message} Vos réponses sont restées.
          </Notice>
        )}
        <RadioGroup
          legend="Projet"
          name="transaction"
          value={String(transaction)}
          onValue={(value) => {
            setTransaction(value === '2' ? 2 : 1);
            if (value === '2' && propertyType === 'programme') setPropertyType('apartment');
          }}
          choices={[
            { value: '1', label: 'Vente' },
            { value: '2', label: 'Location' },
          ]}
        />
        <Field label="Type de bien" reserve={false}>
          {(control) => (
            <Select
              {...control}
              name="type"
              value={propertyType}
              // A programme is for sale.
              options={types.filter(({ value }) => transaction === 1 || value !== 'programme')}
              onChange={({ currentTarget }) => setPropertyType(currentTarget.value as PropertyType)}
            />
          )}
        </Field>
        <HomePlace error={errors.get('placeCode') ?? null} onCode={(code) => setPlaceCode(code ?? '')} />
        <Field
          label={
            transaction === 2
              ? 'Loyer mensuel, charges comprises'
              : propertyType === 'programme'
                ? 'Prix du lot le moins cher, TVA comprise'
                : 'Prix, honoraires de l’acquéreur inclus'
          }
          error={errors.get('price')}
        >
          {(control) => (
            <TextInput
              {...control}
              name="prix"
              inputMode="decimal"
              autoComplete="off"
              className="figures"
              value={price}
              onChange={({ currentTarget }) => setPrice(currentTarget.value)}
              after="€"
            />
          )}
        </Field>
        <Button type="submit" size="lg" busy={busy}>
          Créer le brouillon
        </Button>
      </form>
    </div>
  );
}
