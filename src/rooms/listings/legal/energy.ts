/**
 * Energy: classes, costs, words owed by F and G (R14 to R16), lettings that are forbidden, audits, certificates that are over (R17 to R19).
 */
import { formatNumber, formatPrice, formatSurface } from '#contract/fmt.ts';
import type { PropertyType } from '../contract.ts';
import { monthsLater } from '../dated-rows.ts';
import {
  AUDIT_MONTHS,
  certificateLives,
  energyClasses,
  homeClassOf,
  METHOD_CHANGED_ON,
  OLD_METHOD_UNTIL,
  territoryOf,
} from '../energy-classes.ts';
import { classKey } from '../legal-tables.ts';
import { energyExemptions } from '../words.ts';
import { type AddFinding, type Case, frenchDay, type Rule } from './terms.ts';

const liable = ({ dwelling, offPlan }: Case) => dwelling && !offPlan;

/** The certificate says classes, whether or not the feed names its state. */
function isRated({ draft: { energyStatus, energyClass, climateClass } }: Case): boolean {
  return (
    energyStatus === 'rated' || (energyStatus === null && (energyClass !== null || climateClass !== null))
  );
}

export const energyRules: readonly Rule[] = [
  { id: 'R14', when: liable, check: (facts, found) => checkClasses(facts, found) },
  {
    id: 'R15',
    when: (facts) => liable(facts) && isRated(facts),
    check: ({ draft: { energyCostMin, energyCostMax, energyCostYear } }, found) => {
      if (energyCostMin === null || energyCostMax === null || energyCostMax <= 0) {
        found(
          'cost_missing',
          'block',
          energyCostMin === null ? 'energyCostMin' : 'energyCostMax',
          'Le montant estimé des dépenses annuelles d’énergie n’est pas indiqué.',
          'Indiquez les deux montants qui figurent sur le diagnostic.',
        );
      } else if (energyCostMin > energyCostMax) {
        found(
          'cost_reversed',
          'block',
          'energyCostMin',
          `Les dépenses annuelles d’énergie vont de ${formatPrice(energyCostMin)} à ${formatPrice(energyCostMax)} : le minimum dépasse le maximum.`,
          'Corrigez les deux montants.',
        );
      }
      if (energyCostYear === null) {
        found(
          'year_missing',
          'block',
          'energyCostYear',
          'L’année de référence des prix de l’énergie n’est pas indiquée.',
          'Indiquez l’année qui figure sur le diagnostic.',
        );
      }
    },
  },
  {
    // The page prints the sentence of F and G from the class: what can go wrong is a letter that is none, or one that
    // stands beside a state that has no classes, so that the reader is told two things.
    id: 'R16',
    when: liable,
    check: (facts, found) => {
      const { energyClass } = facts.draft;
      if (energyClass === null) return;
      if (!energyClasses.includes(energyClass)) {
        found(
          'class_unknown',
          'block',
          'energyClass',
          `La classe énergie « ${energyClass} » n’existe pas.`,
          'Indiquez une classe de A à G.',
        );
        return;
      }
      const letter = homeClassOf(facts.draft);
      if ((letter === 'F' || letter === 'G') && !isRated(facts)) {
        found(
          'class_without_certificate',
          'block',
          'energyStatus',
          `L’annonce porte la classe ${letter} et dit que le logement n’a pas de diagnostic.`,
          'Indiquez que le diagnostic est établi, ou retirez la classe.',
        );
      }
    },
  },
  {
    id: 'R17',
    dispensable: true,
    when: ({ rental, dwelling }) => rental && dwelling,
    check: (facts, found) => checkLetting(facts, found),
  },
  {
    id: 'R18',
    when: ({ rental, offPlan, dwelling, draft }) =>
      !rental && !offPlan && dwelling && soldWhole.has(draft.propertyType) && draft.coOwned !== true,
    check: ({ draft, context, tables }, found) => {
      const { energyAuditOn } = draft;
      const letter = homeClassOf(draft);
      if (letter === null || !tables.audits.has(classKey(territoryOf(draft.departmentCode), letter))) return;
      if (energyAuditOn === null) {
        found(
          'audit_missing',
          'warning',
          'energyAuditOn',
          `La vente d’une maison de classe ${letter} demande un audit énergétique, remis dès la première visite.`,
          'Indiquez la date de l’audit énergétique.',
        );
      } else if (energyAuditOn > context.on || monthsLater(energyAuditOn, AUDIT_MONTHS) < context.on) {
        found(
          'audit_out_of_date',
          'warning',
          'energyAuditOn',
          `L’audit énergétique du ${frenchDay(energyAuditOn)} n’est pas en cours de validité (cinq ans).`,
          'Indiquez la date d’un audit énergétique en cours de validité.',
        );
      }
    },
  },
  { id: 'R19', when: liable, check: (facts, found) => checkCertificate(facts, found) },
];

