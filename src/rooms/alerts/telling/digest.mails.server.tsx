import { Fragment, type ReactElement } from 'react';
import { Section, Text } from 'react-email';
import { formatCount, formatDate, formatPercent, NBSP } from '#contract/fmt.ts';
import { paths } from '#contract/paths.ts';
import { criteriaTable } from '#rooms/criteria/criteria-table.ts';
import type { Criterion } from '#rooms/criteria/kinds.ts';
import { homeClassOf } from '#rooms/listings/energy-classes.ts';
import { photoPath } from '#rooms/listings/photos.ts';
import {
  energyLines,
  excessiveText,
  hasEnergyClasses,
  priceLines,
  priceSentence,
} from '#rooms/listings/price-lines.ts';
import {
  type ListingCard,
  listingName,
  mainFacts,
  secondaryFacts,
  sharedWords,
  typeLabel,
  whereabouts,
} from '#rooms/listings/reading.ts';
import { ink, MailButton, MailFrame, MailLink, text } from '#rooms/mail/parts/mail-frame.tsx';
import { placeLabel } from '#rooms/places/contract.ts';
import { TUNING_WORD, type Tuning, tuningLabel, tuningText, tuningTitle } from '../asking/tuning.ts';
import { MAIL_WORD, mailWord, type NotifiedListing } from '../digest.ts';
import { type PartnerVerdict, partnerText } from '../owner/pair.ts';
import { departureLabel } from './departures.ts';
import { headlineOf, priceOf, subjectOf } from './heading.ts';

export interface MatchesMailProps {
  readonly origin: string;
  readonly alert: {
    readonly name: string;
    readonly places: readonly string[];
    readonly chips: readonly string[];
    readonly rhythm: string;
  };
  /** Those that surely match first. */
  readonly told: readonly NotifiedListing[];
  /** How many of them are in the mail, and how many of these with their picture; the rest is behind the link. */
  readonly shown: number;
  readonly full: number;
  /** Pages that show all of it, one a place. */
  readonly results: readonly { readonly label: string; readonly url: string }[];
  /** By listing, what the other one of a pair makes of it. */
  readonly others: ReadonlyMap<number, PartnerVerdict>;
  /** What rejections suggest, said once. */
  readonly tuning: Tuning | null;
  readonly alertsUrl: string;
  readonly stopUrl: string;
  /** Who writes, and the address that people answer to. */
  readonly sender: string;
  readonly contact: string;
}

/** The mail of an alert. Every listing with its price in the form of the law (domain.md R1-R7) and why it is there. */
export function matchesMail(props: MatchesMailProps): { subject: string; element: ReactElement } {
  const { origin, alert, told, shown, full, results, tuning, alertsUrl, stopUrl, sender, contact } = props;
  const headline = headlineOf(told);
  const inMail = told.slice(0, shown);
  const rest = told.length - inMail.length;
  const part = (wanted: boolean) =>
    inMail.map((one, index) => ({ one, index })).filter(({ one }) => (one.unknown.length === 0) === wanted);
  const draw = ({ one, index }: { one: NotifiedListing; index: number }) =>
    index < full ? (
      <Card
        key={one.card.id}
        told={one}
        other={props.others.get(one.card.id)}
        origin={origin}
        chips={alert.chips}
        stopUrl={stopUrl}
      />
    ) : (
      <Line key={one.card.id} told={one} origin={origin} />
    );
  const doubtful = part(false);
  const standing = part(true).filter(({ one }) => one.occasion !== 'gone');
  const gone = part(true).filter(({ one }) => one.occasion === 'gone');
  return {
    subject: subjectOf(alert.places, told),
    element: (
      <MailFrame
        preview={told
          .slice(0, 3)
          .map(({ card }) => `${listingName(card)}, ${priceOf(card)}`)
          .join(' · ')}
        origin={origin}
        footer={
          <>
            <Text style={text.small}>
              Alerte « {alert.name} »{NBSP}: {[alert.places.join(', '), ...alert.chips].join(' · ')}.{' '}
              {alert.rhythm}.
            </Text>
            <Text style={text.small}>
              <MailLink href={`${stopUrl}#pause`}>Pause de 7 jours</MailLink>
              {' · '}
              <MailLink href={`${stopUrl}#moins-souvent`}>Moins souvent</MailLink>
              {' · '}
              <MailLink href={stopUrl}>Arrêter cette alerte</MailLink>
              {' · '}
              <MailLink href={alertsUrl}>Mes alertes</MailLink>
            </Text>
            <Text style={text.small}>
              Envoyé par {sender}, à votre demande. Pour nous écrire{NBSP}:{' '}
              <MailLink href={`mailto:${contact}`}>{contact}</MailLink>.
            </Text>
          </>
        }
      >
        <Text style={text.title}>{headline}</Text>
        <Text style={{ ...text.body, color: ink.ardoise700 }}>{alert.name}</Text>
        {standing.map(draw)}
        {gone.length > 0 && standing.length > 0 && <Heading>Plus en ligne</Heading>}
        {gone.map(draw)}
        {doubtful.length > 0 && (
          <>
            <Heading>Peut-être</Heading>
            <Text style={{ ...text.body, color: ink.ardoise700 }}>
              {doubtful.length === 1 ? 'Cette annonce ne dit' : 'Ces annonces ne disent'} pas tout ce que vous
              demandez.
            </Text>
            {doubtful.map(draw)}
          </>
        )}
        {rest > 0 && (
          <Text style={text.body}>
            Et {formatCount(rest, 'autre annonce', 'autres annonces')}, à voir sur Vigie.
          </Text>
        )}
        {tuning && <Suggestion tuning={tuning} stopUrl={stopUrl} />}
        <Results results={results} />
      </MailFrame>
    ),
  };
}

