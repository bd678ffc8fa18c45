import { NBSP } from '#contract/fmt.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { estimateWords, locatedWords, type PricePage, pricePath } from '../price-page.ts';

/** What is known of a home, placed among the sales. A plain GET form: the address is the answer's. */
export function Locate({ page }: { page: PricePage }) {
  const { place, shown, typed, located, estimable } = page;
  return (
    <form
      method="get"
      action={`${pricePath(place.slug, typed ? shown : null)}#situer`}
      aria-label="Situer votre bien"
      className="grid grid-cols-2 items-start gap-x-3 rounded-card border border-ardoise-200 bg-blanc p-4"
    >
      <Field label="Surface" error={located?.surfaceError} id="surface" lines={2}>
        {(control) => (
          <TextInput
            {...control}
            name="surface"
            inputMode="decimal"
            autoComplete="off"
            className="figures"
            defaultValue={located?.surface ?? ''}
            after={<span aria-hidden="true">m²</span>}
          />
        )}
      </Field>
      {estimable && (
        <Field label="Pièces" error={located?.roomsError} id="pieces" lines={2}>
          {(control) => (
            <TextInput
              {...control}
              name="pieces"
              inputMode="numeric"
              autoComplete="off"
              className="figures"
              defaultValue={located?.rooms ?? ''}
            />
          )}
        </Field>
      )}
      <Field
        label="Prix"
        error={located?.priceError}
        id="prix"
        lines={2}
        className={estimable ? 'col-span-2' : ''}
      >
        {(control) => (
          <TextInput
            {...control}
            name="prix"
            inputMode="decimal"
            autoComplete="off"
            className="figures"
            defaultValue={located?.price ?? ''}
            after={<span aria-hidden="true">€</span>}
          />
        )}
      </Field>
      <div className="col-span-2">
        <Button type="submit" wide>
          Situer ce bien
        </Button>
        <p className="mt-2 text-caption text-ardoise-500">
          {estimable
            ? 'La surface suffit. Rien n’est gardé.'
            : 'Sans prix, la fourchette pour cette surface. Rien n’est gardé.'}
        </p>
      </div>
    </form>
  );
}

/** Where the home stands, in words; nothing before one was said. */
export function LocatedAnswer({ page }: { page: PricePage }) {
  const [first, ...others] = answerWords(page);
  if (!first) return null;
  return (
    <div className="mb-8 max-w-measure" data-located>
      <p className="text-lead font-medium">{first}</p>
      {others.map((sentence) => (
        <p key={sentence} className="mt-1">
          {sentence}
        </p>
      ))}
      <p className="mt-2 text-small text-ardoise-600">
        Une indication d’après les ventes signées, pas une expertise{NBSP}: l’état, l’étage, la vue ou
        l’extérieur n’y sont pas.
        {page.estimate && (
          <>
            {' '}
            <a href="#methode" className="rounded-chip text-phare-700 underline underline-offset-[0.2em]">
              Comment les ventes sont choisies
            </a>
          </>
        )}
      </p>
    </div>
  );
}

/** The interval of comparable sales where our own are loaded, else what the figures of the place give. */
function answerWords(page: PricePage): string[] {
  const { shown, prices, located, estimate } = page;
  const home = located?.home;
  if (!home) return [];
  return estimate ? estimateWords(page, estimate, home) : locatedWords(shown, prices[shown], home);
}
