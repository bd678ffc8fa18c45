import type { ListingDraft } from '#rooms/listings/contract.ts';
import { innocent, wordings } from '#rooms/listings/legal/discrimination.ts';
import { checkListing, type LegalContext } from '#rooms/listings/legal-engine.ts';
import { type Chance, chanceOf } from '../tests/kit/chance.ts';
import { exampleRental, exampleSale, legalContext } from '../tests/kit/legal-examples.ts';
import { median } from './kit.ts';

const SEED = Number(process.env.SEED ?? 20_261_121);
const LISTINGS = 4_000;
const ROUNDS = 9;
const GOAL = 50_000;

/**
 * Judges the same 4,000 listings in turns: by the engine; by the engine without their texts; by the engine with the
 * reading that one writes first (every expression on every whole text); and, for scale, JSON.parse of those listings, which is
 * what reading them back costs. Processor time of the whole process, so that a busy machine does not count; medians of
 * the rounds.
 */
export function run(): { title: string; lines: string[] } {
  const chance = chanceOf(SEED);
  const texts = Array.from({ length: LISTINGS }, (_, index) => JSON.stringify(draftOf(chance, index)));
  // As they come out of a file or a table: text joined here would be slower to read.
  const drafts = texts.map((text) => JSON.parse(text) as ListingDraft);
  const letters = drafts.reduce((total, { description }) => total + description.length, 0) / LISTINGS;
  const context = legalContext();
  const mute = drafts.map((draft) => ({ ...draft, title: '', description: '' }));

  const measures = {
    engine: () => judgeAll(drafts, context),
    rules: () => judgeAll(mute, context),
    naive: () => judgeAll(mute, context) + drafts.reduce((total, draft) => total + readNaively(draft), 0),
    parse: () => texts.reduce((total, text) => total + (JSON.parse(text) as ListingDraft).price, 0),
  };
  const times: Record<keyof typeof measures, number[]> = { engine: [], rules: [], naive: [], parse: [] };
  const names = Object.keys(measures) as (keyof typeof measures)[];
  for (let round = -2; round < ROUNDS; round += 1) {
    for (const name of names) {
      const began = process.cpuUsage();
      measures[name]();
      const { user, system } = process.cpuUsage(began);
      if (round >= 0) times[name].push((user + system) / 1000);
    }
  }
  const verdicts = drafts.map((draft) => checkListing(draft, context));
  const held = verdicts.filter(({ hold }) => hold !== null).length;
  const clean = verdicts.filter(({ findings }) => findings.length === 0).length;
  const speed = (name: keyof typeof measures) => LISTINGS / (median(times[name]) / 1000);
  const worst = LISTINGS / (Math.max(...times.engine) / 1000);
  return {
    title: 'Moteur légal',
    lines: [
      `${count(LISTINGS)} annonces (ventes, maisons, locations, programmes), descriptions de ${Math.round(letters)} signes en moyenne ; ${count(clean)} sans remarque, ${count(held)} retenues`,
      `Toutes les règles, texte lu : ${count(speed('engine'))} annonces par seconde d’un cœur (objectif : ${count(GOAL)}), au pire ${count(worst)}`,
      `Les mêmes sans leurs textes : ${count(speed('rules'))} annonces/s`,
      `Lecture naïve (chaque expression sur chaque texte entier) : ${count(speed('naive'))} annonces/s, soit ${(speed('engine') / speed('naive')).toFixed(1)} fois moins`,
      `Repère : JSON.parse des mêmes annonces, ${count(speed('parse'))} annonces/s ; juger coûte ${(speed('parse') / speed('engine')).toFixed(2)} fois leur lecture`,
    ],
  };
}

function judgeAll(drafts: readonly ListingDraft[], context: LegalContext): number {
  let total = 0;
  for (const draft of drafts) total += checkListing(draft, context).score;
  return total;
}

