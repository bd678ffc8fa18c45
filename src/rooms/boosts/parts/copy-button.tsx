import { Copy } from 'lucide-react';
import { toast } from '#browser/toasts.ts';
import { Button } from '#ui/button.tsx';

interface CopyButtonProps {
  text: string;
  /** What is copied, after « Copier »: « le texte ». */
  what: string;
  /** Of which advertisement, for whoever hears the button alone. */
  of?: string;
}

/** Puts a text in the clipboard, to be pasted on the network. */
export function CopyButton({ text, what, of }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: `Copié\u00a0: ${what}` });
    } catch {
      toast({
        title: 'La copie n’a pas pu se faire',
        description: 'Sélectionnez le texte et copiez-le à la main.',
        variant: 'destructive',
      });
    }
  };
  return (
    <Button
      variant="secondary"
      size="sm"
      icon={<Copy aria-hidden="true" className="size-4" />}
      onClick={() => void copy()}
    >
      Copier {what}
      {of && <span className="sr-only"> {of}</span>}
    </Button>
  );
}
