/**
 * Somebody as the tables of the rooms know them. Each room that keeps something about people exports from its rules
 * `personalDataOf(db, person)`, what it knows of them as plain JSON (RGPD 15 and 20), and `erasePerson(tx, person)`,
 * after which none of its columns holds their name, address, phone or words (RGPD 17).
 */
export interface Person {
  readonly accountId: number;
  /** The addresses that the account proved, in lower case; one that was only typed may be somebody else's. */
  readonly emails: readonly string[];
  /** E.164. */
  readonly phone: string | null;
}
