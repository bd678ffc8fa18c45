import sharp from 'sharp';
import { parisDay } from '#contract/day.ts';
import {
  formatCount,
  formatDate,
  formatNumber,
  formatPercent,
  formatPrice,
  formatPricePerM2,
  formatShortDate,
  NBSP,
} from '#contract/fmt.ts';
import { ink, inner, Paper, page } from '#platform/paper.server.ts';
import { type ListingStatus, listingStatuses } from '#rooms/listings/contract.ts';
import { priceLines, priceSentence } from '#rooms/listings/price-lines.ts';
import { factsText, mainFacts, typeLabel, whereabouts } from '#rooms/listings/reading.ts';
import { againstMedian, againstMedianWords } from '#rooms/listings/worth.ts';
import { METHOD } from '../contract.ts';
import { ALIKE_LEAST, type ReportedWeek, type SellerReport } from './report.ts';

const DAY_MS = 86_400_000;
const PHOTO = { width: 192, height: 144 } as const;
/** Steps of a price that stand in the table: the last ones. */
const STEPS_SHOWN = 6;

/** The report as PDF; `photo` in any format that sharp reads. */
export async function drawReport(report: SellerReport, photo: Buffer | null): Promise<Buffer> {
  const { card, agency, at } = report;
  const name = `${factsText(card)}, ${whereabouts(card)}`;
  const paper = await Paper.open({
    title: `Compte rendu${NBSP}: ${name}`,
    author: agency,
    subject: `Annonce ${card.reference}, au ${formatDate(at)}`,
    at,
  });
  paper.say('P', `${agency}   ·   ${formatDate(at)}`, { size: 9, color: ink.ardoise600 });
  paper.y += 2;
  paper.say('H1', 'Compte rendu pour le vendeur', { face: 'title', size: 23 });
  paper.y += 10;
  await drawHome(paper, report, photo);
  drawKeyFigures(paper, report);
  drawPrice(paper, report);
  drawWeeks(paper, report);
  drawMethod(paper, report);
  return paper.close(
    `${agency}, annonce ${card.reference}, ${formatDate(at)}. Compte rendu établi par Vigie.`,
  );
}

function heading(paper: Paper, title: string, needed: number): void {
  paper.room(needed);
  paper.y += 14;
  paper.say('H2', title, { face: 'title', size: 13.5 });
  paper.y += 4;
}

/** The photo, and beside it what the property is, what is asked and how it stands. */
async function drawHome(paper: Paper, report: SellerReport, photo: Buffer | null): Promise<void> {
  const { card, publishedAt, leftAt, confirmedAt, at } = report;
  const top = paper.y;
  const picture = photo && (await asJpeg(photo));
  if (picture) {
    paper.figure(`Photo de l’annonce${NBSP}: ${typeLabel(card)}, ${whereabouts(card)}`, () => {
      paper.doc.save().roundedRect(page.margin, top, PHOTO.width, PHOTO.height, 6).clip();
      paper.doc.image(picture, page.margin, top, PHOTO).restore();
    });
  }
  const x = picture ? page.margin + PHOTO.width + 20 : page.margin;
  const width = page.width - page.margin - x;
  const say = (text: string, letter: Parameters<Paper['say']>[2] = {}) =>
    paper.say('P', text, { x, width, ...letter });
  say(mainFacts(card).join(' · '), { face: 'strong', size: 12.5 });
  say(whereabouts(card), { color: ink.ardoise700 });
  say(`Référence ${card.reference}`, { size: 9, color: ink.ardoise600 });
  paper.y += 6;
  const form = priceLines(card);
  say(priceSentence(form), { face: 'title', size: 18 });
  for (const { text, essential } of form.lines)
    if (essential) say(text, { size: 8.5, color: ink.ardoise700 });
  paper.y += 6;
  const days = Math.max(0, Math.floor(((leftAt ?? at).getTime() - publishedAt.getTime()) / DAY_MS));
  const status = listingStatuses[card.status as ListingStatus];
  const since = `depuis le ${formatDate(publishedAt)} (${formatCount(days, 'jour', 'jours')})`;
  say(
    leftAt
      ? `${status}, le ${formatDate(leftAt)}, après ${formatCount(days, 'jour', 'jours')} en ligne.`
      : `${status} ${since}.`,
  );
  say(
    confirmedAt
      ? `Disponibilité confirmée pour la dernière fois le ${formatDate(confirmedAt)}.`
      : 'Disponibilité jamais confirmée.',
  );
  paper.y = Math.max(paper.y, picture ? top + PHOTO.height : top) + 14;
}

