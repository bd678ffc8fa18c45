/**
 * Asked: what the forms of a listing's page ask of one's marks where there is no JavaScript.
 */

/** The field that says what is asked, and the one that says why a listing is hidden. */
export const MARK_FIELD = 'marque';
export const REASON_FIELD = 'raison';
