import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dismissToast, toast, toastStore } from './toasts.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const each of toastStore.get()) dismissToast(each.id);
  vi.runAllTimers();
  vi.useRealTimers();
});

const titles = () => toastStore.get().map((each) => each.title);

it('shows three at most, newest first', () => {
  for (const title of ['un', 'deux', 'trois', 'quatre']) toast({ title });
  expect(titles()).toEqual(['quatre', 'trois', 'deux']);
});

it('gives five seconds unless told otherwise', () => {
  toast({ title: 'Compte inexistant', variant: 'destructive', duration: 2500 });
  toast({ title: 'Bienvenue' });
  expect(toastStore.get().map((each) => [each.variant, each.duration])).toEqual([
    ['default', 5000],
    ['destructive', 2500],
  ]);
});

it('removes a dismissed toast four seconds later, and only that one', () => {
  const first = toast({ title: 'un' });
  toast({ title: 'deux' });
  dismissToast(first);
  expect(toastStore.get().map((each) => each.open)).toEqual([true, false]);
  vi.advanceTimersByTime(3999);
  expect(titles()).toEqual(['deux', 'un']);
  vi.advanceTimersByTime(1);
  expect(titles()).toEqual(['deux']);
});

it('tells its listeners, until they leave', () => {
  const listener = vi.fn();
  const leave = toastStore.subscribe(listener);
  toast({ title: 'un' });
  expect(listener).toHaveBeenCalledTimes(1);
  leave();
  toast({ title: 'deux' });
  expect(listener).toHaveBeenCalledTimes(1);
});
