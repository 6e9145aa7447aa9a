import { describe, expect, test } from 'vitest';
import { useAnvil, useBchd, useBtcd, useLitecoind } from './nodes.ts';

describe('a file that asks for chain nodes has them running, each on its own chain', () => {
  const litecoin = useLitecoind();
  const bitcoin = useBtcd();
  const cash = useBchd();
  const ethereum = useAnvil();

  test('litecoind is on regtest', async () => {
    expect(await call(litecoin().url, 'getblockchaininfo')).toMatchObject({ chain: 'regtest', blocks: 0 });
  });

  test('btcd is on an empty chain', async () => {
    expect(await call(bitcoin().url, 'getblockcount')).toBe(0);
  });

  test('bchd is on an empty chain', async () => {
    expect(await call(cash().url, 'getblockcount')).toBe(0);
  });

  test('anvil is chain 31337', async () => {
    expect(await call(ethereum().url, 'eth_chainId')).toBe('0x7a69');
  });
});

async function call(url: string, method: string): Promise<unknown> {
  const { username, password, origin } = new URL(url);
  const headers = { 'content-type': 'application/json', authorization: `Basic ${btoa(`${username}:${password}`)}` };
  const answer = await fetch(origin, {
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
  });
  return ((await answer.json()) as { result: unknown }).result;
}
