import { Lock } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { reachSection } from '#browser/section-focus.ts';
import { formatCount, formatDate, formatPercent, formatPrice, formatTime, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type Cart, keptUntil } from '../ordering/cart.ts';
import { Coupons } from './order-coupons.tsx';
import type { BoostQuote, Quote, QuotedBoost } from './use-boost-quote.tsx';

export const RECAP = 'recapitulatif';
export const RECAP_TITLE = 'titre-recapitulatif';
export const TERMS_BOX = 'conditions-acceptees';
export const BILLING = 'facturation-incomplete';

/** « 26 novembre 2026 » for the version of the terms. */
const versionWords = (terms: string) => formatDate(new Date(`${terms}T12:00:00Z`));

interface RecapProps {
  cart: Cart;
  /** Titles of the boosts, by their names in the cart. */
  titles: ReadonlyMap<string, string>;
  quote: BoostQuote;
  ownerReference: string;
  /** Version of the terms that was accepted; null: none. */
  accepted: string | null;
  termsError: string | null;
  /** What kept the last press from being an order. */
  trouble: { readonly title: string; readonly message: string } | null;
  busy: boolean;
  /** The cart stays once the page is closed. */
  kept: boolean;
  onAccept: (terms: string | null) => void;
  onCodes: (codes: readonly string[]) => void;
  onPay: () => void;
}

/** What is bought and for how much, line by line; then the terms, and the button. */
export function Recap(props: RecapProps) {
  const { cart, titles, quote, trouble } = props;
  const { quote: said, byId, state, failure } = quote;
  return (
    <section
      id={RECAP}
      aria-labelledby={RECAP_TITLE}
      className="rounded-card border border-ardoise-200 bg-blanc p-4 sm:p-6"
    >
      <h2 id={RECAP_TITLE} tabIndex={-1} className="text-h4">
        Récapitulatif
      </h2>
      {trouble && (
        <div className="mt-3">
          <Notice tone="error" title={trouble.title} live>
            {trouble.message}
          </Notice>
        </div>
      )}
      {failure && (
        <div className="mt-3">
          <Notice
            tone="error"
            title="Le prix n’a pas pu être calculé"
            live
            actions={
              <Button variant="secondary" onClick={() => void quote.refresh()}>
                Réessayer
              </Button>
            }
          >
            {failure} Le panier est gardé.
          </Notice>
        </div>
      )}
      <ul
        className={`mt-3 divide-y divide-ardoise-200 transition-opacity ${state === 'asking' && said ? 'opacity-60' : ''}`}
      >
        {cart.items.map(({ id }) => (
          <li key={id} className="py-3">
            <Line
              title={titles.get(id) ?? 'Boost'}
              quoted={byId.get(id) ?? null}
              asking={state === 'asking'}
            />
          </li>
        ))}
      </ul>
      <div className="border-t border-ardoise-200 pt-4">
        <Coupons codes={cart.coupons} said={said?.coupons ?? []} onCodes={props.onCodes} />
      </div>
      <Totals said={said} asking={state === 'asking'} />
      <Spoken said={said} settled={state === 'said'} />
      {said?.open && <Purchase {...props} said={said} />}
      <Kept cart={cart} kept={props.kept} />
    </section>
  );
}

function Line({ title, quoted, asking }: { title: string; quoted: QuotedBoost | null; asking: boolean }) {
  if (!quoted?.formula)
    return (
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-medium wrap-anywhere">{title}</span>
        {asking && !quoted ? (
          <Skeleton className="h-5 w-20" />
        ) : (
          <span className="text-small text-ardoise-600">à compléter</span>
        )}
      </div>
    );
  const { formula, days, freeDays, mediaBudget, fee, discount, listingIds } = quoted;
  return (
    <>
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-medium">Boost {formula}</span>
        <span className="figures font-medium whitespace-nowrap">{formatPrice(mediaBudget + fee)}</span>
      </p>
      <p className="text-small text-ardoise-700 wrap-anywhere">{title}</p>
      <p className="text-small text-ardoise-600">
        {formatCount(days, 'jour', 'jours')}
        {freeDays > 0 && ` + ${formatCount(freeDays, 'jour offert', 'jours offerts')}`} ·{' '}
        {formatCount(listingIds.length, 'annonce', 'annonces')}
      </p>
      <p className="figures text-small text-ardoise-600">
        {formatPrice(mediaBudget)} de diffusion + {formatPrice(fee)} de service
      </p>
      {discount > 0 && (
        <p className="flex justify-between gap-3 text-small text-vert-700">
          <span>Remise</span>
          <span className="figures whitespace-nowrap">{formatPrice(-discount)}</span>
        </p>
      )}
    </>
  );
}

function Totals({ said, asking }: { said: Quote | null; asking: boolean }) {
  if (!said) return asking ? <Skeleton className="mt-4 h-28 w-full" /> : null;
  return (
    <div className={`transition-opacity ${asking ? 'opacity-60' : ''}`}>
      <TotalLines {...said.totals} />
    </div>
  );
}

