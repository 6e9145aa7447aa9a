import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyFrontEnd } from '../../scripts/start/front-ends.ts';

export interface BuiltFrontEnd {
  readonly dist: string;
  remove(): Promise<void>;
}

/** The back office as it is shipped, of the present sources, in a folder of the test's own. */
export async function buildBackOffice(): Promise<BuiltFrontEnd> {
  const dist = await mkdtemp(join(tmpdir(), 'tidegate-admin-'));
  await copyFrontEnd(join(import.meta.dirname, '../..'), 'admin', dist);
  return { dist, remove: () => rm(dist, { recursive: true, force: true }) };
}
