import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { clock } from '#platform/clock.server.ts';
import type { Tx } from '#platform/db.server.ts';
import { addAgency } from '#rooms/agencies/agencies.server.ts';
import { testServices } from '../../../tests/kit/app.ts';
import { openSpace } from '../../../tests/kit/boosts.ts';
import { buyer, paidOrder } from '../../../tests/kit/invoices.ts';
import { invoiceFile, issueCreditNote, issueInvoice, renderMissingInvoices } from './invoices.server.ts';

const { db, services } = await testServices();
const { env } = services;
const NOW = new Date('2026-11-27T09:00:00Z');
let agencyId: number;
let otherId: number;
beforeAll(async () => {
  agencyId = (await addAgency(db, { ref: 'ecluse', name: 'Agence de l’Écluse' })).id;
  otherId = (await addAgency(db, { ref: 'voisine', name: 'Agence voisine' })).id;
});

const inTx = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work);
const issue = (orderId: number, now = NOW) => inTx((tx) => issueInvoice(tx, env, orderId, now));
const credit = (given: { orderId: number; boostId?: number; net: number }, now = NOW) =>
  inTx((tx) => issueCreditNote(tx, { boostId: null, reason: 'Le bien est vendu.', ...given }, now));
const rowOf = (number: string) =>
  db.selectFrom('invoice').selectAll().where('number', '=', number).executeTakeFirstOrThrow();
const mailsOf = (number: string) =>
  db.selectFrom('mailOutbox').selectAll().where('dedupeKey', '=', `invoice:${number}`).execute();
const alarmOf = async (id: number) => {
  const { alarm } = await db
    .selectFrom('paymentOrder')
    .select('alarm')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return alarm;
};
const numbersOf = async (series: string, year: number) => {
  const rows = await db
    .selectFrom('invoice')
    .select(['sequence', 'number', 'issuedOn'])
    .where('series', '=', series)
    .where('year', '=', year)
    .orderBy('sequence')
    .execute();
  return rows;
};

describe('numbers', () => {
  it('have no gap after a hundred payments at once, some of which are undone, and each adds up', async () => {
    // Prices whose VAT falls on every fraction of a cent.
    const orders = [];
    for (let rank = 0; rank < 125; rank += 1)
      orders.push(await paidOrder(db, { agencyId, nets: [4_900 + rank], discount: rank % 7 }));
    const undone = orders.filter((_, rank) => rank % 5 === 0);
    const ends = await Promise.allSettled(
      orders.map(({ id }, rank) =>
        inTx(async (tx) => {
          await issueInvoice(tx, env, id, NOW);
          if (rank % 5 === 0) throw new Error('le paiement est annulé');
        }),
      ),
    );
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(undone.length);
    const issued = await numbersOf('F', 2026);
    expect(issued.map(({ number }) => number)).toEqual(
      Array.from({ length: 100 }, (_, rank) => `F-2026-${String(rank + 1).padStart(6, '0')}`),
    );
    const rows = await db
      .selectFrom('invoice')
      .select(['orderId', 'net', 'vat', 'gross', 'document'])
      .execute();
    for (const row of rows) {
      const { totals } = row.document as { totals: { net: number; vat: number; gross: number } };
      const order = orders.find(({ id }) => id === row.orderId);
      const paid = { net: order?.net, vat: order?.vat, gross: order?.gross };
      expect([row.net + row.vat, { net: row.net, vat: row.vat, gross: row.gross }]).toEqual([
        row.gross,
        paid,
      ]);
      expect({ net: totals.net, vat: totals.vat, gross: totals.gross }).toEqual(paid);
    }
    // What was undone takes the next ones.
    for (const { id } of undone) await issue(id);
    const all = await numbersOf('F', 2026);
    expect(all.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 125 }, (_, rank) => rank + 1));
  });

  it('begin again with the year, at midnight in Paris', async () => {
    const [last, first] = [await paidOrder(db, { agencyId }), await paidOrder(db, { agencyId })];
    await issue(last.id, new Date('2030-12-31T22:59:59.999Z'));
    await issue(first.id, new Date('2030-12-31T23:00:00Z'));
    expect(await numbersOf('F', 2030)).toEqual([
      { sequence: 1, number: 'F-2030-000001', issuedOn: '2030-12-31' },
    ]);
    expect(await numbersOf('F', 2031)).toEqual([
      { sequence: 1, number: 'F-2031-000001', issuedOn: '2031-01-01' },
    ]);
  });

  it('and dates follow one another, even where a slower transaction read the clock before midnight', async () => {
    const [late, early] = [await paidOrder(db, { agencyId }), await paidOrder(db, { agencyId })];
    await issue(late.id, new Date('2032-03-02T00:00:00Z'));
    await issue(early.id, new Date('2032-03-01T22:59:59Z'));
    expect((await numbersOf('F', 2032)).map(({ issuedOn }) => issuedOn)).toEqual([
      '2032-03-02',
      '2032-03-02',
    ]);
  });

  it('are one per order, asked at once or again', async () => {
    const { id } = await paidOrder(db, { agencyId });
    const issued = await Promise.all([issue(id), issue(id), issue(id)]);
    expect(new Set([...issued, await issue(id)].map(({ number }) => number)).size).toBe(1);
  });
});

