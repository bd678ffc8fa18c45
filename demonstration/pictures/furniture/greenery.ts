import type { Chance } from '../../chance.ts';
import { lit, shaded } from '../light.ts';
import { darker, lighter } from '../paint.ts';
import { Room } from '../perspective/perspective.ts';

const LEAVES = ['#3f7f6d', '#4c8f74', '#2f6b5a', '#6fa283'] as const;

const POTS = ['#b9664a', '#e9e1cf', '#8f9a9c', '#2b4560', '#d8c7a6', '#0f7378'] as const;

/** A tall plant in its pot; which one is a matter of taste. */
export function drawPlant(room: Room, x: number, z: number, height: number, chance: Chance): void {
  room.shadow([x - 0.18, x + 0.18], [z - 0.14, z + 0.16], 0.9);
  const kind = chance.pick(['rubber', 'fig', 'palm', 'blades', 'monstera'] as const);
  const pot = chance.pick(POTS);
  const basket = chance.maybe(0.3);
  if (kind === 'fig') drawFig(room, x, z, height * 1.12, chance);
  else if (kind === 'palm') drawPalm(room, x, z, height, chance);
  else if (kind === 'blades') drawBlades(room, x, z, Math.min(1.15, height * 0.8), chance);
  else if (kind === 'monstera') drawMonstera(room, x, z, Math.min(1.3, height), chance);
  else drawRubber(room, x, z, height, chance);
  drawPot(room, x, z, basket ? '#c9a878' : pot, basket);
}

function drawPot(room: Room, x: number, z: number, tone: string, basket: boolean): void {
  const { light } = room;
  const clay = lit(light, tone);
  const low = basket ? 0.2 : 0.14;
  room.sketch(x, 0, z, clay, (at) => `M${at(-0.19, 0.36)}L${at(0.19, 0.36)}L${at(low, 0)}L${at(-low, 0)}Z`);
  room.sketch(
    x,
    0,
    z,
    shaded(light, tone, 0.7),
    (at) => `M${at(0.06, 0.36)}L${at(0.19, 0.36)}L${at(low, 0)}L${at(0.05, 0)}Z`,
  );
  if (basket)
    for (const y of [0.08, 0.16, 0.24])
      room.sketch(x, y, z, null, (at) => `M${at(-0.19, 0)}L${at(0.19, 0)}`, {
        colour: darker(clay, 0.2),
        metres: 0.012,
      });
  room.plate(x, 0.36, z, 0.19, darker(clay, 0.35));
}

function drawRubber(room: Room, x: number, z: number, height: number, chance: Chance): void {
  const { light } = room;
  const dark = shaded(light, '#2f6b5a', 0.4);
  const leaves = 11;
  for (let index = 0; index < leaves; index += 1) {
    const side = index % 2 === 0 ? -1 : 1;
    const share = index / (leaves - 1);
    const up = 0.34 + (height - 0.5) * (0.12 + 0.88 * share);
    const spread = Math.min(1, height / 1.2);
    const out = side * (0.44 - 0.26 * share) * spread * chance.between(0.7, 1.1);
    const size = (0.2 + 0.1 * (1 - share)) * spread ** 1.4;
    room.sketch(
      x,
      0.34,
      z,
      null,
      (at) => `M${at(0, 0)}Q${at(out * 0.2, (up - 0.34) * 0.7)} ${at(out * 0.7, up - 0.34)}`,
      { colour: dark, metres: 0.012 },
    );
    const tone = lit(light, chance.pick(LEAVES));
    const lean = side * size * 1.1;
    room.sketch(
      x + out * 0.7,
      up,
      z,
      tone,
      (at) =>
        `M${at(0, 0)}C${at(lean * 0.1, size * 0.8)} ${at(lean * 0.9, size * 0.8)} ${at(lean * 1.3, size * 0.1)}C${at(lean * 0.9, -size * 0.3)} ${at(lean * 0.3, -size * 0.34)} ${at(0, 0)}Z`,
    );
    room.sketch(
      x + out * 0.7,
      up,
      z,
      null,
      (at) => `M${at(0, 0)}Q${at(lean * 0.6, size * 0.3)} ${at(lean * 1.2, size * 0.12)}`,
      { colour: lighter(tone, 0.25), metres: 0.007 },
    );
  }
}

/** A thin trunk under a round head of leaves. */
function drawFig(room: Room, x: number, z: number, height: number, chance: Chance): void {
  const { light } = room;
  const trunk = lit(light, '#8a6f58');
  const lean = chance.between(-0.08, 0.08);
  room.sketch(x, 0.34, z, null, (at) => `M${at(0, 0)}Q${at(-lean, height * 0.3)} ${at(lean, height - 0.7)}`, {
    colour: trunk,
    metres: 0.028,
  });
  for (let index = 0; index < 26; index += 1) {
    const angle = chance.between(0, Math.PI * 2);
    const reach = chance.between(0.05, 0.34);
    const y = height - 0.36 + Math.sin(angle) * reach * 1.05;
    const tone = y > height - 0.26 ? '#6fa283' : y > height - 0.44 ? '#4c8f74' : '#2f6b5a';
    const size = chance.between(0.06, 0.1);
    const turn = Math.cos(angle);
    room.sketch(
      x + lean + turn * reach,
      y,
      z,
      lit(light, tone),
      (at) =>
        `M${at(-size * 0.7, -size * 0.4)}Q${at(turn * size, size * 1.5)} ${at(size * 1.1, size * 0.4)}Q${at(size * 0.4, -size)} ${at(-size * 0.7, -size * 0.4)}Z`,
    );
  }
}

