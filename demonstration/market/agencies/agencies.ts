import type { DemoAgency, DemoContact, Tone } from './agency.ts';
import { DIRECTORY } from './directory.ts';

const CARD_YEAR = 2026;

/** Names that go with the agencies; invented, like their addresses on the reserved domain. */
const GUARANTORS = [
  ['Mutuelle de Garantie des Toits', '12 rue de la Caution-Claire, 75009 Paris'],
  ['Compagnie du Beffroi', '4 place du Sceau, 69002 Lyon'],
  ['Caution Bleue de l’Habitat', '30 quai du Registre, 44000 Nantes'],
] as const;
const INSURERS = ['Assurances du Campanile', 'Mutuelle des Pignons', 'La Prévoyance des Clés'] as const;
const MEDIATORS = [
  ['Médiation Logement Sereine', 'https://mediation-sereine.test'],
  ['Bureau des Accords de la Consommation', 'https://bureau-des-accords.test'],
] as const;

interface Lines {
  readonly head: string;
  readonly places: string;
  readonly ways: string;
  readonly people: string;
  readonly closings: string[];
}

function linesOf(block: string): Lines {
  const lines = block.split('\n');
  const starting = (mark: string) =>
    lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(2));
  const [places = ''] = starting('@');
  const [ways = ''] = starting('=');
  const [people = ''] = starting('+');
  return { head: lines[0] ?? '', places, ways, people, closings: starting('-') };
}

function agencyOf(block: string, index: number): DemoAgency {
  const { head, places, ways, people, closings } = linesOf(block);
  const [
    ref,
    letters,
    name,
    legalForm,
    capital,
    rcsCity,
    postalCode,
    city,
    address,
    chamber,
    activities,
    funds,
  ] = head.split(' | ') as string[] & { length: 12 };
  const [prefix, mailbox, software, tone, payers, percents, share, deliveries] = ways.split(' | ');
  const rank = index + 1;
  const siren = sirenOf(rank);
  const site = `https://${ref}.test`;
  const soleTrader = legalForm === 'Entrepreneur individuel';
  const holdsNoFunds = funds === '0';
  const guarantor = GUARANTORS[index % GUARANTORS.length]!;
  const mediator = MEDIATORS[index % MEDIATORS.length]!;
  const contacts = people.split(', ').map(
    (person, order): DemoContact => ({
      name: person,
      phone: phoneOf(prefix!, rank, order + 1),
    }),
  );
  return {
    ref: ref!,
    letters: letters!,
    name: name!,
    siren,
    card: `CPI ${chamber!.slice(0, 4)} ${CARD_YEAR} 000 000 ${String(rank).padStart(3, '0')}`,
    email: `${mailbox}@${ref}.test`,
    identity: {
      rcsCity: rcsCity!,
      phone: `+33${phoneOf(prefix!, rank, 0).slice(1)}`,
      address: address!,
      postalCode: postalCode!,
      city: city!,
      website: site,
      feeScheduleUrl: `${site}/honoraires`,
      feeScheduleOn: `2026-0${1 + (index % 9)}-01`,
      tradeName: name!,
      companyName: soleTrader ? people : `${name} ${legalForm!.split(' ')[0]}`,
      legalForm: legalForm!,
      capital: soleTrader ? null : Number(capital) * 100,
      siret: siretOf(siren),
      vatNumber: `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`,
      soleTrader,
      cardOffice: chamber!.slice(5),
      cardActivities: activities!,
      cardUntil: `2029-0${1 + (index % 6)}-30`.replace('-02-30', '-02-28'),
      guarantorName: holdsNoFunds ? null : guarantor[0],
      guarantorAddress: holdsNoFunds ? null : guarantor[1],
      guaranteeAmount: holdsNoFunds ? null : Number(funds) * 100,
      holdsNoFunds,
      insurance: `${INSURERS[index % INSURERS.length]}, contrat n° ${740_000 + rank * 317}`,
      mediatorName: mediator[0],
      mediatorUrl: mediator[1],
      software: software!,
    },
    placeCodes: places.split(' '),
    terms: {
      payers: payers!.split('').map((payer) => Number(payer) as 1 | 2 | 3),
      percents: percents!.split(' ').map(Number),
      tenantShare: Number(share),
    },
    tone: tone as Tone,
    closings,
    contacts,
    deliveries: deliveries!.split(' ').map(Number),
  };
}

/** `000 000 018` and on: their key is right, and they were given to nobody. */
function sirenOf(rank: number): string {
  return withKey(String(rank).padStart(8, '0'));
}

function siretOf(siren: string): string {
  return withKey(`${siren}0001`);
}

/** Luhn's key after these digits. */
function withKey(digits: string): string {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Ten digits of a range kept for fiction: the prefix, the agency, the person (0 is the agency itself). */
function phoneOf(prefix: string, rank: number, order: number): string {
  return `${prefix}${String(rank).padStart(2, '0')}${String(18 + order).padStart(2, '0')}`;
}

/** In the order of the directory. */
export const DEMO_AGENCIES: readonly DemoAgency[] = DIRECTORY.trim()
  .split(/\n(?=# )/)
  .map((block, index) => agencyOf(block.slice(2), index));