async function asJpeg(photo: Buffer): Promise<Buffer | null> {
  // A picture that cannot be read is one that is not shown.
  return sharp(photo)
    .resize(PHOTO.width * 3, PHOTO.height * 3, { fit: 'cover' })
    .flatten({ background: '#FFFFFF' })
    .jpeg({ quality: 82 })
    .toBuffer()
    .catch(() => null);
}

type KeyFigure = readonly [value: string, label: string];

/** What is said first. Who waits for such a property is not counted once it is off line: nothing is said of it then. */
export function keyFigures({ views, leads, favorites, waiting, leftAt }: SellerReport): KeyFigure[] {
  const awaited: KeyFigure = [
    waiting === null ? `<${NBSP}5` : formatNumber(waiting),
    'personnes attendent un bien comme celui-ci',
  ];
  return [
    [formatNumber(views), views > 1 ? 'vues de l’annonce' : 'vue de l’annonce'],
    [formatNumber(leads), leads > 1 ? 'demandes reçues' : 'demande reçue'],
    [
      formatNumber(favorites),
      favorites > 1 ? 'personnes la gardent en favori' : 'personne la garde en favori',
    ],
    ...(leftAt === null ? [awaited] : []),
  ];
}

function drawKeyFigures(paper: Paper, report: SellerReport): void {
  const { told, fromMails } = report;
  const figures = keyFigures(report);
  const gap = 10;
  const width = (inner - gap * (figures.length - 1)) / figures.length;
  const top = paper.y;
  const height = 62;
  paper.adorn(() => {
    for (const rank of figures.keys())
      paper.doc
        .roundedRect(page.margin + rank * (width + gap), top, width, height, 6)
        .lineWidth(0.8)
        .stroke(ink.ardoise200);
  });
  for (const [rank, [value, label]] of figures.entries()) {
    const place = { x: page.margin + rank * (width + gap) + 10, width: width - 20 };
    paper.say('P', value, { ...place, y: top + 8, face: 'title', size: 19 });
    paper.say('P', label, { ...place, y: top + 33, size: 8.5, color: ink.ardoise600 });
  }
  paper.y = top + height + 8;
  const alerts = [
    told > 0
      ? `Signalée ${formatCount(told, 'fois', 'fois')} par les alertes de personnes qui cherchent ce type de bien.`
      : '',
    fromMails > 0 ? `${formatCount(fromMails, 'vue vient', 'vues viennent')} du courriel d’une alerte.` : '',
  ].filter(Boolean);
  if (alerts.length > 0) paper.say('P', alerts.join(' '), { size: 9, color: ink.ardoise700 });
}

