/**
 * Factur-X 1.0, profile EN 16931: the invoice as machines read it (CII D16B), enclosed in its PDF (docs/decisions/0076).
 */
import { xmlText } from '#contract/xml.ts';
import { type InvoiceDocument, type InvoiceLine, invoiceMentions, paymentMeans } from './invoice-document.ts';

export const FACTUR_X_FILE = 'factur-x.xml';

type Content = string | number | null | false | readonly Content[];

/** An element; none when it would be empty. Attributes as they are written. */
function element(name: string, content: Content, attributes = ''): string {
  const inner = written(content);
  const tag = name.startsWith('rsm:') ? name : `ram:${name}`;
  return inner === '' ? '' : `<${tag}${attributes && ` ${attributes}`}>${inner}</${tag}>`;
}

function written(content: Content): string {
  if (content === null || content === false) return '';
  return Array.isArray(content) ? content.map(written).join('') : String(content);
}

const said = (text: string | null) => text && xmlText(text.replaceAll(/\s+/g, ' ').trim());
/** Cents to « 49.00 ». */
const amount = (cents: number) => (cents / 100).toFixed(2);
/** Hundredths of a percent to « 20.00 ». */
const percent = (rate: number) => (rate / 100).toFixed(2);
const date = (day: string) =>
  `<udt:DateTimeString format="102">${day.replaceAll('-', '')}</udt:DateTimeString>`;

/** Codes of UNTDID 4461: a bank card; one that is not defined. */
const meansCodes = { stripe: '48', embedded: '1', none: '1' } as const;

