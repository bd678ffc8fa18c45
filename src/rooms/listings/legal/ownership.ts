/**
 * Co-ownership (R20) and risks (R21).
 */
import { monthsLater } from '../dated-rows.ts';
import { frenchDay, type Rule } from './terms.ts';

/** The state of risks is good for six months (C. env. R125-26). */
const RISKS_MONTHS = 6;

export const ownershipRules: readonly Rule[] = [
  {
    id: 'R20',
    when: ({ rental, offPlan }) => !rental && !offPlan,
    check: ({ draft, dwelling }, found) => {
      const { coOwned, propertyType, lots, yearlyCharges, procedure, procedureDetail } = draft;
      const flat = propertyType === 'apartment';
      if (coOwned === null && (flat || (propertyType === 'other' && dwelling))) {
        found(
          'co_ownership_unknown',
          'block',
          'coOwned',
          `L’annonce ne dit pas si ${flat ? 'l’appartement' : 'le logement'} est soumis au statut de la copropriété.`,
          'Indiquez si le bien est en copropriété.',
        );
      }
      if (coOwned !== true) return;
      if (lots === null || lots <= 0) {
        found(
          'lots_missing',
          'block',
          'lots',
          'Le nombre de lots de la copropriété n’est pas indiqué.',
          'Indiquez le nombre total de lots.',
        );
      }
      if (yearlyCharges === null) {
        found(
          'yearly_charges_missing',
          'block',
          'yearlyCharges',
          'La quote-part annuelle moyenne des charges courantes n’est pas indiquée.',
          'Indiquez le montant annuel moyen des charges du lot.',
        );
      }
      if (procedure === null) {
        found(
          'procedure_missing',
          'block',
          'procedure',
          'L’annonce ne dit pas si le syndicat des copropriétaires fait l’objet d’une procédure.',
          'Indiquez s’il y a une procédure en cours.',
        );
      } else if (procedure && !procedureDetail?.trim()) {
        found(
          'procedure_unnamed',
          'block',
          'procedureDetail',
          'Une procédure est en cours et l’annonce ne dit pas laquelle.',
          'Nommez la procédure (mandataire ad hoc, administration provisoire, plan de sauvegarde…).',
        );
      }
    },
  },
  {
    // The sentence on risks is shown unless the agency says that the property is not concerned.
    id: 'R21',
    when: () => true,
    check: ({ draft: { risksConcerned, risksReportOn, brushClearing }, context }, found) => {
      if (risksConcerned === false && (risksReportOn !== null || brushClearing === true)) {
        found(
          'risks_denied',
          'warning',
          'risksConcerned',
          brushClearing === true
            ? 'L’annonce dit que le bien n’est exposé à aucun risque, et qu’il est soumis au débroussaillement.'
            : 'L’annonce dit que le bien n’est exposé à aucun risque, et qu’un état des risques est établi.',
          'Indiquez que le bien est concerné : la mention Géorisques paraîtra.',
        );
      }
      if (risksReportOn === null) return;
      if (risksReportOn > context.on || monthsLater(risksReportOn, RISKS_MONTHS) < context.on) {
        found(
          'report_out_of_date',
          'warning',
          'risksReportOn',
          `L’état des risques du ${frenchDay(risksReportOn)} n’est pas en cours de validité (six mois).`,
          'Faites établir un nouvel état des risques : il est remis dès la première visite.',
        );
      }
    },
  },
];
