import { fail, sharedErrors } from '#contract/errors.ts';
import { bind, bindFile, type RequestContext } from '#platform/api.server.ts';
import type { AdministratorName } from '#platform/auth.server.ts';
import { addCoupon } from './coupons.server.ts';
import { momentsOf } from './new-coupon.ts';
import {
  changeCoupon,
  couponPage,
  registerCsv,
  registeredCoupon,
  registerPage,
  stopCoupons,
  usesCsv,
} from './register.server.ts';
import {
  changeCouponCall,
  couponCall,
  couponsCall,
  couponsCsvCall,
  createCouponCall,
  stopCouponCall,
  stopCouponsCall,
  usesCsvCall,
} from './register.ts';

function administratorIn({ actor }: RequestContext): AdministratorName {
  if (actor.kind !== 'admin') throw fail(sharedErrors.LOGIN_REQUIRED);
  return actor.name;
}

export const couponsApi = [
  bind(couponsCall, ({ query: { apres, ...filter } }, { db }) => registerPage(db, filter, apres ?? null)),
  bindFile(couponsCsvCall, async ({ query }, { db }) => ({
    fileName: 'codes-promo.csv',
    content: registerCsv(db, query),
  })),
  bind(createCouponCall, async ({ body: { startsOn, endsOn, ...said } }, context) => {
    const given = { ...said, ...momentsOf({ startsOn, endsOn }) };
    const code = await addCoupon(context.db, given, administratorIn(context));
    return { coupon: await registeredCoupon(context.db, code) };
  }),
  bind(couponCall, ({ params, query }, { db }) => couponPage(db, params.code, query.apres ?? null)),
  bindFile(usesCsvCall, async ({ params }, { db }) => ({
    fileName: 'usages-du-code.csv',
    content: await usesCsv(db, params.code),
  })),
  bind(changeCouponCall, async ({ params, body }, context) => {
    await changeCoupon(context.db, params.code, body, administratorIn(context));
    return { coupon: await registeredCoupon(context.db, params.code) };
  }),
  bind(stopCouponCall, async ({ params, body: { reason } }, context) => {
    await stopCoupons(context.db, [params.code], { by: administratorIn(context), reason });
    return { coupon: await registeredCoupon(context.db, params.code) };
  }),
  bind(stopCouponsCall, async ({ body: { codes, reason } }, context) => ({
    codes: await stopCoupons(context.db, codes, { by: administratorIn(context), reason }),
  })),
];