/** Folds the whole text, then tries every expression on it. */
function readNaively({ title, description }: ListingDraft): number {
  const folded = `${title}. ${description}`
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(innocent, ' ');
  return wordings.filter(({ says }) => says.test(folded)).length;
}

function count(value: number): string {
  return Math.round(value).toLocaleString('fr-FR').replaceAll('\u202f', ' ');
}

const sentences = [
  'Situé au deuxième étage d’une résidence sécurisée avec ascenseur, cet appartement traversant vous séduira par sa luminosité.',
  'L’entrée dessert un séjour de 28 m² ouvert sur une cuisine équipée, prolongé d’un balcon exposé sud-ouest.',
  'La partie nuit se compose de deux chambres avec placards, d’une salle d’eau récente et de toilettes séparées.',
  'Chauffage individuel au gaz, double vitrage, interphone, cave et place de stationnement en sous-sol.',
  'À proximité immédiate : écoles, commerces, marché, parc, bibliothèque et arrêt de tramway à 5 minutes à pied.',
  'Idéal pour une famille ou un premier achat.',
  'Parquet ancien, moulures et cheminée : tout le charme d’un immeuble en pierre de taille.',
  'Maison de plain-pied édifiée sur un terrain clos et arboré, avec garage, atelier et dépendance.',
  'Chambre d’enfant, suite parentale avec dressing, bureau pouvant servir de chambre d’amis.',
  'Les honoraires sont à la charge du vendeur. Aucune procédure en cours.',
  'Toiture révisée il y a trois ans, ravalement voté et payé, chaudière à condensation entretenue chaque année.',
  'Bail meublé d’un an renouvelable, libre de suite ; dossier complet demandé avant la visite.',
  'La commune offre tous les services : médecins, pharmacie, crèche, collège, gare à 900 mètres.',
  'Le quartier est calme, sans vis-à-vis, à deux pas des quais et des transports.',
  'Visite virtuelle disponible sur demande ; notre agence se tient à votre disposition pour tout renseignement.',
] as const;
const unlawful = [
  'Français uniquement.',
  'Pas d’enfants.',
  'Pas de RSA, merci.',
  'Idéal jeune femme seule.',
] as const;

function draftOf(chance: Chance, index: number): ListingDraft {
  const { int, pick } = chance;
  let description = '';
  while (description.length < 1_450) description += `${pick(sentences)} `;
  if (chance.chance(0.01)) description += pick(unlawful);
  const own = {
    technicalId: `A${index}`,
    reference: `A${index}`,
    description,
    title: `Bien ${index}, ${pick(['T2', 'T3', 'maison'])}`,
  };
  const kind = int(1, 100);
  const flaw = chance.chance(0.06);
  if (kind <= 30) {
    return exampleRental({ ...own, ...(flaw ? { deposit: null, chargesMode: null } : {}) });
  }
  if (kind <= 55) {
    return exampleSale({
      ...own,
      propertyType: 'house',
      coOwned: false,
      energyClass: pick(['C', 'D', 'E', 'F']),
      energyAuditOn: chance.chance(0.8) ? '2025-03-04' : null,
      ...(flaw ? { feesPercent: 4.76 } : {}),
    });
  }
  if (kind <= 92) return exampleSale({ ...own, ...(flaw ? { lots: null, energyCostYear: null } : {}) });
  return exampleSale({
    ...own,
    propertyType: 'programme',
    isNew: true,
    energyStatus: null,
    energyClass: null,
    climateClass: null,
    feesPayer: 2,
    feesPercent: null,
    coOwned: null,
    delivery: flaw ? '2025-T1' : '2028-T3',
    units: Array.from({ length: 12 }, (_, rank) => ({
      reference: `B${rank}`,
      propertyType: 'apartment' as const,
      rooms: 1 + (rank % 4),
      surface: 30 + rank * 5,
      floor: rank % 5,
      price: 31_500_000 + rank * 1_000_000,
      vat: 20 as const,
      status: 'available' as const,
    })),
  });
}
