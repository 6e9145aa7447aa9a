import { gunzipSync } from 'node:zlib';
import { type Unzipped, unzipSync } from 'fflate';
import { MAX_FILE_BYTES } from '../transport.ts';

const MOST_FILES = 10_000;

/** A file in a container, with a name that is safe to show and to keep. */
export interface PackedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/**
 * The files in a ZIP or gzip container, which many banks send without announcing it. An empty list: it cannot be
 * unpacked, is empty, or would be larger than any file of a bank. Null: it is no container.
 */
export function unpack(bytes: Buffer): readonly PackedFile[] | null {
  if (bytes.subarray(0, 2).equals(GZIP)) return gunzipped(bytes);
  if (!bytes.subarray(0, 4).equals(ZIP)) return null;
  const unzipped = unzip(bytes) ?? {};
  const names = Object.keys(unzipped).sort();
  return names.map((name) => ({ name: safeName(name), bytes: Buffer.from(unzipped[name] ?? []) }));
}

const ZIP = Buffer.from('PK\u0003\u0004');
const GZIP = Buffer.from([0x1f, 0x8b]);

function gunzipped(bytes: Buffer): PackedFile[] {
  try {
    return [{ name: 'unpacked', bytes: gunzipSync(bytes, { maxOutputLength: MAX_FILE_BYTES }) }];
  } catch {
    return [];
  }
}

function unzip(bytes: Buffer): Unzipped | null {
  let files = 0;
  let size = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        files += 1;
        size += originalSize;
        if (files > MOST_FILES || size > MAX_FILE_BYTES) throw new Error('It is too large.');
        return !IGNORED.test(name);
      },
    });
  } catch {
    return null;
  }
}

/** Folders, and what some computers add to a container. */
const IGNORED = /\/$|^__MACOSX\/|(?:^|\/)\.[^/]*$/;

function safeName(name: string): string {
  return name.replaceAll(/[^\w.-]/g, '_').slice(-100);
}
