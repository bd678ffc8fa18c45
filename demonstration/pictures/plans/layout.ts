import type { Chance } from '../../chance.ts';

export type Use = 'living' | 'kitchen' | 'bedroom' | 'bathroom' | 'toilet' | 'entrance' | 'outside';

/** A room of a plan, in metres from the upper left corner of the home. */
interface Room {
  readonly use: Use;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Layout {
  readonly rooms: readonly Room[];
  readonly width: number;
  readonly height: number;
}

/** What homes of this many rooms measure, in m². */
const USUAL = [24, 26, 44, 65, 86, 108, 130, 152] as const;

/**
 * Rooms on both sides of a hall: by day on one side, by night on the other. The rooms fill the living area exactly;
 * `outside` comes on top of it.
 */
export function layOut(count: number, surface: number | undefined, outside: boolean, chance: Chance): Layout {
  const rooms = Math.min(7, Math.max(1, Math.round(count)));
  const area = Math.min(400, Math.max(9, surface ?? USUAL[rooms]!));
  const aspect = rooms === 1 ? chance.between(1.15, 1.5) : chance.between(1.3, 1.6);
  const width = Math.sqrt(area * aspect);
  const height = area / width;
  const placed = rooms === 1 ? studio(width, height, chance) : home(rooms, width, height, chance);
  const all = outside ? [...placed, balconyOf(placed, height, chance)] : placed;
  const [across, down] = [chance.maybe(0.5), chance.maybe(0.5)];
  return {
    width,
    height,
    rooms: all.map((room) => ({
      ...room,
      x: across ? width - room.x - room.width : room.x,
      y: down ? height - room.y - room.height : room.y,
    })),
  };
}

function studio(width: number, height: number, chance: Chance): Room[] {
  const cut = height * chance.between(0.34, 0.4);
  const bath = width * chance.between(0.3, 0.36);
  const hall = width * chance.between(0.22, 0.27);
  return [
    { use: 'living', name: 'SÉJOUR', x: 0, y: cut, width, height: height - cut },
    { use: 'bathroom', name: 'BAINS', x: 0, y: 0, width: bath, height: cut },
    { use: 'entrance', name: 'ENTRÉE', x: bath, y: 0, width: hall, height: cut },
    { use: 'kitchen', name: 'CUISINE', x: bath + hall, y: 0, width: width - bath - hall, height: cut },
  ];
}

function home(rooms: number, width: number, height: number, chance: Chance): Room[] {
  const bedrooms = rooms - 1;
  const hall = Math.min(1.25, height * 0.15);
  const up = (height - hall) * chance.between(0.44, 0.49);
  const low = height - hall - up;
  const above =
    bedrooms <= 2 ? bedrooms : Math.ceil(bedrooms / 2) + (bedrooms > 3 && chance.maybe(0.5) ? 1 : 0);
  const below = bedrooms - above;
  const wet: { readonly use: Use; readonly name: string; readonly share: number }[] = [
    { use: 'bathroom', name: 'BAINS', share: 0.62 },
    ...(rooms > 2 ? [{ use: 'toilet' as const, name: 'WC', share: 0.36 }] : []),
    ...(rooms > 4 ? [{ use: 'bathroom' as const, name: 'DOUCHE', share: 0.55 }] : []),
  ];
  const night = Array.from({ length: above }, () => ({
    use: 'bedroom' as const,
    name: '',
    share: chance.between(0.94, 1.12),
  }));
  const top = [...night.slice(0, Math.ceil(above / 2)), ...wet, ...night.slice(Math.ceil(above / 2))];
  const day = [
    { use: 'kitchen' as const, name: 'CUISINE', share: chance.between(0.62, 0.8) },
    { use: 'living' as const, name: 'SÉJOUR', share: below > 0 ? 1.35 : 1.6 },
    ...Array.from({ length: below }, () => ({ use: 'bedroom' as const, name: '', share: 0.85 })),
  ];
  const cells = [
    ...spread(top, width, 0, up),
    { use: 'entrance' as const, name: rooms > 3 ? 'DÉGAGEMENT' : 'ENTRÉE', x: 0, y: up, width, height: hall },
    ...spread(day, width, up + hall, low),
  ];
  let number = 0;
  return cells.map((cell) => {
    if (cell.use !== 'bedroom') return cell;
    number += 1;
    return { ...cell, name: bedrooms > 1 ? `CHAMBRE ${number}` : 'CHAMBRE' };
  });
}

function spread(
  list: readonly { readonly use: Use; readonly name: string; readonly share: number }[],
  width: number,
  y: number,
  height: number,
): Room[] {
  const total = list.reduce((sum, { share }) => sum + share, 0);
  let x = 0;
  return list.map(({ use, name, share }) => {
    const wide = (width * share) / total;
    const room = { use, name, x, y, width: wide, height };
    x += wide;
    return room;
  });
}

function balconyOf(rooms: readonly Room[], height: number, chance: Chance): Room {
  const living = rooms.find(({ use }) => use === 'living')!;
  const deep = chance.between(1.3, 2.1);
  return {
    use: 'outside',
    name: deep > 1.7 ? 'TERRASSE' : 'BALCON',
    x: living.x + 0.1,
    y: height,
    width: living.width - 0.2,
    height: deep,
  };
}
