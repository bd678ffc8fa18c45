import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { LayoutAgency } from './layout-agency.tsx';

const agency = { name: 'Cabinet', ownerReference: 'cabinet' };

/** What the header of an agency shows of what waits, in the bar and in the narrow menu alike. */
function shown(leads: number, notifications: number): string[] {
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={['/agence/cabinet/annonces']}>
      <LayoutAgency agency={agency} counts={{ leads, notifications }}>
        {null}
      </LayoutAgency>
    </MemoryRouter>,
  );
  const header = /<header.*?<\/header>/s.exec(html)?.[0] ?? '';
  return [...new Set([...header.matchAll(/aria-hidden="true">(\d+\+?)</g)].map(([, badge]) => badge ?? ''))];
}

// Specification 9: « 99+ for counters, 9+ for notifications ».
it.each([
  [99, 9, ['99', '9']],
  [100, 10, ['99+', '9+']],
  [12, 12, ['12', '9+']],
  [0, 0, []],
])('%i leads and %i notifications', (leads, notifications, badges) => {
  expect(shown(leads, notifications)).toEqual(badges);
});
