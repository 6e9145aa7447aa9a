import { type SubmittableTransaction, Wallet } from 'xrpl';
import { treasury } from '../../../activities/chain/xrp/ledger.fixture.ts';
import { startRippled } from '../../../activities/chain/xrp/rippled.fixture.ts';
import { byBalance, type NodeUnderTest } from './chain.fixture.ts';

/** The simulator of `rippled`, whose death loses what waits for the next ledger and every connection. */
export async function startXrpNode(): Promise<NodeUnderTest> {
  const server = await startRippled();
  const { ledger } = server;
  const pay: NodeUnderTest['pay'] = async ({ address, tag }, drops) => {
    const payment = {
      TransactionType: 'Payment',
      Account: treasury.address,
      Destination: address,
      Amount: drops.toString(),
      Fee: '10',
      Sequence: ledger.nextSequence(treasury.address) ?? 1,
      ...(tag === null ? {} : { DestinationTag: Number(tag) }),
    };
    ledger.submit(treasury.sign(payment as SubmittableTransaction).tx_blob);
  };
  return {
    gateId: 'XRP',
    url: server.url,
    // The account that pays is the one that payers pay to: the first of them opens it.
    floatMinor: 0n,
    giveFloat: async () => {},
    makeBlock: async () => void ledger.accept(),
    pay,
    newRecipient() {
      const { address } = Wallet.generate();
      return { address, key: address, tag: '7' };
    },
    arrived: (recipients) => byBalance(recipients, ({ address }) => ledger.account(address)?.balance ?? 0n),
    async kill() {
      ledger.lose();
      await server.restart();
    },
    close: () => server.close(),
  };
}
