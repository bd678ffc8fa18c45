import { useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { adminName, leaveAdmin, subscribeAdmin } from '#browser/admin-credentials.ts';
import { toast } from '#browser/toasts.ts';
import { paths } from '#contract/paths.ts';
import { AdminHeader } from '#shell/admin-header.tsx';
import { GlobalSearch } from './global-search.tsx';

const nobody = () => null;

/** The bar of administrators, above every page of theirs; without credentials in this tab it has no menu. */
export default function AdminBar() {
  const navigate = useNavigate();
  const name = useSyncExternalStore(subscribeAdmin, adminName, nobody);
  const signOut = async () => {
    leaveAdmin();
    await navigate(paths.adminLogin());
    toast({ title: 'Déconnexion', description: 'Vous avez quitté l’administration.' });
  };
  return (
    <>
      <AdminHeader admin={name === null ? null : { username: name }} onSignOut={() => void signOut()} />
      {name !== null && <GlobalSearch />}
    </>
  );
}