/** Views by week, beside listings alike: bars and marks, then the same in figures. */
function drawWeeks(paper: Paper, { weeks, at }: SellerReport): void {
  heading(paper, 'Semaine après semaine', 190);
  const compared = weeks.some(({ usualViews }) => usualViews !== null);
  const sentence = weeksSentence(weeks);
  paper.say('P', sentence);
  paper.y += 8;
  const top = paper.y;
  const height = 84;
  const floor = top + height;
  const most = Math.max(4, ...weeks.map(({ views, usualViews }) => Math.max(views, usualViews ?? 0)));
  const step = inner / weeks.length;
  const tall = (count: number) => (count / most) * (height - 16);
  paper.figure(`Vues par semaine${NBSP}: ${sentence}`, () => {
    const { doc } = paper;
    for (const [rank, { views, usualViews }] of weeks.entries()) {
      const left = page.margin + rank * step;
      const bar = Math.min(44, step * 0.6);
      const x = left + (step - bar) / 2;
      if (views > 0) doc.rect(x, floor - tall(views), bar, tall(views)).fill(ink.phare700);
      if (usualViews !== null) {
        const y = floor - tall(usualViews);
        doc
          .moveTo(x - 6, y)
          .lineTo(x + bar + 6, y)
          .lineWidth(4.4)
          .stroke('#FFFFFF');
        doc
          .moveTo(x - 6, y)
          .lineTo(x + bar + 6, y)
          .lineWidth(2.4)
          .stroke(ink.ambre400);
      }
    }
    doc
      .moveTo(page.margin, floor)
      .lineTo(page.width - page.margin, floor)
      .lineWidth(0.8)
      .stroke(ink.bordure);
  });
  for (const [rank, { monday }] of weeks.entries()) {
    const last = rank === weeks.length - 1;
    paper.say('P', last ? 'en cours' : shortDay(monday), {
      x: page.margin + rank * step,
      y: floor + 4,
      width: step,
      size: 7.5,
      color: ink.ardoise600,
      align: 'center',
    });
  }
  paper.y = floor + 20;
  if (compared) drawKey(paper);
  // The drawing may stand on the sheet before; figures stay together.
  paper.room(40 + 21 * weeks.length);
  paper.table(
    ['Semaine du', 'Vues', 'Semblables, médiane', 'Demandes', 'Semblables, moyenne'],
    weeks
      .toReversed()
      .map(({ monday, views, leads, usualViews, usualLeads }) => [
        formatShortDate(new Date(monday)) + (monday === weeks.at(-1)?.monday ? ', en cours' : ''),
        formatNumber(views),
        usualViews === null ? '–' : formatNumber(Math.round(usualViews)),
        formatNumber(leads),
        usualLeads === null ? '–' : formatNumber(Math.round(usualLeads * 10) / 10),
      ]),
    [inner * 0.25, inner * 0.12, inner * 0.25, inner * 0.13, inner * 0.25],
  );
  paper.y += 2;
  paper.say('P', alikeSentence(weeks, at), { size: 8.5, color: ink.ardoise600 });
}

function drawKey(paper: Paper): void {
  const { y } = paper;
  paper.adorn(() => {
    paper.doc.rect(page.margin, y + 1, 9, 9).fill(ink.phare700);
    paper.doc.moveTo(page.margin + 118, y + 5.5).lineTo(page.margin + 136, y + 5.5);
    paper.doc.lineWidth(2.4).stroke(ink.ambre400);
  });
  paper.say('P', 'Vues de l’annonce', { x: page.margin + 14, y, width: 100, size: 8.5 });
  const usual = 'Médiane des annonces semblables';
  paper.say('P', usual, { x: page.margin + 142, y, width: 240, size: 8.5 });
  paper.y = y + 18;
}

