import { describe, expect, test } from 'vitest';
import { type ChainChange, refusedChange } from './chain-change.ts';

const simulated = { chain: 'regtest', name: 'simulated', simulated: true } as const;
const testNode = { chain: 'regtest', name: 'regtest', simulated: false } as const;
const main = { chain: 'main', name: 'main', simulated: false } as const;

function refusal(change: Partial<ChainChange>): string | null {
  const base = { mode: 'production', network: 'ETH', before: simulated, now: testNode } as const;
  return refusedChange({ ...base, custody: {}, hasHistory: true, ...change });
}

describe('another chain in the place of the one before', () => {
  test('is taken where the books have no coins on the one before', () => {
    expect(refusal({ custody: { ETH: 0n } })).toBeNull();
    expect(refusal({ now: main, hasHistory: false })).toBeNull();
    expect(refusal({ before: main, now: simulated, hasHistory: false })).toBeNull();
  });

  test('is refused with the coins of each asset and the command that ends them', () => {
    expect(refusal({ custody: { ETH: 1_500_000_000_000_000_000n, USDT_ERC20: 20_000_000n } })).toBe(
      'ETH in production mode followed a simulated chain and would follow a test chain on a node now, but the books have 1.5 ETH and 20 USDT_ERC20 on the former. ' +
        'Start it once more as it was, end those books with "npm run custody -- end-chain --mode production --network ETH --by <who> --note <why>", ' +
        'then start it like this; or use an empty database.',
    );
    expect(refusal({ before: testNode, now: simulated, custody: { ETH: -1n } })).toContain(
      'a test chain on a node and would follow a simulated chain',
    );
  });

  test('never shares a database with real money, with coins in the books or without', () => {
    expect(refusal({ now: main })).toMatch(
      /would follow the main chain now: its books are of coins that are worth nothing.*empty database/,
    );
    expect(refusal({ before: main, now: testNode })).toMatch(
      /books are of real money. Let it follow the main chain again/,
    );
    expect(refusal({ before: main, now: simulated, custody: { ETH: 5n } })).not.toContain('end-chain');
  });
});
