import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutTrailing } from '../domain/text/trailing.ts';
import { dataFolder } from './database-url.ts';
import type { Started } from './start/announce.ts';

/** Where people reach the front ends, without a slash at the end: of `PUBLIC_URL`, else where `npm start` serves. */
export function siteUrl(): string {
  return withoutTrailing(process.env.PUBLIC_URL || readStarted()?.url || 'http://localhost:8080', '/');
}

/** The record that `npm start` wrote about itself; undefined where it never ran. */
export function readStarted(): Started | undefined {
  const file = join(dataFolder(), 'started.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Started) : undefined;
}