describe('an invoice', () => {
  it('is issued for nothing that is not paid, nor where nobody is named as the seller', async () => {
    const unpaid = await paidOrder(db, { agencyId, paidAt: null });
    await expect(issue(unpaid.id)).rejects.toThrow('n’est pas payée');
    const { id } = await paidOrder(db, { agencyId });
    const unnamed = { publisher: [], production: true };
    await expect(inTx((tx) => issueInvoice(tx, unnamed, id, NOW))).rejects.toThrow('PUBLISHER');
  });

  it('stays, with its buyer and its file, when the agency goes', async () => {
    const gone = await addAgency(db, { ref: 'partie', name: 'Agence partie' });
    const order = await paidOrder(db, { agencyId: gone.id, nets: [4_900, 9_900] });
    const { number } = await issue(order.id);
    const noted = await credit({ orderId: order.id, boostId: order.boostIds[1]!, net: 5_000 });
    const file = await invoiceFile(db, gone.id, number);
    await db.deleteFrom('agency').where('id', '=', gone.id).execute();
    for (const one of [number, noted?.number ?? '']) {
      const row = await rowOf(one);
      expect([row.agencyId, row.boostId, (row.document as { buyer: unknown }).buyer]).toEqual([
        null,
        null,
        buyer,
      ]);
    }
    expect((await rowOf(number)).file).toEqual(file);
  });
});

describe('a credit note', () => {
  it('has VAT at the rate of the order, half up, in a series of its own, and names what it corrects', async () => {
    const order = await paidOrder(db, { agencyId, nets: [10_000] });
    const invoice = await issue(order.id);
    // 20 % of 0,03 € are 0,006 €; of 0,02 €, 0,004 €.
    expect(await credit({ orderId: order.id, net: 3 })).toMatchObject({ net: 3, vat: 1, gross: 4 });
    const small = await credit({ orderId: order.id, boostId: order.boostIds[0]!, net: 2 });
    expect(small).toMatchObject({
      number: expect.stringMatching(/^A-2026-\d{6}$/),
      net: 2,
      vat: 0,
      gross: 2,
    });
    const row = await rowOf(small?.number ?? '');
    expect([row.boostId, row.document]).toEqual([
      order.boostIds[0],
      expect.objectContaining({
        kind: 'credit',
        corrects: { number: invoice.number, issuedOn: '2026-11-27', reason: 'Le bien est vendu.' },
        buyer,
      }),
    ]);
  });

  it('is told to its agency once, as its invoice is, with the sum and the way to it', async () => {
    const { id } = await addAgency(db, { ref: 'avertie', name: 'Agence avertie' });
    await openSpace(db, id);
    const order = await paidOrder(db, { agencyId: id, nets: [10_000] });
    const invoice = await issue(order.id);
    await issue(order.id);
    const noted = await credit({ orderId: order.id, net: 2_500 });
    const told = await db
      .selectFrom('agencyNotification')
      .select(['event', 'title', 'path'])
      .where('agencyId', '=', id)
      .orderBy('id')
      .execute();
    expect(told).toEqual([
      {
        event: 'invoiceReady',
        title: `Facture ${invoice.number}\u00a0: 120,00\u00a0€ TTC`,
        path: '/agence/avertie/boosts#factures',
      },
      {
        event: 'invoiceReady',
        title: `Avoir ${noted?.number}\u00a0: 30,00\u00a0€ TTC`,
        path: '/agence/avertie/boosts#factures',
      },
    ]);
  });

  it('never gives more than is left, however many are asked at once; all of them come to the invoice', async () => {
    const order = await paidOrder(db, { agencyId, nets: [9_999], discount: 333 });
    await issue(order.id);
    const notes = await Promise.all(
      Array.from({ length: 12 }, () => credit({ orderId: order.id, net: 1_001 })),
    );
    const given = notes.flatMap((note) => note ?? []);
    expect(given).toHaveLength(10);
    const sum = (read: (note: (typeof given)[number]) => number) =>
      given.reduce((all, note) => all + read(note), 0);
    expect([sum(({ net }) => net), sum(({ vat }) => vat), sum(({ gross }) => gross)]).toEqual([
      order.net,
      order.vat,
      order.gross,
    ]);
    expect(await credit({ orderId: order.id, net: 1 })).toBeNull();
    const numbers = await numbersOf('A', 2026);
    expect(numbers.map(({ sequence }) => sequence)).toEqual(numbers.map((_, rank) => rank + 1));
  });

  it('is written for no order without an invoice', async () => {
    const { id } = await paidOrder(db, { agencyId });
    await expect(credit({ orderId: id, net: 1 })).rejects.toThrow('n’a pas de facture');
  });
});

