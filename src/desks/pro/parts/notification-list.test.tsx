import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, it } from 'vitest';
import { NotificationList } from './notification-list.tsx';

const NOW = '2026-11-22T12:00:00.000Z';
const told = [
  { id: 7, event: 'newLead', title: 'Nouveau message', path: '/agence', at: NOW, read: false },
] as const;

function shown(address: string): string {
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => <NotificationList notifications={told} unread={3} next={null} now={NOW} />,
    },
  ]);
  return renderToStaticMarkup(<Stub initialEntries={[address]} />);
}

it('offers to mark all as read where all of it is in view or below, and not further down', () => {
  expect(shown('/')).toContain('Tout marquer comme lu');
  expect(shown('/?apres=8')).not.toContain('Tout marquer comme lu');
});
