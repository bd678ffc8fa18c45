import { bind, bindFile } from '#platform/api.server.ts';
import { auditCsv, auditPage } from './audit.server.ts';
import { auditCall, auditCsvCall } from './contract.ts';

export const administratorsApi = [
  bind(auditCall, ({ query: { apres, ...filter } }, { db }) => auditPage(db, filter, apres ?? null)),
  bindFile(auditCsvCall, async ({ query }, { db }) => ({
    fileName: 'journal-administration.csv',
    content: auditCsv(db, query),
  })),
];
