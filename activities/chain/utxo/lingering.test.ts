import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../../../scripts/process/ports.ts';
import { type GoNodeOptions, startBtcd } from '../../../scripts/services/chain-nodes.ts';
import { makeRunFolder, subfolder } from '../../../scripts/testing/run-folder.ts';
import { ensureBtcd } from '../../../scripts/toolchain/chain-nodes.ts';
import { isFound } from '../../../scripts/toolchain/found.ts';
import { openRpc } from '../json-rpc.ts';
import { paymentOf, walletFor } from './node.fixture.ts';
import { openUtxoChain } from './port.ts';
import { strangerScript } from './wallet.fixture.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const network = 'BTC';

// bchd, which came out of btcd, does not do this.
describe('a btcd that catches up with its neighbor', () => {
  test('keeps a mined transaction in its mempool; the transaction counts as mined all the same', async (context) => {
    const program = await ensureBtcd();
    if (!isFound(program)) context.skip(program.missing);
    const wallet = walletFor(network);
    const folder = makeRunFolder();
    cleanups.push(() => folder.remove());
    const open = async (name: string, options: Omit<GoNodeOptions, 'dataDir'>) => {
      const { url, stop } = await startBtcd({ dataDir: subfolder(folder.path, name), ...options });
      const [rpc, chain] = [openRpc({ url }), openUtxoChain({ mode: 'sandbox', network, url })];
      cleanups.push(
        stop,
        () => rpc.close(),
        () => chain.close(),
      );
      return { rpc, chain, height: () => rpc.call<number>('getblockcount') };
    };
    const peerPort = await freePort();
    const neighbor = await open('neighbor', { peerPort, miningAddress: wallet.address });
    await neighbor.rpc.call('generate', [110]);
    const own = await open('own', { follows: peerPort });
    await expect.poll(own.height).toBe(110);

    await own.rpc.call('addnode', [`127.0.0.1:${peerPort}`, 'remove']);
    await expect.poll(() => own.rpc.call('getconnectioncount')).toBe(0);
    const [coinbase] = (await neighbor.chain.blockAt(1))?.transactions ?? [];
    const coin = { txid: coinbase?.txid ?? '', n: 0, valueMinor: coinbase?.movements[0]?.amountMinor ?? 0n };
    const raw = wallet.sign(paymentOf(wallet, coin, [{ script: strangerScript(network), valueMinor: 1_000_000n }]));
    const txid = await neighbor.rpc.call<string>('sendrawtransaction', [raw]);
    await neighbor.rpc.call('generate', [8]);
    expect(await own.rpc.call('sendrawtransaction', [raw])).toBe(txid);
    expect(await own.chain.transaction(txid)).toMatchObject({ txid, block: null });

    await own.rpc.call('addnode', [`127.0.0.1:${peerPort}`, 'add']);
    await expect.poll(own.height).toBe(118);
    expect(await own.rpc.call<string[]>('getrawmempool')).toContain(txid);
    expect(await own.chain.transaction(txid)).toMatchObject({ txid, block: { height: 111 } });
  });
});
