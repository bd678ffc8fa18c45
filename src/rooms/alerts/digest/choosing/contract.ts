/**
 * Choosing: what of all that was found is still worth telling, and why the rest is not.
 * Owns nothing: its tables are those of its parents.
 * Announces nothing.
 */
import type { ToldListing } from '../contract.ts';

/** A listing that is told, and the price it is told at, in cents. */
export type Chosen = Omit<ToldListing, 'card'> & { readonly id: number; readonly price: number };