function Heading({ children }: { children: string }) {
  return (
    <Text style={{ ...text.title, margin: '20px 0 4px', fontSize: '20px', lineHeight: '26px' }}>
      {children}
    </Text>
  );
}

/** Its link only shows what it would change. */
function Suggestion({ tuning, stopUrl }: { tuning: Tuning; stopUrl: string }) {
  return (
    <Section style={{ margin: '16px 0 4px', padding: '2px 16px', borderLeft: `4px solid ${ink.ambre400}` }}>
      <Text style={{ ...text.body, margin: '8px 0' }}>
        <strong>{tuningTitle(tuning)}.</strong> {tuningText(tuning)}{' '}
        <MailLink href={`${stopUrl}&${TUNING_WORD}=${tuning.word}`}>{tuningLabel(tuning)}</MailLink>
      </Text>
    </Section>
  );
}

const RESULTS_SHOWN = 8;

function Results({ results }: Pick<MatchesMailProps, 'results'>) {
  const [only, ...others] = results;
  if (!only) return null;
  if (others.length === 0) {
    return (
      <Section style={{ padding: '12px 0 8px' }}>
        <MailButton href={only.url}>Voir tous les résultats</MailButton>
      </Section>
    );
  }
  return (
    <Text style={{ ...text.body, paddingTop: '12px' }}>
      Tous les résultats{NBSP}:{' '}
      {results.slice(0, RESULTS_SHOWN).map(({ label, url }, index) => (
        <Fragment key={url}>
          {index > 0 && ' · '}
          <MailLink href={url}>{label}</MailLink>
        </Fragment>
      ))}
    </Text>
  );
}

/** « Nouveau », « De retour », « Baisse : 250 000,00 € → 237 500,00 € (−5 %) ». */
function Flag({ told: { occasion, previousPrice, card } }: { told: NotifiedListing }) {
  return (
    <div className="s">
      {occasion === 'appeared' && (
        <span className="f" style={{ background: ink.ambre400, color: ink.encre }}>
          {card.marketSince ? `Sur le marché depuis le ${formatDate(new Date(card.marketSince))}` : 'Nouveau'}
        </span>
      )}
      {occasion === 'gone' && (
        <span className="f" style={{ background: ink.ardoise100, color: ink.encre }}>
          {departureLabel(card.status)}
        </span>
      )}
      {occasion === 'returned' && (
        <span className="f" style={{ background: ink.phare100, color: ink.phare700 }}>
          De retour
        </span>
      )}
      {occasion === 'returned' && previousPrice !== null && ' '}
      {previousPrice !== null && (
        <span className="f" style={{ background: ink.vert100, color: ink.vert700 }}>
          Baisse{NBSP}: {priceOf({ ...card, price: previousPrice })} → {priceOf(card)} (
          {dropText(previousPrice, card.price)})
        </span>
      )}
    </div>
  );
}

/** « −5 % », to one decimal. */
function dropText(before: number, after: number): string {
  return `−${formatPercent(Math.round(((before - after) / before) * 1000) / 10)}`;
}

const listingUrl = (origin: string, { id }: ListingCard) =>
  `${origin}${paths.listing({ propertyId: id })}?${MAIL_WORD}=${mailWord}`;

