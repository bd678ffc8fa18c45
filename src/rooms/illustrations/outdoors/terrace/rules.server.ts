import type { Chance } from '../../chance/contract.ts';
import type { Point, View } from '../../contract.ts';
import { drawPlant } from '../../furniture/decor/rules.server.ts';
import { drawArmchair } from '../../furniture/seats/rules.server.ts';
import { drawView } from '../../glazing/rules.server.ts';
import { type Light, lit, shaded } from '../../light/rules.server.ts';
import { darker, mix, Sheet, WIDTH } from '../../paint/rules.server.ts';
import { Room } from '../../perspective/rules.server.ts';
import { drawVeil } from '../../perspective/sun/rules.server.ts';
import { smooth } from '../../street/rules.server.ts';

/** A terrace or a deep balcony: a deck, two chairs, plants, and the view over the railing. */
export function drawTerrace(
  sheet: Sheet,
  view: View,
  railing: 'glass' | 'iron',
  light: Light,
  chance: Chance,
): void {
  const horizonY = 452;
  drawView(
    sheet,
    view,
    { left: 0, top: 0, width: WIDTH, height: horizonY + 70 },
    light,
    chance.branch('view'),
  );
  const room = new Room(sheet, light, {
    width: 7,
    height: 2.6,
    depth: 4.4,
    eyeX: chance.between(-0.5, 0.5),
    eyeY: 1.5,
  });
  const wood = chance.pick(['#c39a6e', '#b58a5f', '#d1c9bb', '#bfae97']);
  room.face(
    [
      [-6, 0, 1.7],
      [6, 0, 1.7],
      [6, 0, 4.4],
      [-6, 0, 4.4],
    ],
    sheet.gradient(
      [0, 560],
      [0, 720],
      [
        [0, lit(light, wood)],
        [1, shaded(light, wood, 0.5)],
      ],
    ),
  );
  const boards: (readonly [Point, Point])[] = [];
  for (let x = -6; x <= 6; x += 0.24) boards.push([room.at([x, 0, 1.7]), room.at([x, 0, 4.4])]);
  sheet.lines(boards, darker(lit(light, wood), 0.35), 1.2, 0.35);
  drawParapet(room, railing, chance);
  // The storey above lays its shadow on the deck.
  room.face(
    [
      [-6, 0, 1.7],
      [6, 0, 1.7],
      [6, 0, 2.5],
      [-6, 0, 2.9],
    ],
    light.shade,
    light.depth * 0.7,
  );
  for (const x of [-2.5, -1.9, 2.2])
    drawPlant(room, x + chance.between(-0.15, 0.15), 4.1, chance.between(0.75, 1.35), chance);
  const side = chance.maybe(0.5) ? 1 : -1;
  const cloth = chance.pick(['#f2b134', '#0f7378', '#b8603f', '#41597a', '#f1ece0']);
  drawArmchair(room, side * 1.35, 3.2, cloth);
  drawArmchair(room, side * 0.25, 3.35, cloth);
  room.shadow([side * 0.8 - 0.26, side * 0.8 + 0.26], [2.8, 3.1], 0.7);
  for (const dx of [-0.16, 0.16])
    room.stick(
      [side * 0.8 + dx * 0.4, 0.44, 2.95],
      [side * 0.8 + dx * 1.5, 0, 2.9],
      0.026,
      shaded(light, '#2b4560', 0.2),
    );
  room.plate(side * 0.8, 0.44, 2.95, 0.3, darker(lit(light, '#f4efe2'), 0.14));
  room.plate(side * 0.8, 0.465, 2.95, 0.3, lit(light, '#f4efe2'));
  for (const dx of [-0.1, 0.08])
    room.panel(
      [side * 0.8 + dx, side * 0.8 + dx + 0.06],
      [0.47, 0.58],
      2.95,
      lit(light, chance.pick(['#c98a5a', '#8aa39b', '#ffffff'])),
      0.01,
    );
  if (light.evening) drawFairyLights(room);
  drawVeil(room);
}

function drawParapet(room: Room, railing: 'glass' | 'iron', chance: Chance): void {
  const { light, sheet } = room;
  const z = 4.4;
  const [l, t] = room.at([-6, 1.02, z]);
  const [r, b] = room.at([6, 0, z]);
  if (railing === 'glass') {
    sheet.rect(l, t, r - l, b - t, mix(light.sky[1], '#9fb9c4', 0.4), 0.32);
    for (let x = -6; x <= 6; x += 1.2) {
      const [px] = room.at([x, 0, z]);
      sheet.rect(px, t, 5, b - t, shaded(light, '#41597a', 0.3));
      sheet.poly(
        [
          [px + 30, t],
          [px + 62, t],
          [px + 26, b],
          [px - 6, b],
        ],
        '#ffffff',
        0.16,
      );
    }
  } else {
    const bars: (readonly [Point, Point])[] = [];
    for (let x = -6; x <= 6; x += 0.12) bars.push([room.at([x, 1, z]), room.at([x, 0.06, z])]);
    sheet.lines(bars, shaded(light, '#2b4560', 0.4), 2);
    const low = room.at([0, 0.1, z])[1];
    sheet.rect(0, low, WIDTH, 4, shaded(light, '#2b4560', 0.4));
  }
  sheet.rect(0, t - 6, WIDTH, 9, shaded(light, railing === 'glass' ? '#c3ccd2' : '#2b4560', 0.2));
  if (chance.maybe(0.5)) {
    for (const x of [-1.4, 0.9]) {
      room.panel([x, x + 0.8], [0.82, 1.02], z - 0.1, lit(light, '#a4553a'), 0.02);
      for (let dx = 0.06; dx < 0.8; dx += 0.1) {
        room.disc(x + dx, 1.08 + chance.between(0, 0.05), z - 0.1, 0.08, lit(light, '#4f8a70'));
        if (chance.maybe(0.6))
          room.disc(x + dx, 1.14, z - 0.1, 0.03, lit(light, chance.pick(['#d9534f', '#f2b134', '#e7a8a0'])));
      }
    }
  }
}

function drawFairyLights(room: Room): void {
  const points: Point[] = [-3.4, -1.7, 0, 1.7, 3.4].map((x, index) =>
    room.at([x, index % 2 === 0 ? 2.5 : 2.2, 4]),
  );
  room.sheet.path(smooth(points, 'M'), null, { stroke: '#22384f', width: 1.6 });
  for (let x = -3.2; x <= 3.2; x += 0.4) {
    const y = 2.35 + 0.13 * Math.cos((x / 1.7) * Math.PI);
    room.glow(x, y, 4, 0.24, 0.8);
    room.disc(x, y, 4, 0.03, '#ffe9b8');
  }
}
