import type { ReactNode } from 'react';
import { formatNumber } from '#contract/fmt.ts';
import { type Filters, mostOf, writeFilters } from '#rooms/criteria/contract.ts';
import { type CriterionWord, criteriaTable } from '#rooms/criteria/criteria-table.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { NumberField } from '#ui/number-field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { daysOffered } from '../contract.ts';
import { Count, type FieldsProps, hiddenInput, pill, Range } from './filter-fields.tsx';

/** Words of the table that these fields ask, by what they are. */
type Of<Kind> = Extract<(typeof criteriaTable)[number], { kind: Kind }>['word'];
type BoundWord = Of<'atMost' | 'atLeast'>;

const rowOf = (word: CriterionWord) => criteriaTable.find((row) => row.word === word);
const choicesOf = (word: Of<'oneOf' | 'anyOf'>) => {
  const row = rowOf(word);
  return row && 'values' in row
    ? Object.entries(row.values as Readonly<Record<string, { label: string }>>)
    : [];
};

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="border-t border-ardoise-200 pt-5">
      <legend className="float-left mb-1 w-full font-bold">{title}</legend>
      <div className="clear-both space-y-4">{children}</div>
    </fieldset>
  );
}

/** Boxes in two columns. */
function Boxes({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-2 gap-x-4">{children}</div>;
}

/** Asks for `oui`, or for `non` where that is what people look for. The other one stays when an address said it. */
function Flag({
  word,
  label,
  wanted = true,
  filters,
  counts,
}: Pick<FieldsProps, 'filters' | 'counts'> & { word: Of<'flag'>; label?: string; wanted?: boolean }) {
  const row = rowOf(word);
  const value = filters[word] ?? wanted;
  const text = value ? 'oui' : 'non';
  const said = row && 'negative' in row ? (value ? row.label : row.negative) : word;
  return (
    <Checkbox
      name={word}
      value={text}
      defaultChecked={filters[word] !== undefined}
      label={
        <>
          {value === wanted ? (label ?? said) : said}
          <Count counts={counts} word={word} value={text} />
        </>
      }
    />
  );
}

function Several({
  word,
  filters,
  counts,
}: Pick<FieldsProps, 'filters' | 'counts'> & { word: 'etat' | 'exposition' | 'chauffage' }) {
  return choicesOf(word).map(([value, { label }]) => (
    <Checkbox
      key={value}
      name={word}
      value={value}
      defaultChecked={filters[word]?.includes(value) ?? false}
      label={
        <>
          {label}
          <Count counts={counts} word={word} value={value} />
        </>
      }
    />
  ));
}

function Letters({
  legend,
  word,
  filters,
  counts,
}: Pick<FieldsProps, 'filters' | 'counts'> & { legend: string; word: 'dpe' | 'ges' }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">{legend}</legend>
      <div className="flex gap-1.5">
        {choicesOf(word).map(([letter]) => (
          <label key={letter} className={pill.replace('min-w-11', 'min-w-9')}>
            <input
              type="checkbox"
              name={word}
              value={letter}
              aria-label={`${word.toUpperCase()} ${letter}`}
              defaultChecked={filters[word]?.includes(letter) ?? false}
              className={hiddenInput}
            />
            <span aria-hidden="true" className="text-center leading-tight">
              {letter}
              {counts?.[word]?.[letter] !== undefined && (
                <span className="figures block text-caption font-regular">{counts[word][letter]}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Amount({
  word,
  label,
  unit,
  filters,
}: Pick<FieldsProps, 'filters'> & { word: BoundWord; label: string; unit?: string }) {
  return (
    <NumberField
      label={label}
      name={word}
      most={mostOf(word)}
      {...(unit ? { unit } : {})}
      defaultValue={filters[word] ?? null}
      reserve={false}
    />
  );
}

function OneOf({
  word,
  label,
  options,
  filters,
  counts,
}: Pick<FieldsProps, 'filters' | 'counts'> & {
  word: CriterionWord;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
}) {
  const said = writeFilters({ [word]: filters[word] }).get(word) ?? '';
  const kept = said === '' || options.some(([value]) => value === said) ? [] : [[said, said] as const];
  return (
    <Field label={label} reserve={false}>
      {(control) => (
        <Select
          {...control}
          name={word}
          defaultValue={said}
          options={[['', 'Indifférent'] as const, ...options, ...kept].map(([value, text]) => {
            const count = counts?.[word]?.[value];
            return { value, label: count === undefined ? text : `${text}\u00a0: ${formatNumber(count)}` };
          })}
        />
      )}
    </Field>
  );
}

/** Words and phrases as people write them: `balcon "vue mer"`. */
function Terms({
  word,
  label,
  hint,
  filters,
}: Pick<FieldsProps, 'filters'> & { word: 'mots' | 'sans'; label: string; hint: string }) {
  const said = filters[word]?.map((term) => (term.includes(' ') ? `"${term}"` : term)).join(' ');
  return (
    <Field label={label} hint={hint} reserve={false}>
      {(control) => (
        <TextInput
          {...control}
          name={word}
          defaultValue={said}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
        />
      )}
    </Field>
  );
}

const days = daysOffered.map(
  (count) => [String(count), `${count}\u00a0${count > 1 ? 'jours' : 'jour'} au plus`] as const,
);
const letting = [
  ['2025', 'Aujourd’hui (hors G)'],
  ['2028', 'En 2028 (hors F et G)'],
  ['2034', 'En 2034 (hors E, F et G)'],
] as const;

/** Everything beside price, surface, rooms and type. */
export function MoreFields({ filters, transaction, counts }: FieldsProps) {
  const rental = transaction === 'location';
  const props = { filters, counts };
  return (
    <div className="space-y-5">
      <Section title="Coût et prix">
        <NumberField
          label="Budget mensuel tout compris"
          name="budgetMax"
          unit="€"
          most={mostOf('budgetMax')}
          hint={
            rental
              ? 'Loyer charges comprises, énergie et assurance.'
              : 'Crédit sur 20 ans, charges, taxe foncière, énergie et assurance ; apport de 10 %.'
          }
          defaultValue={filters.budgetMax ?? null}
          reserve={false}
        />
        <Range>
          <Amount word="honorairesMax" label="Honoraires max." unit="€" {...props} />
          <Amount
            word="prixM2Max"
            label={rental ? 'Loyer max. au m²' : 'Prix max. au m²'}
            unit="€"
            {...props}
          />
        </Range>
        <div>
          <Flag word="baisse" {...props} />
          {rental && <Flag word="encadrement" {...props} />}
        </div>
      </Section>
      <Section title="Le bien">
        <Range>
          <Amount word="piecesMax" label="Pièces maximum" {...props} />
          <Amount word="sdbMin" label="Salles de bain min." {...props} />
        </Range>
        <Range>
          <Amount word="terrainMin" label="Terrain minimum" unit="m²" {...props} />
          <Field label="Construit depuis" reserve={false}>
            {(control) => (
              // A year has no thousands: « 1990 », not « 1 990 ».
              <TextInput
                {...control}
                name="anneeMin"
                inputMode="numeric"
                autoComplete="off"
                defaultValue={filters.anneeMin}
                className="figures"
              />
            )}
          </Field>
        </Range>
        {rental && (
          <OneOf
            word="meuble"
            label="Meublé"
            options={[
              ['oui', 'Meublé'],
              ['non', 'Non meublé'],
            ]}
            {...props}
          />
        )}
        <fieldset>
          <legend className="text-small font-medium">État</legend>
          <Boxes>
            <Several word="etat" {...props} />
          </Boxes>
        </fieldset>
      </Section>
      <Section title="Étage">
        <Range>
          <Amount word="etageMin" label="Minimum" {...props} />
          <Amount word="etageMax" label="Maximum" {...props} />
        </Range>
        <Boxes>
          <Flag word="rdc" wanted={false} {...props} />
          <Flag word="dernierEtage" {...props} />
        </Boxes>
      </Section>
      <Section title="Extérieur">
        <Boxes>
          <Flag word="balcon" {...props} />
          <Flag word="terrasse" {...props} />
          <Flag word="jardin" {...props} />
          <Flag word="piscine" {...props} />
          <Flag word="parking" {...props} />
          <Flag word="vue" {...props} />
          <Flag word="visAVis" wanted={false} {...props} />
        </Boxes>
        <fieldset>
          <legend className="text-small font-medium">Exposition</legend>
          <Boxes>
            <Several word="exposition" {...props} />
          </Boxes>
        </fieldset>
      </Section>
      <Section title="Énergie">
        <Letters legend="Classe énergie (DPE)" word="dpe" {...props} />
        <Letters legend="Classe climat (GES)" word="ges" {...props} />
        <OneOf word="louable" label="Peut être loué, d’après sa classe" options={letting} {...props} />
        <fieldset>
          <legend className="text-small font-medium">Chauffage</legend>
          <Boxes>
            <Several word="chauffage" {...props} />
          </Boxes>
        </fieldset>
      </Section>
      <Section title="Confort">
        <Boxes>
          <Flag word="ascenseur" {...props} />
          <Flag word="cave" {...props} />
          <Flag word="gardien" {...props} />
          <Flag word="calme" label="Au calme" {...props} />
          <Flag word="pmr" {...props} />
          {rental && <Flag word="animaux" {...props} />}
        </Boxes>
      </Section>
      <Section title="Annonce">
        <Terms
          word="mots"
          label="Mots à trouver"
          hint="Dans le titre ou la description. Exemple : terrasse &quot;vue mer&quot; lumin*"
          filters={filters}
        />
        <Terms
          word="sans"
          label="Mots à exclure"
          hint="Exemple : viager &quot;rez-de-jardin&quot;"
          filters={filters}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <OneOf word="depuis" label="En ligne depuis" options={days} {...props} />
          {(rental || filters.disponibleAvant !== undefined) && (
            <Field label="Disponible au plus tard" reserve={false}>
              {(control) => (
                <TextInput
                  {...control}
                  name="disponibleAvant"
                  type="date"
                  defaultValue={filters.disponibleAvant}
                />
              )}
            </Field>
          )}
        </div>
        <Boxes>
          <Checkbox
            name="photos"
            value={filters.photos ?? 1}
            defaultChecked={filters.photos !== undefined}
            label={(filters.photos ?? 1) > 1 ? `Au moins ${filters.photos} photos` : 'Avec photo'}
          />
          <Flag word="visite" {...props} />
          <Flag word="exclusivite" {...props} />
        </Boxes>
      </Section>
      <HiddenFilters
        filters={filters}
        words={rental ? ['agence'] : ['agence', 'meuble', 'animaux', 'encadrement']}
      />
    </div>
  );
}

/** Filters in force that have no field here: kept as they are when the form is sent. */
export function HiddenFilters({ filters, words }: { filters: Filters; words: readonly CriterionWord[] }) {
  const kept = Object.fromEntries(words.map((word) => [word, filters[word]])) as Filters;
  return [...writeFilters(kept)].map(([word, value]) => (
    <input key={word} type="hidden" name={word} value={value} />
  ));
}

const basicWords: readonly CriterionWord[] = [
  'type',
  'prixMin',
  'prixMax',
  'surfaceMin',
  'surfaceMax',
  'pieces',
  'chambres',
];
/** Words that these fields carry. */
export const moreWords: readonly CriterionWord[] = criteriaTable
  .map(({ word }) => word)
  .filter((word) => !basicWords.includes(word));
