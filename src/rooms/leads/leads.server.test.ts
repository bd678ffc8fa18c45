import { describe, expect, test } from 'vitest';
import type { Tx } from '#platform/db.server.ts';
import { flat, makeAgency } from '../../../tests/kit/alerts.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { askedBy } from '../../../tests/kit/leads.ts';
import { type LeadStatus, leadStatuses, leadTransitions, type NewLead, SYSTEM } from './contract.ts';
import { addNote, leadHistory, listLeads, moveLead, receiveLead } from './leads.server.ts';

const { services, db } = await testServices();
const agency = await makeAgency(services);
const [listingId = 0] = await agency.publish(flat('T-1'));
const NOON = new Date('2026-11-20T11:00:00Z');
const later = (hours: number) => new Date(NOON.getTime() + hours * 3_600_000);

const asked = (said: Partial<NewLead> = {}) =>
  askedBy(listingId, { email: 'Adele.Fontanel@exemple.test', ...said });

const inTransaction = <T>(act: (tx: Tx) => Promise<T>) => db.transaction().execute(act);
const receive = (said: Partial<NewLead> = {}) =>
  inTransaction((tx) => receiveLead(tx, asked(said), { now: NOON }));
const one = async (id: number) => (await listLeads(db)).find((lead) => lead.id === id)!;

/** A lead brought to this status by the shortest way. */
async function leadIn(status: LeadStatus): Promise<number> {
  const ways: Record<LeadStatus, LeadStatus[]> = {
    processing: [],
    error: ['error'],
    new: ['new'],
    contacted: ['new', 'contacted'],
    qualified: ['new', 'qualified'],
    unreachable: ['new', 'unreachable'],
    disqualified: ['new', 'disqualified'],
  };
  const id = await receive();
  for (const to of ways[status]) await move(id, to);
  return id;
}

function move(id: number, to: LeadStatus, by?: string, reason = 'Elle a rappelé.'): Promise<void> {
  const system = to === 'new' || to === 'error' || to === 'processing';
  return inTransaction((tx) =>
    moveLead(tx, { id, to, by: by ?? (system ? SYSTEM : 'Inès'), reason, because: 'off_criteria' }, later(1)),
  );
}

describe('a lead', () => {
  test('is kept as it was said, for three years, and waits to be sent', async () => {
    const lead = await one(await receive());
    expect(lead).toMatchObject({
      listingId,
      agency: 'arenes',
      listingReference: 'T-1',
      status: 'processing',
      email: 'adele.fontanel@exemple.test',
      phone: '+33639980001',
      readAt: null,
      keepUntil: '2029-11-20',
    });
    expect(await leadHistory(db, lead.id)).toEqual([
      {
        at: NOON,
        kind: 'status',
        fromStatus: null,
        toStatus: 'processing',
        byWhom: SYSTEM,
        text: null,
        lost: false,
        letter: null,
      },
    ]);
  });

  test.each([
    [{ email: 'adele' }, 'email'],
    [{ firstName: 'A' }, 'firstName'],
    [{ message: 'Oui' }, 'message'],
    [{ phone: '12' }, 'phone'],
    [{ source: 'pigeon' as never }, 'source'],
  ])('with %o is refused at its field', async (said, field) => {
    await expect(receive(said)).rejects.toMatchObject({
      spec: { code: 'VALIDATION_ERROR' },
      details: [expect.objectContaining({ field })],
    });
  });

  test('is about a listing that people see', async () => {
    const [gone = 0] = await agency.publish(flat('T-2'));
    await agency.withdraw('T-2');
    for (const id of [gone, 999_999])
      await expect(receive({ listingId: id })).rejects.toMatchObject({
        spec: { code: 'LEAD_LISTING_UNKNOWN' },
      });
  });
});

