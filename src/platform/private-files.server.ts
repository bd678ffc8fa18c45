import { chmodSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type Env, WrongSettings } from './env.server.ts';

/** What the data folder holds that was once made open to the other accounts of the machine. */
const INSIDE = ['mailbox', 'files'];
const OTHERS = 0o077;

/**
 * From now on nobody but this account reads what the process writes: mails, photos, exports. What stood open is closed. In
 * production the data folder itself is, or the start is refused: throws `WrongSettings`. Elsewhere the account that root
 * lends PostgreSQL must be able to enter it.
 */
export function keepFilesPrivate({ dataDir, production }: Pick<Env, 'dataDir' | 'production'>): void {
  process.umask(OTHERS);
  for (const name of INSIDE) close(path.join(dataDir, name));
  if (!production) return;
  mkdirSync(dataDir, { recursive: true });
  if (!close(dataDir))
    throw new WrongSettings(
      `Réglages à corriger :\n  VIGIE_DATA : ${dataDir} reste lisible par les autres comptes de cette machine ; donnez un dossier qui est à ce compte, par exemple /var/lib/vigie/donnees (chmod 700)`,
    );
}

/** False when others still reach it. */
function close(folder: string): boolean {
  try {
    chmodSync(folder, 0o700);
  } catch {
    // Not there, or another's: its mode tells.
  }
  const found = statSync(folder, { throwIfNoEntry: false });
  return found !== undefined && (found.mode & OTHERS) === 0;
}
