import { constants, deflateRawSync } from 'node:zlib';

export interface Entry {
  readonly name: string;
  readonly packed: Buffer;
  /** As the archive claims them. */
  readonly size: number;
  readonly sum?: number;
  readonly flags?: number;
  /** Mode of Unix. */
  readonly mode?: number;
  /** Its data are those of the entry before. */
  readonly shared?: boolean;
}

/** A zip that no honest writer makes: deflated entries that say of themselves what they are told to. */
export function handMadeZip(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  let data = 0;
  for (const { name, packed, size, sum = 0, flags = 0, mode = 0o100644, shared = false } of entries) {
    const names = Buffer.from(name);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(20, 4);
    header.writeUInt16LE(flags, 6);
    header.writeUInt16LE(8, 8);
    header.writeUInt32LE(sum, 14);
    header.writeUInt32LE(packed.length, 18);
    header.writeUInt32LE(size, 22);
    header.writeUInt16LE(names.length, 26);
    if (!shared) {
      data = offset;
      parts.push(header, names, packed);
      offset += header.length + names.length + packed.length;
    }
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE((3 << 8) | 20, 4);
    header.copy(central, 6, 4, 28);
    central.writeUInt16LE(names.length, 28);
    central.writeUInt32LE((mode << 16) >>> 0, 38);
    central.writeUInt32LE(data, 42);
    directory.push(central, names);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** Bytes of nothing that `deflatedNothing` counts by. */
export const PIECE = 16 * 1024 * 1024;

/** Deflated bytes that swell to this many pieces of nothing: made without ever holding them. */
export function deflatedNothing(times: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(PIECE), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array.from({ length: times }, () => piece), deflateRawSync(Buffer.alloc(0))]);
}
