import { fail } from '#contract/errors.ts';
import { type FeedFormat, formatsAfter } from '#rooms/listings/feed-formats.ts';
import { feedErrors } from '../contract.ts';
import type { FeedSource } from '../rows/rows.server.ts';
import { openApimo } from './apimo.server.ts';
import { openArchive } from './archive.server.ts';
import { openKyero, ELEMENT as PROPERTY } from './kyero.server.ts';
import { openPoliris } from './poliris.server.ts';
import { firstBytes, openText, type TextFile, textOf } from './text-file.server.ts';
import { ELEMENT as ANNONCE, openUbiflow } from './ubiflow.server.ts';
import { firstElements } from './xml.server.ts';

/**
 * Opens a file as the format that its content is, whatever its name: Annonces.csv in a zip is Poliris, XML is Ubiflow or
 * Kyero, JSON is Apimo; XML and JSON may be compressed by gzip, or be alone in a zip. Throws a refusal of feedErrors when it
 * is none, or cannot be trusted.
 */
export async function openFeed(file: string): Promise<FeedSource> {
  const start = await firstBytes(file);
  if (start.length > 0 && start.toString('latin1') !== 'PK') return openDocument(await openText(file));
  const archive = await openArchive(file);
  if (archive.document === null) return openPoliris(archive);
  try {
    const source = openDocument(await textOf(() => archive.readListings()));
    const { notes, pictures, openPicture } = archive;
    return { ...source, notes, pictures, openPicture, close: () => archive.close() };
  } catch (error) {
    archive.close();
    throw error;
  }
}

const KNOWN_FORMATS = `Les formats lus sont ${formatsAfter('l’archive Poliris (un ZIP avec Annonces.csv)')}\u00a0: demandez l’un d’eux à votre logiciel.`;

function openDocument(text: TextFile): FeedSource {
  const head = text.head.trimStart();
  if (head.startsWith('<')) return openXml(text, head);
  if (head.startsWith('{') || head.startsWith('[')) return openApimo(text);
  if (/^"[^"]*"\s*!#/.test(head))
    throw fail(
      feedErrors.FEED_UNKNOWN_FORMAT,
      {},
      'C’est le fichier Annonces.csv seul : envoyez l’archive ZIP que votre logiciel produit.',
    );
  throw fail(feedErrors.FEED_UNREADABLE);
}

/** Elements that Kyero's format begins with. */
const KYERO = new Set(['root', 'properties', 'kyero', PROPERTY]);

/** By the names of its elements, whatever stands around them (formats/poliris.md, « Ubiflow »). */
function openXml(text: TextFile, head: string): FeedSource {
  if (/<!DOCTYPE/i.test(head.slice(0, head.search(/<[a-z_]/i) >>> 0)))
    throw fail(
      feedErrors.FEED_UNSAFE,
      {},
      'Le fichier XML contient une DTD : elle est refusée. Exportez-le sans déclaration DOCTYPE.',
    );
  const names = firstElements(head);
  const [root = ''] = names;
  if (root === 'client' || root === 'annonces' || names.includes(ANNONCE)) return openUbiflow(text);
  if (KYERO.has(root) && (root === 'properties' || names.includes('kyero') || names.includes(PROPERTY)))
    return openKyero(text);
  throw fail(
    feedErrors.FEED_UNKNOWN_FORMAT,
    { root },
    `Ce fichier XML commence par <${root.slice(0, 40) || '?'}>\u00a0: il n’est d’aucun format connu. ${KNOWN_FORMATS}`,
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
