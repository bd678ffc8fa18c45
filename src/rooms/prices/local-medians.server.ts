import { defineLocalMedians } from '#rooms/listings/local-medians.server.ts';
import { selectLocalMedians } from './local-medians.sql.server.ts';

/** Loaded by every door of this room: whoever judges listings holds their prices against these. */
defineLocalMedians(selectLocalMedians);
