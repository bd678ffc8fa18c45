import type { Chance } from '../../chance.ts';
import type { DemoAgency } from '../agencies/agency.ts';
import type { GalleryPicture } from '../gallery.ts';
import type { Money } from '../money/money.ts';
import { lower, withFees } from '../money/pricing.ts';
import { feeCapsOf } from '../money/zones.ts';
import type { Course, DemoListing } from './portfolio.ts';

/** The same property on the terms of another agency: a little dearer or cheaper, its own fees, the same charges. */
export function twinMoney(first: DemoListing, { terms }: DemoAgency, day: string, chance: Chance): Money {
  const { money } = first.prices[0]!;
  if (money.kind === 'rent') {
    const { surface } = first.home;
    const caps = feeCapsOf(first.place, day);
    const inventoryFees = Math.floor(surface * caps.inventory * terms.tenantShare * 100) / 100;
    const lettingFees = Math.floor(surface * caps.letting * terms.tenantShare * 100) / 100;
    return { ...money, inventoryFees, tenantFees: Math.round((inventoryFees + lettingFees) * 100) / 100 };
  }
  if (money.annuity) return money;
  const from = money.net ?? money.price;
  const step = from > 60_000 ? 1_000 : 500;
  const net = Math.round((from * chance.between(0.985, 1.025)) / step) * step;
  const payer = chance.pick(terms.payers);
  if (payer === 2) return { ...money, payer, price: net, net: null, percent: null };
  const percent = payer === 3 ? chance.pick([2, 2.5, 3]) : chance.pick(terms.percents);
  return { ...money, payer, net, percent, price: withFees(net, percent) };
}

/** Some of the first agency's pictures in another order, and some that the second one took. */
export function twinGallery(
  pictures: readonly GalleryPicture[],
  id: string,
  chance: Chance,
): GalleryPicture[] {
  const [lead, ...rest] = chance.shuffle(pictures);
  return [lead!, ...rest].map((picture, index) =>
    index < Math.ceil(pictures.length / 2)
      ? picture
      : { ...picture, brief: { ...picture.brief, seed: `${id}-${index}` } },
  );
}

/** The second agency has it since one of its later feeds, sometimes a little cheaper since. */
export function twinCourse(deliveries: readonly number[], money: Money, chance: Chance): Course {
  const last = deliveries.length - 1;
  const since = chance.whole(0, last);
  const firm = money.kind === 'rent' ? money.supplement !== null : money.annuity !== null;
  const prices = [{ from: since, money }];
  if (!firm && since < last && chance.maybe(0.3)) prices.push({ from: last, money: lower(money, 0.02) });
  return { since, until: null, gap: null, ending: null, prices };
}
