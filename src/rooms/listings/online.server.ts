/**
 * What is on line, for the statements of rooms above: they read the view `listing_online`, or say this where they read
 * other listings too.
 */
export { isOnline } from './online.sql.server.ts';
