import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

export const pricePages: readonly RoomPage[] = [
  { page: paths.prices, file: 'rooms/prices/pages/prices.tsx' },
  { page: paths.cityPrices, file: 'rooms/prices/pages/city.tsx' },
  { page: paths.cityTypePrices, file: 'rooms/prices/pages/city.tsx' },
];