function Card({
  told,
  other,
  origin,
  chips,
  stopUrl,
}: {
  told: NotifiedListing;
  other: PartnerVerdict | undefined;
  origin: string;
  chips: readonly string[];
  stopUrl: string;
}) {
  const { card } = told;
  const price = priceLines(card);
  const essential = price.lines.filter((line) => line.essential).map((line) => line.text);
  const energy = energyLines({
    ...card,
    energyValue: null,
    climateValue: null,
    energyCostMin: null,
    energyCostMax: null,
    energyCostYear: null,
  });
  const url = listingUrl(origin, card);
  const shared = sharedWords(card);
  return (
    <table role="presentation" className="card">
      <tbody>
        <tr>
          <td className="col side" data-skip-in-text="true">
            <a href={url}>
              {card.photo ? (
                <img className="pic" src={`${origin}${photoPath(card.photo, 400)}`} width={160} alt="" />
              ) : (
                <div
                  className="pic"
                  style={{ padding: '44px 0', background: ink.ardoise100, textAlign: 'center' }}
                >
                  {typeLabel(card)}
                </div>
              )}
            </a>
          </td>
          <td className="col">
            <Flag told={told} />
            <div style={{ paddingTop: '4px', fontSize: '20px', lineHeight: '26px', fontWeight: 700 }}>
              {price.prefix && <span style={{ fontSize: '14px', fontWeight: 400 }}>{price.prefix} </span>}
              {price.main}
              {price.suffix && <span style={{ fontSize: '14px', fontWeight: 400 }}> {price.suffix}</span>}
            </div>
            {essential.length > 0 && <div className="s">{essential.join(' · ')}</div>}
            <div className="b">{[...mainFacts(card), ...secondaryFacts(card)].join(' · ')}</div>
            <div className="b">{whereabouts(card)}</div>
            {hasEnergyClasses(card.propertyType) && <Energy card={card} absence={energy.absence} />}
            {energy.excessive && <div className="b">{energy.excessive}</div>}
            <div className="s">
              {card.agency.name}
              {shared && (
                <>
                  {' · '}
                  <a href={`${url}#agences`}>{shared}</a>
                </>
              )}
            </div>
            {told.occasion !== 'gone' && <Why told={told} chips={chips} />}
            {other && (
              <div className="s">
                <strong>{partnerText(other)}</strong>
              </div>
            )}
            <div className="b" style={{ paddingTop: '8px' }}>
              <a href={url}>
                {told.occasion === 'gone' ? 'Voir celles qui lui ressemblent' : 'Voir l’annonce'}
              </a>
              {told.occasion !== 'gone' && (
                <>
                  {' · '}
                  <a href={`${url}#contact`}>Contacter l’agence</a>
                  {' · '}
                  <a href={`${stopUrl}&annonce=${card.id}`}>Retenir</a>
                  {' · '}
                  <a href={`${stopUrl}&annonce=${card.id}#ecarter`}>Écarter</a>
                </>
              )}
            </div>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

// Official colours, with the text that reads best on each (src/ui/energy.tsx).
const energyColours: Readonly<Record<string, readonly [background: string, text: string]>> = {
  A: ['#009c6d', ink.encre],
  B: ['#52b153', ink.encre],
  C: ['#78bd76', ink.encre],
  D: ['#f4e70f', ink.encre],
  E: ['#f0b50f', ink.encre],
  F: ['#eb8235', ink.encre],
  G: ['#d7221f', ink.blanc],
};

function Energy({ card, absence }: { card: ListingCard; absence: string | null }) {
  const { climateClass } = card;
  const energyClass = homeClassOf(card);
  const [background, color] = energyColours[energyClass ?? ''] ?? [];
  return (
    <div className="s">
      {energyClass && background ? (
        <span className="f" style={{ background, color }}>
          DPE{NBSP}
          {energyClass}
        </span>
      ) : (
        (absence ?? `DPE${NBSP}: non communiqué`)
      )}
      {climateClass && ` · GES${NBSP}${climateClass}`}
    </div>
  );
}

/** « Pourquoi : Nîmes · 3 pièces et plus », or what remains to be asked. */
function Why({ told: { card, unknown }, chips }: { told: NotifiedListing; chips: readonly string[] }) {
  const labels = [
    ...(unknown.some((word) => word === 'zone' || word === 'bbox') ? ['emplacement'] : []),
    ...(criteriaTable as readonly Criterion[])
      .filter(({ word }) => (unknown as readonly string[]).includes(word))
      .map(({ label }) => label.toLowerCase()),
  ];
  const where = card.place ? placeLabel(card.place) : card.postalCode;
  return (
    <div className="s">
      {labels.length > 0
        ? `À vérifier${NBSP}: ${labels.join(', ')} (non précisé)`
        : `Pourquoi${NBSP}: ${[where, ...chips].join(' · ')}`}
    </div>
  );
}

/** One of many, in one line: the price in larger type than what explains it (domain.md R2). */
function Line({ told, origin }: { told: NotifiedListing; origin: string }) {
  const { card } = told;
  const legal = priceLines(card);
  const fallen = told.previousPrice === null ? '' : ` (${dropText(told.previousPrice, card.price)})`;
  const essential = legal.lines.filter((line) => line.essential).map((line) => `, ${line.text}`);
  const excessive = excessiveText(card);
  return (
    <div className="b">
      <a href={listingUrl(origin, card)}>{listingName(card)}</a>
      {`${NBSP}: ${priceSentence(legal)}${fallen}`}
      {told.occasion === 'gone' && ` (${departureLabel(card.status).toLowerCase()})`}
      {essential.length > 0 && <span className="s">{essential.join('')}</span>}
      {excessive && `. ${excessive}`}
    </div>
  );
}
