import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import type { NewPayout } from '../../db/payouts/create.ts';
import { readPayout } from '../../db/payouts/read.ts';
import { fund, makePayout } from '../../db/payouts/testing.fixture.ts';
import { allOutgoingOf } from '../../db/sending/transactions.fixture.ts';
import { command, requestBlocks, type SimCommand } from '../../db/simulator/commands.ts';
import { requestFees } from '../../db/simulator/fees.ts';
import { simTransactions } from '../../db/simulator/transactions.ts';
import { makeMerchant, type TestMerchant, testEncryptionKey } from '../../db/testing.fixture.ts';
import { type CryptoGateId, gate } from '../../domain/assets/assets.ts';
import { testConfig } from '../../settings/config.fixture.ts';
import type { Config } from '../../settings/config.ts';
import { runSimulator } from '../chain/simulator/engine.fixture.ts';
import { startSimulator } from '../chain/simulator/engine.ts';
import { openSimulatedChain } from '../chain/simulator/port.ts';
import type { ChainAccess } from '../sending/deps.ts';
import { sendOutgoing } from '../sending/send.ts';
import { openSimulatedSending } from '../sending/simulated.ts';
import { trackOutgoing } from '../sending/track.ts';
import { createSignerActivities, type SignerActivities } from './activities.ts';
import type { FaultPoint } from './fault-points.fixture.ts';
import { openKeyRing } from './keys.ts';

/** A signer and a follower of one simulated chain, whose blocks the test asks for. */
export interface SignerBench {
  readonly shop: TestMerchant;
  readonly signer: SignerActivities;
  readonly ways: ChainAccess;
  /** Asks for a payout and hands it to the signer. */
  queued(more?: Partial<NewPayout>): Promise<string>;
  sign(...payoutIds: string[]): ReturnType<SignerActivities['signPayouts']>;
  /** Sends the newest transaction of a payout. */
  send(payoutId: string): ReturnType<typeof sendOutgoing>;
  track(): Promise<void>;
  blocks(count: number): Promise<void>;
  /** Lets the network ask the shop for this many percent of its usual fees. */
  feesAt(percent: number): Promise<void>;
  chainDoes(...commands: SimCommand[]): Promise<void>;
  stateOf(payoutId: string): Promise<{ status: string; reason: string | null; needsOperator: boolean }>;
  /** Every transaction that was signed for it, oldest first. */
  signedFor(payoutId: string): ReturnType<typeof allOutgoingOf>;
  /** The mined transactions among those that were signed for it: what the chain itself says. */
  minedFor(payoutId: string): Promise<string[]>;
}

export interface BenchOptions {
  readonly gateId?: CryptoGateId;
  readonly config?: Partial<Config>;
  readonly faultPoint?: (name: FaultPoint) => void;
  /** Put around the real ways, e.g. to lose answers. */
  readonly through?: (ways: ChainAccess) => ChainAccess;
}

/** The configuration that goes with {@link makeMerchant}. */
export function signerConfig(more: Partial<Config> = {}): Config {
  return { ...testConfig(), encryptionKey: testEncryptionKey, ...more };
}

export async function signerBench(db: Db, options: BenchOptions = {}): Promise<SignerBench> {
  const { gateId = 'BTC', faultPoint, through = (ways) => ways } = options;
  const { network } = gate(gateId);
  const chain = { mode: 'sandbox', network } as const;
  const config = signerConfig(options.config);
  const faults = faultPoint === undefined ? {} : { faultPoint };
  const simulator = { db, nowMs: Date.now, blockSeconds: 0, chains: [chain] };
  await startSimulator(simulator);
  const shop = await makeMerchant(db);
  const keyRing = openKeyRing(config, undefined);
  const signer = createSignerActivities({ db, config, keyRing, nowMs: Date.now, ...faults });
  const ways = through({ port: openSimulatedChain(db, chain), sending: openSimulatedSending(db, chain) });
  const deps = { db, nowMs: Date.now, ...faults };
  const round = () => runSimulator(simulator);

  return {
    shop,
    signer,
    ways,
    async queued(more = {}) {
      const amountMinor = more.amountMinor ?? 5n * gate(gateId).networkFeeMinor;
      await fund(db, shop, gateId, amountMinor * 4n);
      const { id } = await makePayout(db, shop, { gateId, amountMinor, ...more });
      return id;
    },
    sign: (...payoutIds) => signer.signPayouts({ version: 1, payoutIds }),
    async send(payoutId) {
      const newest = (await allOutgoingOf(db, payoutId)).at(-1);
      if (newest === undefined) throw new Error('Nothing is signed.');
      return sendOutgoing(deps, ways, newest);
    },
    track: () => trackOutgoing(deps, ways),
    async blocks(count) {
      await inTransaction(db, (tx) =>
        requestBlocks(tx, { ...chain, count, nowMs: Date.now(), isSimulated: () => true }),
      );
      await round();
    },
    async feesAt(percent) {
      const request = { ...chain, merchantId: shop.merchantId, percent, seconds: 600, isSimulated: () => true };
      await inTransaction(db, (tx) => requestFees(tx, request));
    },
    async chainDoes(...commands) {
      for (const each of commands) {
        await inTransaction(db, (tx) => command(tx, chain, each, Date.now() - 1));
        await round();
      }
    },
    async stateOf(payoutId) {
      const { status, statusReason: reason, needsOperator } = await readPayout(db, payoutId);
      return { status, reason, needsOperator };
    },
    signedFor: (payoutId) => allOutgoingOf(db, payoutId),
    async minedFor(payoutId) {
      const txids = (await allOutgoingOf(db, payoutId)).map(({ txid }) => txid);
      const found = await inTransaction(db, (tx) => simTransactions(tx, chain, txids));
      return found.filter(({ state }) => state === 'mined').map(({ txid }) => txid);
    },
  };
}
