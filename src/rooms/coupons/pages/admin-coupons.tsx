import { useState } from 'react';
import { Form, redirect } from 'react-router';
import { readAsAdmin, writeAsAdmin } from '#browser/admin-session.ts';
import { addressOf, callApi } from '#browser/api.ts';
import { toast } from '#browser/toasts.ts';
import { formatCount } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { auditCall } from '#rooms/administrators/contract.ts';
import { AdminFallback, AdminPage, AdminUnread, isUnread } from '#rooms/administrators/parts/admin-page.tsx';
import { CsvButton } from '#rooms/administrators/parts/csv-button.tsx';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextLink } from '#ui/link.tsx';
import { privatePage } from '#ui/page-meta.ts';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { type CouponKind, type CouponState, couponKinds, couponStates } from '../contract.ts';
import { normalCode } from '../coupons.ts';
import { type CouponBody, type CouponChanges, emptyCoupon, typedCoupon } from '../new-coupon.ts';
import { CouponDetail } from '../parts/coupon-detail.tsx';
import { CouponForm } from '../parts/coupon-form.tsx';
import { CouponTable, couponPath } from '../parts/coupon-table.tsx';
import { StopCoupons } from '../parts/stop-coupons.tsx';
import {
  changeCouponCall,
  couponCall,
  couponsCall,
  couponsCsvCall,
  createCouponCall,
  stopCouponsCall,
} from '../register.ts';
import type { Route } from './+types/admin-coupons.ts';

const TITLE = 'Coupons';

export const meta: Route.MetaFunction = () => privatePage(`${TITLE} – Administration Vigie`);

/** Words of the address, and what they ask for. */
const stateWords = { actifs: 'active', 'a-venir': 'upcoming', finis: 'ended', arretes: 'stopped' } as const;
const kindWords = {
  pourcentage: 'percent',
  montant: 'amount',
  boost: 'free_boost',
  jours: 'free_days',
} as const;

function meaning<Value extends string>(
  words: Readonly<Record<string, Value>>,
  word: string | null,
): Value | undefined {
  return word !== null && Object.hasOwn(words, word) ? words[word] : undefined;
}

/** The filters of the address; a word that means nothing is left out. */
function filtersIn(search: URLSearchParams) {
  const state: CouponState | undefined = meaning(stateWords, search.get('etat'));
  const kind: CouponKind | undefined = meaning(kindWords, search.get('nature'));
  const code = (search.get('q') ?? '').trim().slice(0, 40);
  return { ...(state ? { state } : {}), ...(kind ? { kind } : {}), ...(code ? { code } : {}) };
}

async function readOne(typed: string, apres: string | null) {
  const code = normalCode(typed);
  const [{ data }, { data: audit }] = await Promise.all([
    callApi(couponCall, { params: { code }, query: apres ? { apres } : {} }, { quiet: true }),
    callApi(auditCall, { query: { subject: 'coupon', id: code } }, { quiet: true }),
  ]);
  return { view: 'one' as const, ...data, audit: audit.entries };
}

/** A form for a new code, empty or as another one is. */
async function readNew(model: string | null) {
  if (model === null) {
    const { data } = await callApi(couponsCall, { query: {} }, { quiet: true });
    return { view: 'new' as const, from: emptyCoupon, formulas: data.formulas };
  }
  const { data } = await callApi(couponCall, { params: { code: model }, query: {} }, { quiet: true });
  return { view: 'new' as const, from: { ...typedCoupon(data.coupon), code: '' }, formulas: data.formulas };
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = new URL(request.url).searchParams;
  return readAsAdmin(request, async () => {
    const code = search.get('code');
    if (code) return readOne(code, search.get('apres'));
    if (search.has('nouveau')) return readNew(search.get('modele'));
    const filters = filtersIn(search);
    const apres = Number(search.get('apres')) || undefined;
    const query = { ...filters, ...(apres ? { apres } : {}) };
    const { data } = await callApi(couponsCall, { query }, { quiet: true });
    const words = new URLSearchParams(
      ['etat', 'nature', 'q'].map((name) => [name, search.get(name) ?? '']).filter(([, word]) => word !== ''),
    );
    return { view: 'list' as const, ...data, filters, words: words.toString() };
  });
}

type Asked =
  | { readonly intent: 'create'; readonly coupon: CouponBody }
  | { readonly intent: 'change'; readonly code: string; readonly coupon: CouponChanges }
  | { readonly intent: 'stop'; readonly codes: string[]; readonly reason: string };

