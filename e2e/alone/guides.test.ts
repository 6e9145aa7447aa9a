import { test } from 'vitest';
import { allGuides } from '../guide.fixture.ts';
import { readerOf } from '../guide-alone.fixture.ts';

test.for(allGuides().filter(({ starts }) => starts === 'npm start'))(
  '$path can be followed as it is printed',
  async (guide, { skip }) => {
    const reader = await readerOf(guide, skip);
    await reader.follow(guide);
  },
);
