import { defineCommand, EXIT, WrongUsage } from '#platform/cli.server.ts';
import { type PhotoRecord, selectPhotos } from './photos.sql.server.ts';
import { samePhotos } from './pictures/likeness.server.ts';

const statusWords = { pending: 'en attente', ready: 'prête', failed: 'en échec' } as const;
const avifWords = { none: '', pending: 'AVIF à venir', ready: 'AVIF', failed: 'sans AVIF' } as const;

export const photoCommands = [
  defineCommand({
    room: 'listings',
    verb: 'photos',
    summary: 'Liste les photos d’une annonce, et les autres annonces qui montrent les mêmes.',
    usage: '--listing ID',
    options: { listing: { type: 'string' } },
    help: { listing: 'numéro de l’annonce' },
    async run({ values, json }, { db }) {
      const id = Number(values.listing);
      if (!Number.isSafeInteger(id) || id <= 0) throw new WrongUsage('--listing attend un numéro d’annonce.');
      const photos = await selectPhotos(db, id);
      const same = await samePhotos(db, [id]);
      if (json) {
        console.log(JSON.stringify({ success: true, data: { photos, same } }));
        return EXIT.done;
      }
      if (photos.length === 0) console.log('Aucune photo.');
      for (const photo of photos) {
        console.log(lineOf(photo));
        for (const other of same.filter(({ position }) => position === photo.position)) {
          console.log(
            `      aussi dans l’annonce ${other.otherListingId} (photo ${other.otherPosition + 1}, ${other.otherStatus}, ${other.otherAgency})${other.distance === 0 ? '' : `, à ${other.distance} bits près`}`,
          );
        }
      }
      return EXIT.done;
    },
  }),
];

function lineOf({
  position,
  kind,
  status,
  width,
  height,
  avif,
  error,
  storageKey,
  source,
}: PhotoRecord): string {
  return [
    String(position + 1).padStart(3),
    statusWords[status],
    width === null ? '' : `${width} × ${height}`,
    avifWords[avif],
    error ?? '',
    storageKey ?? '',
    kind === 'drawn' ? 'dessin' : source,
  ]
    .filter((word) => word !== '')
    .join('  ');
}
