import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { PHOTOS_MAX } from '../contract.ts';

/** Takes files: dropped, or chosen by a button. */
export function PhotoDrop({
  busy,
  closed,
  onFiles,
}: {
  busy: boolean;
  /** A photo of the list is being dragged: it is not one to add. */
  closed: boolean;
  onFiles: (files: readonly File[]) => void;
}) {
  const [over, setOver] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  return (
    // The button does the same: dropping is only quicker.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onDragOver={(event) => {
        if (closed) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (closed) return;
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
      className={`flex flex-wrap items-center justify-between gap-3 rounded-card border-2 border-dashed px-4 py-6 ${
        over ? 'border-phare-700 bg-phare-100' : 'border-bordure bg-blanc'
      }`}
    >
      <p className="text-ardoise-700">
        Déposez vos photos ici. JPEG, PNG, WebP, GIF ou AVIF, 15&nbsp;Mo chacune, {PHOTOS_MAX} au plus.
      </p>
      <Button
        variant="secondary"
        busy={busy}
        icon={<ImagePlus aria-hidden="true" className="size-5" />}
        onClick={() => file.current?.click()}
      >
        Choisir des photos
      </Button>
      <input
        ref={file}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-label="Photos à ajouter"
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          onFiles(chosen);
        }}
      />
    </div>
  );
}
