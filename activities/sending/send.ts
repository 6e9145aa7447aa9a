import { moneyTransaction, retrying } from '../../db/core/sequelize.ts';
import { isStopped } from '../../db/payouts/emergency-stop.ts';
import { noteRefusal } from '../../db/sending/refusals.ts';
import { conflictGroupOf, lockOutgoings, type Outgoing, updateOutgoings } from '../../db/sending/transactions.ts';
import type { PayoutSnapshot } from '../../domain/state/payout-snapshot.ts';
import type { ChainAccess, SendingDeps } from './deps.ts';
import { applyToPayouts, applyToPayoutsOf, type PayoutUpdate, recordSnapshot, withLockedOutgoing } from './record.ts';

/**
 * `sent`: a node or the chain has it. `stopped`: the emergency stop is on. `conflict`: its inputs are spent, and no
 * transaction of its payouts is on the chain. `refused`: the node rejects it.
 */
export type SendingOutcome = 'sent' | 'stopped' | 'conflict' | 'refused';

/**
 * Sends a stored transaction and records that a node has it. Safe to repeat: the bytes are the same, so the chain
 * accepts them only once (hazard 47).
 * @throws ChainUnavailableError when the outcome is unknown
 */
export async function sendOutgoing(
  deps: SendingDeps,
  access: ChainAccess,
  outgoing: Outgoing,
): Promise<SendingOutcome> {
  const { mode, network } = access.port;
  if (outgoing.status === 'mined' || outgoing.status === 'confirmed') return 'sent';
  if (await isStopped(deps.db, { mode, network })) return 'stopped';
  deps.faultPoint?.('before_send');
  const answer = await access.sending.send(outgoing.raw);
  deps.faultPoint?.('after_send');
  if (answer.kind === 'accepted') {
    await (deps.onSent === undefined ? recordSent(deps, [outgoing]) : deps.onSent(outgoing));
    deps.faultPoint?.('after_sent');
    return 'sent';
  }
  // Its inputs are used: by this transaction in a block, by a conflicting one of the gateway, or by somebody else
  // (hazard 49).
  if (await recordOnChain(deps, access, outgoing)) return 'sent';
  if (answer.kind === 'conflict') {
    // The node may be wrong: the payout keeps its status, an operator sees the reason, and it continues once found.
    await withLockedOutgoing(deps, outgoing, (tx, now) =>
      applyToPayoutsOf(tx, deps, now, { type: 'overdue', reason: 'transaction_conflict', words: answer.words }),
    );
    return 'conflict';
  }
  await withLockedOutgoing(deps, outgoing, async (tx, now) => {
    if (now.status !== 'signed' && now.status !== 'sent') return;
    await noteRefusal(tx, now, { words: answer.words, nowMs: deps.nowMs() });
    await applyToPayoutsOf(tx, deps, now, { type: 'failed', reason: 'transaction_refused', words: answer.words });
  });
  return 'refused';
}

/** Records that a node has transactions. @returns their payouts that were updated */
export function recordSent(deps: SendingDeps, sent: readonly Outgoing[]): Promise<ReadonlyMap<string, PayoutSnapshot>> {
  const again = new Set(sent.filter(({ status }) => status !== 'signed').map(({ id }) => id));
  return retrying(() =>
    moneyTransaction(deps.db, async (tx) => {
      const locked = await lockOutgoings(
        tx,
        sent.map(({ id }) => id),
      );
      // The follower may have seen the others mined already, or they were replaced.
      const waiting = locked.filter(({ status }) => status === 'signed' || status === 'sent');
      await updateOutgoings(
        tx,
        waiting.map(({ id }) => ({ id, status: 'sent', block: null })),
      );
      const updates = waiting.map((outgoing): PayoutUpdate => {
        return { outgoing, event: { type: again.has(outgoing.id) ? 'sent_again' : 'sent' } };
      });
      return applyToPayouts(tx, deps, updates);
    }),
  );
}

/** Looks up this and all conflicting transactions on the chain and records what is found. True when any is found. */
async function recordOnChain(deps: SendingDeps, access: ChainAccess, outgoing: Outgoing): Promise<boolean> {
  const tip = await access.port.tip();
  let seen = false;
  for (const one of await conflictGroupOf(deps.db, outgoing.id)) {
    const found = await access.port.transaction(one.txid);
    if (found === null) continue;
    seen = true;
    await recordSnapshot(deps, access, { outgoing: one, found, tipHeight: tip.height });
    await withLockedOutgoing(deps, one, (tx, now) => applyToPayoutsOf(tx, deps, now, { type: 'sent' }));
  }
  return seen;
}
