// Accounts: individuals sign in, stay signed in and sign out.
// Owns account, account_session.
// Announces nothing.
import * as z from 'zod/mini';
import { defineCall } from '../../contract/call.ts';
import { defineErrors } from '../../contract/errors.ts';
import { email, loginPassword } from '../../contract/fields.ts';

export const accountErrors = defineErrors({
  ACCOUNT_NOT_FOUND: [404, "Aucun compte n'est associé à cette adresse. Veuillez vous inscrire."],
  INVALID_CREDENTIALS: [401, 'Email ou mot de passe incorrect.'],
});

export const userSchema = z.object({
  id: z.number(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  civility: z.nullable(z.string()),
});
export type User = z.output<typeof userSchema>;

export const loginSchema = z.object({
  email,
  password: loginPassword,
  remember: z.optional(z.boolean()),
});

export const checkCall = defineCall({
  method: 'GET',
  path: '/auth/check',
  access: 'all',
  summary: 'Qui est connecté',
  answer: z.object({ isAuthenticated: z.boolean(), user: z.nullable(userSchema) }),
});

export const meCall = defineCall({
  method: 'GET',
  path: '/auth/me',
  access: 'user',
  summary: 'Le compte connecté',
  answer: z.object({ user: userSchema }),
});

export const loginCall = defineCall({
  method: 'POST',
  path: '/auth/login',
  access: 'all',
  tier: 'sensitive',
  summary: 'Se connecter',
  body: loginSchema,
  answer: z.object({ user: userSchema }),
  errors: [accountErrors.ACCOUNT_NOT_FOUND, accountErrors.INVALID_CREDENTIALS],
});

export const logoutCall = defineCall({
  method: 'POST',
  path: '/auth/logout',
  access: 'all',
  summary: 'Se déconnecter',
});
