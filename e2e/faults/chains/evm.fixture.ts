import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestClient, type Hex, http, publicActions, walletActions } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { testXpub } from '../../../activities/signer/accounts.fixture.ts';
import { deriveOwnAddress } from '../../../domain/assets/derivation.ts';
import { freePort } from '../../../scripts/process/ports.ts';
import { startAnvil } from '../../../scripts/services/chain-nodes.ts';
import { makeRunFolder } from '../../../scripts/testing/run-folder.ts';
import { until } from '../killing.fixture.ts';
import { byBalance, type NodeUnderTest } from './chain.fixture.ts';

/** The key phrase that anvil funds; everyone knows it. */
const payer = mnemonicToAccount('test test test test test test test test test test test junk');
const FLOAT = 10n ** 18n;

/**
 * A real anvil, which writes its state to the disk each second: what was mined since is lost when it is killed, as on a
 * node that was not done writing.
 */
export async function startEvmNode(): Promise<NodeUnderTest> {
  const folder = makeRunFolder();
  const state = join(folder.path, 'state.json');
  const port = await freePort();
  const start = () => startAnvil({ port, args: ['--no-mining', '--state', state, '--state-interval', '1'] });
  let node = await start();
  const { url } = node;
  const client = createTestClient({ mode: 'anvil', transport: http(url), account: payer })
    .extend(publicActions)
    .extend(walletActions);
  const send = async (to: Hex, value: bigint) => {
    await client.sendTransaction({ to, value, chain: null, type: 'eip1559' });
  };
  await client.mine({ blocks: 2 });
  const accountXpub = testXpub('ETH');
  const hot = deriveOwnAddress({ network: 'ETH', accountXpub, index: 0, chain: 'regtest' }).addressKey as Hex;

  return {
    gateId: 'ETH',
    url,
    floatMinor: FLOAT,
    async giveFloat() {
      await send(hot, FLOAT);
      await client.mine({ blocks: 1 });
    },
    makeBlock: () => client.mine({ blocks: 1 }),
    pay: ({ address }, minor) => send(address as Hex, minor),
    newRecipient() {
      const address = `0x${randomBytes(20).toString('hex')}`;
      return { address, key: address, tag: null };
    },
    arrived: (recipients) => byBalance(recipients, ({ address }) => client.getBalance({ address: address as Hex })),
    async kill() {
      // It may die while it writes, and would not start on half a file.
      const kept = await keepWhole(state);
      process.kill(node.pid, 'SIGKILL');
      await node.exited;
      if (!isWhole(state)) copyFileSync(kept, state);
      node = await start();
    },
    async close() {
      await node.stop();
      folder.remove();
    },
  };
}

/**
 * A copy of the file as it was whole a moment ago. Older ones are of no use: so many blocks as since then are never
 * lost.
 */
async function keepWhole(file: string): Promise<string> {
  const kept = `${file}.kept`;
  for (let tries = 0; tries < 200; tries += 1) {
    copyFileSync(file, kept);
    if (isWhole(kept)) return kept;
    await until(Date.now() + 50);
  }
  throw new Error('anvil does not finish writing its state.');
}

function isWhole(file: string): boolean {
  try {
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')) !== null;
  } catch {
    return false;
  }
}
