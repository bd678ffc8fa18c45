import { bind } from '../../platform/api.server.ts';
import { pricesCall } from './contract.ts';
import { pricesBySlug } from './rules.server.ts';

export const pricesApi = [
  bind(pricesCall, ({ params }, { readDb }) => pricesBySlug(readDb, params.citySlug)),
];