describe('the file', () => {
  // Those above are not what is looked at here.
  beforeAll(async () => {
    await db.updateTable('invoice').set({ mailedAt: NOW }).execute();
  });

  it('is made once, by whoever asks first, and is for its agency alone', async () => {
    const { number } = await issue((await paidOrder(db, { agencyId })).id);
    const [one, two] = await Promise.all([
      invoiceFile(db, agencyId, number),
      invoiceFile(db, agencyId, number),
    ]);
    expect(one.subarray(0, 8).toString()).toBe('%PDF-1.7');
    expect([two, (await rowOf(number)).file]).toEqual([one, one]);
    const refused = { spec: { code: 'INVOICE_UNKNOWN', status: 404 } };
    await expect(invoiceFile(db, otherId, number)).rejects.toMatchObject(refused);
    await expect(invoiceFile(db, agencyId, 'F-2026-999999')).rejects.toMatchObject(refused);
  });

  it('is mailed once to the billing address, by two workers at once as by one', async () => {
    const { number } = await issue((await paidOrder(db, { agencyId })).id);
    await Promise.all([renderMissingInvoices(services), renderMissingInvoices(services)]);
    await renderMissingInvoices(services);
    const { file } = await rowOf(number);
    expect(await mailsOf(number)).toMatchObject([
      {
        recipient: buyer.email,
        subject: `Votre facture ${number}`,
        attachmentName: `${number}.pdf`,
        attachmentType: 'application/pdf',
        attachment: file,
      },
    ]);
    expect(file).not.toBeNull();
  });

  it('is mailed even when the agency had fetched it before, and to nobody for the demonstration', async () => {
    const { number } = await issue((await paidOrder(db, { agencyId })).id);
    const shown = await issue((await paidOrder(db, { agencyId, demo: true })).id);
    await invoiceFile(db, agencyId, number);
    await renderMissingInvoices(services);
    expect([(await mailsOf(number)).length, (await mailsOf(shown.number)).length]).toEqual([1, 0]);
    expect((await rowOf(shown.number)).file).not.toBeNull();
  });

  it('that cannot be drawn holds no other back, and is tried again', async () => {
    const [broken, whole] = [
      await issue((await paidOrder(db, { agencyId })).id),
      await issue((await paidOrder(db, { agencyId })).id),
    ];
    const { document } = await rowOf(broken.number);
    await sql`update invoice set document = document - 'lines' where number = ${broken.number}`.execute(db);
    const first = clock.now().getTime();
    const frozen = vi.spyOn(clock, 'now').mockReturnValue(new Date(first));
    onTestFinished(() => frozen.mockRestore());
    await renderMissingInvoices(services);
    expect([(await mailsOf(broken.number)).length, (await mailsOf(whole.number)).length]).toEqual([0, 1]);
    // Later and later, not at each call; after the fifth time a person is told, once.
    const { orderId } = await rowOf(broken.number);
    const tried: number[] = [];
    const alarms: (string | null)[] = [];
    for (const minutes of [0, 2, 3, 8, 40, 200, 300, 2_000]) {
      frozen.mockReturnValue(new Date(first + minutes * 60_000));
      await renderMissingInvoices(services);
      tried.push((await rowOf(broken.number)).drawAttempts);
      alarms.push(await alarmOf(orderId));
    }
    expect(tried).toEqual([1, 2, 2, 3, 4, 5, 5, 6]);
    const told = `Facture sans fichier ou non envoyée\u00a0: ${broken.number}`;
    expect(alarms).toEqual([null, null, null, null, null, told, told, told]);
    frozen.mockReturnValue(new Date(first + 4_000 * 60_000));
    await sql`update invoice set document = ${JSON.stringify(document)}::jsonb where number = ${broken.number}`.execute(
      db,
    );
    await renderMissingInvoices(services);
    expect(await mailsOf(broken.number)).toHaveLength(1);
  });
});
