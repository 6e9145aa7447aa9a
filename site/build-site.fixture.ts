import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFrontEnd } from '../scripts/start/front-ends.ts';

export interface BuiltSite {
  readonly dist: string;
  readonly pages: number;
  remove(): Promise<void>;
}

/** The public pages as the product serves them, of the present sources, in a folder of the test's own. */
export async function buildSite(): Promise<BuiltSite> {
  const dist = await mkdtemp(join(tmpdir(), 'tidegate-site-'));
  await copyFrontEnd(join(import.meta.dirname, '..'), 'site', dist);
  const files = await readdir(join(dist, 'pages'), { recursive: true });
  const pages = files.filter((file) => file.endsWith('.html')).length;
  return { dist, pages, remove: () => rm(dist, { recursive: true, force: true }) };
}
