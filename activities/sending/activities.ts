import { ApplicationFailure } from '@temporalio/activity';
import type { Chain } from '../../db/chain/cursor.ts';
import { createBatches } from '../../db/core/batches.ts';
import { readPayout } from '../../db/payouts/read.ts';
import { type Outgoing, presentOutgoingOf } from '../../db/sending/transactions.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { PayoutSnapshot } from '../../domain/state/payout-snapshot.ts';
import { payoutSnapshotOf } from '../../domain/state/payout-snapshot.ts';
import type { Config } from '../../settings/config.ts';
import { type ChainConfig, openChain } from '../chain/open-chain.ts';
import type { ChainAccess, SendingDeps } from './deps.ts';
import { openSending } from './open-sending.ts';
import { recordSent, type SendingOutcome, sendOutgoing } from './send.ts';

export interface SendingActivityDeps extends SendingDeps {
  readonly config: Pick<Config, keyof ChainConfig>;
}

export interface BroadcastPayoutInput {
  readonly version: 1;
  readonly payoutId: string;
  /** True if the payout's own workflow calls; the answer then contains the new state of the payout. */
  readonly own?: boolean;
}

export interface BroadcastAnswer {
  readonly outcome: SendingOutcome;
  /** The payout's new state, for its own workflow. */
  readonly watch: PayoutSnapshot | null;
}

/** The activities of the queues `chain-<network>` that send signed transactions to a node. */
export function openSendingActivities(deps: SendingActivityDeps) {
  const opened = new Map<string, Promise<OpenChainAccess>>();

  /** Cached, because opening identifies the node, which takes longer than sending. */
  function accessTo(chain: Chain): Promise<OpenChainAccess> {
    const name = `${chain.mode}:${chain.network}`;
    const known = opened.get(name);
    if (known !== undefined) return known;
    const opening = openChainAccess(deps, chain);
    opened.set(name, opening);
    // After a failure the next call opens it again.
    opening.catch(() => opened.delete(name));
    return opening;
  }

  // Transactions sent at about the same time are recorded in one database transaction.
  const batchesFor = (requested: SendingDeps) =>
    createBatches<Outgoing, ReadonlyMap<string, PayoutSnapshot>>({
      run: async (sent) => {
        const watches = await recordSent(requested, sent);
        return sent.map(() => watches);
      },
      keysOf: ({ id, payoutIds }) => [id, ...payoutIds],
      max: SENT_AT_ONCE,
      sizeOf: ({ payoutIds }) => payoutIds.length,
    });
  const batches = { own: batchesFor({ ...deps, isCalledByWorkflow: true }), others: batchesFor(deps) };

  return {
    activities: {
      /**
       * Sends what is signed for a payout, the same bytes each time. `conflict` also when nothing is signed any more.
       * @throws ChainUnavailableError when the outcome is unknown
       */
      async broadcastPayout({ payoutId, own = false }: BroadcastPayoutInput): Promise<BroadcastAnswer> {
        const readOwnSnapshot = async () =>
          own ? payoutSnapshotOf(await readPayout(deps.db, payoutId).catch(asFailure)) : null;
        const outgoing = await presentOutgoingOf(deps.db, payoutId);
        if (outgoing === null) return { outcome: 'conflict', watch: await readOwnSnapshot() };
        const { mode, network } = outgoing;
        let watch: PayoutSnapshot | undefined;
        const onSent = async (sent: Outgoing) => {
          watch = (await batches[own ? 'own' : 'others'].add(sent)).get(payoutId);
        };
        const requested = { ...deps, isCalledByWorkflow: own, onSent };
        const outcome = await sendOutgoing(requested, await accessTo({ mode, network }), outgoing);
        return { outcome, watch: own ? (watch ?? (await readOwnSnapshot())) : null };
      },
    },

    async close(): Promise<void> {
      for (const opening of opened.values()) {
        const access = await opening.catch(() => null);
        await access?.close();
      }
      opened.clear();
    },
  };
}

export type SendingActivities = ReturnType<typeof openSendingActivities>['activities'];

/** Roughly how many sent payouts one database transaction records. */
const SENT_AT_ONCE = 50;

interface OpenChainAccess extends ChainAccess {
  close(): Promise<void>;
}

async function openChainAccess({ db, config, nowMs }: SendingActivityDeps, chain: Chain): Promise<OpenChainAccess> {
  const sending = openSending(config, db, chain, nowMs);
  if (sending === null) throw ApplicationFailure.nonRetryable('Nothing can be sent on this network.', 'not_open');
  const port = await openChain(config, db, chain.mode, chain.network, nowMs);
  return {
    port,
    sending,
    async close() {
      await sending.close();
      await port.close();
    },
  };
}

function asFailure(error: unknown): never {
  if (isDomainError(error, 'not_found')) throw ApplicationFailure.nonRetryable(error.message, error.code);
  throw error;
}
