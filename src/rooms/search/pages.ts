import { paths } from '#contract/paths.ts';
import type { RoomPage } from '#contract/room.ts';

const file = 'rooms/search/pages/city.tsx';

/** One module, several addresses (interface.md, fine points 4). */
export const searchPages: readonly RoomPage[] = [
  paths.buyNewCity,
  paths.buyNewCityRefined,
  paths.buyCity,
  paths.buyCityRefined,
  paths.rentCity,
  paths.rentCityRefined,
  paths.newCity,
  paths.newCityRefined,
].map((page) => ({ page, file }));
