import { basename } from 'node:path';
import { test } from 'vitest';
import { allGuides, type Guide } from '../guide.fixture.ts';
import { readerOf } from '../guide-alone.fixture.ts';

const guides = allGuides();
/** The other pages that a guide leads to. */
const linkedFrom = ({ text }: Guide) => guides.filter(({ path }) => text.split(/[(/#)]/).includes(basename(path)));

test.for(guides.filter(({ starts }) => starts === 'npm run cluster'))(
  '$path can be followed as it is printed, and after it all that it leads to',
  async (guide, { skip }) => {
    const reader = await readerOf(guide, skip);
    await reader.follow(guide);
    for (const other of linkedFrom(guide)) await reader.follow(other);
  },
);
