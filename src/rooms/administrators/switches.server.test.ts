import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '#contract/errors.ts';
import { asAdministratorName } from '#platform/auth.server.ts';
import { moveClock } from '#platform/clock.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { closedWords, requireOpen, serviceSwitches, switchService } from './switches.server.ts';
import { switchedRooms } from './switches.ts';

const { db } = await testServices();
const by = asAdministratorName('claire');
const reason = 'Une panne du transporteur.';
const words = 'Revenez après 18 h.';

beforeEach(async () => {
  await db.deleteFrom('serviceSwitch').execute();
});
afterEach(() => moveClock(0));

const audited = async () =>
  (
    await db
      .selectFrom('adminAudit')
      .selectAll()
      .where('action', '=', 'service.switch')
      .orderBy('id')
      .execute()
  ).map(({ subjectId, before, after, reason: why }) => ({ subjectId, before, after, reason: why }));
const close = (said: { words?: string; reason?: string } = {}) =>
  switchService(db, { room: 'leads', closed: true, words, reason, by, ...said });
const open = () => switchService(db, { room: 'leads', closed: false, reason: 'Le transporteur répond.', by });

describe('a room', () => {
  test('is open until it is closed, refuses with the words meanwhile, and works once it is opened', async () => {
    expect(await serviceSwitches(db)).toEqual(
      Object.keys(switchedRooms).map((room) => ({
        room,
        closed: false,
        words: null,
        since: null,
        by: null,
        reason: null,
      })),
    );
    await requireOpen(db, 'leads');
    expect((await close()).switch).toMatchObject({
      room: 'leads',
      closed: true,
      words,
      by: 'claire',
      reason,
    });
    const refused = await requireOpen(db, 'leads').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect((refused as Refusal).toEnvelope()).toEqual({
      success: false,
      code: 'SERVICE_CLOSED',
      message: words,
    });
    // Only that one.
    await requireOpen(db, 'boosts');
    expect(await closedWords(db, 'imports')).toBeNull();
    await open();
    await requireOpen(db, 'leads');
  });

  test('twice is once, other words are a change, and every change is audited', async () => {
    const earlier = (await audited()).length;
    expect((await open()).changed).toBe(false);
    const first = await close();
    moveClock(60_000);
    expect(await close({ reason: 'La même chose, dite autrement.' })).toEqual({ ...first, changed: false });
    const second = await close({ words: 'Revenez demain.' });
    // It is closed since it was closed.
    expect(second).toMatchObject({
      changed: true,
      switch: { words: 'Revenez demain.', since: first.switch.since },
    });
    await open();
    expect((await open()).changed).toBe(false);
    expect((await audited()).slice(earlier)).toEqual([
      { subjectId: 'leads', before: { closed: false, words: null }, after: { closed: true, words }, reason },
      {
        subjectId: 'leads',
        before: { closed: true, words },
        after: { closed: true, words: 'Revenez demain.' },
        reason,
      },
      {
        subjectId: 'leads',
        before: { closed: true, words: 'Revenez demain.' },
        after: { closed: false, words: null },
        reason: 'Le transporteur répond.',
      },
    ]);
  });

  test('closed by several at once is closed once', async () => {
    const earlier = (await audited()).length;
    const done = await Promise.all(Array.from({ length: 6 }, () => close()));
    expect(done.filter(({ changed }) => changed)).toHaveLength(1);
    expect(await audited()).toHaveLength(earlier + 1);
  });
});
