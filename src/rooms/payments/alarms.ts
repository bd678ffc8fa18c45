// Alarms: what of a payment a person must look at, and what there is to do. Kept with the order, one line each.
export const alarms = {
  double: {
    says: 'Payée deux fois',
    todo: 'Le second paiement est rendu tout seul. Vérifiez chez le prestataire que le remboursement est parti.',
  },
  boostless: {
    says: 'Payée sans boost',
    todo: 'L’agence est partie avant de payer, et ses boosts avec elle. Le paiement est rendu tout seul\u00a0: vérifiez chez le prestataire que le remboursement est parti.',
  },
  mismatch: {
    says: 'Montant inattendu',
    todo: 'Rien n’est activé et le paiement est rendu tout seul. Cherchez chez le prestataire d’où vient ce montant, puis écrivez à l’agence.',
  },
  credit: {
    says: 'Avoir plus grand que le reste à rendre',
    todo: 'L’avoir est établi, le remboursement ne couvre que le reste. Comparez les avoirs et les remboursements de la commande.',
  },
  unpaid: {
    says: 'Remboursement non fait',
    todo: 'Si la cause est levée, «\u00a0payments refund --retry COMMANDE\u00a0» le redemande. Sinon faites-le chez le prestataire, ou par virement, et gardez-en la preuve avec l’avoir.',
  },
  returned: {
    says: 'Remboursement refusé par la banque',
    todo: 'La carte n’existe plus. Demandez un RIB à l’agence et rendez la somme par virement.',
  },
  unproven: {
    says: 'Fin non confirmée',
    todo: 'Le prestataire n’a pas dit pendant trois jours si la commande abandonnée a été payée. Cherchez-la chez lui\u00a0: si elle l’est, rendez la somme.',
  },
  undrawn: {
    says: 'Facture sans fichier ou non envoyée',
    todo: 'Le journal dit pourquoi. Le document est enregistré, son numéro est pris\u00a0: elle est réessayée chaque jour et partira seule une fois la cause levée.',
  },
  disputed: {
    says: 'Paiement contesté',
    todo: 'Répondez chez le prestataire avant sa date limite, avec la facture et les chiffres du boost.',
  },
} as const;
export type AlarmKind = keyof typeof alarms;

/** What there is to do about a line; null for a line of no kind. */
export function todoOf(line: string): string | null {
  return Object.values(alarms).find(({ says }) => line.startsWith(says))?.todo ?? null;
}
