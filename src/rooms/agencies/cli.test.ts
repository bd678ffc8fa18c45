import { sql } from 'kysely';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { runCommand } from '#platform/cli.server.ts';
import { applyListings } from '#rooms/listings/intake.server.ts';
import { checkAgency } from '#rooms/listings/legal-engine.ts';
import { judgeDrafts, rejudgeListings } from '#rooms/listings/publication.server.ts';
import { type TestServices, testServices } from '../../../tests/kit/app.ts';
import { lawfulSale } from '../../../tests/kit/law.ts';
import { agencyCommands } from './cli.server.ts';

let site: TestServices;
beforeAll(async () => {
  site = await testServices();
});

/** Runs `vigie agencies …`; gives the exit code and what was printed. */
async function vigie(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const out = vi.spyOn(console, 'log').mockImplementation(() => {});
  const err = vi.spyOn(console, 'error').mockImplementation(() => {});
  const commands = agencyCommands({
    lacks: (agency) => checkAgency(agency, '2026-11-21'),
    rejudge: (services, agencyId) => rejudgeListings(services, { now: new Date(), agencyIds: [agencyId] }),
  });
  const code = await runCommand(commands, ['agencies', ...words], async () => ({
    services: site.services,
    close: async () => {},
  }));
  const printed = [out, err].map((spy) => spy.mock.calls.flat().join('\n').replaceAll('\u00a0', ' '));
  vi.restoreAllMocks();
  return { code, out: printed[0] ?? '', err: printed[1] ?? '' };
}

describe('vigie agencies', () => {
  test('adds, refuses with a report, and lists', async () => {
    expect(await vigie('list')).toMatchObject({ code: 0, out: 'Aucune agence.' });
    const added = await vigie('add', '--ref', 'demo01', '--name', 'Agence du Port', '--siren', '732 829 320');
    expect(added).toMatchObject({ code: 0 });
    expect(added.out).toMatch(
      /^Agence ajoutée : Agence du Port \(demo01\)\.\nSes annonces restent hors ligne/,
    );
    expect(added.out).toMatch(/R24 Le numéro de la carte professionnelle n’est pas indiqué\. Indiquez-le/);
    expect(added.out).not.toContain('SIREN');
    const twice = await vigie('add', '--ref', 'demo01', '--name', 'Agence du Port', '--json');
    expect(twice.code).toBe(1);
    expect(JSON.parse(twice.out)).toMatchObject({ success: false, code: 'AGENCY_REFERENCE_TAKEN' });
    const wrong = await vigie('add', '--ref', 'annonces', '--name', 'X', '--siren', '1');
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(/--ref : .*page.*\n {2}--name : .*\n {2}--siren : /);
    const listed = await vigie('list', '--json');
    expect(JSON.parse(listed.out).data.agencies).toMatchObject([
      { ownerReference: 'demo01', siren: '732829320' },
    ]);
  });

  test('says for machines what keeps listings off line, and nothing of an agency in order', async () => {
    const bare = JSON.parse((await vigie('add', '--ref', 'demo03', '--name', 'Agence', '--json')).out);
    expect(bare.data.publication.blocked).toBe(true);
    const blocking = bare.data.publication.findings.filter(
      ({ severity }: { severity: string }) => severity === 'block',
    );
    expect(blocking.map(({ rule, code }: { rule: string; code: string }) => [rule, code])).toEqual([
      ['R23', 'siren_missing'],
      ['R24', 'card_missing'],
    ]);
    const identity = {
      name: 'Agence',
      siren: '732829320',
      card: 'CPI 3002 2024 000 000 123',
      address: '12 boulevard des Arènes',
      'postal-code': '30000',
      city: 'Nîmes',
      rcs: 'Nîmes',
      form: 'SARL',
      capital: '10 000',
      vat: 'FR44732829320',
      'card-office': 'CCI du Gard',
      'card-activities': 'TG',
      'card-until': '2035-12-31',
      insurance: 'MMA 120 137 405',
      mediator: 'MEDIMMOCONSO',
      'mediator-url': 'https://medimmoconso.fr',
      fees: 'https://agence.example/honoraires.pdf',
    };
    const words = Object.entries(identity).flatMap(([option, value]) => [`--${option}`, value]);
    const whole = await vigie('add', '--ref', 'demo04', ...words, '--no-funds', '--json');
    expect(JSON.parse(whole.out)).toMatchObject({
      data: {
        agency: {
          postalCode: '30000',
          city: 'Nîmes',
          rcsCity: 'Nîmes',
          capital: 1_000_000,
          holdsNoFunds: true,
          cardUntil: '2035-12-31',
        },
        publication: { blocked: false, findings: [] },
      },
    });
  });

  test('update puts an agency right, and its listings come on line at once', async () => {
    const { db } = site;
    await vigie('add', '--ref', 'demo05', '--name', 'Agence');
    const { id } = await db
      .selectFrom('agency')
      .select('id')
      .where('ownerReference', '=', 'demo05')
      .executeTakeFirstOrThrow();
    await db.transaction().execute(async (tx) => {
      const now = new Date();
      const drafts = await judgeDrafts(tx, {
        source: 'poliris',
        agencyId: id,
        drafts: [lawfulSale('A')],
        now,
      });
      await applyListings(tx, { agencyId: id, source: 'poliris', run: null, now, drafts });
    });
    const statuses = async () =>
      (await sql<{ status: string }>`select status from listing`.execute(db)).rows.map(
        ({ status }) => status,
      );
    expect(await statuses()).toEqual(['refused']);
    const half = await vigie('update', '--ref', 'demo05', '--siren', '732829320');
    expect(half.out).toContain('Annonces mises en ligne : 0 ; retirées : 0.');
    expect(half.out).toContain('R24');
    const card = ['--card', 'CPI 3002 2024 000 000 123'];
    const done = await vigie('update', '--ref', ' DEMO05', ...card, '--json');
    expect(JSON.parse(done.out)).toMatchObject({
      data: {
        agency: { name: 'Agence', siren: '732829320', cardNumber: 'CPI 3002 2024 000 000 123' },
        publication: { blocked: false },
        listings: { left: 0, published: 1 },
      },
    });
    expect(await statuses()).toEqual(['online']);
    const wrong = await vigie('update', '--ref', 'demo05', '--siren', '12', '--card-until', '2028-02-31');
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(/--siren : .*\n {2}--card-until : /);
    expect((await vigie('update', '--ref', 'inconnue', '--rcs', 'Lyon')).out).toContain('Aucune agence');
    expect((await vigie('update', '--ref', 'demo05')).code).toBe(2);
  });

  test('says how it is used when words are missing', async () => {
    const missing = await vigie('add', '--ref', 'demo02');
    expect(missing.code).toBe(2);
    expect(missing.err).toContain('--ref REF --name NOM');
  });
});