/** What one owner sells as a whole (R18), and what may be that; a flat is a lot of a co-ownership. */
const soldWhole: ReadonlySet<PropertyType> = new Set(['house', 'castle', 'mansion', 'other']);

function checkClasses(facts: Case, found: AddFinding): void {
  const { energyStatus, energyClass, climateClass, energyValue, climateValue } = facts.draft;
  if (energyStatus === 'ongoing') {
    found(
      'ongoing',
      'block',
      'energyStatus',
      'Le diagnostic de performance énergétique est en cours : l’annonce ne peut pas paraître sans ses classes.',
      'Publiez l’annonce quand le diagnostic est établi.',
    );
  } else if (energyStatus === 'exempt') {
    checkExemption(facts, found);
  } else if (energyStatus !== 'blank') {
    // « Vierge » has no classes: R19 says until when that was lawful.
    if (energyClass === null) {
      found(
        'energy_class_missing',
        'block',
        'energyClass',
        'La classe énergie n’est pas indiquée.',
        'Indiquez la classe énergie du diagnostic, ou pourquoi le logement n’y est pas soumis.',
      );
    }
    if (climateClass === null) {
      found(
        'climate_class_missing',
        'block',
        'climateClass',
        'La classe climat n’est pas indiquée.',
        'Indiquez la classe climat du diagnostic.',
      );
    }
    if (energyClass !== null && energyValue === null) {
      found(
        'energy_value_missing',
        'warning',
        'energyValue',
        'La consommation d’énergie primaire (kWh/m²/an) n’est pas indiquée.',
        'Indiquez la valeur qui figure sur le diagnostic.',
      );
    }
    if (climateClass !== null && climateValue === null) {
      found(
        'climate_value_missing',
        'warning',
        'climateValue',
        'Les émissions de gaz à effet de serre (kg CO₂/m²/an) ne sont pas indiquées.',
        'Indiquez la valeur qui figure sur le diagnostic.',
      );
    }
  }
}

/** « Non soumis » needs a reason of the closed list, and one that the facts do not deny. */
function checkExemption({ draft, rental }: Case, found: AddFinding): void {
  const { energyExemption, surface, isNew, propertyType } = draft;
  if (energyExemption === null) {
    found(
      'reason_missing',
      'block',
      'energyExemption',
      'L’annonce dit que le logement n’est pas soumis au diagnostic et n’en donne pas le motif.',
      'Choisissez le motif dans la liste, ou indiquez les classes du diagnostic.',
    );
    return;
  }
  const delivered =
    energyExemption === 'off_plan' &&
    (rental || !(isNew || propertyType === 'programme') || draft.progress === 'delivered');
  if (delivered) {
    found(
      'off_plan_denied',
      'block',
      'energyExemption',
      `Le motif « ${energyExemptions.off_plan} » ne vaut ni pour un logement livré, ni pour une location.`,
      'Indiquez les classes du diagnostic remis à la livraison.',
    );
  }
  // A flat is no building of its own, whatever its surface.
  const inBuilding = propertyType === 'apartment';
  if (energyExemption === 'small_building' && (inBuilding || (surface !== null && surface >= 50))) {
    found(
      'small_building_denied',
      'block',
      'energyExemption',
      `Le motif « ${energyExemptions.small_building} » ne vaut pas pour ${inBuilding || surface === null ? 'un appartement' : formatSurface(surface)}.`,
      inBuilding
        ? 'Indiquez les classes du diagnostic.'
        : 'Corrigez la surface ou indiquez les classes du diagnostic.',
    );
  }
}

