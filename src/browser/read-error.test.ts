import { describe, expect, it } from 'vitest';
import {
  ApiError,
  fieldIssues,
  inFrench,
  isCancelled,
  noResponse,
  readAnswer,
  readError,
} from './read-error.ts';

describe('the message of a refusal', () => {
  it.each([
    [{ message: 'un', error: 'deux' }, 'un'],
    [{ message: '', error: 'deux' }, 'deux'],
    [{ error: { message: 'trois', hint: 'x' } }, 'trois'],
    [{ error: { hint: 'quatre' } }, '{"hint":"quatre"}'],
    [{ error: ['cinq'] }, '["cinq"]'],
    ['six', 'six'],
    [{}, 'Request failed with status code 500'],
    [null, 'Request failed with status code 500'],
    ['', 'Request failed with status code 500'],
  ])('%j reads « %s »', (body, message) => {
    expect(readAnswer(500, body).message).toBe(message);
  });

  it('carries the status and the code, or UNKNOWN_ERROR', () => {
    expect(readAnswer(401, { message: 'Connectez-vous.', code: 'login_required' })).toEqual({
      message: 'Connectez-vous.',
      code: 'login_required',
      status: 401,
    });
    expect(readAnswer(500, { message: 'Panne' }).code).toBe('UNKNOWN_ERROR');
    expect(readAnswer(500, { message: 'Panne', code: 12 }).code).toBe('UNKNOWN_ERROR');
  });

  it('keeps the details', () => {
    expect(readAnswer(409, { message: 'Conflit', details: { a: 1 } }).details).toEqual({ a: 1 });
  });
});

describe('429', () => {
  it('fills in the default words', () => {
    expect(readAnswer(429, {}, '/auth/login')).toEqual({
      message: 'Limite de requêtes atteinte. Veuillez patienter.',
      code: 'RATE_LIMIT_EXCEEDED',
      status: 429,
      details: { title: 'Limite de requêtes atteinte', retryAfter: '15 minutes', endpoint: '/auth/login' },
    });
  });

  it('prefers what the server says', () => {
    const read = readAnswer(429, {
      message: 'Doucement.',
      code: 'OTHER',
      details: { title: 'Pause', retryAfter: '2 minutes', endpoint: '/x' },
    });
    expect(read).toMatchObject({
      message: 'Doucement.',
      code: 'RATE_LIMIT_EXCEEDED',
      details: { title: 'Pause', retryAfter: '2 minutes', endpoint: '/x' },
    });
  });
});

describe('a failure without an answer', () => {
  it('is returned as it is', () => {
    expect(readError(new Error('boom'))).toEqual({ message: 'boom', code: 'UNKNOWN_ERROR', status: null });
    const refusal = new ApiError({ message: 'Non', code: 'NO', status: 403 });
    expect(readError(refusal)).toBe(refusal);
    expect(readError('text').message).toBe("Une erreur inattendue s'est produite");
  });

  it('says that no response came', () => {
    expect(noResponse).toEqual({
      message: 'No response received from server',
      code: 'UNKNOWN_ERROR',
      status: null,
    });
  });

  it('tells a request given up from a failed one', () => {
    const abort = new AbortController();
    abort.abort();
    expect(isCancelled(abort.signal.reason)).toBe(true);
    expect(isCancelled(new TypeError('Failed to fetch'))).toBe(false);
  });
});

describe('validation wording', () => {
  it.each([
    ['Password must be at least 8 characters', 'Le mot de passe doit contenir au moins 8 caractères'],
    ['password is required', 'Le mot de passe est requis'],
    ['Password is too weak', 'Le mot de passe est trop faible. Il doit contenir au moins 8 caractères'],
    ['Passwords do not match', 'Les mots de passe ne correspondent pas'],
    ['Email is required', "L'email est requis"],
    ['email must be an email', 'Veuillez entrer un email valide'],
    ['Invalid email format', 'Veuillez entrer un email valide'],
    ['phone is required', 'Le téléphone est requis'],
    ['Invalid phone number', 'Format de téléphone invalide'],
    ['firstName is required', 'Le prénom est requis'],
    ['First name must be between 2 and 50 characters', 'Le prénom doit contenir entre 2 et 50 caractères'],
    ['lastName is required', 'Le nom est requis'],
    ['lastName must be at least 2 characters', 'Le nom doit contenir entre 2 et 50 caractères'],
    ['Invalid credentials', 'Email ou mot de passe incorrect.'],
    ['User not found', 'Aucun compte associé à cette adresse email.'],
    ['subject is required', 'Ce champ est requis.'],
    ['Value is too short', 'La valeur saisie est trop courte.'],
    ['Value is too long', 'La valeur saisie est trop longue.'],
  ])('%s', (english, french) => {
    expect(inFrench(english, 400)).toBe(french);
    expect(inFrench(english, 500)).toBe(french);
  });

  it('leaves French and unknown messages alone', () => {
    for (const message of [
      "L'email est requis",
      "Aucun compte n'est associé à cette adresse. Veuillez vous inscrire.",
      'Champs requis manquants: email',
    ]) {
      expect(inFrench(message, 400)).toBe(message);
    }
    expect(inFrench('Teapot', 400)).toBe('Teapot');
    expect(inFrench('Database exploded', 500)).toBe('Database exploded');
  });
});

it('reads the fields to correct from either shape of details', () => {
  const issues = [{ field: 'email', message: "L'email est requis" }];
  expect(fieldIssues({ details: issues })).toEqual(issues);
  expect(fieldIssues({ details: { fields: issues } })).toEqual(issues);
  expect(fieldIssues({ details: { fields: [{ field: 3 }] } })).toEqual([]);
  expect(fieldIssues({})).toEqual([]);
});
