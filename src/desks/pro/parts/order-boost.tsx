import { ChevronDown, Pencil, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatCount, formatNumber, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Boostable, OrderSettings } from '../ordering/boostable.ts';
import { type DraftBoost, type DraftField, wantedOf } from '../ordering/cart.ts';
import { CreativeFields } from './order-creative.tsx';
import { Formulas } from './order-formulas.tsx';
import { ChosenListings, ListingPicker } from './order-listings.tsx';
import { PreflightList, reachField } from './order-preflight.tsx';
import { ReachEstimate, Start, Zone } from './order-zone.tsx';
import type { QuotedBoost } from './use-boost-quote.tsx';

// What it shows is drawn by the server: it comes once the rest of the page stands.
const OrderPreview = lazy(() => import('./order-preview.tsx'));

interface OrderBoostProps {
  draft: DraftBoost;
  /** Of the cart, from 1. */
  rank: number;
  /** How many boosts the cart holds. */
  count: number;
  open: boolean;
  settings: OrderSettings;
  ownerReference: string;
  first: readonly Boostable[];
  found: number;
  known: ReadonlyMap<number, Boostable>;
  quoted: QuotedBoost | null;
  asking: boolean;
  onOpen: (open: boolean) => void;
  onChange: (part: Partial<Omit<DraftBoost, 'id'>>) => void;
  onPick: (listing: Boostable) => void;
  onRemove: () => void;
}

/** What a boost is called: its first listing, and how many others there are. */
export function boostTitle(draft: DraftBoost, known: ReadonlyMap<number, Boostable>): string {
  const [first, ...others] = draft.listingIds;
  if (first === undefined) return 'Boost sans annonce';
  const name = known.get(first)?.title ?? `Annonce ${first}`;
  return others.length === 0 ? name : `${name} et ${formatCount(others.length, 'autre', 'autres')}`;
}

/** One boost of the cart: in one line, or with everything that is chosen of it. */
export function OrderBoost(props: OrderBoostProps) {
  const { draft, rank, count, open, known, quoted, onOpen, onRemove } = props;
  const { errors } = wantedOf(draft);
  const failing = quoted ? quoted.failures.length > 0 : false;
  const titleId = `${draft.id}-titre-du-boost`;
  return (
    <article aria-labelledby={titleId} className="rounded-card border border-ardoise-200 bg-blanc">
      <header className="flex flex-wrap items-start gap-x-3 gap-y-2 p-4 sm:p-6">
        <div className="min-w-0 flex-1 basis-64">
          {count > 1 && <p className="text-small text-ardoise-600">Boost {rank}</p>}
          <h2 id={titleId} tabIndex={-1} className="text-h4 wrap-anywhere">
            {boostTitle(draft, known)}
          </h2>
          <p className="mt-0.5 text-small text-ardoise-600">
            {errors
              ? 'À compléter.'
              : [
                  quoted?.formula,
                  `${formatNumber(draft.radiusKm)}${NBSP}km autour de ${draft.placeLabel}`,
                  failing && 'un point est à corriger',
                ]
                  .filter(Boolean)
                  .join(' · ')}
          </p>
        </div>
        <div className="flex gap-2">
          {count > 1 && (
            <Button
              variant="secondary"
              aria-expanded={open}
              icon={
                open ? (
                  <ChevronDown aria-hidden="true" className="size-4.5 rotate-180" />
                ) : (
                  <Pencil aria-hidden="true" className="size-4.5" />
                )
              }
              onClick={() => onOpen(!open)}
            >
              {open ? 'Replier' : 'Modifier'}
              <span className="sr-only"> le boost {rank}</span>
            </Button>
          )}
          <Button
            variant="quiet"
            icon={<Trash2 aria-hidden="true" className="size-4.5" />}
            onClick={onRemove}
          >
            Retirer<span className="sr-only"> le boost {rank} du panier</span>
          </Button>
        </div>
      </header>
      {open && <Choices {...props} errors={errors ?? {}} />}
    </article>
  );
}