/** The letter that decides. */
function worseField({ energyClass, climateClass }: Case['draft']): 'energyClass' | 'climateClass' {
  return energyClass !== null && climateClass !== null && climateClass > energyClass
    ? 'climateClass'
    : 'energyClass';
}

function checkLetting({ draft, tables }: Case, found: AddFinding): void {
  const { energyFinal } = draft;
  const letter = homeClassOf(draft);
  if (letter === null) return;
  const territory = territoryOf(draft.departmentCode);
  const key = classKey(territory, letter);
  const where = territory === 'overseas' ? ' outre-mer' : '';
  const ban = tables.bans
    .get(key)
    ?.find(({ finalAbove }) => finalAbove === null || (energyFinal !== null && energyFinal > finalAbove));
  if (ban) {
    const above =
      ban.finalAbove === null
        ? ''
        : ` et de plus de ${formatNumber(ban.finalAbove)} kWh d’énergie finale par m²`;
    found(
      'letting_forbidden',
      'block',
      worseField(draft),
      `Un logement de classe ${letter}${above} ne peut plus être loué${where} depuis le ${frenchDay(ban.validFrom)}.`,
      'Retirez l’annonce, ou faites établir un nouveau diagnostic après travaux.',
    );
    return;
  }
  const until = tables.bansToCome.get(key);
  if (!until) return;
  const frozen = tables.frozenRents.has(letter)
    ? ' Son loyer ne peut pas augmenter d’un locataire à l’autre.'
    : '';
  found(
    'letting_ends',
    'warning',
    worseField(draft),
    `Un logement de classe ${letter} ne pourra plus être loué${where} à partir du ${frenchDay(until)}.${frozen}`,
    'Prévoyez les travaux avec le bailleur.',
  );
}

/** Certificates that are over, and « vierge » (R19). */
function checkCertificate(facts: Case, found: AddFinding): void {
  const { draft, context } = facts;
  const { energyStatus, energyVersion, energyDate } = draft;
  if (energyStatus === 'exempt' || energyStatus === 'ongoing') return;
  if (context.on > OLD_METHOD_UNTIL && energyStatus === 'blank') {
    found(
      'blank',
      'block',
      'energyStatus',
      `Un diagnostic vierge n’existe plus : ceux d’avant juillet 2021 ont tous pris fin le ${frenchDay(OLD_METHOD_UNTIL)}.`,
      'Faites établir un nouveau diagnostic et indiquez ses classes.',
    );
    return;
  }
  if (energyDate !== null) {
    const life = certificateLives.find(
      ({ madeFrom, madeTo }) => madeFrom <= energyDate && (madeTo === null || energyDate <= madeTo),
    );
    const term = monthsLater(energyDate, life?.months ?? 0);
    const end = life?.atMost && life.atMost < term ? life.atMost : term;
    if (end < context.on) {
      found(
        'certificate_over',
        'block',
        'energyDate',
        `Le diagnostic du ${frenchDay(energyDate)} n’est plus valable depuis le ${frenchDay(end)}.`,
        'Faites établir un nouveau diagnostic et indiquez ses classes.',
      );
      return;
    }
    if (energyDate > context.on) {
      found(
        'certificate_to_come',
        'block',
        'energyDate',
        `La date du diagnostic (${frenchDay(energyDate)}) est à venir.`,
        'Corrigez la date du diagnostic.',
      );
      return;
    }
  }
  const old = energyVersion !== null && /2006|2011|2012|v0?1-20[01]/i.test(energyVersion);
  if (!old || context.on <= OLD_METHOD_UNTIL) return;
  if (energyDate === null) {
    // The version that some software writes when nobody said one: it proves no age.
    found(
      'date_missing',
      'block',
      'energyDate',
      `La date du diagnostic n’est pas indiquée, et sa version (${energyVersion}) est d’avant le ${frenchDay(METHOD_CHANGED_ON)} : rien ne dit qu’il est encore valable.`,
      'Indiquez la date du diagnostic et sa version ; s’il est d’avant juillet 2021, faites-en établir un nouveau.',
    );
  } else {
    found(
      'old_method',
      'block',
      'energyVersion',
      `Le diagnostic suit une méthode d’avant le ${frenchDay(METHOD_CHANGED_ON)} (${energyVersion}) : il n’est plus valable.`,
      'Faites établir un nouveau diagnostic et indiquez ses classes.',
    );
  }
}
