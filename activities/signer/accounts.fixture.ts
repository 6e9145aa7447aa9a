import { HDKey } from '@scure/bip32';
import { type Db, inTransaction } from '../../db/core/sequelize.ts';
import { select } from '../../db/core/sql.ts';
import type { NewPayout } from '../../db/payouts/create.ts';
import { saveGateCosts } from '../../db/payouts/network-fees.ts';
import { payoutProcess } from '../../db/payouts/process.ts';
import { readPayout } from '../../db/payouts/read.ts';
import { fund, makePayout, mismatches, moneyOf, testPayoutSettings } from '../../db/payouts/testing.fixture.ts';
import { applyStep } from '../../db/process/apply.ts';
import { liveOutgoingOf, type Outgoing } from '../../db/sending/transactions.ts';
import { makeMerchant, type TestMerchant } from '../../db/testing.fixture.ts';
import type { CryptoGateId, Network } from '../../domain/assets/assets.ts';
import { accountPath, accountXpubOf } from '../../domain/assets/derivation.ts';
import { seedOf } from '../../domain/assets/seed.ts';
import { newId } from '../../domain/ids.ts';
import { DEFAULT_FEE_BOUNDS } from '../../domain/payouts/fee-bounds.ts';
import { TEST_MNEMONIC } from '../../settings/config.fixture.ts';
import type { ChainPort } from '../chain/port.ts';
import type { SendingPort } from '../sending/port.ts';
import { sendOutgoing } from '../sending/send.ts';
import { trackOutgoing } from '../sending/track.ts';
import { type BumpAnswer, bumpFee } from './bump.ts';
import type { SigningFamily, SigningKeys } from './family.ts';
import { paymentOf, type SignerDeps, type SigningAnswer, type SigningRefusal, signTogether } from './sign.ts';

const seed = seedOf(TEST_MNEMONIC);

export function testXpub(network: Network): string {
  return accountXpubOf({ seed, network, chain: 'regtest' });
}

export function testKeys(network: Network): SigningKeys {
  const account = HDKey.fromMasterSeed(seed).derive(accountPath(network, 'regtest'));
  return {
    key(branch, index) {
      const { privateKey, publicKey } = account.deriveChild(branch).deriveChild(index);
      if (privateKey === null || publicKey === null) throw new Error('A child of a private key has one.');
      return { privateKey, publicKey };
    },
  };
}

/**
 * The way of payouts of one network from a request to the chain, step by step, without the workflow that takes the
 * steps.
 */
export interface PayoutRig {
  readonly shop: TestMerchant;
  /** Asks for a payout and queues it; the merchant pays the fees. */
  ask(gateId: CryptoGateId, amountMinor: bigint, more?: Partial<NewPayout>): Promise<string>;
  /** The signer's answer. */
  answer(payoutId: string): Promise<SigningAnswer>;
  /** Why the signer does not sign; null when it did. */
  refusal(payoutId: string): Promise<SigningRefusal['reason'] | null>;
  /** The text that operators would read about it. Nothing is kept. */
  words(payoutId: string): Promise<string>;
  /** Signs and stores, once for each payout. @throws Error with the reason */
  signed(payoutId: string): Promise<Outgoing>;
  bumped(payoutId: string): Promise<Outgoing>;
  /** The signer's answer when the fee should be raised. */
  replaced(payoutId: string): Promise<BumpAnswer>;
  /** As an operator. */
  operate(payoutId: string, type: 'retry' | 'resolve_unpaid'): Promise<void>;
  send(outgoing: Outgoing): ReturnType<typeof sendOutgoing>;
  track(): Promise<void>;
  stateOf(payoutId: string): Promise<{ status: string; reason: string | null; needsOperator: boolean }>;
  money(gateId: CryptoGateId): ReturnType<typeof moneyOf>;
  /** The booked cost of transactions, minor units of the coin. */
  costs(): Promise<string[]>;
  mismatches(): ReturnType<typeof mismatches>;
}

