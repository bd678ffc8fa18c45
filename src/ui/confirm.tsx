import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog, DialogClose } from './dialog.tsx';

interface ConfirmProps {
  /** The button that asks for it, ending with « … ». */
  trigger: ReactNode;
  /** A question. */
  title: string;
  /** What follows from it, and how to come back. */
  description: string;
  /** What each answer does, not « oui » and « non ». */
  no: string;
  yes: string;
  onYes: () => void;
}

/** Asks once more before something that others will feel; leaving it, the focus returns to its button. */
export function Confirm({ trigger, title, description, no, yes, onYes }: ConfirmProps) {
  return (
    <Dialog
      trigger={trigger}
      title={title}
      description={description}
      footer={
        <>
          <DialogClose asChild>
            <Button variant="quiet">{no}</Button>
          </DialogClose>
          <DialogClose asChild>
            <Button variant="destructive" onClick={onYes}>
              {yes}
            </Button>
          </DialogClose>
        </>
      }
    />
  );
}
