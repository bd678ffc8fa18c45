import { Shuffle } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { isRefused } from '#browser/admin-session.ts';
import { useSender } from '#browser/post-form.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { type CouponKind, couponChangeErrors, couponKinds } from '../contract.ts';
import { LABEL_MAX, readableCode, readCoupon, type TypedCoupon, valueHints } from '../new-coupon.ts';
import type { LimitFormula, RegisteredCoupon } from '../register.ts';
import { CouponPreview } from './coupon-preview.tsx';

interface CouponFormProps {
  /** What its fields say first. */
  from: TypedCoupon;
  formulas: readonly LimitFormula[];
  /** The coupon that is changed; null: one is created. */
  changed: Pick<RegisteredCoupon, 'code' | 'version' | 'everUsed'> | null;
}

type Name = keyof TypedCoupon;
/** In the order of the page: the first wrong one takes the focus. */
const names = [
  'code',
  'label',
  'kind',
  'value',
  'ceiling',
  'minimumNet',
  'formulas',
  'agencies',
  'usesMax',
  'usesPerAgency',
  'startsOn',
  'endsOn',
] as const satisfies readonly Name[];

type TextName = Exclude<Name, 'kind' | 'formulas' | 'firstOrder' | 'stackable' | 'startsOn' | 'endsOn'>;

const fieldId = (name: Name) => `coupon-${name}`;
const pickAtRandom = (count: number) => crypto.getRandomValues(new Uint32Array(1))[0]! % count;

