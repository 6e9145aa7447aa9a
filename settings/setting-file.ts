import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

export type SettingFile =
  | { readonly ok: true; readonly text: string; readonly isReadableByAll: boolean }
  | { readonly ok: false; readonly problem: string };

/** More than any key or chain of certificates. */
const MAX_BYTES = 64 * 1024;

/**
 * The text of a file without the newline at its end. Only regular files, also behind links, as Kubernetes and Docker
 * mount secrets. Problems never contain what is in the file.
 */
export function readSettingFile(path: string): SettingFile {
  let file: number | undefined;
  try {
    // A device or pipe could block or never end: it is opened without waiting and then refused.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return readOpened(file);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    return wrong(REASONS[code] ?? `cannot be read (${code})`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readOpened(file: number): SettingFile {
  const stat = fstatSync(file);
  if (!stat.isFile()) return wrong('is not a file');
  if ((stat.mode & WRITABLE_BY_ALL) !== 0) return wrong('every user can change: run chmod o-w on it');
  if (stat.size > MAX_BYTES) return wrong(`has more than ${MAX_BYTES} bytes: it is not a setting`);
  const bytes = Buffer.alloc(MAX_BYTES);
  const read = readSync(file, bytes, 0, MAX_BYTES, 0);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, read));
  } catch {
    return wrong('is not text in UTF-8');
  }
  const setting = text.replace(/\r?\n$/, '');
  return setting.trim() === ''
    ? wrong('is empty')
    : { ok: true, text: setting, isReadableByAll: (stat.mode & READABLE_BY_ALL) !== 0 };
}

function wrong(problem: string): SettingFile {
  return { ok: false, problem };
}

const WRITABLE_BY_ALL = 0o002;
const READABLE_BY_ALL = 0o004;

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'this user may not read: give it the right to',
  EISDIR: 'is a folder',
  ENOTDIR: 'does not exist',
  ENXIO: 'is not a file',
};
