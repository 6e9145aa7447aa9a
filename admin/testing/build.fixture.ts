import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export interface BuiltFrontEnd {
  readonly dist: string;
  remove(): Promise<void>;
}

/** Builds the back office as it is shipped into a folder of the test's own, as a start may be building `dist` too. */
export async function buildBackOffice(): Promise<BuiltFrontEnd> {
  const dist = await mkdtemp(join(tmpdir(), 'tidegate-admin-'));
  const { NODE_ENV } = process.env;
  // The test runner says `test`, for which React would be built with its checks for developers.
  process.env.NODE_ENV = 'production';
  try {
    await build({
      configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
      logLevel: 'error',
      build: { outDir: dist, emptyOutDir: true, manifest: true },
    });
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
  return { dist, remove: () => rm(dist, { recursive: true, force: true }) };
}
