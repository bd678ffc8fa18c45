/**
 * Words of an address that opens the form of a report. Light, for every listing's page loads it.
 */

/** Of the form in the page, where there is no JavaScript. */
export const REPORT_SECTION = 'signaler';
export const REPORT_WORD = 'signaler';
