import { NBSP } from '#contract/fmt.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { locatedWords, type PricePage, pricePath } from '../price-page.ts';

/** A surface and a price, placed among the sales. A plain GET form: the address is the answer's. */
export function Locate({ page }: { page: PricePage }) {
  const { place, shown, typed, located } = page;
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
      <Field label="Prix" error={located?.priceError} id="prix" lines={2}>
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
          Sans prix, la fourchette pour cette surface. Rien n’est gardé.
        </p>
      </div>
    </form>
  );
}

/** Where the home stands, in words; nothing before one was said. */
export function LocatedAnswer({ page }: { page: PricePage }) {
  const { shown, prices, located } = page;
  const [first, ...others] = located?.home ? locatedWords(shown, prices[shown], located.home) : [];
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
      </p>
    </div>
  );
}
