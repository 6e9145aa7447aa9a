import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startProcess } from '../process/managed.ts';
import { freePort } from '../process/ports.ts';
import type { Started } from '../start/announce.ts';
import { makeRunFolder } from './run-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The running product under test: what its `started.json` says. */
    readonly product: Started;
  }
}

/** Blocks come fast, so that journeys do not wait for confirmations. */
const sandboxBlockSeconds = '1';

/**
 * Starts the whole product on free ports and a fresh data folder, by the same program as `npm start`, for the journeys in `e2e/`. A product that
 * runs already is used instead when `TIDEGATE_STARTED` names its `started.json`.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.TIDEGATE_STARTED;
  if (running) {
    project.provide('product', readStarted(running));
    return async () => {};
  }
  const folder = makeRunFolder();
  const started = join(folder.path, 'data', 'started.json');
  const product = await startProcess({
    name: 'npm start',
    command: process.execPath,
    args: [join(import.meta.dirname, '..', 'start.ts')],
    env: {
      ...process.env,
      PORT: String(await freePort()),
      DATA_DIR: join(folder.path, 'data'),
      SANDBOX_BLOCK_SECONDS: process.env.SANDBOX_BLOCK_SECONDS || sandboxBlockSeconds,
    },
    readyTimeoutMs: 180_000,
    stopTimeoutMs: 40_000,
    ready: async () => existsSync(started),
  });
  project.provide('product', readStarted(started));
  return async () => {
    await product.stop();
    folder.remove();
  };
}

function readStarted(path: string): Started {
  return JSON.parse(readFileSync(path, 'utf8')) as Started;
}
