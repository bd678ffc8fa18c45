import { fail } from '../../../contract/errors.ts';
import { openApimo } from '../apimo/rules.server.ts';
import { openArchive } from '../archive/rules.server.ts';
import { type FeedFormat, feedErrors } from '../contract.ts';
import { openKyero, ELEMENT as PROPERTY } from '../kyero/rules.server.ts';
import { openPoliris } from '../poliris/rules.server.ts';
import type { FeedSource } from '../rows/rules.server.ts';
import { ELEMENT as ANNONCE, openUbiflow } from '../ubiflow/rules.server.ts';
import { firstElements } from '../xml/rules.server.ts';
import { firstBytes, openText, type TextFile } from './bytes/rules.server.ts';

/**
 * Opens a file as the format that its content is, whatever its name: a zip is Poliris, XML is Ubiflow or Kyero, JSON is
 * Apimo; XML and JSON may be compressed by gzip. Throws a refusal of feedErrors when it is none, or cannot be trusted.
 */
export async function openFeed(file: string): Promise<FeedSource> {
  const start = await firstBytes(file);
  if (start.length === 0 || start.toString('latin1') === 'PK') return openPoliris(await openArchive(file));
  const text = await openText(file);
  const head = text.head.trimStart();
  if (head.startsWith('<')) return openXml(text, head);
  if (head.startsWith('{') || head.startsWith('[')) return openApimo(text);
  if (/^"[^"]*"\s*!#/.test(head))
    throw fail(
      feedErrors.FEED_UNKNOWN_FORMAT,
      {},
      'C’est le fichier Annonces.csv seul : envoyez l’archive ZIP que votre logiciel produit.',
    );
  throw fail(feedErrors.FEED_UNREADABLE);
}

/** Elements that a format of ours begins with, and no other. */
const UBIFLOW = new Set(['client', 'annonces', ANNONCE]);
const KYERO = new Set(['root', 'properties', 'kyero', PROPERTY]);

function openXml(text: TextFile, head: string): FeedSource {
  if (/<!DOCTYPE/i.test(head.slice(0, head.search(/<[a-z_]/i) >>> 0)))
    throw fail(
      feedErrors.FEED_UNSAFE,
      {},
      'Le fichier XML contient une DTD : elle est refusée. Exportez-le sans déclaration DOCTYPE.',
    );
  const names = firstElements(head);
  const [root = ''] = names;
  if (UBIFLOW.has(root)) return openUbiflow(text);
  if (KYERO.has(root) && (root === 'properties' || names.includes('kyero') || names.includes(PROPERTY)))
    return openKyero(text);
  throw fail(
    feedErrors.FEED_UNKNOWN_FORMAT,
    { root },
    `Ce fichier XML commence par <${root.slice(0, 40) || '?'}> : ce n’est ni un flux Ubiflow (<client>), ni un flux Kyero (<root> avec <kyero>). Demandez l’un des deux à votre logiciel.`,
  );
}

/** What a file that could not be opened was most likely meant to be: its refusal is remembered under that format. */
export async function likelyFormat(file: string): Promise<FeedFormat> {
  const start = (await firstBytes(file)).toString('latin1');
  return start.startsWith('<')
    ? 'ubiflow'
    : start.startsWith('{') || start.startsWith('[')
      ? 'apimo'
      : 'poliris';
}
