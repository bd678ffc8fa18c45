/**
 * Leads: who asked an agency about a listing, and what became of it (domain.md 3.4).
 * Owns lead and lead_event.
 * Announces nothing yet.
 */

/** The seven statuses of the specification, and the words agencies read. */
export const leadStatuses = {
  new: 'Nouveau',
  processing: 'En cours d’envoi',
  error: 'Erreur d’envoi',
  contacted: 'Contacté',
  qualified: 'Qualifié',
  unreachable: 'Injoignable',
  disqualified: 'Disqualifié',
} as const;
export type LeadStatus = keyof typeof leadStatuses;

/** What may follow a status (domain.md 3.4). */
export const leadTransitions: Readonly<Record<LeadStatus, readonly LeadStatus[]>> = {
  processing: ['new', 'error'],
  error: ['processing'],
  new: ['contacted', 'qualified', 'unreachable', 'disqualified'],
  contacted: ['qualified', 'unreachable', 'disqualified'],
  unreachable: ['contacted', 'disqualified'],
  qualified: ['contacted', 'disqualified'],
  disqualified: ['contacted'],
};
