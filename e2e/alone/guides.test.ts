import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/process/ports.ts';
import { makeRunFolder } from '../../scripts/testing/run-folder.ts';
import { allGuides } from '../guide.fixture.ts';
import { whyNotHere } from '../guide-programs.fixture.ts';
import { openReader } from '../reader.fixture.ts';

test.for(allGuides().filter(({ starts }) => starts === 'npm start'))(
  '$path can be followed as it is printed',
  async (guide, { skip }) => {
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
    await reader.follow(guide);
  },
);
