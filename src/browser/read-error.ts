import {
  DEFAULT_RETRY_AFTER_TEXT,
  MESSAGE_MAX,
  MESSAGE_MIN,
  NAME_MAX,
  NAME_MIN,
  PASSWORD_MIN,
} from '#contract/constants.ts';
import { type FieldIssue, sharedErrors } from '#contract/errors.ts';

/** What a failed call says, once read as specification 8 orders. */
export interface Failure {
  /** In French, ready to be shown. */
  readonly message: string;
  readonly code: string;
  /** null when no answer came at all. */
  readonly status: number | null;
  readonly details?: unknown;
}

/** A refusal of the API, or its silence. */
export class ApiError extends Error implements Failure {
  readonly code: string;
  readonly status: number | null;
  readonly details: unknown;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'ApiError';
    this.code = failure.code;
    this.status = failure.status;
    this.details = failure.details;
  }
}

export const UNKNOWN_CODE = 'UNKNOWN_ERROR';

/** The request left and nothing came back. */
export const noResponse: Failure = {
  message: 'No response received from server',
  code: UNKNOWN_CODE,
  status: null,
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function filled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** data.message; data.error as a string; data.error.message; data.error as JSON; a text body; undefined. */
function wordsOf(body: unknown): string | undefined {
  if (filled(body)) return body;
  if (!isRecord(body)) return undefined;
  const { message, error } = body;
  if (filled(message)) return message;
  if (filled(error)) return error;
  if (isRecord(error) && filled(error.message)) return error.message;
  if (error !== undefined && error !== null && error !== '') return JSON.stringify(error);
  return undefined;
}

/** Reads the answer of a refused call: its status and its body, already parsed when it was JSON. */
export function readAnswer(status: number, body: unknown, endpoint?: string): Failure {
  const said = wordsOf(body);
  const record = isRecord(body) ? body : {};
  const code = filled(record.code) ? record.code : UNKNOWN_CODE;
  if (status === 429) {
    const given = isRecord(record.details) ? record.details : {};
    return {
      message: said ?? sharedErrors.RATE_LIMIT_EXCEEDED.message,
      code: sharedErrors.RATE_LIMIT_EXCEEDED.code,
      status,
      details: {
        title: filled(given.title) ? given.title : 'Limite de requêtes atteinte',
        retryAfter: filled(given.retryAfter) ? given.retryAfter : DEFAULT_RETRY_AFTER_TEXT,
        endpoint: filled(given.endpoint) ? given.endpoint : endpoint,
      },
    };
  }
  const message = said ?? `Request failed with status code ${status}`;
  const failure = { message: inFrench(message, status), code, status };
  return record.details === undefined ? failure : { ...failure, details: record.details };
}

/**
 * Anything caught around a call. A failure without an answer is returned as it is: its own message,
 * no status.
 */
export function readError(error: unknown): Failure {
  if (error instanceof ApiError) return error;
  if (error instanceof Error) return { message: error.message, code: UNKNOWN_CODE, status: null };
  return { message: "Une erreur inattendue s'est produite", code: UNKNOWN_CODE, status: null };
}

const INVALID_ANSWER = ' failed: Invalid response format';

/** An answer that is not what the call declares (specification 8). */
export function invalidAnswer(call: { readonly method: string; readonly path: string }): Error {
  return new Error(`${call.method} ${call.path}${INVALID_ANSWER}`);
}

export function isInvalidAnswer({ message }: { readonly message: string }): boolean {
  return message.endsWith(INVALID_ANSWER);
}

/** Whether the caller itself gave up (a newer request, a page left): nothing to tell anyone. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** The fields to correct, from `details`: `[{ field, message }]`, or the same under `fields`. */
export function fieldIssues(failure: Pick<Failure, 'details'>): FieldIssue[] {
  const { details } = failure;
  const list = isRecord(details) ? details.fields : details;
  if (!Array.isArray(list)) return [];
  return list.filter(
    (issue): issue is FieldIssue => isRecord(issue) && filled(issue.field) && filled(issue.message),
  );
}

// Ours are in French already: they carry an accent, or one of these words, and are never translated again.
const FRENCH =
  /[àâçéèêëîïôûùœ]|\b(?:le|la|les|un|une|des|est|sont|requis|veuillez|ce champ|votre|aucun|pas)\b/i;

type Rule = readonly [subject: RegExp, cases: readonly (readonly [RegExp, string])[]];

const REQUIRED = /required|missing|must not be empty|cannot be empty|should not be empty|is empty/i;
const LENGTH = /at least|minimum|too short|too long|at most|maximum|length|characters|between/i;
const INVALID = /invalid|not valid|must be (?:a |an )?(?:valid )?|format|malformed/i;

const rules: readonly Rule[] = [
  [
    /credentials|incorrect (?:email|password)|wrong password|email or password/i,
    [[/./, 'Email ou mot de passe incorrect.']],
  ],
  [
    /(?:account|user) (?:was )?not found|no (?:account|user)|unknown (?:account|user)/i,
    [[/./, 'Aucun compte associé à cette adresse email.']],
  ],
  [
    /passwords?/i,
    [
      [/match|identical|same|differ/i, 'Les mots de passe ne correspondent pas'],
      [REQUIRED, 'Le mot de passe est requis'],
      [
        /weak|uppercase|lowercase|digit|strong|strength/i,
        `Le mot de passe est trop faible. Il doit contenir au moins ${PASSWORD_MIN} caractères`,
      ],
      [LENGTH, `Le mot de passe doit contenir au moins ${PASSWORD_MIN} caractères`],
    ],
  ],
  [
    /e-?mail/i,
    [
      [REQUIRED, "L'email est requis"],
      [INVALID, 'Veuillez entrer un email valide'],
    ],
  ],
  [
    /phone/i,
    [
      [REQUIRED, 'Le téléphone est requis'],
      [INVALID, 'Format de téléphone invalide'],
    ],
  ],
  [
    /first ?_?name/i,
    [
      [REQUIRED, 'Le prénom est requis'],
      [LENGTH, `Le prénom doit contenir entre ${NAME_MIN} et ${NAME_MAX} caractères`],
    ],
  ],
  [
    /last ?_?name|\bname\b/i,
    [
      [REQUIRED, 'Le nom est requis'],
      [LENGTH, `Le nom doit contenir entre ${NAME_MIN} et ${NAME_MAX} caractères`],
    ],
  ],
  [
    /\bmessage\b/i,
    [
      [REQUIRED, 'Le message est requis'],
      [LENGTH, `Le message doit contenir entre ${MESSAGE_MIN} et ${MESSAGE_MAX} caractères`],
    ],
  ],
  [REQUIRED, [[/./, 'Ce champ est requis.']]],
  [/too short|at least|minimum/i, [[/./, 'La valeur saisie est trop courte.']]],
  [/too long|at most|maximum/i, [[/./, 'La valeur saisie est trop longue.']]],
];

const FIELD_WORDING =
  /\b(?:required|invalid|too short|too long|must be|must contain|must match|do not match|at least|at most|not valid|weak|not found)\b/i;

/**
 * A validation message in French: for 400 and 422, and for any message with field-validation wording
 * (specification 8). What is French already, or recognised by no rule, comes back unchanged.
 */
export function inFrench(message: string, status: number | null): string {
  if (FRENCH.test(message)) return message;
  if (status !== 400 && status !== 422 && !FIELD_WORDING.test(message)) return message;
  for (const [subject, cases] of rules) {
    if (!subject.test(message)) continue;
    const found = cases.find(([wording]) => wording.test(message));
    if (found) return found[1];
  }
  return message;
}