/** The document as a Cross Industry Invoice, EN 16931 and its French rules (XP Z12-012): roles of notes, SIREN, kind of billing. */
export function facturX(document: InvoiceDocument): string {
  const { kind, number, issuedOn } = document;
  const credit = kind === 'credit';
  const head = [
    element('rsm:ExchangedDocumentContext', [
      // Services: billed once they are paid, or credited.
      element('BusinessProcessSpecifiedDocumentContextParameter', element('ID', credit ? 'S1' : 'S2')),
      element('GuidelineSpecifiedDocumentContextParameter', element('ID', 'urn:cen.eu:en16931:2017')),
    ]),
    element('rsm:ExchangedDocument', [
      element('ID', said(number)),
      element('TypeCode', credit ? '381' : '380'),
      element('IssueDateTime', date(issuedOn)),
      notesOf(document).map(([subject, text]) =>
        element('IncludedNote', [element('Content', said(text)), subject && element('SubjectCode', subject)]),
      ),
    ]),
    element('rsm:SupplyChainTradeTransaction', [
      document.lines.map((line, index) => lineOf(document, line, index + 1)),
      agreementOf(document),
      '<ram:ApplicableHeaderTradeDelivery/>',
      settlementOf(document),
    ]),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100" xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100">${written(head)}</rsm:CrossIndustryInvoice>`;
}

/** Subject codes of UNTDID 4451 that French invoices use: penalty, indemnity, discount for early payment, regulatory. */
function notesOf({ seller, corrects, demo }: InvoiceDocument): [string | null, string][] {
  return [
    ['PMD', invoiceMentions.penalty],
    ['PMT', invoiceMentions.indemnity],
    ['AAB', invoiceMentions.noDiscount],
    ['REG', seller.lines.join(', ')],
    [null, invoiceMentions.nature],
    ...(seller.vatOnDebits ? [[null, invoiceMentions.onDebits] as [null, string]] : []),
    ...(corrects ? [[null, corrects.reason] as [null, string]] : []),
    ...(demo ? [[null, 'Document de démonstration, sans valeur.'] as [null, string]] : []),
  ];
}

/** Standard rate, or exempt by article 293 B. */
const category = (rate: number) => (rate === 0 ? 'E' : 'S');

function lineOf({ totals }: InvoiceDocument, line: InvoiceLine, rank: number): string {
  return element('IncludedSupplyChainTradeLineItem', [
    element('AssociatedDocumentLineDocument', element('LineID', rank)),
    element('SpecifiedTradeProduct', [
      element('Name', said(line.label)),
      element('Description', said(line.detail)),
    ]),
    element(
      'SpecifiedLineTradeAgreement',
      element('NetPriceProductTradePrice', element('ChargeAmount', amount(line.unitNet))),
    ),
    element('SpecifiedLineTradeDelivery', element('BilledQuantity', line.quantity, 'unitCode="C62"')),
    element('SpecifiedLineTradeSettlement', [
      element('ApplicableTradeTax', [
        element('TypeCode', 'VAT'),
        element('CategoryCode', category(totals.vatRate)),
        element('RateApplicablePercent', percent(totals.vatRate)),
      ]),
      element('SpecifiedTradeSettlementLineMonetarySummation', element('LineTotalAmount', amount(line.net))),
    ]),
  ]);
}

interface Party {
  readonly name: string;
  readonly address: string | null;
  readonly postalCode: string | null;
  readonly city: string | null;
  readonly siren: string | null;
  readonly vatNumber: string | null;
}

/** Schemes: 0002 SIRENE (ISO 6523), 0225 the French directory of electronic addresses. */
function partyOf(name: string, party: Party): string {
  return element(name, [
    element('Name', said(party.name)),
    element('SpecifiedLegalOrganization', element('ID', said(party.siren), 'schemeID="0002"')),
    element('PostalTradeAddress', [
      element('PostcodeCode', said(party.postalCode)),
      element('LineOne', said(party.address)),
      element('CityName', said(party.city)),
      element('CountryID', 'FR'),
    ]),
    element('URIUniversalCommunication', element('URIID', said(party.siren), 'schemeID="0225"')),
    element('SpecifiedTaxRegistration', element('ID', said(party.vatNumber), 'schemeID="VA"')),
  ]);
}

function agreementOf({ seller, buyer, order }: InvoiceDocument): string {
  return element('ApplicableHeaderTradeAgreement', [
    partyOf('SellerTradeParty', seller),
    partyOf('BuyerTradeParty', buyer),
    element('SellerOrderReferencedDocument', element('IssuerAssignedID', said(order.reference))),
  ]);
}

function settlementOf({ kind, seller, totals, period, paid, dueOn, corrects }: InvoiceDocument): string {
  const { vatRate } = totals;
  const tax = [
    element('CategoryCode', category(vatRate)),
    // Owed on the day of the invoice, or of the payment (UNTDID 2475).
    element('DueDateTypeCode', seller.vatOnDebits ? '5' : '72'),
    element('RateApplicablePercent', percent(vatRate)),
  ];
  return element('ApplicableHeaderTradeSettlement', [
    element('InvoiceCurrencyCode', 'EUR'),
    element('SpecifiedTradeSettlementPaymentMeans', [
      element('TypeCode', meansCodes[paid.means]),
      element('Information', said(paymentMeans[paid.means])),
    ]),
    element('ApplicableTradeTax', [
      element('CalculatedAmount', amount(totals.vat)),
      element('TypeCode', 'VAT'),
      vatRate === 0 && element('ExemptionReason', said(invoiceMentions.exempt)),
      element('BasisAmount', amount(totals.net)),
      tax,
    ]),
    element('BillingSpecifiedPeriod', [
      element('StartDateTime', date(period.from)),
      element('EndDateTime', date(period.to)),
    ]),
    totals.discount > 0 &&
      element('SpecifiedTradeAllowanceCharge', [
        element('ChargeIndicator', '<udt:Indicator>false</udt:Indicator>'),
        element('ActualAmount', amount(totals.discount)),
        element('ReasonCode', '95'),
        element('Reason', 'Remise'),
        element('CategoryTradeTax', [
          element('TypeCode', 'VAT'),
          element('CategoryCode', category(vatRate)),
          element('RateApplicablePercent', percent(vatRate)),
        ]),
      ]),
    element('SpecifiedTradePaymentTerms', [
      element('Description', kind === 'credit' ? 'Rendu par le moyen du paiement.' : 'Payée à la commande.'),
      element('DueDateDateTime', date(dueOn)),
    ]),
    element('SpecifiedTradeSettlementHeaderMonetarySummation', [
      element('LineTotalAmount', amount(totals.lines)),
      element('AllowanceTotalAmount', amount(totals.discount)),
      element('TaxBasisTotalAmount', amount(totals.net)),
      element('TaxTotalAmount', amount(totals.vat), 'currencyID="EUR"'),
      element('GrandTotalAmount', amount(totals.gross)),
      kind === 'invoice' && element('TotalPrepaidAmount', amount(totals.gross)),
      element('DuePayableAmount', amount(kind === 'invoice' ? 0 : totals.gross)),
    ]),
    corrects &&
      element('InvoiceReferencedDocument', [
        element('IssuerAssignedID', said(corrects.number)),
        element(
          'FormattedIssueDateTime',
          `<qdt:DateTimeString format="102">${corrects.issuedOn.replaceAll('-', '')}</qdt:DateTimeString>`,
        ),
      ]),
  ]);
}

const FX = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const properties = [
  ['DocumentFileName', 'Name of the embedded XML invoice file'],
  ['DocumentType', 'INVOICE'],
  ['Version', 'Version of the XML schema of the invoice data'],
  ['ConformanceLevel', 'Conformance level of the XML invoice data'],
] as const;

/** What the XMP of the PDF says of the file enclosed in it, and the schema of these words, which PDF/A asks for. */
export const facturXMetadata = `
<rdf:Description rdf:about="" xmlns:fx="${FX}">
  <fx:DocumentType>INVOICE</fx:DocumentType>
  <fx:DocumentFileName>${FACTUR_X_FILE}</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version>
  <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>${FX}</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>fx</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>${properties
      .map(
        ([name, description]) => `
      <rdf:li rdf:parseType="Resource">
        <pdfaProperty:name>${name}</pdfaProperty:name>
        <pdfaProperty:valueType>Text</pdfaProperty:valueType>
        <pdfaProperty:category>external</pdfaProperty:category>
        <pdfaProperty:description>${description}</pdfaProperty:description>
      </rdf:li>`,
      )
      .join('')}
    </rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;
