import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that was found or made. */
export interface Found {
  readonly path: string;
  /** Where it comes from: an environment variable, the PATH, a package, the cache; or fetched or built just now. */
  readonly origin: 'env' | 'path' | 'package' | 'cache' | 'downloaded' | 'built';
}

/** A program that could not be had, with what a person can do about it. */
export interface Missing {
  readonly missing: string;
}

/** Whether looking for a program succeeded. */
export function isFound(result: Found | Missing): result is Found {
  return 'path' in result;
}

/** The program named by an environment variable, else the first of these names on the PATH (and in usual folders). */
export function findProgram(names: readonly string[], envName?: string): Found | undefined {
  const named = envName === undefined ? undefined : process.env[envName];
  if (named) {
    if (!isExecutable(named)) throw new Error(`${envName} names ${named}, which is not executable`);
    return { path: named, origin: 'env' };
  }
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    '/usr/local/bin',
    '/usr/sbin',
    '/usr/lib/rabbitmq/bin',
  ];
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder || '.', name);
      if (isExecutable(path)) return { path, origin: 'path' };
    }
  }
  return undefined;
}

/** Whether the path is a file that this user may run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The program's output; undefined where it prints nothing or fails, as one made for other machines does. */
export async function outputOf(path: string, ...args: readonly string[]): Promise<string | undefined> {
  if (!isExecutable(path)) return undefined;
  return new Promise((resolve) => {
    execFile(path, args, { encoding: 'utf8', timeout: 20_000 }, (error, stdout) => {
      resolve(error === null && stdout.trim() !== '' ? stdout.trim() : undefined);
    });
  });
}