/** HT, remise, TVA, TTC. */
export function TotalLines({ net, discount, vatRate, vat, gross }: Quote['totals']) {
  return (
    <dl className="mt-4 space-y-1 border-t border-ardoise-200 pt-4">
      <Amount term="Total HT" cents={net} />
      {discount > 0 && <Amount term="Remise" cents={-discount} />}
      <Amount term={`TVA (${formatPercent(vatRate / 100)})`} cents={vat} />
      <div className="flex items-baseline justify-between gap-3 pt-1">
        <dt className="font-bold">Total TTC</dt>
        <dd className="title figures text-price whitespace-nowrap">{formatPrice(gross)}</dd>
      </div>
    </dl>
  );
}

function Amount({ term, cents }: { term: string; cents: number }) {
  return (
    <div className="flex items-baseline justify-between gap-3 text-ardoise-700">
      <dt>{term}</dt>
      <dd className="figures whitespace-nowrap">{formatPrice(cents)}</dd>
    </div>
  );
}

/** The total once it stands, for who does not see it change. */
function Spoken({ said, settled }: { said: Quote | null; settled: boolean }) {
  return (
    <p aria-live="polite" className="sr-only">
      {said && settled ? `Total${NBSP}: ${formatPrice(said.totals.gross)} TTC` : ''}
    </p>
  );
}

function Purchase({
  said,
  ownerReference,
  accepted,
  termsError,
  busy,
  quote,
  onAccept,
  onPay,
}: RecapProps & { said: Quote }) {
  const { terms, totals, billingLacks } = said;
  return (
    <div className="mt-4">
      {billingLacks.length > 0 && (
        <div id={BILLING} tabIndex={-1} className="mb-3">
          <Notice tone="warning" title="Pour établir la facture">
            <ul className="space-y-1">
              {billingLacks.map(({ field, message }) => (
                <li key={field}>
                  {message}{' '}
                  <TextLink to={`${paths.ownedProfile({ ownerReference })}#${sectionOf(field)}`}>
                    Compléter<span className="sr-only"> dans le profil. Le panier est gardé.</span>
                  </TextLink>
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <Checkbox
        id={TERMS_BOX}
        checked={accepted === terms}
        error={termsError}
        onChange={(event) => onAccept(event.currentTarget.checked ? terms : null)}
        label={
          <>
            J’accepte les{' '}
            <a
              href={paths.salesTerms()}
              target="_blank"
              rel="noopener"
              className="text-phare-700 underline underline-offset-[0.2em]"
            >
              conditions générales de vente
              <span className="sr-only"> (dans un nouvel onglet)</span>
            </a>
            , version du {versionWords(terms)}.
          </>
        }
      />
      <Button size="lg" wide busy={busy || quote.state === 'asking'} onClick={onPay} className="mt-2">
        {totals.gross > 0 ? `Payer ${formatPrice(totals.gross)}` : 'Commander, rien à payer'}
      </Button>
      {totals.gross > 0 && (
        <p className="mt-2 flex gap-2 text-small text-ardoise-600">
          <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          La carte se saisit sur la page de notre prestataire de paiement. Vigie n’en voit jamais le numéro.
        </p>
      )}
    </div>
  );
}

/** The section of the profile where a field of the invoice is filled in. */
function sectionOf(field: string): string {
  if (field === 'name') return 'coordonnees';
  return field === 'siren' ? 'entreprise' : 'facturation';
}

function Kept({ cart, kept }: { cart: Cart; kept: boolean }) {
  const until = new Date(keptUntil(cart));
  return (
    <p className="mt-4 border-t border-ardoise-200 pt-3 text-small text-ardoise-600">
      {kept
        ? `Panier gardé dans ce navigateur jusqu’au ${formatDate(until)} à ${formatTime(until)}. Les prix sont recalculés à chaque fois.`
        : 'Ce navigateur ne garde rien\u00a0: le panier dure tant que cette page reste ouverte.'}
    </p>
  );
}

/** On a phone, the total under the thumb until the recap is reached. */
export function TotalBar({ said, children }: { said: Quote | null; children: ReactNode }) {
  const [reached, setReached] = useState(false);
  useEffect(() => {
    const recap = document.getElementById(RECAP);
    if (!recap || typeof IntersectionObserver !== 'function') return undefined;
    const watcher = new IntersectionObserver(
      ([entry]) => entry && setReached(entry.isIntersecting || entry.boundingClientRect.top < 0),
    );
    watcher.observe(recap);
    return () => watcher.disconnect();
  }, []);
  return (
    <div
      data-print="none"
      data-thumb-bar={reached ? 'away' : 'here'}
      className={`fixed inset-x-0 bottom-0 z-30 flex items-center justify-between gap-4 border-t border-ardoise-200 bg-blanc px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] transition-[translate,visibility] lg:hidden ${
        reached ? 'invisible translate-y-full' : ''
      }`}
    >
      <p className="min-w-0">
        <span className="block text-caption text-ardoise-600">{children}</span>
        <span className="title figures text-h4 whitespace-nowrap">
          {said ? `${formatPrice(said.totals.gross)} TTC` : '…'}
        </span>
      </p>
      <a
        href={`#${RECAP}`}
        onClick={(event) => {
          const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
          if (reachSection(RECAP, still ? 'auto' : 'smooth')) event.preventDefault();
        }}
        className={buttonClass()}
      >
        Récapitulatif
      </a>
    </div>
  );
}
