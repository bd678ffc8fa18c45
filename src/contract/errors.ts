/**
 * What a refusal looks like on the wire and where its words come from (specification 8).
 * Shared codes live here; a room's own codes live in its contract.ts, made with `defineErrors`.
 */
export interface ErrorSpec {
  readonly code: string;
  readonly status: number;
  /** A French sentence a person can act on. */
  readonly message: string;
}

type ErrorTable = Record<string, readonly [status: number, message: string]>;

/** `{ CODE: [status, sentence] }` to specs that carry their own code. */
export function defineErrors<const T extends ErrorTable>(table: T): { readonly [K in keyof T]: ErrorSpec } {
  return Object.fromEntries(
    Object.entries(table).map(([code, [status, message]]) => [code, { code, status, message }]),
  ) as { [K in keyof T]: ErrorSpec };
}

export const sharedErrors = {
  ...defineErrors({
    VALIDATION_ERROR: [400, 'Certains champs sont à corriger.'],
    FORBIDDEN: [403, 'Vous n’avez pas accès à cette page.'],
    FOREIGN_ORIGIN: [403, 'Cette demande vient d’un autre site : elle est refusée.'],
    NOT_FOUND: [404, 'Cette page ou cet élément n’existe pas.'],
    METHOD_NOT_ALLOWED: [405, 'Cette opération n’existe pas à cette adresse.'],
    CONFLICT: [409, 'Cet élément a changé entre-temps. Rechargez la page et recommencez.'],
    GONE: [410, 'Cet élément n’existe plus.'],
    PAYLOAD_TOO_LARGE: [413, 'L’envoi dépasse la taille permise.'],
    UNSUPPORTED_MEDIA_TYPE: [415, 'Le format de l’envoi n’est pas accepté : il faut du JSON.'],
    RATE_LIMIT_EXCEEDED: [429, 'Limite de requêtes atteinte. Veuillez patienter.'],
    INTERNAL_ERROR: [500, 'Une erreur inattendue s’est produite. Réessayez dans un instant.'],
    STORAGE_FULL: [507, 'Le service ne peut rien enregistrer pour l’instant. Réessayez plus tard.'],
    UNAVAILABLE: [503, 'Le service redémarre. Réessayez dans quelques secondes.'],
  }),
  /** Only for want of a session; wrong credentials never carry it (interface.md, fine points 7). */
  LOGIN_REQUIRED: { code: 'login_required', status: 401, message: 'Connectez-vous pour continuer.' },
} as const;

export interface FieldIssue {
  /** Dotted path of the field: `criteria.prixMax`. */
  field: string;
  message: string;
}

/** The body of every refusal. */
interface ErrorEnvelope {
  success: false;
  message: string;
  code: string;
  details?: unknown;
}

/** A decision not to do something, said in French. Rules throw it, the doors turn it into an answer. */
export class Refusal extends Error {
  readonly spec: ErrorSpec;
  readonly details: unknown;

  constructor(spec: ErrorSpec, details?: unknown, message?: string) {
    super(message ?? spec.message);
    this.name = 'Refusal';
    this.spec = spec;
    this.details = details;
  }

  toEnvelope(): ErrorEnvelope {
    return {
      success: false,
      message: this.message,
      code: this.spec.code,
      ...(this.details === undefined ? {} : { details: this.details }),
    };
  }
}

/** `throw fail(sharedErrors.NOT_FOUND)`. `message` replaces the sentence when it can be more exact. */
export function fail(spec: ErrorSpec, details?: unknown, message?: string): Refusal {
  return new Refusal(spec, details, message);
}
