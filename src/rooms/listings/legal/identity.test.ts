import { describe, expect, test } from 'vitest';
import {
  exampleAgency,
  exampleDay,
  legalContext,
  exampleRental as rental,
  exampleSale as sale,
} from '../../../../tests/kit/legal-examples.ts';
import { agencySaying, individual, testRules } from '../../../../tests/kit/legal-rows.ts';
import { checkAgency, checkListing, type Finding } from '../legal-engine.ts';
import { identityRules } from './identity.ts';

testRules(identityRules, [
  { rule: 'R5', that: 'link of the listing', draft: sale(), context: agencySaying({ feeScheduleUrl: null }) },
  { rule: 'R5', that: 'link of the agency', draft: sale({ feeScheduleUrl: null }) },
  {
    rule: 'R5',
    that: 'no link anywhere',
    draft: rental({ feeScheduleUrl: null }),
    context: agencySaying({ feeScheduleUrl: null }),
    finds: [['schedule_missing', 'block']],
  },
  {
    rule: 'R5',
    that: 'a link that is none',
    draft: sale({ feeScheduleUrl: 'javascript:alert(1)' }),
    context: agencySaying({ feeScheduleUrl: 'voir en agence' }),
    finds: [['schedule_no_link', 'block']],
  },
  {
    rule: 'R5',
    that: 'an individual has none',
    draft: rental({ feeScheduleUrl: null }),
    context: individual,
  },
  { rule: 'R23', that: 'agency complete', draft: sale() },
  {
    rule: 'R23',
    that: 'no SIREN',
    draft: sale(),
    context: agencySaying({ siren: null }),
    finds: [['siren_missing', 'block']],
  },
  {
    rule: 'R23',
    that: 'SIREN with a wrong key',
    draft: sale(),
    context: agencySaying({ siren: '732829321' }),
    finds: [['siren_wrong', 'block']],
  },
  {
    rule: 'R23',
    that: 'no agency',
    draft: sale(),
    context: { agency: null },
    finds: [['agency_unknown', 'block']],
  },
  {
    rule: 'R23',
    that: 'agent without register',
    draft: sale({ contactRsac: null }),
    finds: [['rsac_missing', 'warning']],
  },
  {
    rule: 'R23',
    that: 'employee',
    draft: sale({ contactStatus: 'employee', contactRsac: null, contactRsacCity: null }),
  },
  { rule: 'R23', that: 'an individual', draft: rental(), context: individual },
  { rule: 'R24', that: 'card', draft: sale() },
  {
    rule: 'R24',
    that: 'no card',
    draft: sale(),
    context: agencySaying({ cardNumber: null }),
    finds: [['card_missing', 'block']],
  },
  {
    rule: 'R24',
    that: 'card ill-formed',
    draft: sale(),
    context: agencySaying({ cardNumber: 'CPI 69' }),
    finds: [['card_wrong', 'block']],
  },
]);

function codes(findings: readonly Finding[]): string[] {
  return findings.map(({ rule, code, severity }) => `${rule} ${code} ${severity}`);
}

describe('agencies (R23, R24)', () => {
  test('an agency that owes nothing', () => {
    expect(checkAgency(exampleAgency, exampleDay)).toEqual([]);
  });

  test('an agency of which only the name is known', () => {
    const unknown = Object.fromEntries(Object.keys(exampleAgency).map((key) => [key, null]));
    const findings = checkAgency({ ...exampleAgency, ...unknown, name: 'Agence' }, exampleDay);
    expect(codes(findings)).toEqual([
      'R23 siren_missing block',
      'R24 card_missing block',
      'R23 rcs_missing warning',
      ...[
        'cardOffice',
        'cardActivities',
        'guarantorName',
        'insurance',
        'mediatorName',
        'mediatorUrl',
        'feeScheduleUrl',
        'legalForm',
        'capital',
        'vatNumber',
      ].map((field) => `R24 ${field}_missing warning`),
    ]);
    expect(findings[0]?.field).toBe('agency.siren');
  });

  test('a sole trader who holds no funds needs neither guarantor, form nor capital', () => {
    const alone = {
      soleTrader: true,
      holdsNoFunds: true,
      guarantorName: null,
      guarantorAddress: null,
      legalForm: null,
      capital: null,
    };
    expect(checkAgency({ ...exampleAgency, ...alone }, exampleDay)).toEqual([]);
  });

  test('a guarantor without address', () => {
    const findings = checkAgency({ ...exampleAgency, guarantorAddress: ' ' }, exampleDay);
    expect(codes(findings)).toEqual(['R24 guarantorAddress_missing warning']);
  });

  test('what the agency owes on its page does not lower its listings', () => {
    const context = legalContext({ agency: { ...exampleAgency, rcsCity: null, insurance: null } });
    expect(checkListing(sale(), context).score).toBe(100);
  });

  test('a card that is over is told the day after its last', () => {
    const until = { ...exampleAgency, cardUntil: '2026-11-20' };
    expect(codes(checkAgency(until, '2026-11-20'))).toEqual([]);
    expect(codes(checkAgency(until, '2026-11-21'))).toEqual(['R24 card_over warning']);
  });
});
