/**
 * Words of the addresses that open the forms of a report and of an appeal. Light, for pages that everybody reads load it.
 */

/** Of the form in the page, where there is no JavaScript. */
export const REPORT_SECTION = 'signaler';
export const REPORT_WORD = 'signaler';

/** `?motif=` of the contact page, where a mail leads to contest a decision. */
export const APPEAL_WORD = 'contestation';
