import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { freePort } from '../scripts/process/ports.ts';
import { makeRunFolder } from '../scripts/testing/run-folder.ts';
import type { Guide } from './guide.fixture.ts';
import { whyNotHere } from './guide-programs.fixture.ts';
import { openReader, type Reader } from './reader.fixture.ts';

/** A reader who begins with nothing, until the test ends. Calls `skip` where a program of the guide is missing. */
export async function readerOf(guide: Guide, skip: (why: string) => void): Promise<Reader> {
  const why = whyNotHere(guide);
  if (why !== undefined) skip(why);
  const folder = makeRunFolder();
  const reader = openReader({
    dataDir: join(folder.path, 'data'),
    env: { PORT: String(await freePort()), SANDBOX_BLOCK_SECONDS: '1' },
  });
  onTestFinished(async () => {
    await reader.leave();
    folder.remove();
  });
  return reader;
}