function drawPalm(room: Room, x: number, z: number, height: number, chance: Chance): void {
  const { light } = room;
  for (let index = 0; index < 11; index += 1) {
    const share = index / 10 - 0.5;
    const out = share * 1.25 * chance.between(0.8, 1.1);
    const up = (height - 0.36) * (1.1 - Math.abs(share) * 0.9);
    const tone = lit(light, LEAVES[index % 4]!);
    const side = share < 0 ? -1 : 1;
    room.sketch(
      x,
      0.36,
      z,
      tone,
      (at) =>
        `M${at(0, 0)}C${at(out * 0.15, up * 0.7)} ${at(out * 0.6, up * 1.15)} ${at(out, up * 0.72)}C${at(out * 0.62, up * 0.98)} ${at(out * 0.2 + side * 0.03, up * 0.5)} ${at(0.02, 0)}Z`,
    );
  }
}

/** Upright stiff leaves with a light edge. */
function drawBlades(room: Room, x: number, z: number, height: number, chance: Chance): void {
  const { light } = room;
  for (let index = 0; index < 9; index += 1) {
    const at0 = (index - 4) * 0.032;
    const tip = at0 * 3 + chance.between(-0.04, 0.04);
    const up = (height - 0.34) * chance.between(0.66, 1);
    const tone = lit(light, LEAVES[index % 4]!);
    room.sketch(
      x,
      0.34,
      z,
      tone,
      (at) =>
        `M${at(at0 - 0.03, 0)}Q${at(tip - 0.06, up * 0.6)} ${at(tip, up)}Q${at(tip + 0.05, up * 0.6)} ${at(at0 + 0.03, 0)}Z`,
    );
    room.sketch(
      x,
      0.34,
      z,
      null,
      (at) => `M${at(at0 + 0.026, 0)}Q${at(tip + 0.045, up * 0.6)} ${at(tip, up)}`,
      {
        colour: lit(light, '#d9cf8f'),
        metres: 0.009,
      },
    );
  }
}

/** Broad leaves with deep notches, on long stems. */
function drawMonstera(room: Room, x: number, z: number, height: number, chance: Chance): void {
  const { light } = room;
  for (let index = 0; index < 9; index += 1) {
    const share = index / 8 - 0.5;
    const out = share * 0.95 + chance.between(-0.05, 0.05);
    const up = (height - 0.4) * (1 - Math.abs(share) * 1.05) * chance.between(0.85, 1.05);
    const size = chance.between(0.13, 0.19);
    const tone = lit(light, LEAVES[(index * 3) % 4]!);
    room.sketch(x, 0.36, z, null, (at) => `M${at(0, 0)}Q${at(out * 0.3, up * 0.8)} ${at(out, up)}`, {
      colour: shaded(light, '#2f6b5a', 0.3),
      metres: 0.012,
    });
    const side = out < 0 ? -1 : 1;
    const w = side * size;
    room.sketch(
      x + out,
      0.36 + up,
      z,
      tone,
      (at) =>
        `M${at(-w * 0.2, 0)}C${at(-w * 0.9, size * 0.9)} ${at(w * 0.4, size * 1.3)} ${at(w * 1.2, size * 0.5)}L${at(w * 0.7, size * 0.3)}L${at(w * 1.4, size * 0.02)}L${at(w * 0.7, -size * 0.02)}L${at(w * 1.15, -size * 0.5)}C${at(w * 0.5, -size * 0.7)} ${at(-w * 0.3, -size * 0.5)} ${at(-w * 0.2, 0)}Z`,
    );
  }
}

/** A pot hung from the ceiling or on a shelf, leaves falling. */
export function drawTrailing(room: Room, x: number, y: number, z: number, chance: Chance): void {
  const { light } = room;
  for (let index = 0; index < 7; index += 1) {
    const dx = (index - 3) * 0.05;
    const fall = chance.between(0.16, 0.5);
    const bend = dx * 2.4;
    room.sketch(x, y, z, null, (at) => `M${at(dx, 0.1)}Q${at(bend, 0.06)} ${at(bend, -fall)}`, {
      colour: lit(light, '#4c8f74'),
      metres: 0.012,
    });
    for (let share = 0.3; share <= 1; share += 0.23)
      room.disc(
        x + bend * (0.6 + share * 0.4),
        y - fall * share + 0.03,
        z,
        0.032,
        lit(light, LEAVES[index % 4]!),
      );
  }
  room.sketch(
    x,
    y,
    z,
    lit(light, chance.pick(POTS)),
    (at) => `M${at(-0.13, 0.1)}L${at(0.13, 0.1)}L${at(0.09, -0.08)}L${at(-0.09, -0.08)}Z`,
  );
}
