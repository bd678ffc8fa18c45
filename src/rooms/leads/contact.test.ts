import { describe, expect, it } from 'vitest';
import { checkContact, contactSchema, faultsOf, sendLeadCall } from './contact.ts';

const whole = { firstName: 'Léa', lastName: 'Petit', email: 'lea@essai.fr', phone: '0612345678' };

describe('the form', () => {
  it('has the fields of specification 3 and sends them under their names', () => {
    const given = {
      ...whole,
      message: 'Bonjour, est-ce encore à louer ?',
      civility: 'Mme',
      optInVigieAlerts: false,
      optInPartnerOffers: false,
    };
    expect(sendLeadCall.body.parse(given)).toEqual({ ...given, phone: '+33612345678' });
    // What nobody asks for is left out.
    expect(contactSchema.parse({ ...whole, status: 'qualified', agencyId: 1 })).not.toHaveProperty('status');
  });

  it.each<[string, object, ReturnType<typeof checkContact>]>([
    ['nothing wrong', whole, null],
    [
      'nothing typed',
      { firstName: '', lastName: '', email: '', phone: '' },
      {
        fields: {
          firstName: 'Le prénom est requis',
          lastName: 'Le nom est requis',
          email: "L'email est requis",
          phone: 'Le téléphone est requis',
        },
        missing: 'Champs requis manquants: prénom, nom, e-mail, téléphone',
      },
    ],
    [
      'one missing, one wrong',
      { ...whole, phone: ' ', email: 'lea@' },
      {
        fields: { phone: 'Le téléphone est requis', email: "Format d'email invalide" },
        missing: 'Champs requis manquants: téléphone',
      },
    ],
    [
      'a wrong phone',
      { ...whole, phone: '06' },
      { fields: { phone: 'Format de téléphone invalide' }, missing: null },
    ],
  ])('says of %s what a person can act on', (_, given, faults) => {
    expect(checkContact(given)).toEqual(faults);
  });

  it('says of a refusal of the call what it says of its own', () => {
    const parsed = contactSchema.safeParse({ ...whole, firstName: '', lastName: '' });
    const issues = parsed.error!.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
    expect(issues[0]!.message).toBe('Champs requis manquants: firstName, lastName');
    expect(faultsOf(issues)).toEqual(checkContact({ ...whole, firstName: '', lastName: '' }));
  });
});

// Specification 5, « Lead validator »: after removing spaces, dots and hyphens.
it.each<[string, string | null]>([
  ['06 12 34 56 78', '+33612345678'],
  ['06.12.34.56.78', '+33612345678'],
  ['06-12-34-56-78', '+33612345678'],
  ['+33 6 12 34 56 78', '+33612345678'],
  ['+44 7911 123456', '+447911123456'],
  ['+1 415 555 2671', '+14155552671'],
  ['00 12 34 56 78', null],
  ['+0612345678', null],
  ['06 12 34 56 7', null],
  ['+33 6 12', null],
  ['06 12 34 56 78 90', null],
  ['téléphone', null],
])('the phone « %s » is %s', (typed, phone) => {
  const parsed = contactSchema.safeParse({ ...whole, phone: typed });
  expect(parsed.success ? parsed.data.phone : null).toBe(phone);
  if (!parsed.success) expect(parsed.error.issues[0]!.message).toBe('Format de téléphone invalide');
});
