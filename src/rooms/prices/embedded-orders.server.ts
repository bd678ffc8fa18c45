import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { clock } from '#platform/clock.server.ts';
import type { Db, Queryable } from '#platform/db.server.ts';
import { lockEmbedded, selectEditions, writeEdition } from './embedded.sql.server.ts';
import { packControl, unpackControl } from './orders/packing.server.ts';
import { saveControl } from './rent-control.server.ts';
import { deleteEmbeddedOrders, selectControl, selectImportedTerritories } from './rent-control.sql.server.ts';

const FOLDER = path.resolve('data/rent-control');
const EDITION = 'embedded-orders';

/**
 * Lays the orders of rent control that the code ships, of the territories that no operator loaded (data/rent-control,
 * docs/decisions/0082). Does nothing when they are there already. Returns how many orders it laid.
 */
export async function loadEmbeddedOrders(db: Db, folder = FOLDER): Promise<number> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.json.gz'))
    .toSorted()
    .map((name) => readFileSync(path.join(folder, name)));
  const version = createHash('sha256').update(Buffer.concat(files)).digest('hex').slice(0, 12);
  if ((await selectEditions(db)).get(EDITION) === version) return 0;
  return db.transaction().execute(async (tx) => {
    await lockEmbedded(tx);
    if ((await selectEditions(tx)).get(EDITION) === version) return 0;
    const at = clock.now();
    await deleteEmbeddedOrders(tx);
    const imported = new Set(await selectImportedTerritories(tx));
    const own = <Row extends { readonly territory: string }>(rows: readonly Row[]) =>
      rows.filter(({ territory }) => !imported.has(territory));
    const shipped = files.map(unpackControl);
    const orders = own(shipped.flatMap((one) => one.orders));
    const quarters = own(shipped.flatMap((one) => one.quarters));
    await saveControl(tx, { orders, quarters, origin: 'embedded', version: `embedded ${version}`, at });
    await writeEdition(tx, EDITION, version, at);
    return orders.length;
  });
}

/** Writes every order and quarter as they are shipped. Returns how many orders and quarters, and the bytes written. */
export async function exportOrders(
  db: Queryable,
  file: string,
  { about, source }: { about: readonly string[]; source: string },
): Promise<{ orders: number; quarters: number; bytes: number }> {
  const { orders, quarters } = await selectControl(db);
  const packed = packControl({ about, source, orders, quarters });
  await writeFile(file, packed);
  return { orders: orders.length, quarters: quarters.length, bytes: packed.length };
}
