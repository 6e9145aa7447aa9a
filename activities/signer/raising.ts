import type { Chain } from '../../db/chain/cursor.ts';
import { moneyTransaction, retrying, type Tx } from '../../db/core/sequelize.ts';
import { isStopped } from '../../db/payouts/emergency-stop.ts';
import { type WaitingInternal, waitingInternal } from '../../db/sending/internal-transfers.ts';
import { lockOutgoing, lockSigning, type Outgoing } from '../../db/sending/transactions.ts';
import { DEFAULT_WAITS } from '../../domain/state/payout-waits.ts';
import { isUnconfirmed } from './bump.ts';
import type { SignerDeps } from './sign.ts';

/**
 * Signs and stores, in the signer's transaction, what takes the place of this one or helps it on; false when it cannot
 * now.
 */
export type BumpStep = (tx: Tx, replaces: Outgoing) => Promise<boolean>;

const PER_ROUND = 20;

/**
 * Signs transfers between the gateway's own accounts again with a higher fee, if they have waited for a block as long
 * as a payout may. Both spend the same inputs, so only one can be mined; every hash is tracked (hazard 50).
 * @param plan asks the chain before anything is locked; null if nothing should be done
 * @returns how many were signed again
 * @throws ChainUnavailableError if the node is not reliable now
 */
export async function bumpInternalTransfers(
  deps: SignerDeps,
  chain: Chain,
  plan: (waiting: WaitingInternal) => Promise<BumpStep | null>,
): Promise<number> {
  const signedBeforeMs = deps.nowMs() - DEFAULT_WAITS.bumpMs;
  let bumped = 0;
  for (const waiting of await waitingInternal(deps.db, chain, { signedBeforeMs, limit: PER_ROUND })) {
    const step = await plan(waiting);
    if (step !== null && (await signReplacement(deps, chain, { id: waiting.id, step }))) bumped += 1;
  }
  return bumped;
}

function signReplacement(
  deps: SignerDeps,
  chain: Chain,
  { id, step }: { readonly id: string; readonly step: BumpStep },
): Promise<boolean> {
  return retrying(() =>
    moneyTransaction(deps.db, async (tx) => {
      await lockSigning(tx, chain);
      if (await isStopped(tx, chain)) return false;
      const replaces = await lockOutgoing(tx, id);
      return isUnconfirmed(replaces) && step(tx, replaces);
    }),
  );
}