export interface RigOptions<Conditions> {
  readonly db: Db;
  readonly port: ChainPort;
  readonly family: SigningFamily<Conditions>;
  readonly sending: SendingPort;
  readonly nowMs?: () => number;
}

export async function openPayoutRig<Conditions>(options: RigOptions<Conditions>): Promise<PayoutRig> {
  const { db, port, family, sending, nowMs = Date.now } = options;
  const chain = { mode: family.mode, network: family.network };
  const shop = await makeMerchant(db);
  const keys = testKeys(family.network);
  const deps = { db, nowMs };
  const ways = { port, sending };

  const signer: SignerDeps = {
    ...deps,
    settings: testPayoutSettings,
    familyOf: () => family as SigningFamily,
    keysOf: () => keys,
    boundsOf: () => DEFAULT_FEE_BOUNDS[family.network],
  };

  async function live(payoutId: string): Promise<Outgoing> {
    const outgoing = await liveOutgoingOf(db, payoutId);
    if (outgoing === null) throw new Error('Nothing is signed.');
    return outgoing;
  }

  return {
    shop,
    async ask(gateId, amountMinor, more = {}) {
      await fund(db, shop, gateId, amountMinor * 2n + 10n ** 9n);
      // As the follower does: a payout is charged what the node says.
      await saveGateCosts(db, { mode: chain.mode, costs: await port.gateCosts(), nowMs: Date.now() });
      const { id } = await makePayout(db, shop, { gateId, amountMinor, ...more });
      return id;
    },
    answer: (payoutId) => signTogether(signer, chain, [payoutId]),
    async refusal(payoutId) {
      const { signed, deferred, refused } = await signTogether(signer, chain, [payoutId]);
      return signed.length > 0 ? null : ([...deferred, ...refused][0]?.reason ?? null);
    },
    async signed(payoutId) {
      const { signed, ...rest } = await signTogether(signer, chain, [payoutId]);
      if (signed.length === 0) throw new Error(JSON.stringify(rest));
      return live(payoutId);
    },
    async bumped(payoutId) {
      const answer = await bumpFee(signer, payoutId);
      if (!answer.bumped) throw new Error(answer.reason);
      return live(payoutId);
    },
    replaced: (payoutId) => bumpFee(signer, payoutId),
    async words(payoutId) {
      const payments = [paymentOf(await readPayout(db, payoutId))];
      const conditions = await family.conditions(db, payments);
      const request = { payments, conditions, keys, replaces: null, bounds: signer.boundsOf(chain), nowMs: nowMs() };
      let words = '';
      const looking = inTransaction(db, async (tx) => {
        const answer = await family.sign(tx, { ...request, onReserved: () => {} });
        words = 'words' in answer ? answer.words : '';
        throw new Error('rolled back');
      });
      await looking.catch(() => undefined);
      return words;
    },
    async operate(payoutId, type) {
      const event = { type, by: { kind: 'staff', id: 'ops' }, note: 'Seen on the chain.' } as const;
      const step = { id: payoutId, event, cause: `operate:${newId()}`, nowMs: nowMs() };
      await inTransaction(db, (tx) => applyStep(tx, payoutProcess, step));
    },
    send: (outgoing) => sendOutgoing(deps, ways, outgoing),
    track: () => trackOutgoing(deps, ways),
    async stateOf(payoutId) {
      const { status, statusReason: reason, needsOperator } = await readPayout(db, payoutId);
      return { status, reason, needsOperator };
    },
    money: (gateId) => moneyOf(db, shop, gateId),
    async costs() {
      const sql = `SELECT e.amount::text AS amount FROM entry e JOIN transfer t ON t.id = e.transfer_id
        JOIN account a ON a.id = e.account_id
        WHERE t.kind = 'network_cost' AND a.kind = 'fees:network' ORDER BY t.id`;
      return (await select<{ amount: string }>(db, sql)).map(({ amount }) => amount);
    },
    mismatches: () => mismatches(db),
  };
}
