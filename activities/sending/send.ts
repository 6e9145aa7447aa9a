import { isStopped } from '../../db/payouts/emergency-stop.ts';
import { moveOutgoing, type Outgoing, rivalsOf } from '../../db/payouts/outgoing.ts';
import { inTransaction } from '../../db/sequelize.ts';
import type { SendingDeps, Ways } from './deps.ts';
import { move, recordSight, tell } from './record.ts';

/**
 * `sent`: a node has it, or the chain. `stopped`: the emergency stop is pulled. `conflict`: what it spends is spent, and nothing of its payouts is found on the
 * chain. `refused`: the node will not have these bytes.
 */
export type SendingOutcome = 'sent' | 'stopped' | 'conflict' | 'refused';

/**
 * Sends stored bytes and writes down that a node has them. For the first time or again: the bytes are the same, so the chain takes them once (hazard 47).
 * @throws ChainUnavailable when the outcome is unknown
 */
export async function sendOutgoing(deps: SendingDeps, ways: Ways, outgoing: Outgoing): Promise<SendingOutcome> {
  const { mode, network } = ways.port;
  if (outgoing.status === 'mined' || outgoing.status === 'confirmed') return 'sent';
  if (await inTransaction(deps.db, (tx) => isStopped(tx, { mode, network }))) return 'stopped';
  deps.faultPoint?.('before_send');
  const answer = await ways.sending.send(outgoing.raw);
  deps.faultPoint?.('after_send');
  if (answer.kind === 'accepted') {
    await recordSent(deps, outgoing);
    deps.faultPoint?.('after_sent');
    return 'sent';
  }
  // What it spends is taken: by itself in a block, by one of ours that shares it, or by somebody else (hazard 49).
  if (await recordOnChain(deps, ways, outgoing)) return 'sent';
  if (answer.kind === 'conflict') {
    // Nothing is found, which may be the node's fault: the payout stays what it is for an operator, and goes on by itself once it is seen.
    await move(deps, outgoing, (tx, now) => tell(tx, deps, now, { type: 'overdue', reason: 'transaction_conflict' }));
    return 'conflict';
  }
  await move(deps, outgoing, (tx, now) => tell(tx, deps, now, { type: 'failed', reason: 'transaction_refused' }));
  return 'refused';
}

async function recordSent(deps: SendingDeps, outgoing: Outgoing): Promise<void> {
  const again = outgoing.status !== 'signed';
  await move(deps, outgoing, async (tx, now) => {
    // The follower has seen it in the meantime, or another took its place.
    if (now.status !== 'signed' && now.status !== 'sent') return;
    await moveOutgoing(tx, now.id, { status: 'sent', block: null });
    await tell(tx, deps, now, { type: again ? 'sent_again' : 'sent' });
  });
}

/** Looks for it, and for every other transaction that was ever signed for its payouts, and writes down what is found. True when any is. */
async function recordOnChain(deps: SendingDeps, ways: Ways, outgoing: Outgoing): Promise<boolean> {
  const tip = await ways.port.tip();
  let seen = false;
  for (const one of await rivalsOf(deps.db, outgoing.id)) {
    const found = await ways.port.transaction(one.txid);
    if (found === null) continue;
    seen = true;
    await recordSight(deps, ways, { outgoing: one, found, tipHeight: tip.height });
    await move(deps, one, (tx, now) => tell(tx, deps, now, { type: 'sent' }));
  }
  return seen;
}
