import { parisDay } from '#contract/day.ts';
import { adminCommands } from '#desks/admin/cli.server.ts';
import { type Command, defineCommand, EXIT } from '#platform/cli.server.ts';
import { clock } from '#platform/clock.server.ts';
import { type AgencyLaw, agencyCommands } from '#rooms/agencies/cli.server.ts';
import { exclusionCommands } from '#rooms/agencies/exclusion.cli.server.ts';
import { claimCommands } from '#rooms/agencies/registration.cli.server.ts';
import { alertCommands } from '#rooms/alerts/cli.server.ts';
import { boostCommands } from '#rooms/boosts/cli.server.ts';
import { couponCommands } from '#rooms/coupons/cli.server.ts';
import { feedCommands } from '#rooms/feeds/cli.server.ts';
import { leadCommands } from '#rooms/leads/cli.server.ts';
import { listingCommands } from '#rooms/listings/cli.server.ts';
import { checkAgency } from '#rooms/listings/legal-engine.ts';
import { photoCommands } from '#rooms/listings/photos.cli.server.ts';
import { propertyCommands } from '#rooms/listings/properties.cli.server.ts';
import { rejudgeListings } from '#rooms/listings/publication.server.ts';
import { scamCommands } from '#rooms/listings/scam.cli.server.ts';
import { tallyCommands } from '#rooms/listings/tally.cli.server.ts';
import { mailCommands } from '#rooms/mail/cli.server.ts';
import { paymentCommands } from '#rooms/payments/cli.server.ts';
import { placeCommands } from '#rooms/places/cli.server.ts';
import { priceCommands } from '#rooms/prices/cli.server.ts';
import { publishedSalesCommands } from '#rooms/prices/published-sales.cli.server.ts';
import { reportCommands } from '#rooms/reports/cli.server.ts';
import { seedDemonstration } from './seed.server.ts';

const migrateCommand = defineCommand({
  room: 'migrate',
  verb: '',
  summary: 'Met la base de données à jour',
  usage: '',
  // Opening the services has migrated already.
  run: async (_, services) => {
    services.log.debug('base à jour');
    console.log('Base de données à jour.');
    return 0;
  },
});

const seedCommand = defineCommand({
  room: 'seed',
  verb: '',
  summary: 'Pose la démonstration si elle manque',
  usage: '',
  run: async ({ json }, services) => {
    if (services.env.production) {
      console.error('La démonstration n’existe pas en production.');
      return EXIT.refused;
    }
    const lines: string[] = [];
    const whole = await seedDemonstration(services, (line) => (json ? lines.push(line) : console.log(line)));
    if (json) console.log(JSON.stringify({ whole, lines }));
    else if (lines.length === 0) console.log('Démonstration en place.');
    return whole ? EXIT.done : EXIT.refused;
  },
});

const agencyLaw: AgencyLaw = {
  lacks: (agency) => checkAgency(agency, parisDay(clock.now()).day),
  rejudge: (services, agencyId) => rejudgeListings(services, { now: clock.now(), agencyIds: [agencyId] }),
};

/** The operator's commands, room by room: `npm run vigie -- <room> <verb>`. */
export const commands: readonly Command[] = [
  migrateCommand,
  seedCommand,
  ...agencyCommands(agencyLaw),
  ...exclusionCommands(agencyLaw),
  ...claimCommands,
  ...listingCommands,
  ...photoCommands,
  ...scamCommands,
  ...propertyCommands,
  ...tallyCommands,
  ...feedCommands,
  ...alertCommands,
  ...leadCommands,
  ...reportCommands,
  ...boostCommands,
  ...paymentCommands,
  ...couponCommands,
  ...mailCommands,
  ...placeCommands,
  ...priceCommands,
  ...publishedSalesCommands,
  ...adminCommands,
];
