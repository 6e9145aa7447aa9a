import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { withBrowser } from '../../scripts/testing/browser.ts';
import { allGuides, type Guide, readGuide } from '../guide.fixture.ts';
import { whyNotHere } from '../guide-programs.fixture.ts';
import { openPackageSources } from '../package-sources.fixture.ts';
import { openReader } from '../reader.fixture.ts';
import { withdrawalsByHand } from '../withdrawals-by-hand.fixture.ts';

const product = inject('product');
const servers = inject('productServers');
const guides = allGuides().filter(({ starts }) => starts === 'nothing');
const hasHandwork = ({ steps }: Guide) => steps.some(({ type }) => type === 'by hand');

test.for(guides.filter((guide) => !hasHandwork(guide)))(
  '$path can be followed as it is printed',
  async (guide, { skip }) => {
    const why = whyNotHere(guide);
    if (why !== undefined) skip(why);
    const sources = await openPackageSources(guide);
    if ('missing' in sources) return skip(sources.missing);
    onTestFinished(() => sources.close());
    const reader = openReader({ dataDir: servers.dataDir, env: sources.env });
    onTestFinished(() => reader.leave());
    await reader.follow(guide);
  },
);

describe('a guide that is wrong', () => {
  const FENCE = '```';
  const follow = async (text: string) => {
    const reader = openReader({ dataDir: servers.dataDir });
    try {
      await reader.follow(readGuide('wrong.md', text));
    } finally {
      await reader.leave();
    }
  };

  test.for([
    { what: 'a command that fails', text: `${FENCE}sh\necho here\nfalse\n${FENCE}`, says: 'here' },
    { what: 'a command that fails in a pipe', text: `${FENCE}sh\nfalse | cat\n${FENCE}`, says: 'failed (1)' },
    { what: 'lines that are not seen', text: `${FENCE}sh\necho a b\n${FENCE}\n${FENCE}text\nb\n${FENCE}`, says: 'a b' },
    { what: 'a list that nobody does', text: '1. Press a button.', says: 'Press a button.' },
    { what: 'a terminal that was never opened', text: `${FENCE}text shop\nhere\n${FENCE}`, says: '"shop"' },
  ])('fails because of $what, and says so', async ({ text, says }) => {
    await expect(follow(text)).rejects.toThrow(says);
  });

  test('fails because of a file that its text does not name', () => {
    const text = `Write this:\n\n${FENCE}py shop.py\npass\n${FENCE}`;
    expect(() => readGuide('wrong.md', text)).toThrow('shop.py');
  });

  test('differs from a right one, whose files are written where its commands are', async () => {
    await follow(
      [
        `${FENCE}sh\nmkdir ../shop && cd ../shop\n${FENCE}`,
        `\`data/shop.txt\` is read:\n\n${FENCE}txt data/shop.txt\n$HOME stays as it is\n${FENCE}`,
        `${FENCE}sh\ncat data/shop.txt\n${FENCE}\n${FENCE}text\n$HOME stays as it is\n${FENCE}`,
      ].join('\n\n'),
    );
  });

  test('differs from a right one, whose variables stay from block to block', async () => {
    await follow(
      `${FENCE}sh\nA=7\n${FENCE}\n${FENCE}sh\necho "A is $A of 9"\n${FENCE}\n${FENCE}text\nA is … of 9\n${FENCE}`,
    );
  });
});

describe('in the browser, too,', () => {
  const withdrawals = withdrawalsByHand({ product, servers, visit: withBrowser() });
  afterAll(() => withdrawals.close());
  const byHand: Readonly<Record<string, readonly (() => Promise<void>)[]>> = {
    'docs/guides/withdrawals.md': withdrawals.steps,
  };

  test.for(guides.filter(hasHandwork))('$path can be followed as it is printed', async (guide, { skip }) => {
    const why = whyNotHere(guide);
    if (why !== undefined) skip(why);
    const reader = openReader({ dataDir: servers.dataDir });
    onTestFinished(() => reader.leave());
    await reader.follow(guide, byHand[guide.path]);
  });
});