/** Creates a code or changes one, with what an agency will read of it beside. */
export function CouponForm({ from, formulas, changed }: CouponFormProps) {
  const { sendJson, data, state } = useSender<unknown>();
  const [typed, setTyped] = useState(from);
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set());
  const refused = isRefused(data) ? data : null;
  const { body, errors } = readCoupon(typed);
  const errorOf = (name: Name) => (left.has(name) ? errors[name] : undefined) ?? refused?.fields?.[name];
  const say = <Said extends Name>(name: Said, value: TypedCoupon[Said]) =>
    setTyped((before) => ({ ...before, [name]: value }));
  const leave = (...those: readonly Name[]) => setLeft((before) => new Set([...before, ...those]));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    leave(...names);
    if (!body) {
      document.getElementById(fieldId(names.find((name) => errors[name]) ?? 'code'))?.focus();
      return;
    }
    const { code, ...said } = body;
    void sendJson(
      changed
        ? { intent: 'change', code, coupon: { ...said, version: changed.version } }
        : { intent: 'create', coupon: body },
    );
  };
  const text = (name: TextName) => ({
    name,
    value: typed[name],
    autoComplete: 'off',
    onBlur: () => leave(name),
    onChange: (event: { currentTarget: { value: string } }) => say(name, event.currentTarget.value),
  });
  const field = (name: Name, label: string, hint?: ReactNode) => ({
    id: fieldId(name),
    label,
    hint,
    error: errorOf(name),
  });
  const fixed = changed?.everUsed ?? false;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <form onSubmit={submit} noValidate>
        {refused?.failure && (
          <div className="mb-4">
            <Notice tone="error" live>
              {refused.failure}
            </Notice>
          </div>
        )}
        {!changed && (
          <Field
            {...field('code', 'Code', 'Ce que l’agence écrit. Lettres sans accent, chiffres et tirets.')}
            after={
              <Button
                variant="quiet"
                size="sm"
                icon={<Shuffle aria-hidden="true" className="size-4" />}
                onClick={() => say('code', readableCode(pickAtRandom))}
              >
                Proposer un code
              </Button>
            }
          >
            {(control) => <TextInput {...control} {...text('code')} maxLength={40} className="uppercase" />}
          </Field>
        )}
        <Field {...field('label', 'Libellé', 'Ce que le récapitulatif de la commande en dit.')}>
          {(control) => <TextInput {...control} {...text('label')} maxLength={LABEL_MAX} />}
        </Field>
        <div className="grid gap-x-4 sm:grid-cols-2">
          <Field {...field('kind', 'Nature', fixed ? couponChangeErrors.COUPON_IN_USE.message : undefined)}>
            {(control) => (
              <Select
                {...control}
                name="kind"
                value={typed.kind}
                disabled={fixed}
                onChange={(event) => say('kind', event.currentTarget.value as CouponKind)}
                options={Object.entries(couponKinds).map(([value, label]) => ({ value, label }))}
              />
            )}
          </Field>
          <Field {...field('value', 'Valeur', valueHints[typed.kind])} lines={2}>
            {(control) => <TextInput {...control} {...text('value')} inputMode="decimal" disabled={fixed} />}
          </Field>
        </div>
        <fieldset>
          <legend className="mt-2 mb-2 text-h4">Limites</legend>
          <p className="mb-3 text-small text-ardoise-600">Un champ laissé vide ne limite rien.</p>
          <div className="grid gap-x-4 sm:grid-cols-2">
            <Field {...field('ceiling', 'Plafond', 'Remise la plus grande, en euros HT.')} lines={2}>
              {(control) => <TextInput {...control} {...text('ceiling')} inputMode="decimal" />}
            </Field>
            <Field
              {...field('minimumNet', 'Minimum', 'Plus petit total d’une commande, en euros HT.')}
              lines={2}
            >
              {(control) => <TextInput {...control} {...text('minimumNet')} inputMode="decimal" />}
            </Field>
            <Field {...field('usesMax', 'Usages en tout')}>
              {(control) => <TextInput {...control} {...text('usesMax')} inputMode="numeric" />}
            </Field>
            <Field {...field('usesPerAgency', 'Usages par agence')}>
              {(control) => <TextInput {...control} {...text('usesPerAgency')} inputMode="numeric" />}
            </Field>
            {(['startsOn', 'endsOn'] as const).map((name) => (
              <Field
                key={name}
                {...field(name, name === 'startsOn' ? 'Premier jour' : 'Dernier jour, inclus')}
              >
                {(control) => (
                  <TextInput
                    {...control}
                    type="date"
                    name={name}
                    value={typed[name]}
                    onBlur={() => leave(name)}
                    onChange={(event) => say(name, event.currentTarget.value)}
                  />
                )}
              </Field>
            ))}
          </div>
          <FormulaBoxes
            formulas={formulas}
            chosen={typed.formulas}
            onChoose={(keys) => say('formulas', keys)}
          />
          <Field
            {...field(
              'agencies',
              'Agences',
              'Leurs références, séparées par des virgules. Elles sont averties que le code leur est réservé\u00a0; pour les autres il n’existe pas.',
            )}
          >
            {(control) => <TextInput {...control} {...text('agencies')} />}
          </Field>
          <Checkbox
            name="firstOrder"
            checked={typed.firstOrder}
            onChange={(event) => say('firstOrder', event.currentTarget.checked)}
            label="Pour une première commande seulement"
          />
          <Checkbox
            name="stackable"
            checked={typed.stackable}
            onChange={(event) => say('stackable', event.currentTarget.checked)}
            label="Se cumule avec d’autres codes qui se cumulent"
          />
        </fieldset>
        <div className="mt-4">
          <Button type="submit" busy={state !== 'idle'}>
            {changed ? 'Enregistrer' : 'Créer le code'}
          </Button>
        </div>
      </form>
      <CouponPreview body={body} formulas={formulas} />
    </div>
  );
}

interface FormulaBoxesProps {
  formulas: readonly LimitFormula[];
  chosen: readonly string[];
  onChoose: (keys: string[]) => void;
}

function FormulaBoxes({ formulas, chosen, onChoose }: FormulaBoxesProps) {
  // A formula that is sold no more stays a limit until it is unticked.
  const gone = chosen.filter((key) => !formulas.some((formula) => formula.key === key));
  const boxes = [
    ...formulas.map(({ key, name }) => ({ key, name })),
    ...gone.map((key) => ({ key, name: `${key}, qui n’est plus proposée` })),
  ];
  return (
    <fieldset className="mb-3">
      <legend className="font-medium">Formules</legend>
      <p className="text-small text-ardoise-600">Aucune cochée&nbsp;: toutes.</p>
      <div className="flex flex-wrap gap-x-6">
        {boxes.map(({ key, name }) => (
          <Checkbox
            key={key}
            label={name}
            checked={chosen.includes(key)}
            onChange={(event) =>
              onChoose(
                event.currentTarget.checked ? [...chosen, key] : chosen.filter((other) => other !== key),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
