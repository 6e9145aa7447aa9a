import { randomBytes } from 'node:crypto';
import { TronWeb } from 'tronweb';
import { base58Of } from '../../../activities/chain/tron/chain.fixture.ts';
import { startTronNode } from '../../../activities/chain/tron/node.fixture.ts';
import { hexOfKey, signTron } from '../../../activities/chain/tron/wallet.fixture.ts';
import { testXpub } from '../../../activities/signer/accounts.fixture.ts';
import { deriveOwnAddress } from '../../../domain/assets/derivation.ts';
import { byBalance, type NodeUnderTest } from './chain.fixture.ts';

const FLOAT = 1_000_000_000n;
const payerKey = '1'.padStart(64, '0');

/** The simulator of java-tron, whose death loses what waits for the next block and every connection. */
export async function startTronNodeUnderTest(): Promise<NodeUnderTest> {
  const node = await startTronNode();
  const { chain } = node;
  const accountXpub = testXpub('TRON');
  const hot = deriveOwnAddress({ network: 'TRON', accountXpub, index: 0, chain: 'regtest' }).address;
  chain.give(hexOfKey(payerKey), 10n ** 12n);
  chain.produce(20);
  return {
    gateId: 'TRX',
    url: node.url,
    floatMinor: FLOAT,
    giveFloat: async () => chain.give(TronWeb.address.toHex(hot), FLOAT),
    makeBlock: async () => chain.produce(),
    async pay({ address }, sun) {
      const value = { to_address: TronWeb.address.toHex(address), amount: Number(sun) };
      const order = { head: chain.head, nowMs: Date.now(), type: 'TransferContract', value };
      const answer = chain.broadcast(signTron(payerKey, order));
      if (!answer.result) throw new Error(answer.code);
    },
    newRecipient() {
      const key = `41${randomBytes(20).toString('hex')}`;
      return { address: base58Of(key), key, tag: null };
    },
    arrived: (recipients) => byBalance(recipients, ({ key }) => chain.balance(key)),
    async kill() {
      chain.lose();
      await node.restart();
    },
    close: () => node.close(),
  };
}
