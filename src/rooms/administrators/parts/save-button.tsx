import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { saveAsAdmin } from '#browser/admin-session.ts';
import { toast } from '#browser/toasts.ts';
import { Button } from '#ui/button.tsx';

interface SaveButtonProps {
  /** Of the call, below /api, with its words. */
  address: `/admin/${string}`;
  fileName: string;
  children: ReactNode;
}

/** Saves a file of administrators: a picture, an archive. A link could not carry their credentials. */
export function SaveButton({ address, fileName, children }: SaveButtonProps) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const failure = await saveAsAdmin(`/api${address}`, fileName);
    setBusy(false);
    if (failure) toast({ title: fileName, description: failure.message, variant: 'destructive' });
  };
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={busy}
      icon={<Download aria-hidden="true" className="size-4" />}
      onClick={() => void save()}
    >
      {children}
    </Button>
  );
}
