import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFrontEnd } from '../scripts/start/front-ends.ts';

/** The public pages as the product serves them, of the present sources, in a folder of the test's own. */
export async function buildSite(): Promise<{ readonly dist: string; remove(): Promise<void> }> {
  const dist = await mkdtemp(join(tmpdir(), 'tidegate-site-'));
  await copyFrontEnd(join(import.meta.dirname, '..'), 'site', dist);
  return { dist, remove: () => rm(dist, { recursive: true, force: true }) };
}
