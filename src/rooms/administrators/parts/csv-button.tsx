import { Download } from 'lucide-react';
import { useState } from 'react';
import { saveAsAdmin } from '#browser/admin-session.ts';
import { toast } from '#browser/toasts.ts';
import { Button } from '#ui/button.tsx';

/** Saves a list, with the filters of the page, as a file for a spreadsheet. `address`: below /api, with its words. */
export function CsvButton({ address, fileName }: { address: `/admin/${string}`; fileName: string }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const failure = await saveAsAdmin(`/api${address}`, fileName);
    setBusy(false);
    if (failure) toast({ title: 'Export', description: failure.message, variant: 'destructive' });
  };
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={busy}
      icon={<Download aria-hidden="true" className="size-4" />}
      onClick={() => void save()}
    >
      Exporter (CSV)
    </Button>
  );
}
