import { basename, join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/process/ports.ts';
import { makeRunFolder } from '../../scripts/testing/run-folder.ts';
import { allGuides, type Guide } from '../guide.fixture.ts';
import { whyNotHere } from '../guide-programs.fixture.ts';
import { openReader } from '../reader.fixture.ts';

const guides = allGuides();
/** The other pages that a guide leads to. */
const linkedFrom = ({ text }: Guide) => guides.filter(({ path }) => text.split(/[(/#)]/).includes(basename(path)));

test.for(guides.filter(({ starts }) => starts === 'npm run cluster'))(
  '$path can be followed as it is printed, and after it all that it leads to',
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
    for (const other of linkedFrom(guide)) await reader.follow(other);
  },
);
