import { Refusal } from '#contract/errors.ts';
import { formatCount, formatDate, formatPrice } from '#contract/fmt.ts';
import { type CommandInput, defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { listingStatuses } from './contract.ts';
import { matchNextHomes, rebuildProperties } from './home-matching.server.ts';
import { countProperties, propertyOf, separateListings } from './properties.server.ts';
import type { Offer, Property } from './properties.ts';

export const propertyCommands = [
  defineCommand({
    room: 'listings',
    verb: 'properties',
    summary:
      'Les biens que plusieurs annonces montrent : lesquelles sont le même bien qu’une annonce, tout comparer de nouveau, séparer deux annonces.',
    usage: '[--listing ID | --rebuild | --separate A B --reason MOTIF --by NOM [--revoke]]',
    options: {
      listing: { type: 'string' },
      rebuild: { type: 'boolean' },
      separate: { type: 'boolean' },
      reason: { type: 'string' },
      by: { type: 'string' },
      revoke: { type: 'boolean' },
    },
    help: {
      listing: 'numéro d’une annonce : son bien, qui le montre, à quel prix, depuis quand',
      rebuild: 'compare de nouveau toutes les annonces ; les séparations restent',
      separate: 'ces deux annonces ne sont pas le même bien, quoi qu’elles disent',
      reason: 'avec --separate, gardé au journal',
      by: 'avec --separate, qui le dit',
      revoke: 'avec --separate, le reprend',
    },
    async run(input, { db }) {
      const { listing, rebuild, separate } = input.values;
      if ([listing !== undefined, rebuild, separate].filter(Boolean).length > 1)
        throw new WrongUsage('--listing, --rebuild et --separate s’emploient séparément.');
      if (listing !== undefined) {
        const property = await propertyOf(db, numberOf(String(listing)));
        if (input.json) console.log(JSON.stringify({ success: property !== null, data: { property } }));
        else console.log(property ? describe(property) : 'Cette annonce n’a pas encore de bien.');
        return property ? EXIT.done : EXIT.refused;
      }
      if (separate) return separateAsked(input, db);
      if (rebuild) {
        await rebuildProperties(db);
        while (await matchNextHomes(db));
      }
      const counts = await countProperties(db);
      console.log(
        input.json
          ? JSON.stringify({ success: true, data: counts })
          : `${formatCount(counts.listings, 'annonce', 'annonces')}, ${formatCount(counts.properties, 'bien', 'biens')}, dont ${counts.shared} que plusieurs annonces montrent ; ${formatCount(counts.onLine, 'bien', 'biens')} en ligne ; ${counts.waiting === 0 ? 'rien n’attend d’être comparé' : `${formatCount(counts.waiting, 'annonce attend', 'annonces attendent')} d’être comparées`}.`,
      );
      return EXIT.done;
    },
  }),
];

async function separateAsked(
  input: CommandInput,
  db: Parameters<typeof separateListings>[0],
): Promise<number> {
  const { words, values, json } = input;
  if (words.length !== 2) throw new WrongUsage('--separate attend deux numéros d’annonces.');
  const [reason, by] = [String(values.reason ?? '').trim(), String(values.by ?? '').trim()];
  if (reason === '' || by === '') throw new WrongUsage('--reason et --by sont obligatoires.');
  const listings = [numberOf(words[0]!), numberOf(words[1]!)] as const;
  const separated = values.revoke !== true;
  try {
    await separateListings(db, { listings, separated, reason, by });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.log(json ? JSON.stringify(error.toEnvelope()) : error.message);
    return EXIT.refused;
  }
  console.log(
    json
      ? JSON.stringify({ success: true, data: { listings, separated } })
      : separated
        ? `Les annonces ${listings[0]} et ${listings[1]} ne seront plus le même bien.`
        : `Les annonces ${listings[0]} et ${listings[1]} peuvent de nouveau être le même bien.`,
  );
  return EXIT.done;
}

function numberOf(word: string): number {
  const value = Number(word);
  if (!Number.isSafeInteger(value) || value < 1) throw new WrongUsage('Un numéro d’annonce est attendu.');
  return value;
}

function describe({ id, firstSeenAt, offers, former, steps, returns }: Property): string {
  const line = (offer: Offer) =>
    `  annonce ${offer.listingId}  ${formatPrice(offer.price)}  ${listingStatuses[offer.status]}  ${offer.agency.name} (${offer.reference}), depuis le ${formatDate(offer.publishedAt)}${offer.leftAt ? ` jusqu’au ${formatDate(offer.leftAt)}` : ''}`;
  return [
    `Bien ${id}, paru le ${formatDate(firstSeenAt)}${returns === 0 ? '' : `, revenu ${formatCount(returns, 'fois', 'fois')}`}.`,
    ...offers.map(line),
    ...former.map(line),
    ...(steps.length > 1
      ? [
          `Prix le plus bas : ${steps.map(({ at, price }) => `${formatPrice(price)} le ${formatDate(at)}`).join(', ')}.`,
        ]
      : []),
  ].join('\n');
}
