import { ApplicationFailure } from '@temporalio/activity';
import type { Chain } from '../../db/chain/cursor.ts';
import { liveOutgoingOf } from '../../db/payouts/outgoing.ts';
import { readPayoutRow } from '../../db/payouts/read.ts';
import type { Config } from '../../domain/config.ts';
import { isDomainError } from '../../domain/errors.ts';
import { type ChainConfig, openChain } from '../chain/open-chain.ts';
import type { SendingDeps, Ways } from './deps.ts';
import { openSending } from './open-sending.ts';
import { type SendingOutcome, sendOutgoing } from './send.ts';

export interface SendingActivityDeps extends SendingDeps {
  readonly config: Pick<Config, keyof ChainConfig>;
}

export interface BroadcastPayoutInput {
  readonly version: 1;
  readonly payoutId: string;
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

  return {
    activities: {
      /**
       * Sends what is signed for a payout: the same bytes however often it is asked. `conflict` also where nothing is signed any more.
       * @throws ChainUnavailable when the outcome is unknown
       */
      async broadcastPayout({ payoutId }: BroadcastPayoutInput): Promise<SendingOutcome> {
        const { mode, network, mass_payout_id } = await readPayoutRow(deps.db, payoutId).catch(asFailure);
        const outgoing = await liveOutgoingOf(deps.db, payoutId);
        if (outgoing === null) return 'conflict';
        const asked = { ...deps, askedByWorkflow: mass_payout_id === null };
        return sendOutgoing(asked, await waysOf({ mode, network }), outgoing);
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
