import { formatDate, formatNumber, formatPercent, formatPrice, NBSP } from '#contract/fmt.ts';
import { ink, inner, Paper, page } from '#platform/paper.server.ts';
import { FACTUR_X_FILE, facturX, facturXMetadata } from './factur-x.server.ts';
import { type InvoiceDocument, invoiceMentions, paymentMeans } from './invoice-document.ts';

const GAP = 24;
const HALF = (inner - GAP) / 2;
const SMALL = { size: 8.5, color: ink.ardoise700 } as const;

/** « 27 novembre 2026 » of `2026-11-27`. */
const dayWords = (day: string) => formatDate(new Date(`${day}T12:00:00Z`));
const grouped = (siren: string) => siren.replaceAll(/(\d{3})(?=\d)/g, `$1${NBSP}`);

/** The invoice or the credit note as a Factur-X file: PDF/A-3 for people, its data inside for machines. */
export async function drawInvoice(document: InvoiceDocument): Promise<Buffer> {
  const { kind, number, seller, issuedOn, order } = document;
  const title = `${kind === 'invoice' ? 'Facture' : 'Avoir'} ${number}`;
  const at = new Date(`${issuedOn}T12:00:00Z`);
  const paper = await Paper.open({
    title,
    author: seller.name.replaceAll(/[&<>"']/g, ' '),
    subject: `Commande ${order.reference}`,
    at,
    archive: true,
  });
  drawHead(paper, document, title);
  drawParties(paper, document);
  drawLines(paper, document);
  drawTotals(paper, document);
  drawPayment(paper, document);
  drawMentions(paper, document);
  paper.enclose({
    name: FACTUR_X_FILE,
    type: 'text/xml',
    bytes: Buffer.from(facturX(document)),
    description: `${title}, données Factur-X`,
    at,
    metadata: facturXMetadata,
  });
  return paper.close(`${seller.name}${seller.siren ? `, SIREN ${grouped(seller.siren)}` : ''}. ${title}.`);
}

/** Whose paper it is, what it is, and what names it. */
function drawHead(paper: Paper, document: InvoiceDocument, title: string): void {
  const { kind, number, issuedOn, order, period, dueOn, corrects, demo } = document;
  const top = paper.y;
  paper.adorn(() => paper.doc.circle(page.margin + 5, top + 11, 5).fill(ink.ambre400));
  paper.say('P', 'Vigie', { x: page.margin + 16, y: top, width: 120, face: 'title', size: 18 });
  if (demo) {
    const words = 'Document de démonstration, sans valeur';
    paper.say('P', words, { y: top + 5, align: 'right', face: 'strong', size: 9, color: ink.ardoise600 });
  }
  paper.y = top + 44;
  paper.say('H1', title, { face: 'title', size: 23 });
  paper.y += 8;
  const about = [
    ['Numéro', number],
    ['Date d’émission', dayWords(issuedOn)],
    ['Commande', `${order.reference}, du ${dayWords(order.on)}`],
    ['Période de la prestation', `du ${dayWords(period.from)} au ${dayWords(period.to)} (jours prévus)`],
    ...(kind === 'invoice' ? [['Échéance', dayWords(dueOn)]] : []),
    ...(corrects
      ? [
          ['Facture corrigée', `${corrects.number}, du ${dayWords(corrects.issuedOn)}`],
          ['Motif', corrects.reason],
        ]
      : []),
  ];
  for (const [label, value] of about) paper.say('P', `${label}${NBSP}: ${value}`);
  paper.y += 16;
}

/** Who sells and who buys, side by side. */
function drawParties(paper: Paper, { seller, buyer }: InvoiceDocument): void {
  const city = [buyer.postalCode, buyer.city].filter(Boolean).join(' ');
  const bought = [
    buyer.name,
    buyer.address,
    city,
    buyer.siren && `SIREN ${grouped(buyer.siren)}`,
    buyer.vatNumber &&
      `TVA ${buyer.vatNumber.replace(/^FR(..)(\d{9})$/, (_, key, siren) => `FR${NBSP}${key}${NBSP}${grouped(siren)}`)}`,
  ];
  const top = paper.y;
  let bottom = top;
  for (const [rank, { name, lines }] of [
    { name: 'Vendeur', lines: seller.lines },
    { name: 'Client', lines: bought.filter((line) => line !== null && line !== '') as string[] },
  ].entries()) {
    const x = page.margin + rank * (HALF + GAP);
    paper.y = top;
    const say = (tag: 'H2' | 'P', text: string, letter: Parameters<Paper['say']>[2] = {}) => {
      const said = { x, width: HALF, ...letter };
      paper.say(tag, text, said);
    };
    say('H2', name, { face: 'strong', size: 9, color: ink.ardoise600 });
    paper.y += 3;
    for (const [index, line] of lines.entries())
      say('P', line, index === 0 ? { face: 'strong', size: 11 } : {});
    bottom = Math.max(bottom, paper.y);
  }
  paper.y = bottom + 18;
}

function drawLines(paper: Paper, { lines }: InvoiceDocument): void {
  paper.table(
    ['Désignation', 'Quantité', 'Prix unitaire HT', 'Montant HT'],
    lines.map(({ label, detail, quantity, unitNet, net }) => [
      detail === null ? label : `${label}\n${detail}`,
      formatNumber(quantity),
      formatPrice(unitNet),
      formatPrice(net),
    ]),
    [inner * 0.52, inner * 0.12, inner * 0.18, inner * 0.18],
  );
  paper.y += 12;
}

function drawTotals(paper: Paper, { kind, totals }: InvoiceDocument): void {
  const { lines, discount, net, vatRate, vat, gross } = totals;
  const rows = [
    ...(discount > 0
      ? [
          ['Total HT avant remise', formatPrice(lines)],
          ['Remise', `−${formatPrice(discount)}`],
        ]
      : []),
    ['Total HT', formatPrice(net)],
    [`TVA au taux de ${formatPercent(vatRate / 100)}`, formatPrice(vat)],
    ['Total TTC', formatPrice(gross)],
  ];
  // Totals stand together.
  paper.room(24 * (rows.length + 1) + 60);
  paper.table(
    [kind === 'invoice' ? 'Total' : 'Total de l’avoir', 'Euros'],
    rows,
    [inner * 0.28, inner * 0.2],
    {
      left: page.margin + inner * 0.52,
      sum: true,
    },
  );
  paper.y += 14;
}

/** What is left to pay: nothing. */
function drawPayment(paper: Paper, { kind, totals, paid }: InvoiceDocument): void {
  const gross = formatPrice(totals.gross);
  const means = paymentMeans[paid.means];
  const words =
    kind === 'invoice'
      ? `Payée le ${dayWords(paid.on)} (${means})${NBSP}: ${gross}. Reste à payer${NBSP}: ${formatPrice(0)}.`
      : `À rendre au client par le moyen du paiement (${means})${NBSP}: ${gross}.`;
  const height = paper.height(words, { face: 'strong', width: inner - 24 });
  paper.room(height + 20);
  const top = paper.y;
  paper.adorn(() => paper.doc.roundedRect(page.margin, top, inner, height + 16, 6).fill(ink.phare100));
  paper.say('P', words, { x: page.margin + 12, y: top + 8, width: inner - 24, face: 'strong' });
  paper.y = top + height + 30;
}

function drawMentions(paper: Paper, { seller, totals }: InvoiceDocument): void {
  const mentions = [
    `${invoiceMentions.nature} ${mentionOfVat(totals.vatRate, seller.vatOnDebits)}`,
    invoiceMentions.penalty,
    invoiceMentions.indemnity,
    invoiceMentions.noDiscount,
  ];
  for (const mention of mentions) {
    paper.room(paper.height(mention, SMALL));
    paper.say('P', mention, SMALL);
    paper.y += 2;
  }
}

function mentionOfVat(rate: number, onDebits: boolean): string {
  if (rate === 0) return invoiceMentions.exempt;
  return onDebits ? invoiceMentions.onDebits : invoiceMentions.onPayment;
}
