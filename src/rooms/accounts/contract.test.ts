import { expect, it } from 'vitest';
import type * as z from 'zod/mini';
import { changeFormSchema, loginSchema, resetFormSchema, signupSchema } from './contract.ts';

const issuesOf = (schema: z.ZodMiniType, given: object) => {
  const parsed = schema.safeParse(given);
  return parsed.success
    ? {}
    : Object.fromEntries(
        parsed.error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]),
      );
};
const good = 'Unbonmot2passe';
const mixed = 'Le mot de passe doit contenir au moins une majuscule, une minuscule et un chiffre';
const mismatch = 'Les mots de passe ne correspondent pas';

// Specification 3 and 5: what each form says, field by field.
it.each<[string, z.ZodMiniType, object, Record<string, string>]>([
  [
    'signing up with nothing',
    signupSchema,
    { firstName: '', lastName: '', email: '', password: '', phone: '' },
    {
      firstName: 'Le prénom est requis',
      lastName: 'Le nom est requis',
      email: "L'email est requis",
      password: 'Le mot de passe est requis',
    },
  ],
  [
    'signing up with a phone that is none',
    signupSchema,
    { firstName: 'Léa', lastName: 'Petit', email: 'a@b.fr', password: good, phone: '12' },
    { phone: 'Format de téléphone invalide' },
  ],
  ['logging in with a weak password of before', loginSchema, { email: 'a@b.fr', password: 'x' }, {}],
  [
    'logging in with none',
    loginSchema,
    { email: 'a@b.fr', password: '' },
    { password: 'Le mot de passe est requis' },
  ],
  ['a reset', resetFormSchema, { password1: good, password2: good }, {}],
  ['a reset mistyped', resetFormSchema, { password1: good, password2: 'x' }, { password2: mismatch }],
  ['a weak reset', resetFormSchema, { password1: 'toutpetit', password2: 'toutpetit' }, { password1: mixed }],
  ['a change', changeFormSchema, { currentPassword: 'x', newPassword: good, confirmPassword: good }, {}],
  [
    'a change mistyped',
    changeFormSchema,
    { currentPassword: 'x', newPassword: good, confirmPassword: '' },
    { confirmPassword: mismatch },
  ],
  [
    'a change without the password of today',
    changeFormSchema,
    { currentPassword: '', newPassword: 'toutpetit', confirmPassword: 'toutpetit' },
    { currentPassword: 'Le mot de passe est requis', newPassword: mixed },
  ],
])('%s', (_, schema, given, issues) => {
  expect(issuesOf(schema, given)).toEqual(issues);
});
