import { bind } from '#platform/api.server.ts';
import { registrationsCall } from './contract.ts';
import { registrations } from './registrations.server.ts';

export const adminApi = [bind(registrationsCall, ({ query: { days } }, { db }) => registrations(db, days))];
