import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Why a start failed, and what to do about it: the system's and the servers' own words name neither. */
export function whyNot(error: unknown, folder: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOSPC' || code === 'EDQUOT' || /no space left on device/i.test(message)) {
    return `The disk is full${freeOf(folder)}. Free some space, or choose a folder on another disk with DATA_DIR.`;
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR') {
    return `The data folder ${folder} cannot be written (${message}). Choose another folder with DATA_DIR.`;
  }
  return message;
}

function freeOf(folder: string): string {
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    try {
      const { bavail, bsize } = statfsSync(path);
      return `: ${Math.floor((bavail * bsize) / 2 ** 20)} MB are left for ${folder}`;
    } catch {
      // The folder is not made yet.
    }
  }
  return '';
}
