/** Version of the terms of sale in force: the day from which they hold. Another text is another day; orders keep theirs. */
export const SALES_TERMS = '2026-11-27';
