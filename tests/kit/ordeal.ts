import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, isConnectionLost } from '#platform/db.server.ts';
import type { Criteria } from '#rooms/criteria/contract.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { flat, makeAgency, makeAlert } from './alerts.ts';
import type { Chance } from './chance.ts';
import { PATIENCE_MS } from './patience.ts';
import { eventually, type Site, startSite } from './site.ts';

const places = [
  { placeCode: '30189', cityCode: '30189', departmentCode: '30', postalCode: '30000' },
  { placeCode: '34172', cityCode: '34172', departmentCode: '34', postalCode: '34000' },
  { placeCode: '69387', cityCode: '69123', departmentCode: '69', postalCode: '69007' },
] as const;

/** What happens in a run: alerts, then imports in chunks. The same chance makes the same story. */
export interface Story {
  readonly alerts: readonly { email: string; criteria: Criteria }[];
  readonly imports: readonly (readonly ListingDraft[])[][];
}

export function makeStory(
  { int, pick, chance, some }: Chance,
  size: { alerts: number; imports: number },
): Story {
  const alerts = Array.from({ length: size.alerts }, (_, index) => ({
    email: `lecteur${index}@example.test`,
    criteria: {
      transaction: 'achat' as const,
      places: [pick(['30189', 'D34', '69123', '69387'])],
      prixMax: int(150, 500) * 1000,
      ...(chance(0.4) ? { pieces: int(2, 4) } : {}),
      ...(chance(0.3) ? { ascenseur: true } : {}),
    },
  }));
  const known: ListingDraft[] = [];
  const imports = Array.from({ length: size.imports }, (_, importIndex) => {
    const fresh = Array.from({ length: int(6, 14) }, (_, index) =>
      flat(`b${importIndex}-${index}`, {
        ...pick(places),
        price: int(100, 480) * 100_000,
        rooms: chance(0.2) ? null : int(1, 5),
        elevator: chance(0.2) ? null : chance(0.5),
      }),
    );
    const cheaper = some(known, 0.15).map((draft) => ({ ...draft, price: Math.round(draft.price * 0.95) }));
    for (const draft of cheaper)
      known[known.findIndex((one) => one.technicalId === draft.technicalId)] = draft;
    known.push(...fresh);
    const all = [...fresh, ...cheaper];
    const cut = Math.ceil(all.length / 3);
    return [all.slice(0, cut), all.slice(cut, 2 * cut), all.slice(2 * cut)];
  });
  return { alerts, imports };
}

/** Two workers on one database; they are replaced when they are killed. */
export interface Crew {
  readonly base: Site;
  readonly workers: Site[];
  /** Kills one of them at once, and has another take its place. Gives how long the locks it held were free. */
  kill(index: number): Promise<number | null>;
}

export async function startCrew(
  base: Site,
  count: number,
  settings: Record<string, string> = {},
): Promise<Crew> {
  const start = () => startSite({ role: 'worker', beside: base, settings });
  const workers = await Promise.all(Array.from({ length: count }, start));
  return {
    base,
    workers,
    async kill(index) {
      const before = await locksHeld(base.db);
      await workers[index]?.stop('SIGKILL');
      const since = performance.now();
      const replaced = start();
      const recovery = count > 1 ? await untilHeldAgain(base.db, before, since) : null;
      workers[index] = await replaced;
      return recovery;
    },
  };
}

/** Backends that hold the loops' locks (platform/queue): one lock for each exclusive loop. */
async function locksHeld(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; pid: number }>`
    select a.application_name as name, l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and a.application_name in ('vigie alerts.match', 'vigie alerts.digest')
      and l.database = (select oid from pg_database where datname = current_database())
  `.execute(db);
  return new Map(rows.map(({ name, pid }) => [name, pid]));
}

/** Milliseconds until every lock is held again; null when the dead process held none. */
async function untilHeldAgain(db: Db, before: Map<string, number>, since: number): Promise<number | null> {
  const now = await locksHeld(db);
  if ([...before].every(([name, pid]) => now.get(name) === pid)) return null;
  await eventually('les verrous sont repris', async () => (await locksHeld(db)).size === before.size);
  return performance.now() - since;
}

/** Waits until everything that was committed is told and every mail has left. */
export async function settled(db: Db, milliseconds = PATIENCE_MS): Promise<void> {
  await eventually(
    'tout est dit et envoyé',
    async () => {
      try {
        const { rows } = await sql<{ open: boolean }>`
          select exists (select from change c where not exists (
              select from change_reader r where r.name = 'alerts' and (r.xid, r.seq) >= (c.xid, c.seq)))
            or exists (select from alert_hit where told_at is null)
            or exists (select from mail_outbox where status in ('pending', 'sending')) as open
        `.execute(db);
        return rows[0]?.open === false;
      } catch (error) {
        if (isConnectionLost(error)) return false;
        throw error;
      }
    },
    milliseconds,
  );
}

/** Tells the story; `during` runs while an import is being applied and told. */
export async function tell(
  base: Site,
  story: Story,
  during: (importIndex: number) => Promise<void>,
): Promise<void> {
  const agency = await makeAgency(base);
  for (const alert of story.alerts) await makeAlert(base, alert);
  for (const [index, chunks] of story.imports.entries()) {
    const trouble = during(index);
    for (const chunk of chunks) {
      await patiently(() => agency.importChunk(index + 1, ...chunk));
      await wait(20);
    }
    await patiently(() => agency.closeImport(index + 1));
    await trouble;
    await settled(base.db);
  }
}

/** A feed tries its chunk again while the database restarts. */
export async function patiently(write: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await write();
      return;
    } catch (error) {
      if (!isConnectionLost(error) || attempt > 200) throw error;
      await wait(100);
    }
  }
}

/** The mailbox as a person would compare it: what differs from one run to the next by nature is left out. */
export async function mailbox(base: Site): Promise<string[]> {
  // A database that recovers skips numbers: listings are known by the name their agency gave them.
  const listings = await base.db.selectFrom('listing').select(['id', 'technicalId']).execute();
  const nameOf = new Map(listings.map(({ id, technicalId }) => [String(id), technicalId]));
  const plain = (text: string) =>
    text
      .replaceAll(/https?:\/\/localhost:\d+/g, '')
      .replaceAll(/token=[\w.-]+/g, 'token=')
      .replaceAll(
        /\bannonce([/=])(\d+)/g,
        (_, sign: string, id: string) => `annonce${sign}${nameOf.get(id)}`,
      );
  const mails = await base.mails();
  return mails
    .map(({ to, subject, text, html }) =>
      JSON.stringify({
        to: to?.map(({ address }) => address),
        subject,
        text: plain(text ?? ''),
        listings: plain(html ?? '').match(/\/annonce\/[\w-]+/g),
      }),
    )
    .toSorted((a, b) => a.localeCompare(b));
}