describe('a move', () => {
  const statuses = Object.keys(leadStatuses) as LeadStatus[];
  test.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
    'from %s to %s is as the table of transitions says',
    async (from, to) => {
      const id = await leadIn(from);
      const moved = move(id, to);
      if (leadTransitions[from].includes(to)) {
        await moved;
        expect((await one(id)).status).toBe(to);
        expect((await leadHistory(db, id)).at(-1)).toMatchObject({ fromStatus: from, toStatus: to });
      } else {
        await expect(moved).rejects.toMatchObject({ spec: { code: 'LEAD_TRANSITION' } });
        expect((await one(id)).status).toBe(from);
      }
    },
  );

  test('of the sending is for the system alone, and the others for people', async () => {
    const waiting = await leadIn('processing');
    await expect(move(waiting, 'new', 'Inès')).rejects.toMatchObject({ spec: { code: 'LEAD_TRANSITION' } });
    const sent = await leadIn('new');
    await expect(move(sent, 'contacted', SYSTEM)).rejects.toMatchObject({
      spec: { code: 'LEAD_TRANSITION' },
    });
  });

  test('says when the agency read, answered and closed, and why', async () => {
    const id = await leadIn('new');
    expect(await one(id)).toMatchObject({ readAt: null, firstAnswerAt: null });
    await move(id, 'unreachable');
    expect(await one(id)).toMatchObject({ readAt: later(1), firstAnswerAt: null });
    await inTransaction((tx) => moveLead(tx, { id, to: 'contacted', by: 'Inès' }, later(5)));
    await inTransaction((tx) =>
      moveLead(tx, { id, to: 'disqualified', by: 'Inès', because: 'unavailable' }, later(9)),
    );
    expect(await one(id)).toMatchObject({
      readAt: later(1),
      firstAnswerAt: later(5),
      closedAt: later(9),
      disqualifiedBecause: 'unavailable',
    });
    await move(id, 'contacted');
    expect(await one(id)).toMatchObject({
      closedAt: null,
      disqualifiedBecause: null,
      firstAnswerAt: later(5),
    });
    expect((await leadHistory(db, id)).at(-1)!.text).toBe('Elle a rappelé.');
  });

  test('to put aside wants a reason of the list, to take up again one in words', async () => {
    const id = await leadIn('new');
    await expect(
      inTransaction((tx) => moveLead(tx, { id, to: 'disqualified', by: 'Inès' }, later(1))),
    ).rejects.toMatchObject({ spec: { code: 'LEAD_REASON_MISSING' } });
    const aside = await leadIn('disqualified');
    await expect(move(aside, 'contacted', 'Inès', '  ')).rejects.toMatchObject({
      spec: { code: 'LEAD_REASON_MISSING' },
    });
  });

  test('of two people at once is done once', async () => {
    const id = await leadIn('new');
    const results = await Promise.allSettled([move(id, 'qualified'), move(id, 'unreachable')]);
    const moved = (await leadHistory(db, id)).filter(({ fromStatus }) => fromStatus === 'new');
    expect(moved).toHaveLength(1);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  test('of a lead that does not exist is refused', async () => {
    await expect(move(999_999, 'contacted')).rejects.toMatchObject({ spec: { code: 'LEAD_UNKNOWN' } });
  });
});

describe('a note', () => {
  test('joins the history, and says that the lead was read', async () => {
    const id = await leadIn('new');
    await inTransaction((tx) => addNote(tx, { id, by: 'Inès', text: '  Rappeler lundi.  ' }, later(2)));
    expect((await leadHistory(db, id)).at(-1)).toEqual({
      at: later(2),
      kind: 'note',
      fromStatus: null,
      toStatus: null,
      byWhom: 'Inès',
      text: 'Rappeler lundi.',
      lost: false,
      letter: null,
    });
    expect((await one(id)).readAt).toEqual(later(2));
  });

  test.each(['', '   ', 'x'.repeat(2001)])('is refused when empty or too long', async (text) => {
    const id = await leadIn('new');
    await expect(inTransaction((tx) => addNote(tx, { id, by: 'Inès', text }, NOON))).rejects.toMatchObject({
      spec: { code: 'LEAD_NOTE_EMPTY' },
    });
  });
});
