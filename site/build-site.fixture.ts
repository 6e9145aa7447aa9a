import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Builds the public pages as the product does, into a new folder: a test never shows an older build. */
export async function buildSite(): Promise<{ readonly dist: string; remove(): Promise<void> }> {
  const dist = await mkdtemp(join(tmpdir(), 'tidegate-site-'));
  await run(
    process.execPath,
    [join(import.meta.dirname, '../node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', '--outDir', dist],
    { cwd: import.meta.dirname, env: { ...process.env, NODE_ENV: 'production' } },
  );
  return { dist, remove: () => rm(dist, { recursive: true, force: true }) };
}
