// Consents: what a person agrees to receive, in the very sentence that they read.
// Owns account_consent.
// Announces nothing.

/** By the names of the specification's fields (interface.md, fine points 13). A sentence that changes is a new one. */
export const consentSubjects = {
  optInVigieAlerts: {
    subject: 'vigie_alerts',
    title: 'Annonces et conseils de Vigie',
    sentence:
      'J’accepte de recevoir de Vigie, par courriel, des annonces semblables à celles que je consulte. Je peux revenir sur ce choix à tout moment.',
  },
  optInPartnerOffers: {
    subject: 'partner_offers',
    title: 'Offres des partenaires',
    sentence:
      'J’accepte que Vigie me transmette, par courriel, les offres de ses partenaires (crédit, déménagement, travaux). Je peux revenir sur ce choix à tout moment.',
  },
} as const;
export type ConsentName = keyof typeof consentSubjects;
export const consentNames = Object.keys(consentSubjects) as ConsentName[];