export async function clientAction({ request }: Route.ClientActionArgs) {
  const asked = (await request.json()) as Asked;
  return writeAsAdmin(request, async () => {
    if (asked.intent === 'create') {
      const { data } = await callApi(createCouponCall, { body: asked.coupon }, { quiet: true });
      toast({ title: `Code ${data.coupon.code} créé` });
      return redirect(couponPath(data.coupon.code));
    }
    if (asked.intent === 'change') {
      const { code, coupon } = asked;
      const { data } = await callApi(changeCouponCall, { params: { code }, body: coupon }, { quiet: true });
      toast({ title: `Code ${code} enregistré` });
      return data;
    }
    const { codes, reason } = asked;
    const { data } = await callApi(stopCouponsCall, { body: { codes, reason } }, { quiet: true });
    toast({ title: formatCount(data.codes.length, 'code arrêté', 'codes arrêtés') });
    return data;
  });
}

export function HydrateFallback() {
  return <AdminFallback title={TITLE} />;
}

type Data = Exclude<Awaited<ReturnType<typeof clientLoader>>, { failure: string }>;

export default function AdminCoupons({ loaderData }: Route.ComponentProps) {
  if (isUnread(loaderData)) return <AdminUnread title={TITLE} unread={loaderData} />;
  if (loaderData.view === 'one') return <CouponDetail key={loaderData.coupon.code} {...loaderData} />;
  if (loaderData.view === 'new')
    return (
      <AdminPage
        title="Nouveau code promo"
        crumbs={[
          { label: 'Tableau de bord', href: paths.admin() },
          { label: TITLE, href: paths.adminCoupons() },
        ]}
      >
        <CouponForm from={loaderData.from} formulas={loaderData.formulas} changed={null} />
      </AdminPage>
    );
  return <CouponList key={loaderData.words} data={loaderData} />;
}

const noneChosen: ReadonlySet<string> = new Set();

function CouponList({ data: { coupons, filters, next, words } }: { data: Extract<Data, { view: 'list' }> }) {
  const [chosen, setChosen] = useState(noneChosen);
  // What was ticked on another page is not acted on in this one.
  const ticked = coupons.filter(({ code, state }) => chosen.has(code) && state !== 'stopped');
  const choose = (codes: readonly string[], on: boolean) =>
    setChosen(
      (before) => new Set([...before].filter((code) => !codes.includes(code)).concat(on ? codes : [])),
    );
  const further = new URLSearchParams(words);
  if (next !== null) further.set('apres', String(next));
  const csv = addressOf(couponsCsvCall, { query: filters }).replace('/api', '') as `/admin/${string}`;
  return (
    <AdminPage
      title={TITLE}
      lead={
        <>
          Les codes qui baissent le prix des boosts. Un code ne s’efface pas&nbsp;: il s’arrête, et les
          commandes qui l’ont pris gardent leur remise.
        </>
      }
      actions={
        <>
          <CsvButton address={csv} fileName="codes-promo.csv" />
          <ButtonLink to={`${paths.adminCoupons()}?nouveau=oui`} size="sm">
            Nouveau code promo
          </ButtonLink>
        </>
      }
    >
      <Filters words={words} />
      <div className="mb-3 flex flex-wrap items-center gap-3" aria-live="polite">
        {ticked.length > 0 && (
          <>
            <span>{formatCount(ticked.length, 'code choisi', 'codes choisis')}</span>
            <StopCoupons
              coupons={ticked}
              trigger={
                <Button variant="secondary" size="sm">
                  {ticked.length === 1 ? 'Arrêter ce code…' : 'Arrêter ces codes…'}
                </Button>
              }
            />
          </>
        )}
      </div>
      <CouponTable coupons={coupons} chosen={chosen} onChoose={choose} />
      {next !== null && (
        <p className="mt-4">
          <TextLink to={`?${further}`}>Codes plus anciens</TextLink>
        </p>
      )}
    </AdminPage>
  );
}

function options<Value extends string>(
  words: Readonly<Record<string, Value>>,
  labels: Readonly<Record<Value, string>>,
) {
  return [
    { value: '', label: 'Tous' },
    ...Object.entries(words).map(([word, value]) => ({ value: word, label: labels[value] })),
  ];
}

function Filters({ words }: { words: string }) {
  const said = new URLSearchParams(words);
  return (
    <Form className="mb-2 flex flex-wrap items-end gap-3">
      <Field label="État" reserve={false}>
        {(control) => (
          <Select
            {...control}
            name="etat"
            defaultValue={said.get('etat') ?? ''}
            options={options(stateWords, couponStates)}
          />
        )}
      </Field>
      <Field label="Nature" reserve={false}>
        {(control) => (
          <Select
            {...control}
            name="nature"
            defaultValue={said.get('nature') ?? ''}
            options={options(kindWords, couponKinds)}
          />
        )}
      </Field>
      <Field label="Code" reserve={false}>
        {(control) => (
          <TextInput
            {...control}
            name="q"
            maxLength={40}
            autoComplete="off"
            defaultValue={said.get('q') ?? ''}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary">
        Filtrer
      </Button>
    </Form>
  );
}