function Choices({
  draft,
  settings,
  ownerReference,
  first,
  found,
  known,
  quoted,
  asking,
  errors,
  onChange,
  onPick,
}: OrderBoostProps & { errors: Readonly<Partial<Record<DraftField, string>>> }) {
  const { id, listingIds } = draft;
  const [begunEmpty] = useState(listingIds.length === 0);
  const formula = settings.formulas.find(({ key }) => key === draft.formula) ?? null;
  return (
    <div>
      <Step id={id} name="listings" title="1. Les annonces">
        {listingIds.length > 0 && (
          <ChosenListings
            ids={listingIds}
            known={known}
            onRemove={(gone) => {
              flushSync(() => onChange({ listingIds: listingIds.filter((one) => one !== gone) }));
              // Its button is gone.
              reachField(`${id}-listings`);
            }}
          />
        )}
        <FieldError id={`${id}-listings-error`} error={errors.listingIds} reserve={false} />
        {listingIds.length === 0 && found === 0 && (
          <p className="text-ardoise-700">
            Aucune de vos annonces ne peut être boostée{NBSP}: il en faut une en ligne, et sans offre. Le
            panier vous attend 24 heures.{' '}
            <TextLink to={paths.ownedNewListing({ ownerReference })}>Créer une annonce</TextLink>
          </p>
        )}
        {(found > 1 || (begunEmpty && found > 0)) && (
          <details className="mt-2" open={begunEmpty}>
            <summary className="inline-flex min-h-11 items-center font-medium text-phare-700 underline underline-offset-4">
              {begunEmpty ? 'Choisir' : 'Changer'} les annonces de ce boost
            </summary>
            <p className="mb-2 text-small text-ardoise-600">
              Montrées ensemble, elles se partagent un seul budget.
            </p>
            <ListingPicker
              legend="Annonces de ce boost"
              first={first}
              found={found}
              chosen={listingIds}
              onToggle={(listing, on) => {
                onPick(listing);
                // A boost that began without a listing is shown around its first one.
                const { place } = listing;
                const around = draft.place === '' && place && { place: place.code, placeLabel: place.label };
                onChange({
                  ...(on && around),
                  listingIds: on
                    ? [...listingIds, listing.id]
                    : listingIds.filter((one) => one !== listing.id),
                });
              }}
            />
          </details>
        )}
      </Step>
      <Step id={id} name="formules" title="2. La formule">
        <Formulas
          id={id}
          formulas={settings.formulas}
          chosen={draft.formula}
          error={errors.formula}
          onChoose={(key) => onChange({ formula: key })}
        />
      </Step>
      <Step id={id} name="zone" title="3. La zone et le départ">
        <div className="grid gap-5">
          <Zone
            key={String(begunEmpty && listingIds.length === 0)}
            draft={draft}
            radiusMinKm={settings.radiusMinKm}
            radiusMaxKm={settings.radiusMaxKm}
            error={errors.place}
            onChange={onChange}
          />
          <ReachEstimate reach={quoted?.reach ?? null} asking={asking} />
          <Start
            draft={draft}
            firstDay={settings.firstDay}
            lastDay={settings.lastDay}
            onChange={(startOn) => onChange({ startOn })}
          />
        </div>
      </Step>
      <Step id={id} name="publicite" title="4. La publicité">
        <CreativeFields draft={draft} errors={errors} onChange={onChange} />
        <Suspense fallback={<Skeleton className="mt-6 h-120 w-full max-w-80" />}>
          <OrderPreview
            draft={draft}
            shownOn={formula?.networks ?? ['facebook']}
            known={known}
            heading="h4"
          />
        </Suspense>
      </Step>
      <Step id={id} name="verifications" title="5. Les vérifications">
        <PreflightList draft={draft} quoted={quoted} asking={asking} settings={settings} />
      </Step>
    </div>
  );
}

/** Its id is where a point that fails leads. */
function Step({
  id,
  name,
  title,
  children,
}: {
  id: string;
  name: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section
      id={`${id}-${name}`}
      tabIndex={-1}
      aria-labelledby={`${id}-${name}-titre`}
      className="border-t border-ardoise-200 p-4 sm:p-6"
    >
      <h3 id={`${id}-${name}-titre`} className="mb-3 text-lead">
        {title}
      </h3>
      {children}
    </section>
  );
}
