import { CircleCheck, Megaphone, Pause, Upload } from 'lucide-react';
import { formatCount } from '#contract/fmt.ts';
import { boostAddress, boostableAmong, mayBeBoosted } from '#rooms/boosts/boostable.ts';
import { isVisible } from '#rooms/listings/contract.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import type { ActionName } from '../contract.ts';
import type { StockRow } from '../table.ts';
import type { StockActions } from './use-stock-actions.tsx';

const DAY_MS = 86_400_000;

const verbs: Record<ActionName, { label: string; Icon: typeof Pause }> = {
  confirm: { label: 'Toujours disponibles', Icon: CircleCheck },
  publish: { label: 'Mettre en ligne', Icon: Upload },
  pause: { label: 'Mettre en pause', Icon: Pause },
};

/** The one thing to do with a listing as it stands. */
export function RowAction({
  row: { card, source, suspension, confirmedAt, findings },
  now,
  actions: { busy, act, confirmValues },
}: {
  row: StockRow;
  /** ISO. */
  now: string;
  actions: StockActions;
}) {
  // Nothing that its agency does brings it back.
  if (suspension) return null;
  const keys = findings.flatMap(({ heldKey }) => heldKey ?? []);
  if (keys.length > 0)
    return (
      <Button
        variant="secondary"
        size="sm"
        busy={busy?.action === 'values' && busy.ids[0] === card.id}
        onClick={() => void confirmValues(card.id, keys)}
      >
        {keys.length === 1 ? 'Confirmer la valeur' : 'Confirmer les valeurs'}
        <span className="sr-only"> {card.reference}</span>
      </Button>
    );
  // Said today: nothing to say again.
  if (isVisible(card.status) && confirmedAt && Date.parse(now) - Date.parse(confirmedAt) < DAY_MS)
    return null;
  const action: ActionName | null =
    isVisible(card.status) || card.status === 'expired'
      ? 'confirm'
      : source !== 'manual' && ['sold', 'rented', 'withdrawn'].includes(card.status)
        ? null
        : 'publish';
  if (!action) return null;
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={busy?.ids.length === 1 && busy.ids[0] === card.id && busy.action === action}
      onClick={() => void act(action, [card.id])}
    >
      {action === 'confirm' ? 'Confirmer' : 'Publier'}
      <span className="sr-only"> {card.reference}</span>
    </Button>
  );
}

/** Where a boost of this listing alone is ordered. */
export function BoostLink({ row: { card }, ownerReference }: { row: StockRow; ownerReference: string }) {
  if (!mayBeBoosted(card.status)) return null;
  return (
    <ButtonLink
      to={boostAddress(ownerReference, [card.id])}
      variant="quiet"
      size="sm"
      icon={<Megaphone aria-hidden="true" className="size-4.5" />}
    >
      Booster<span className="sr-only"> {card.reference}</span>
    </ButtonLink>
  );
}

/** At the foot of the screen while listings are ticked: the same action on all of them. */
export function ChosenActions({
  rows,
  chosen,
  ownerReference,
  onNone,
  actions: { busy, act },
}: {
  rows: readonly StockRow[];
  chosen: ReadonlySet<number>;
  ownerReference: string;
  onNone: () => void;
  actions: StockActions;
}) {
  if (chosen.size === 0) return null;
  const { ids, words } = boostableAmong(rows, chosen);
  return (
    <section
      aria-label="Actions sur les annonces choisies"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-ardoise-200 bg-blanc shadow-popover"
    >
      <div className="page flex flex-wrap items-center gap-x-4 gap-y-2 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <p className="font-bold">{formatCount(chosen.size, 'annonce choisie', 'annonces choisies')}</p>
        <Button variant="quiet" size="sm" className="sm:order-last" onClick={onNone}>
          Ne rien choisir
        </Button>
        <div className="flex flex-wrap gap-2">
          {(Object.keys(verbs) as ActionName[]).map((action) => {
            const { label, Icon } = verbs[action];
            return (
              <Button
                key={action}
                variant={action === 'confirm' ? 'primary' : 'secondary'}
                size="sm"
                busy={busy?.action === action}
                icon={<Icon aria-hidden="true" className="size-4.5" />}
                onClick={() => void act(action, [...chosen])}
              >
                {label}
              </Button>
            );
          })}
          {ids.length > 0 && (
            <ButtonLink
              to={boostAddress(ownerReference, ids)}
              variant="secondary"
              size="sm"
              icon={<Megaphone aria-hidden="true" className="size-4.5" />}
            >
              {chosen.size === 1 ? 'Booster' : 'Booster les annonces'}
            </ButtonLink>
          )}
        </div>
        {ids.length > 0 && words && (
          <p className="order-last basis-full text-small text-ardoise-600">{words}</p>
        )}
      </div>
    </section>
  );
}
