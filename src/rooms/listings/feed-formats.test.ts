import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDb } from '../../../tests/kit/db.ts';
import { listingSources } from './contract.ts';
import {
  documentKinds,
  documentNames,
  feedFormatKeys,
  formatNames,
  formatsAfter,
  formatsByFile,
} from './feed-formats.ts';

const { db } = await testDb();

test('every table that names the formats of feeds admits those of the list, and no other', async () => {
  const { rows } = await sql<{ column: string; check: string }>`
    select conrelid::regclass || '.' || attname as column, pg_get_constraintdef(pg_constraint.oid) as check
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'c' and pg_get_constraintdef(pg_constraint.oid) like '%''poliris''%'
  `.execute(db);
  const admitted = Object.fromEntries(
    rows.map(({ column, check }) => [column, [...check.matchAll(/'(\w+)'::text/g)].map(([, word]) => word)]),
  );
  expect(admitted).toEqual({
    'listing.source': listingSources,
    'feed_import.format': feedFormatKeys,
    'feed_sender.format': feedFormatKeys,
    'feed_former_sender.format': feedFormatKeys,
  });
});

test('sentences name the formats in the order of the list', () => {
  expect(formatNames('et')).toBe('Poliris, Ubiflow, Apimo et Kyero');
  expect(formatNames('ou')).toBe('Poliris, Ubiflow, Apimo ou Kyero');
  expect(formatNames(',')).toBe('Poliris, Ubiflow, Apimo, Kyero');
  expect(documentNames()).toBe('d’Ubiflow, d’Apimo ou de Kyero');
  expect(documentKinds()).toBe('d’Ubiflow (XML), d’Apimo (JSON) et de Kyero (XML)');
  expect(formatsByFile()).toBe('archive Poliris, XML Ubiflow ou Kyero, JSON Apimo');
  expect(formatsAfter('l’archive Poliris')).toBe(
    'l’archive Poliris, le XML d’Ubiflow, celui de Kyero et le JSON d’Apimo',
  );
});
