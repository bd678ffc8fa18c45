import type { ReactNode } from 'react';
import { addressOf } from '#browser/api.ts';
import { formatPrice } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import type { AuditEntry } from '#rooms/administrators/contract.ts';
import { AdminPage } from '#rooms/administrators/parts/admin-page.tsx';
import { AuditTable } from '#rooms/administrators/parts/audit-table.tsx';
import { CsvButton } from '#rooms/administrators/parts/csv-button.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextLink } from '#ui/link.tsx';
import { Notice } from '#ui/notice.tsx';
import { type Column, Table } from '#ui/table.tsx';
import { Time } from '#ui/time.tsx';
import { couponKinds } from '../contract.ts';
import { usesWords } from '../coupon-words.ts';
import { typedCoupon } from '../new-coupon.ts';
import { type CouponUse, type LimitFormula, type RegisteredCoupon, usesCsvCall } from '../register.ts';
import { CouponForm } from './coupon-form.tsx';
import { CouponBadge, couponPath } from './coupon-table.tsx';
import { StopCoupons } from './stop-coupons.tsx';

interface CouponDetailProps {
  coupon: RegisteredCoupon;
  uses: readonly CouponUse[];
  formulas: readonly LimitFormula[];
  /** Asks for the page of uses after; null: it is the last. */
  next: string | null;
  audit: readonly AuditEntry[];
}

/** One code: what it gives, who took it, what was changed of it. */
export function CouponDetail({ coupon, uses, formulas, next, audit }: CouponDetailProps) {
  const { code, label, state } = coupon;
  const csv = addressOf(usesCsvCall, { params: { code } }).replace('/api', '') as `/admin/${string}`;
  return (
    <AdminPage
      title={`Code ${code}`}
      lead={label}
      crumbs={[
        { label: 'Tableau de bord', href: paths.admin() },
        { label: 'Coupons', href: paths.adminCoupons() },
      ]}
      actions={
        <>
          <ButtonLink
            to={`${paths.adminCoupons()}?${new URLSearchParams({ nouveau: 'oui', modele: code })}`}
            variant="secondary"
            size="sm"
          >
            Créer un code semblable
          </ButtonLink>
          {state !== 'stopped' && (
            <StopCoupons
              coupons={[coupon]}
              trigger={
                <Button variant="secondary" size="sm">
                  Arrêter ce code…
                </Button>
              }
            />
          )}
        </>
      }
    >
      <Summary coupon={coupon} />
      <section className="mt-8">
        <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
          <h2 className="text-h4">Usages</h2>
          <CsvButton address={csv} fileName={`usages-${code.toLowerCase()}.csv`} />
        </div>
        <Uses uses={uses} />
        {next !== null && (
          <p className="mt-3">
            <TextLink to={`${couponPath(code)}&${new URLSearchParams({ apres: next })}`}>
              Usages plus anciens
            </TextLink>
          </p>
        )}
      </section>
      <section className="mt-8">
        <h2 className="mb-3 text-h4">Changer le libellé et les limites</h2>
        {state === 'stopped' ? (
          <Notice>
            Ce code est arrêté pour de bon. Les commandes qui l’ont pris gardent leur remise&nbsp;; pour en
            proposer un autre, créez un code semblable.
          </Notice>
        ) : (
          <CouponForm key={coupon.version} from={typedCoupon(coupon)} formulas={formulas} changed={coupon} />
        )}
      </section>
      <section className="mt-8">
        <h2 className="mb-3 text-h4">Journal</h2>
        <AuditTable caption="Actions sur ce code, la plus récente d’abord" entries={audit} subjects={false} />
      </section>
    </AdminPage>
  );
}

function Summary({ coupon }: { coupon: RegisteredCoupon }) {
  const { kind, gift, state, period, limits, uses, usesMax, discount, createdBy, createdAt } = coupon;
  const full = usesMax !== null && uses >= usesMax;
  return (
    <dl className="grid gap-x-8 gap-y-3 rounded-card border border-ardoise-200 bg-blanc p-4 sm:grid-cols-2 lg:grid-cols-4">
      <Item term="État">
        <CouponBadge state={state} /> {full && <Badge tone="amber">Épuisé</Badge>}
      </Item>
      <Item term={couponKinds[kind]}>{gift}</Item>
      <Item term="Quand et pour qui">
        {period === null && limits.length === 0 ? (
          'Toujours, pour toutes les agences.'
        ) : (
          <ul className="wrap-anywhere">
            {[...(period ? [period] : []), ...limits].map((limit) => (
              <li key={limit}>{limit}</li>
            ))}
          </ul>
        )}
      </Item>
      <Item term="Usages">
        {usesWords(uses, usesMax)}, {formatPrice(discount)} HT de remise
      </Item>
      <Item term="Créé">
        par {createdBy}, <Time at={createdAt} />
      </Item>
    </dl>
  );
}

function Item({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-small text-ardoise-600">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

const columnsOfUses: readonly Column<CouponUse>[] = [
  { key: 'order', header: 'Commande', rowHeader: true, cell: ({ order }) => order },
  {
    key: 'agency',
    header: 'Agence',
    wrap: true,
    cell: ({ agency, agencyId }) => (
      <TextLink to={paths.adminAgency({ id: agencyId })} className="wrap-anywhere">
        {agency}
      </TextLink>
    ),
  },
  { key: 'taken', header: 'Prise', cell: ({ takenAt }) => <Time at={takenAt} /> },
  {
    key: 'discount',
    header: 'Remise HT',
    numeric: true,
    cell: ({ discount }) => formatPrice(discount),
  },
  {
    key: 'returned',
    header: 'Suite',
    wrap: true,
    cell: ({ returnedAt }) =>
      returnedAt ? (
        <>
          Rendu, la commande n’a pas abouti (<Time at={returnedAt} format="short" />)
        </>
      ) : (
        'Compte'
      ),
  },
];

function Uses({ uses }: { uses: readonly CouponUse[] }) {
  if (uses.length === 0) return <EmptyState heading="h3" title="Aucune commande n’a pris ce code" />;
  return (
    <Table
      density="pro"
      caption="Commandes qui ont pris ce code, la dernière d’abord"
      hiddenCaption
      rows={uses}
      rowKey={({ order }) => order}
      columns={columnsOfUses}
    />
  );
}
