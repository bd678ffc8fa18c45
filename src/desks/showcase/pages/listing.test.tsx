import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Actor, asUserId } from '#platform/auth.server.ts';
import { moveClock } from '#platform/clock.server.ts';
import { addDemoAccount } from '#rooms/accounts/accounts.server.ts';
import { withdrawListings } from '#rooms/listings/availability.server.ts';
import type { ListingDraft } from '#rooms/listings/contract.ts';
import { listingsByIds } from '#rooms/listings/reading.server.ts';
import { listingName, mainFacts } from '#rooms/listings/reading.ts';
import { agencyId, flat, load, open, publish, site, textOf } from '../../../../tests/kit/listing-page.tsx';

const DAY_MS = 86_400_000;
const nbsp = '\u00a0';

describe('the page of a listing on line', () => {
  test('says the price and the energy in the words of the law', async () => {
    const { text } = await open(await publish());
    for (const words of [
      `315${nbsp}000,00${nbsp}€ honoraires inclus`,
      `5${nbsp}048,00${nbsp}€/m²`,
      `300${nbsp}000,00${nbsp}€ hors honoraires`,
      `Honoraires${nbsp}: 5${nbsp}% TTC à la charge de l'acquéreur`,
      'Barème des honoraires',
      `Logement à consommation énergétique excessive${nbsp}: classe F`,
      `entre 1${nbsp}560,00${nbsp}€ et 2${nbsp}150,00${nbsp}€ par an (prix de l'énergie, année de référence 2023)`,
      'CLASSE ÉNERGIE',
      'CLASSE CLIMAT',
      `24${nbsp}lots`,
      'Géorisques',
      'SIREN',
      'RCS',
      'Lyon 7e',
      'Créer une alerte',
      'Appeler le',
    ]) {
      expect(text).toContain(words);
    }
  });

  test('sends nothing private to the browser, and nothing that runs', async () => {
    const { html, json } = await open(await publish());
    for (const secret of [
      'Secrète',
      '45.7456',
      '4.8412',
      'MANDAT-77',
      'Nom Privé',
      '612345678',
      'prive@',
      'SECRET-TECH',
    ]) {
      expect(json).not.toContain(secret);
      expect(html).not.toContain(secret);
    }
    expect(html).not.toContain('<script');
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('javascript:');
  });

  test('shows of the address what the agency allows, and of the people only a commercial agent', async () => {
    const agent = {
      contactStatus: 'commercial_agent',
      contactRsac: '812 345 678',
      contactRsacCity: 'Lyon',
    } as const;
    const street = await open(await publish({ addressDisplay: 'street', ...agent }));
    expect(street.text).toContain('Rue Secrète, 69007 Lyon 7e');
    expect(street.json).not.toContain('12 rue');
    expect(street.text).toContain(`Nom Privé, agent commercial, RSAC Lyon 812${nbsp}345${nbsp}678`);
    for (const secret of ['612345678', 'prive@', 'MANDAT-77']) expect(street.json).not.toContain(secret);
    const exact = await open(await publish({ addressDisplay: 'exact', contactStatus: 'employee' }));
    expect(exact.text).toContain('12 rue Secrète, 69007 Lyon 7e');
    expect(exact.json).not.toContain('Nom Privé');
  });

  test('shows no button that needs JavaScript where there is none', async () => {
    const { html } = await open(await publish());
    const buttons = html.match(/<button[^>]*type="button"[^>]*>/g) ?? [];
    expect(buttons.length).toBeGreaterThan(1);
    for (const button of buttons) expect(button).toContain('noscript:hidden');
  });

  test('sorts the homes of a programme as its address asks', async () => {
    const unit = {
      reference: 'B1',
      propertyType: 'apartment',
      rooms: 3,
      surface: 60,
      floor: 1,
      price: 31_500_000,
      vat: 20,
      status: 'available',
    } as const;
    const id = await publish({
      propertyType: 'programme',
      programmeName: 'Les Terrasses',
      units: [{ ...unit, reference: 'A9', price: 20_000_000, status: 'sold' }, unit],
    });
    const asIs = await open(id);
    expect(asIs.text).toContain(
      `Les Terrasses, programme neuf à Lyon 7e${nbsp}: 1${nbsp}logement de 3${nbsp}pièces, 60${nbsp}m²`,
    );
    expect(asIs.text).toContain(`À partir de 315${nbsp}000,00${nbsp}€ TTC`);
    expect(asIs.text.indexOf('B1')).toBeLessThan(asIs.text.indexOf('A9'));
    const byPrice = await open(id, '?lots=prix');
    expect(byPrice.text.indexOf('A9')).toBeLessThan(byPrice.text.indexOf('B1'));
  });

  test('names a programme by all that it offers, never by one of its homes', async () => {
    const unit = {
      reference: 'A',
      propertyType: 'apartment',
      rooms: 2,
      surface: 42,
      floor: 1,
      price: 20_000_000,
      vat: 20,
      status: 'available',
    } as const;
    const units: ListingDraft['units'] = [
      unit,
      { ...unit, reference: 'B', rooms: 3, surface: 68.6, price: 31_500_000 },
      { ...unit, reference: 'C', rooms: 5, surface: 110, status: 'sold' },
      { ...unit, reference: 'P', propertyType: 'parking', rooms: null, surface: 12 },
    ];
    const programme = { propertyType: 'programme', isNew: true, rooms: 3, surface: 68.6, units } as const;
    const id = await publish({ ...programme, price: 20_000_000 });
    const { html, tags } = await open(id);
    const said = `2${nbsp}logements de 2 à 3${nbsp}pièces, dès 42${nbsp}m²`;
    const name = `Programme neuf à vendre à Lyon 7e${nbsp}: ${said}`;
    expect(html).toContain(`<h1 class="text-h1">${name}</h1>`);
    expect(html).toContain(`>Programme neuf, ${said}</span>`);
    expect(tags.find((tag) => 'title' in tag)?.title).toContain(name);
    const data = tags.filter((tag) => 'script:ld+json' in tag);
    expect(JSON.stringify(data)).toContain(`"name":"${name}"`);
    expect(JSON.stringify(tags)).not.toContain('68,6');
    expect(html).toMatch(/href="\/alertes\/nouvelle\?[^"]*type=programme(?![^"]*pieces)/);
    const [card] = await listingsByIds(site.db, [id]);
    expect(listingName(card!)).toBe(`Programme neuf, ${said}, Lyon 7e`);
    expect(mainFacts(card!)).toEqual(['Programme neuf', ...said.split(', ')]);
    // Once nothing can be had, it is told by all that it was.
    const gone = await publish({
      ...programme,
      technicalId: 'gone',
      units: units.map((each) => ({ ...each, status: 'sold' as const })),
    });
    expect((await listingsByIds(site.db, [gone]))[0]?.homes).toEqual({
      count: 3,
      roomsMin: 2,
      roomsMax: 5,
      surfaceMin: 42,
      surfaceMax: 110,
    });
  });

  test('leaves out what is unknown, or says that nobody said it', async () => {
    const { text } = await open(
      await publish({
        rooms: null,
        elevator: null,
        balcony: null,
        energyStatus: null,
        energyClass: null,
        climateClass: null,
        energyCostMin: null,
        coOwned: null,
      }),
    );
    expect(text).toMatch(/Ascenseur\s+Non communiqué/);
    expect(text).toMatch(/Pièces\s+Non communiqué/);
    expect(text).not.toContain('Balcon');
    expect(text).not.toContain('Montant estimé');
    expect(text).not.toContain('statut de la copropriété');
    const known = await open(await publish({ elevator: false }));
    expect(known.text).toMatch(/Ascenseur\s+Non(?! comm)/);
  });

  test('shows the history of the price once there is one', async () => {
    const before = new Date(Date.now() - 10 * DAY_MS);
    await publish({ price: 33_000_000 }, before);
    const id = await publish({}, new Date(Date.now() - DAY_MS));
    const { text } = await open(id);
    expect(text).toContain('Historique du prix');
    expect(text).toContain(`Prix en baisse de 15${nbsp}000,00${nbsp}€`);
    expect((await open(await publish({ technicalId: 'other' }))).text).not.toContain('Historique du prix');
  });

  test('offers similar ones, and an alert filled with what it is', async () => {
    const id = await publish();
    await publish({ technicalId: 'near', price: 32_000_000 });
    const { html, text } = await open(id);
    expect(text).toContain('Annonces semblables');
    expect(text).toContain(`320${nbsp}000,00${nbsp}€`);
    const alert = /href="(\/alertes\/nouvelle[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    const words = new URL(alert!, 'https://vigie.example').searchParams;
    expect(Object.fromEntries(words)).toMatchObject({
      transaction: 'achat',
      type: 'appartement',
      prixMax: '350000',
      pieces: '3',
    });
    expect(words.get('lieux')).toMatch(/^lyon/);
  });
});

describe('the way to its agency', () => {
  test('stands in the page, with nothing ticked nor filled in for a stranger', async () => {
    const { html, text } = await open(await publish());
    for (const words of [
      'Écrire à Agence du Port',
      'Visiter',
      'Recevoir le dossier',
      'Je souhaite visiter cet appartement (référence VA2100).',
      'Je veux recevoir par e-mail les alertes de Vigie',
      'J’accepte de recevoir par e-mail les offres des partenaires',
      'Envoyer ma demande',
    ])
      expect(text).toContain(words);
    const boxes = html.match(/<input[^>]*type="checkbox"[^>]*>/g) ?? [];
    expect(boxes).toHaveLength(2);
    for (const box of boxes) expect(box).not.toContain('checked');
    expect(html).toMatch(/<input[^>]*name="email"[^>]*value=""|<input(?![^>]*value=)[^>]*name="email"/);
    expect(html).toContain('data-thumb-bar');
    expect(text).not.toContain('Répond d’habitude');
  });

  test('is filled in for who is signed in', async () => {
    const id = await addDemoAccount(site.db, {
      email: 'camille@essai.test',
      firstName: 'Camille',
      lastName: 'Essai',
      password: 'Motdepasse1',
    });
    await site.db.updateTable('account').set({ phone: '+33639980001', civility: 'Mme' }).execute();
    const actor: Actor = {
      kind: 'user',
      userId: asUserId(id),
      email: 'camille@essai.test',
      firstName: 'Camille',
    };
    const { html } = await open(await publish({ transaction: 2, price: 90_000 }), '', actor);
    for (const value of ['Camille', 'Essai', 'camille@essai.test', '06 39 98 00 01'])
      expect(html).toContain(`value="${value}"`);
    expect(html).toMatch(/<input[^>]*value="Mme"[^>]*checked|<input[^>]*checked[^>]*value="Mme"/);
    expect(textOf(html)).toContain('Déposer un dossier');
  });

  test('leads only to agencies that one can call, by telephone', async () => {
    await sql`update agency set phone = null`.execute(site.db);
    try {
      const { text, html } = await open(await publish());
      expect(text).not.toContain('Appeler');
      expect(text).toContain('Contacter');
      expect(html).not.toContain('tel:');
    } finally {
      await sql`update agency set phone = '+33467000000'`.execute(site.db);
    }
  });
});

describe('« Annonce complète »', () => {
  const findings = (...rules: string[]) =>
    JSON.stringify(rules.map((rule) => ({ rule, severity: 'warning' })));
  test.each([
    [findings(), true],
    [findings('R17'), true],
    [findings('R10'), false],
    [findings('R17', 'C3'), false],
  ])('with %s: %s', async (found, complete) => {
    const id = await publish();
    await sql`update listing_verdict set findings = ${found}::jsonb where listing_id = ${id}`.execute(
      site.db,
    );
    const { text, html } = await open(id);
    expect(text.includes('Annonce complète')).toBe(complete);
    if (complete) expect(html).toContain('href="/classement-des-annonces"');
  });

  test('is said of no listing that was never judged', async () => {
    const id = await publish();
    await sql`delete from listing_verdict`.execute(site.db);
    expect((await open(id)).text).not.toContain('Annonce complète');
  });
});

describe('the page of a listing that left', () => {
  test('says so for 90 days, without contact nor search engines, then answers 410', async () => {
    const id = await publish();
    await site.db
      .transaction()
      .execute((tx) =>
        withdrawListings(tx, { agencyId, technicalIds: [flat.technicalId], run: null, now: new Date() }),
      );
    const { text, tags } = await open(id);
    expect(text).toContain('Cette annonce n’est plus disponible');
    expect(text).not.toContain('Appeler');
    expect(text).not.toContain('Écrire à');
    expect(text).not.toContain('Annonce complète');
    expect(text).toContain('Créer une alerte');
    expect(tags.find((tag) => tag.name === 'robots')?.content).toBe('noindex');
    expect(tags.some((tag) => 'script:ld+json' in tag)).toBe(false);
    moveClock(91 * DAY_MS);
    expect((await load(id)).status).toBe(410);
  });

  test.each(['0', 'abc', '999999999', '1.5'])('%s answers 404', async (id) => {
    expect((await load(id)).status).toBe(404);
  });
});
