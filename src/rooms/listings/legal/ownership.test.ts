import { exampleSale as sale } from '../../../../tests/kit/legal-examples.ts';
import { house, offPlan, testRules } from '../../../../tests/kit/legal-rows.ts';
import { ownershipRules } from './ownership.ts';

testRules(ownershipRules, [
  {
    rule: 'R20',
    that: 'a new flat that has its certificate is handed over',
    draft: sale({ isNew: true, coOwned: null }),
    finds: [['co_ownership_unknown', 'block']],
  },
  {
    rule: 'R20',
    that: 'a new flat that has its certificate and is not finished',
    draft: sale({ isNew: true, coOwned: null, progress: 'finishing' }),
  },
  { rule: 'R20', that: 'no lot at all', draft: sale({ lots: 0 }), finds: [['lots_missing', 'block']] },
  { rule: 'R20', that: 'co-ownership complete', draft: sale() },
  {
    rule: 'R20',
    that: 'co-ownership unknown',
    draft: sale({ coOwned: null }),
    finds: [['co_ownership_unknown', 'block']],
  },
  {
    rule: 'R20',
    that: 'nothing said of it',
    draft: sale({ lots: null, yearlyCharges: null, procedure: null }),
    finds: [
      ['lots_missing', 'block'],
      ['yearly_charges_missing', 'block'],
      ['procedure_missing', 'block'],
    ],
  },
  {
    rule: 'R20',
    that: 'a procedure unnamed',
    draft: sale({ procedure: true }),
    finds: [['procedure_unnamed', 'block']],
  },
  {
    rule: 'R20',
    that: 'a procedure named',
    draft: sale({ procedure: true, procedureDetail: 'plan de sauvegarde' }),
  },
  { rule: 'R20', that: 'a house alone', draft: house({ coOwned: null }) },
  { rule: 'R20', that: 'off plan', draft: offPlan({ propertyType: 'apartment', units: null }) },
  {
    rule: 'R20',
    that: 'a garage in co-ownership',
    draft: sale({ propertyType: 'parking', lots: null }),
    finds: [['lots_missing', 'block']],
  },
  { rule: 'R21', that: 'unknown: the sentence is shown', draft: sale() },
  {
    rule: 'R21',
    that: 'denied, with brush to clear',
    draft: sale({ risksConcerned: false, brushClearing: true }),
    finds: [['risks_denied', 'warning']],
  },
  {
    rule: 'R21',
    that: 'report of seven months ago',
    draft: sale({ risksReportOn: '2026-04-20' }),
    finds: [['report_out_of_date', 'warning']],
  },
]);
