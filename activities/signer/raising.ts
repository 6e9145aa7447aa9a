import type { Chain } from '../../db/chain/cursor.ts';
import { type WaitingInternal, waitingInternal } from '../../db/outgoing/internal-transfers.ts';
import { lockOutgoing, lockSigning, type Outgoing } from '../../db/outgoing/transactions.ts';
import { isStopped } from '../../db/payouts/emergency-stop.ts';
import { moneyTransaction, retrying, type Tx } from '../../db/sequelize.ts';
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
 * Signs what moves between accounts of our own once more for a higher fee where no block has taken it for as long as a
 * payout is left to wait. It shares what it spends with the transaction before, so that only one of them can be mined;
 * every hash stays watched (hazard 50). What cannot be raised goes on waiting.
 * @param plan asks the chain, before anything is locked; null where nothing is worth doing
 * @returns how many were
 * @throws ChainUnavailableError when the node cannot be relied on now
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
