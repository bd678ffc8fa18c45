import type { Map as GlMap } from 'maplibre-gl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addStreets } from './street-layer.tsx';

const now = vi.spyOn(performance, 'now');
beforeEach(() => {
  now.mockReturnValue(0);
  vi.stubGlobal('location', { origin: 'https://vigie.example' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The streets on a map of MapLibre whose tiles load and fail when the test says so, and what is said of them. */
function streets() {
  const said: string[] = [];
  let laid = false;
  let onMoveEnd = () => {};
  let listeners: Record<string, (event: object) => void> = {};
  const source = {
    on: (event: string, listener: (event: object) => void) => {
      listeners[event] = listener;
    },
  };
  const map = {
    addSource: () => {
      laid = true;
    },
    addLayer: () => {},
    removeLayer: () => {},
    removeSource: () => {
      laid = false;
      listeners = {};
    },
    getSource: () => (laid ? source : undefined),
    on: (_: string, listener: () => void) => {
      onMoveEnd = listener;
    },
    refreshTiles: () => said.push('asks again'),
  };
  addStreets(map as unknown as GlMap, 'zones', {
    onShown: (shown) => said.push(shown ? 'shown' : 'hidden'),
    onAnswer: (answers) => said.push(answers ? 'answers' : 'away'),
  });
  return {
    said,
    laid: () => laid,
    /** A tile loads; MapLibre takes an empty answer for one pixel. */
    load: (pixels: number) => listeners.data?.({ tile: { texture: { size: [pixels, pixels] } } }),
    /** Other news of the source. */
    tell: () => listeners.data?.({}),
    fail: (status: number, times = 1) => {
      for (let time = 0; time < times; time += 1) listeners.error?.({ error: { status } });
    },
    move: () => onMoveEnd(),
  };
}

test('streets are shown with the first picture, not with a tile that is empty', () => {
  const { said, load, tell } = streets();
  tell();
  load(1);
  load(1);
  expect(said).toEqual([]);
  load(256);
  load(256);
  expect(said).toEqual(['shown', 'answers']);
});

test('three tiles missed in a row take the streets away; after a while a map that moves asks again', () => {
  const { said, laid, load, fail, move } = streets();
  load(256);
  fail(503, 2);
  load(256);
  fail(503, 2);
  expect(laid()).toBe(true);
  // An empty tile says nothing of the plan.
  load(1);
  fail(503);
  expect([laid(), said.splice(0)]).toEqual([false, ['shown', 'answers', 'hidden', 'away']]);
  now.mockReturnValue(29_999);
  move();
  expect(laid()).toBe(false);
  now.mockReturnValue(30_000);
  move();
  expect([laid(), said]).toEqual([true, []]);
  load(256);
  expect(said).toEqual(['shown', 'answers']);
});

test('a plan that fails still is said once more to be away, after three tiles', () => {
  const { said, laid, fail, move } = streets();
  fail(503, 3);
  now.mockReturnValue(30_000);
  move();
  fail(503, 2);
  expect(laid()).toBe(true);
  fail(503);
  expect([laid(), said]).toEqual([false, ['hidden', 'away', 'hidden', 'away']]);
});

test('a reader who is asked to wait does not take the plan for silent, and asks again once', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { said, laid, fail } = streets();
  fail(429, 20);
  expect([laid(), said]).toEqual([true, []]);
  vi.runAllTimers();
  expect(said).toEqual(['asks again']);
  // The plan went away meanwhile: there is nothing to ask again for.
  fail(429);
  fail(503, 3);
  vi.runAllTimers();
  expect(said).toEqual(['asks again', 'hidden', 'away']);
});
