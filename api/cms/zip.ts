import { type Zippable, zipSync } from 'fflate';

/** A ZIP file with these files, sorted: the same bytes from the same files on every machine and at any time. */
export function reproducibleZip(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const entries: Zippable = {};
  for (const name of [...files.keys()].sort()) entries[name] = [files.get(name) ?? new Uint8Array(), ENTRY];
  // fflate writes the local time of the date: these fields are the same in every time zone.
  return Buffer.from(zipSync(entries, { mtime: new Date(1980, 0, 1), os: UNIX }));
}

const UNIX = 3;
/** A file that its owner writes and everyone reads; without it, `unzip` makes files that nobody may read. */
const ENTRY = { level: 9, attrs: 0o100644 * 2 ** 16 } as const;
