import { type Db, inTransaction, type Tx } from '../db/core/sequelize.ts';
import { payoutProcess } from '../db/payouts/process.ts';
import { readPayout } from '../db/payouts/read.ts';
import { applyStep } from '../db/process/apply.ts';
import { allOutgoingOf } from '../db/sending/transactions.fixture.ts';
import { makeSolePayment, storeOutgoing, takeNonce, updateOutgoing } from '../db/sending/transactions.ts';
import type { PayoutEvent } from '../domain/state/payout-event.ts';
import { payoutSnapshotOf } from '../domain/state/payout-snapshot.ts';
import type { PayoutReason } from '../domain/state/payout-status.ts';
import type { QueuePlan } from '../temporal/queue-workers.ts';
import { taskQueues } from './messages.ts';

/** A signer and a chain with scripted answers, over the real rows: the test checks how the workflow reacts to them. */
export class TestSending {
  /** Why the signer does not sign now; null: it signs. */
  notNow: PayoutReason | null = null;
  never: PayoutReason | null = null;
  /** The signer's message for that. */
  words: string | null = null;
  /** The node's answer. */
  node: 'sent' | 'stopped' | 'conflict' | 'refused' | 'away' = 'sent';
  signatures = 0;
  broadcasts = 0;
  /** Fees raised; the node takes what pays more. */
  raised = 0;
  #db: Db | undefined;

  plans(db: Db): QueuePlan[] {
    this.#db = db;
    const plan = (taskQueue: string, activities: object) => ({
      taskQueue,
      activities,
      withWorkflows: false,
      concurrency: 4,
    });
    return [
      plan(taskQueues.signer, {
        signPayouts: (input: { payoutIds: string[] }) => this.#sign(input.payoutIds),
        signPayout: async ({ payoutId }: { payoutId: string }) => {
          const { deferred } = await this.#sign([payoutId]);
          return { deferred: deferred[0]?.reason ?? null, watch: payoutSnapshotOf(await readPayout(db, payoutId)) };
        },
        bumpFee: async () => {
          this.raised += 1;
          this.node = 'sent';
          return { bumped: true, txid: 'dearer' };
        },
      }),
      plan(taskQueues.chain('BTC'), {
        broadcastPayout: async ({ payoutId }: { payoutId: string }) => {
          const outcome = await this.#send(payoutId);
          return { outcome, watch: payoutSnapshotOf(await readPayout(db, payoutId)) };
        },
      }),
    ];
  }

  /** Applies the follower's news of the payout's newest transaction. */
  async chainSays(payoutId: string, event: 'confirmed' | 'failed' | 'reorganised'): Promise<void> {
    await this.#step(payoutId, event === 'failed' ? { type: event, reason: 'transaction_failed' } : { type: event }, {
      before: async (tx) => {
        const newest = (await allOutgoingOf(tx, payoutId)).at(-1);
        if (newest === undefined || event === 'reorganised') return;
        await updateOutgoing(tx, newest.id, { status: event, block: { height: 1, hash: 'block' } });
        if (event === 'confirmed') await makeSolePayment(tx, newest.id);
      },
    });
  }

  async #sign(payoutIds: readonly string[]) {
    const signed: string[] = [];
    const { words } = this;
    const deferred: { payoutId: string; reason: string; words: string | null }[] = [];
    const refused: { payoutId: string; reason: string; words: string | null }[] = [];
    for (const payoutId of payoutIds) {
      if (this.never !== null) {
        await this.#step(payoutId, { type: 'refuse', reason: this.never, words });
        refused.push({ payoutId, reason: this.never, words });
      } else if (this.notNow !== null) {
        await this.#step(payoutId, { type: 'defer', reason: this.notNow, words });
        deferred.push({ payoutId, reason: this.notNow, words });
      } else {
        await this.#step(payoutId, { type: 'signed' }, { before: (tx) => store(tx, payoutId) });
        this.signatures += 1;
        signed.push(payoutId);
      }
    }
    return { signed, deferred, refused };
  }

  async #send(payoutId: string) {
    this.broadcasts += 1;
    if (this.node === 'away') throw new Error('connect ECONNREFUSED');
    if (this.node === 'sent') await this.#step(payoutId, { type: 'sent' });
    if (this.node === 'conflict') await this.#step(payoutId, { type: 'overdue', reason: 'transaction_conflict' });
    if (this.node === 'refused') await this.#step(payoutId, { type: 'failed', reason: 'transaction_refused' });
    return this.node;
  }

  async #step(
    payoutId: string,
    event: PayoutEvent,
    { before = async () => {} }: { before?: (tx: Tx) => Promise<void> } = {},
  ) {
    if (this.#db === undefined) throw new Error('The gateway is not started.');
    await inTransaction(this.#db, async (tx) => {
      await before(tx);
      await applyStep(tx, payoutProcess, {
        id: payoutId,
        event,
        cause: `test:${event.type}:${Math.random()}`,
        nowMs: Date.now(),
      });
    });
  }
}

async function store(tx: Tx, payoutId: string): Promise<void> {
  const chain = { mode: 'sandbox', network: 'BTC' } as const;
  const nonce = await takeNonce(tx, chain, 'hot');
  await storeOutgoing(tx, {
    chain,
    txid: `${payoutId}:${nonce}`,
    raw: 'raw',
    spends: [`hot:${nonce}`],
    feeMinor: 1n,
    lines: [{ payoutId, output: '0' }],
    change: [],
    replaces: null,
    nowMs: Date.now(),
  });
}
