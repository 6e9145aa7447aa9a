import { ApplicationFailure } from '@temporalio/activity';
import { createBatches } from '../../db/batches.ts';
import type { Chain } from '../../db/chain/cursor.ts';
import { liveOutgoingOf, type Outgoing } from '../../db/outgoing/transactions.ts';
import { watchOf } from '../../db/payouts/publish.ts';
import { readPayout } from '../../db/payouts/read.ts';
import type { Config } from '../../domain/config.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { PayoutWatch } from '../../domain/state/payout-watch.ts';
import { type ChainConfig, openChain } from '../chain/open-chain.ts';
import type { SendingDeps, Ways } from './deps.ts';
import { openSending } from './open-sending.ts';
import { recordSent, type SendingOutcome, sendOutgoing } from './send.ts';

export interface SendingActivityDeps extends SendingDeps {
  readonly config: Pick<Config, keyof ChainConfig>;
}

export interface BroadcastPayoutInput {
  readonly version: 1;
  readonly payoutId: string;
  /** The workflow of this very payout asks, and learns from the answer what became of it. */
  readonly own?: boolean;
}

export interface BroadcastAnswer {
  readonly outcome: SendingOutcome;
  /** The payout as it is then, for its own workflow. */
  readonly watch: PayoutWatch | null;
}

/** The part of the queues `chain-<network>` that hands signed bytes to a node. */
export function openSendingActivities(deps: SendingActivityDeps) {
  const opened = new Map<string, Promise<OpenWays>>();

  /** Opened once and kept: asking a node who it is takes longer than sending. */
  function waysOf(chain: Chain): Promise<OpenWays> {
    const name = `${chain.mode}:${chain.network}`;
    const known = opened.get(name);
    if (known !== undefined) return known;
    const opening = openWays(deps, chain);
    opened.set(name, opening);
    // A node that is away is asked again the next time.
    opening.catch(() => opened.delete(name));
    return opening;
  }

  // What nodes took at about the same time is written down in one transaction.
  const recordOf = (asked: SendingDeps) =>
    createBatches<Outgoing, ReadonlyMap<string, PayoutWatch>>({
      run: async (sent) => {
        const watches = await recordSent(asked, sent);
        return sent.map(() => watches);
      },
      keysOf: ({ id, payoutIds }) => [id, ...payoutIds],
      max: SENT_AT_ONCE,
      sizeOf: ({ payoutIds }) => payoutIds.length,
    });
  const records = { own: recordOf({ ...deps, askedByWorkflow: true }), others: recordOf(deps) };

  return {
    activities: {
      /**
       * Sends what is signed for a payout: the same bytes however often it is asked. `conflict` also where nothing is
       * signed any more.
       * @throws ChainUnavailable when the outcome is unknown
       */
      async broadcastPayout({ payoutId, own = false }: BroadcastPayoutInput): Promise<BroadcastAnswer> {
        const readWatch = async () => (own ? watchOf(await readPayout(deps.db, payoutId).catch(asFailure)) : null);
        const outgoing = await liveOutgoingOf(deps.db, payoutId);
        if (outgoing === null) return { outcome: 'conflict', watch: await readWatch() };
        const { mode, network } = outgoing;
        let watch: PayoutWatch | undefined;
        const onSent = async (sent: Outgoing) => {
          watch = (await records[own ? 'own' : 'others'].add(sent)).get(payoutId);
        };
        const asked = { ...deps, askedByWorkflow: own, onSent };
        const outcome = await sendOutgoing(asked, await waysOf({ mode, network }), outgoing);
        return { outcome, watch: own ? (watch ?? (await readWatch())) : null };
      },
    },

    async close(): Promise<void> {
      for (const opening of opened.values()) {
        const ways = await opening.catch(() => null);
        await ways?.close();
      }
      opened.clear();
    },
  };
}

export type SendingActivities = ReturnType<typeof openSendingActivities>['activities'];

/** Payouts whose sending is written down in one transaction, about. */
const SENT_AT_ONCE = 50;

interface OpenWays extends Ways {
  close(): Promise<void>;
}

async function openWays({ db, config }: SendingActivityDeps, chain: Chain): Promise<OpenWays> {
  const sending = openSending(config, db, chain);
  if (sending === null) throw ApplicationFailure.nonRetryable('Nothing can be sent on this network.', 'not_open');
  const port = await openChain(config, db, chain.mode, chain.network);
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
