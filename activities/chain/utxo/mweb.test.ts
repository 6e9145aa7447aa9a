import { afterAll, beforeAll, expect, test } from 'vitest';
import { useLitecoind } from '../../../scripts/testing/nodes.ts';
import { openRpc, type RpcClient } from '../json-rpc.ts';
import { decodeBlock } from './decode.ts';
import { openUtxoChain } from './port.ts';

/** A later setting of a deployment wins: this one lets MWEB begin at block 432, as the private chain does by itself. */
const server = useLitecoind({ args: ['-vbparams=mweb:1601450001:9223372036854775807', '-addresstype=bech32'] });
let rpc: RpcClient;
let wallet: RpcClient;
let miner: string;

beforeAll(async () => {
  rpc = openRpc({ url: server().url });
  await rpc.call('createwallet', ['miner']);
  await rpc.call('createwallet', ['saver']);
  wallet = openRpc({ url: `${server().url}/wallet/miner` });
  miner = await wallet.call<string>('getnewaddress');
  await rpc.call('generatetoaddress', [431, miner]);
});
afterAll(async () => {
  await Promise.all([rpc.close(), wallet.close()]);
});

test('hazard 18: an output that leaves the MimbleWimble block needs six blocks', async () => {
  const saver = openRpc({ url: `${server().url}/wallet/saver` });
  // All the second wallet has is in the MimbleWimble block, so what it pays leaves it.
  const hidden = await saver.call<string>('getnewaddress', ['', 'mweb']);
  await wallet.call('sendtoaddress', [hidden, 10]);
  await rpc.call('generatetoaddress', [2, miner]);
  const open = await wallet.call<string>('getnewaddress');
  const { scriptPubKey } = await wallet.call<{ scriptPubKey: string }>('getaddressinfo', [open]);
  await saver.call('sendtoaddress', [open, 3]);
  const port = openUtxoChain({ mode: 'sandbox', network: 'LTC', url: server().url });
  await port.identify();
  const waiting = await port.mempool({ known: new Set(), watched: [] });
  expect(waiting.transactions).toHaveLength(1);

  const [hash] = await rpc.call<string[]>('generatetoaddress', [1, miner]);
  const { height } = await port.tip();
  const block = await port.blockAt(height);
  const integrating = block?.transactions.at(-1);
  const pegOut = integrating?.movements.find(({ addressKey }) => addressKey === scriptPubKey);
  expect(pegOut).toMatchObject({ amountMinor: 300_000_000n, maturity: 6, coinbase: false, gateId: 'LTC' });
  expect(integrating?.movements[0]?.maturity).toBe(0);

  // Every id in such a block is the one that the node itself gives.
  const raw = decodeBlock(await rpc.call<string>('getblock', [hash, 0]));
  const told = await rpc.call<{ tx: string[] }>('getblock', [hash, 1]);
  expect(raw.transactions.map(({ txid }) => txid)).toEqual(told.tx);
  await Promise.all([port.close(), saver.close()]);
});
