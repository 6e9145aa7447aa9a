import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { readCursor, startCursor } from '../../db/chain/cursor.ts';
import { inTransaction } from '../../db/core/sequelize.ts';
import { execute, select } from '../../db/core/sql.ts';
import { openTestDatabase } from '../../db/database.fixture.ts';
import type { Mode, Network } from '../../domain/assets/assets.ts';
import { useAnvil, useLitecoind } from '../../scripts/testing/nodes.ts';
import { testConfig } from '../../settings/config.fixture.ts';
import { type ChainConfig, checkChains, openChain } from './open-chain.ts';
import { ChainUnavailableError } from './port.ts';
import { startTronNode } from './tron/node.fixture.ts';
import { startRippled } from './xrp/rippled.fixture.ts';

const litecoin = useLitecoind();
const chainOne = useAnvil({ args: ['--chain-id', '1'] });
const stranger = useAnvil({ args: ['--chain-id', '56'] });
const { db } = await openTestDatabase();

function configWith(mode: Mode, network: Network, url: string, more: Partial<ChainConfig> = {}): ChainConfig {
  const config = testConfig();
  return { ...config, chains: { ...config.chains, [mode]: { ...config.chains[mode], [network]: url } }, ...more };
}

const identities = (mode: Mode, network: Network) =>
  select(db, 'SELECT chain, simulated FROM chain_identity WHERE mode = $1 AND network = $2', [mode, network]);

test('without a URL the chain is simulated, and its parameters are written down', async () => {
  const port = await openChain(testConfig(), db, 'sandbox', 'XRP');
  expect(port.simulated).toBe(true);
  await expect(port.tip()).resolves.toMatchObject({ height: 1_000 });
  expect(await identities('sandbox', 'XRP')).toEqual([{ chain: 'regtest', simulated: true }]);
  await port.close();
});

test('under NODE_ENV=production nothing is simulated in production mode', async () => {
  const config = { ...testConfig(), nodeEnv: 'production' } as const;
  await expect(openChain(config, db, 'production', 'BTC')).rejects.toMatchObject({ code: 'configuration_invalid' });
  const sandbox = await openChain(config, db, 'sandbox', 'BTC');
  expect(sandbox.simulated).toBe(true);
  await sandbox.close();
});

test('a private chain serves sandbox; production takes it only when test chains are allowed', async () => {
  const sandbox = await openChain(configWith('sandbox', 'LTC', litecoin().url), db, 'sandbox', 'LTC');
  expect(sandbox.simulated).toBe(false);
  expect(await identities('sandbox', 'LTC')).toEqual([{ chain: 'regtest', simulated: false }]);
  await sandbox.close();
  await expect(openChain(configWith('production', 'LTC', litecoin().url), db, 'production', 'LTC')).rejects.toThrow(
    /follows a test chain.*ALLOW_TEST_CHAINS/s,
  );
  const allowed = configWith('production', 'LTC', litecoin().url, { allowTestChains: true });
  await (await openChain(allowed, db, 'production', 'LTC')).close();
});

test('a test chain that takes the place of another one is followed from its tip, and unconfirmed payments lose their blocks', async () => {
  const chain = { mode: 'sandbox', network: 'LTC' } as const;
  const block = { height: 1_024, hash: 'aa', parentHash: 'a9', timeMs: Date.now() };
  await inTransaction(db, (tx) => startCursor(tx, chain, block, Date.now()));
  await execute(
    db,
    `INSERT INTO payment (id, mode, network, key, txid, output, asset_ref, gate_id, amount_minor, address_key,
     status, first_seen_at,
       block_height, block_hash, required_confirmations)
     VALUES (gen_random_uuid(), 'sandbox', 'LTC', 'LTC:t:0', 't', '0', 'LTC', 'LTC', 5, 'k', 'mined', now(), 1023,
     'a9', 6)`,
    [],
  );
  const node = configWith('sandbox', 'LTC', litecoin().url);
  await (await openChain(node, db, 'sandbox', 'LTC')).close();
  expect(await readCursor(db, chain)).toBeUndefined();
  expect(await select(db, "SELECT status, block_height FROM payment WHERE key = 'LTC:t:0'", [])).toEqual([
    { status: 'seen', block_height: null },
  ]);

  const port = await openChain(node, db, 'sandbox', 'LTC');
  const tip = await port.tip();
  await inTransaction(db, (tx) => startCursor(tx, chain, tip, Date.now()));
  await port.close();
  await (await openChain(node, db, 'sandbox', 'LTC')).close();
  expect(await readCursor(db, chain)).toEqual({ height: tip.height, hash: tip.hash });
});

test('the main chain is refused in sandbox and taken in production', async () => {
  const refused = configWith('sandbox', 'ETH', chainOne().url);
  await expect(openChain(refused, db, 'sandbox', 'ETH')).rejects.toThrow(/sandbox never touches real money/);
  await expect(checkChains(refused, db)).rejects.toMatchObject({ code: 'configuration_invalid' });
  const port = await openChain(configWith('production', 'ETH', chainOne().url), db, 'production', 'ETH');
  expect(await identities('production', 'ETH')).toEqual([{ chain: 'main', simulated: false }]);
  await port.close();
});

test('a node of another coin is refused', async () => {
  const litecoinAsBitcoin = configWith('sandbox', 'BTC', litecoin().url);
  await expect(openChain(litecoinAsBitcoin, db, 'sandbox', 'BTC')).rejects.toThrow(/leads to a node of LTC/);
  const otherMoney = configWith('sandbox', 'ETH', stranger().url);
  await expect(openChain(otherMoney, db, 'sandbox', 'ETH')).rejects.toThrow(/chain id 56/);
});

test('hazard 10: a node that is away stops no start, and is asked before anything is believed', async () => {
  const silent: Server = createServer((request) => request.socket.destroy());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const config = configWith('sandbox', 'LTC', `http://127.0.0.1:${port}`);
  await expect(openChain(config, db, 'sandbox', 'LTC')).rejects.toBeInstanceOf(ChainUnavailableError);
  await expect(checkChains(config, db)).resolves.toBeUndefined();
  silent.close();
});

test('a server of the XRP Ledger serves the mode of the network it follows', async () => {
  const server = await startRippled();
  const sandbox = await openChain(configWith('sandbox', 'XRP', server.url), db, 'sandbox', 'XRP');
  expect(sandbox.simulated).toBe(false);
  await sandbox.close();
  // A server that does not say otherwise follows the main network.
  delete server.info.network_id;
  await expect(openChain(configWith('sandbox', 'XRP', server.url), db, 'sandbox', 'XRP')).rejects.toThrow(
    /sandbox never touches real money/,
  );
  await server.close();
});

test('a node of a private TRON chain serves sandbox', async () => {
  const node = await startTronNode();
  const sandbox = await openChain(configWith('sandbox', 'TRON', node.url), db, 'sandbox', 'TRON');
  expect(sandbox.simulated).toBe(false);
  await sandbox.close();
  await node.close();
});
