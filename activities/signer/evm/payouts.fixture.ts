import { createTestClient, type Hex, http, publicActions, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Outgoing } from '../../../db/sending/transactions.ts';
import { deriveOwnAddress } from '../../../domain/assets/derivation.ts';
import { useAnvil } from '../../../scripts/testing/nodes.ts';
import { openTestEvm, type TestEvm } from '../../chain/evm/node.fixture.ts';
import { openEvmHoldings } from '../../custody/evm.ts';
import type { OwnHolding } from '../../custody/holdings.ts';
import { custodyOffset } from '../../custody/testing.fixture.ts';
import { openEvmSending } from '../../sending/evm.ts';
import type { SendingPort } from '../../sending/port.ts';
import { openPayoutRig, type PayoutRig, testKeys, testXpub } from '../accounts.fixture.ts';
import { openEvmSigning } from './family.ts';

export const ETHER = 10n ** 18n;
const accountXpub = testXpub('ETH');

/** The account that pays. */
export const hot = deriveOwnAddress({ network: 'ETH', accountXpub, index: 0, chain: 'regtest' }).addressKey as Hex;

/** An address that nobody has used. */
export const someone = () => `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`;

const openClient = (url: string) => createTestClient({ mode: 'anvil', transport: http(url) }).extend(publicActions);

/** The gateway's payouts on a real node that mines when it is asked to. */
export interface EvmPayouts {
  readonly evm: TestEvm;
  readonly rig: PayoutRig;
  readonly sending: SendingPort;
  readonly family: ReturnType<typeof openEvmSigning>;
  readonly node: ReturnType<typeof openClient>;
  etherOf(address: string): Promise<bigint>;
  /** How far books and chain are apart, by asset. */
  offset(): ReturnType<typeof custodyOffset>;
  /** The coins on addresses of the gateway's own, as the proof of reserves counts them. */
  ownHoldings(): Promise<readonly OwnHolding[]>;
  /** Mines until everything sent is at its confirmations. */
  settle(): Promise<void>;
  /** Somebody else has the keys, and mines a transaction with the number of this one. */
  steal(transaction: Pick<Outgoing, 'spends'>): Promise<void>;
}

/** Opens a node and an account with 20 ETH for the tests of a file; after each test the books must agree. */
export function useEvmPayouts(): () => EvmPayouts {
  const server = useAnvil({ args: ['--no-mining', '--slots-in-an-epoch', '10'] });
  let opened: EvmPayouts & { close(): Promise<void> };
  beforeAll(async () => {
    opened = await openEvmPayouts(server().url);
  }, 60_000);
  afterAll(() => opened.close());
  afterEach(async () => expect(await opened.rig.mismatches()).toEqual([]));
  return () => opened;
}

async function openEvmPayouts(url: string): Promise<EvmPayouts & { close(): Promise<void> }> {
  const evm = await openTestEvm(url);
  const node = openClient(url);
  const options = {
    mode: 'sandbox',
    url,
    usdtContract: evm.contracts.usdt.address.toLowerCase(),
    accountXpub,
  } as const;
  const [family, sending, holdings] = [openEvmSigning(options), openEvmSending(options), openEvmHoldings(options)];
  const rig = await openPayoutRig({ db: evm.db, port: evm.port, family, sending });
  await evm.send({ to: hot, value: 20n * ETHER });
  await evm.mine(1);
  return {
    evm,
    rig,
    sending,
    family,
    node,
    etherOf: (address) => node.getBalance({ address: address as Hex }),
    offset: () => custodyOffset(evm.db, { mode: 'sandbox', network: 'ETH' }, holdings),
    ownHoldings: () => holdings.ownHoldings(evm.db),
    async settle() {
      await evm.mine(13);
      await rig.track();
    },
    async steal({ spends }) {
      const thief = privateKeyToAccount(toHex(testKeys('ETH').key(1, 0).privateKey));
      const bytes = await thief.signTransaction({
        type: 'eip1559',
        chainId: 31337,
        gas: 21_000n,
        to: someone() as Hex,
        value: 1n,
        nonce: Number(spends[0]?.split(':')[1]),
        maxFeePerGas: 90_000_000_000n,
        maxPriorityFeePerGas: 8_000_000_000n,
      });
      await node.sendRawTransaction({ serializedTransaction: bytes });
      await evm.mine(1);
    },
    async close() {
      await holdings.close();
      await family.close();
      await sending.close();
      await evm.close();
    },
  };
}
