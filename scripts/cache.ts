import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * The folder for what is costly to fetch or build and is the same for every checkout: `TIDEGATE_CACHE`, else
 * `$XDG_CACHE_HOME/tidegate`, else `~/.cache/tidegate`.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.TIDEGATE_CACHE) return resolve(env.TIDEGATE_CACHE);
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'tidegate');
}

/** A folder inside the cache, made when missing. @throws Error that says what to set where it cannot be written */
export function cacheSubfolder(...names: string[]): string {
  const folder = join(cacheFolder(), ...names);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Error(
      `The cache ${cacheFolder()} cannot be written (${reason}): set TIDEGATE_CACHE to a folder that you may write to.`,
      { cause: error },
    );
  }
  return folder;
}
