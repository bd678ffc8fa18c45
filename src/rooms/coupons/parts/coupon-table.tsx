import { formatNumber, formatPrice } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextLink } from '#ui/link.tsx';
import { type Column, Table } from '#ui/table.tsx';
import { Tick } from '#ui/tick.tsx';
import { type CouponState, couponStates } from '../contract.ts';
import type { RegisteredCoupon } from '../register.ts';

const tones = { active: 'green', upcoming: 'violet', ended: 'grey', stopped: 'red' } as const;

export function CouponBadge({ state }: { state: CouponState }) {
  return <Badge tone={tones[state]}>{couponStates[state]}</Badge>;
}

/** The page of one code. */
export function couponPath(code: string): string {
  return `${paths.adminCoupons()}?${new URLSearchParams({ code })}`;
}

interface CouponTableProps {
  coupons: readonly RegisteredCoupon[];
  chosen: ReadonlySet<string>;
  onChoose: (codes: readonly string[], on: boolean) => void;
}

/** Codes with what they give, their limits and their uses; those that are not stopped have a box to tick. */
export function CouponTable({ coupons, chosen, onChoose }: CouponTableProps) {
  if (coupons.length === 0)
    return <EmptyState heading="h2" title="Aucun code promo ne répond à ces filtres" />;
  const open = coupons.filter(({ state }) => state !== 'stopped').map(({ code }) => code);
  const all = open.length > 0 && open.every((code) => chosen.has(code));
  return (
    <Table
      density="pro"
      caption="Codes promo, le plus récent d’abord"
      rows={coupons}
      rowKey={({ code }) => code}
      columns={columnsFor({ open, all, chosen, onChoose })}
    />
  );
}

interface Choice extends Pick<CouponTableProps, 'chosen' | 'onChoose'> {
  /** Codes of the page that are not stopped, and whether all of them are ticked. */
  open: readonly string[];
  all: boolean;
}

function columnsFor({ open, all, chosen, onChoose }: Choice): readonly Column<RegisteredCoupon>[] {
  return [
    {
      key: 'choice',
      header: (
        <Tick
          label="Choisir tous les codes de la page"
          checked={all}
          disabled={open.length === 0}
          onTick={(on) => onChoose(open, on)}
        />
      ),
      cell: ({ code, state }) =>
        state === 'stopped' ? null : (
          <Tick label={`Choisir ${code}`} checked={chosen.has(code)} onTick={(on) => onChoose([code], on)} />
        ),
    },
    {
      key: 'code',
      header: 'Code',
      rowHeader: true,
      cell: ({ code, label, gift, state }) => (
        <>
          <TextLink to={couponPath(code)} className="wrap-anywhere">
            {code}
          </TextLink>
          <span className="block font-regular wrap-anywhere text-ardoise-600">{label}</span>
          <span className="block font-regular sm:hidden">{gift}</span>
          <span className="mt-1 block sm:hidden">
            <CouponBadge state={state} />
          </span>
        </>
      ),
    },
    { key: 'state', header: 'État', wide: true, cell: ({ state }) => <CouponBadge state={state} /> },
    { key: 'gift', header: 'Donne', wide: true, cell: ({ gift }) => gift },
    {
      key: 'limits',
      header: 'Quand et pour qui',
      wrap: true,
      wide: true,
      cell: ({ period, limits }) => (
        <ul className="max-w-[44ch] wrap-anywhere">
          {[...(period ? [period] : []), ...limits].map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      ),
    },
    {
      key: 'uses',
      header: 'Usages',
      numeric: true,
      cell: ({ uses, usesMax }) =>
        usesMax === null ? formatNumber(uses) : `${formatNumber(uses)} sur ${formatNumber(usesMax)}`,
    },
    {
      key: 'discount',
      header: 'Remise HT',
      numeric: true,
      cell: ({ discount }) => formatPrice(discount),
    },
  ];
}
