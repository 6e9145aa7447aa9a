import { mkdirSync } from 'node:fs';
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

/** A folder inside the cache, made when missing. */
export function cacheSubfolder(...names: string[]): string {
  const folder = join(cacheFolder(), ...names);
  mkdirSync(folder, { recursive: true });
  return folder;
}
