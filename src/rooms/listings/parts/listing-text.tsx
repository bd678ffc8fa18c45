/** The words of a listing, for whoever decides about it: off line it has no page where to read them. */
export function ListingText({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <details className="text-small">
      <summary className="inline-flex min-h-9 items-center text-phare-700 underline underline-offset-4">
        Lire le texte
      </summary>
      <p className="max-w-[64ch] whitespace-pre-line wrap-anywhere">{text}</p>
    </details>
  );
}
