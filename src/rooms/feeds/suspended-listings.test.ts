import { beforeEach, expect, test } from 'vitest';
import { generatePortfolio } from '#demonstration/poliris/portfolio.ts';
import { asAdministratorName } from '#platform/auth.server.ts';
import { restoreListing, suspendListing } from '#rooms/listings/moderation.server.ts';
import { importDesk } from '../../../tests/kit/import-desk.ts';

const { services, desk, portfolio, feed, listings } = await importDesk();
const by = asAdministratorName('Camille');

let agency = '';
beforeEach(() => {
  agency = desk.agency;
});

test('what Vigie suspends stays off line whatever its feed sends, and leaves with it', async () => {
  const rows = generatePortfolio(portfolio(agency, 12));
  await feed(rows);
  const [first, ...others] = rows;
  const technicalId = String(first!.technicalId);
  const { id: listingId } = (await listings(agency)).get(technicalId)!;
  const statusNow = async () => (await listings(agency)).get(technicalId)?.status;
  const reason = 'Un virement est demandé avant toute visite.';
  await suspendListing(services, { listingId, ground: 'scam', source: 'own', reason, by });

  const titled = (title: string) => [{ ...first!, title }, ...others];
  const changed = await feed(titled('Autre titre'));
  expect(changed.diff.returned).toEqual([]);
  expect(changed.diff.updated).toEqual([technicalId]);
  expect(await statusNow()).toBe('suspended');

  const without = await feed(others);
  expect(without.diff.withdrawn).toEqual([technicalId]);
  expect(await statusNow()).toBe('withdrawn');

  const again = await feed(titled('Encore un autre'));
  expect(again.diff.returned).toEqual([]);
  expect(await statusNow()).toBe('suspended');

  expect(await restoreListing(services, { listingId, reason: 'L’agence a corrigé.', by })).toMatchObject({
    status: 'online',
  });
  const after = await feed(titled('Le dernier'));
  expect(after.diff.withdrawn).toEqual([]);
  expect(await statusNow()).toBe('online');
});