/** « 12/10 ». */
const shortDay = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`;

/** What the curve says, of whole weeks only; compared for those when enough listings alike were on line. */
function weeksSentence(weeks: readonly ReportedWeek[]): string {
  const whole = weeks.slice(0, -1);
  if (whole.length === 0)
    return `${formatCount(weeks.at(-1)?.views ?? 0, 'vue', 'vues')} cette semaine, la première de l’annonce.`;
  const sum = (of: readonly ReportedWeek[], read: (week: ReportedWeek) => number) =>
    of.reduce((all, week) => all + read(week), 0);
  const span = whole.length === 1 ? 'en une semaine entière' : `en ${whole.length} semaines entières`;
  const said = `${formatCount(
    sum(whole, ({ views }) => views),
    'vue',
    'vues',
  )} ${span}`;
  const compared = whole.filter(({ usualViews }) => usualViews !== null);
  const usual = Math.round(sum(compared, ({ usualViews }) => usualViews ?? 0));
  if (compared.length === 0 || usual === 0) return `${said}.`;
  const percent = Math.round((sum(compared, ({ views }) => views) / usual - 1) * 100);
  const beside =
    Math.abs(percent) <= 5
      ? 'autant que'
      : `${formatPercent(Math.abs(percent))} de ${percent > 0 ? 'plus' : 'moins'} que`;
  const where = compared.length < whole.length ? `, là où la comparaison est possible` : '';
  return `${said}${NBSP}; ${beside} la médiane des annonces semblables${where}.`;
}

function alikeSentence(weeks: readonly ReportedWeek[], at: Date): string {
  const alike = weeks.at(-1)?.alike ?? 0;
  if (alike < ALIKE_LEAST)
    return `Moins de ${ALIKE_LEAST} annonces semblables sont en ligne${NBSP}: aucune comparaison n’est faite.`;
  return `Comparée à ${formatNumber(alike)} annonces semblables en ligne le ${formatDate(at)}${NBSP}: même marché, même type de bien, même commune ou communes voisines, prix à 40${NBSP}% près, surface à moitié près.`;
}

/** The steps of the price, and where it stands. */
function drawPrice(paper: Paper, { card, prices, asked, at }: SellerReport): void {
  heading(paper, 'Le prix', 150);
  const [first] = prices;
  const changes = prices.length - 1;
  const last = prices.at(-1);
  if (first && last && changes > 0) {
    paper.say(
      'P',
      `${formatCount(changes, 'changement', 'changements')} depuis la mise en ligne${NBSP}: ${gapWords(first.price, last.price)} en tout.`,
    );
    paper.y += 4;
    paper.table(
      ['À partir du', 'Prix', 'Écart'],
      prices.slice(-STEPS_SHOWN).map(({ at: since, price }, rank) => {
        const before = prices[Math.max(0, prices.length - STEPS_SHOWN) + rank - 1];
        return [formatDate(since), formatPrice(price), before ? gapWords(before.price, price) : '–'];
      }),
      [inner * 0.5, inner * 0.3, inner * 0.2],
    );
  } else paper.say('P', 'Le prix n’a pas changé depuis la mise en ligne.');
  paper.y += 6;
  const percent = againstMedian(card);
  if (card.soldMedian && percent !== null) {
    const { median, q1, q3, n, to } = card.soldMedian;
    paper.say(
      'P',
      `${againstMedianWords(percent)} du secteur${NBSP}: ${formatPricePerM2(median)} signés, la moitié des ventes entre ${formatPricePerM2(q1)} et ${formatPricePerM2(q3)} (${formatCount(n, 'vente', 'ventes')} jusqu’au ${formatDate(new Date(to))}, hors honoraires).`,
    );
  }
  if (asked && card.pricePerM2 !== null)
    paper.say(
      'P',
      `Demandé${NBSP}: ${card.propertyType === 'programme' ? 'à partir de ' : ''}${formatPricePerM2(card.pricePerM2)}${NBSP}; médiane de ${formatCount(asked.listings, 'annonce semblable', 'annonces semblables')} en ligne le ${formatDate(at)}${NBSP}: ${formatPricePerM2(asked.median)}.`,
    );
  if (percent === null && !(asked && card.pricePerM2 !== null))
    paper.say('P', 'Trop peu de ventes et d’annonces semblables pour situer ce prix.');
}

/** « −4,5 % », « +2 % », « 0 % ». */
export function gapWords(before: number, after: number): string {
  const percent = Math.round((after / before - 1) * 1000) / 10;
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '';
  return `${sign}${formatPercent(Math.abs(percent))}`;
}

function drawMethod(paper: Paper, { since, publishedAt }: SellerReport): void {
  const published = parisDay(publishedAt).day;
  const late =
    since && since > published ? ` Les vues sont comptées depuis le ${formatDate(new Date(since))}.` : '';
  const text = `${METHOD}${late} Les demandes sont celles que l’agence a reçues par Vigie, sans celles écartées comme indésirables. Les personnes qui attendent ont une alerte active que ce bien satisfait entièrement ; leur nombre n’est dit qu’à partir de cinq. Aucune personne n’est nommée ni reconnaissable ici.`;
  heading(paper, 'Comment ces chiffres sont comptés', 34 + paper.height(text, { size: 8.5 }));
  paper.say('P', text.replaceAll(' ;', `${NBSP};`), { size: 8.5, color: ink.ardoise700 });
}
