import { noteRefusal } from '../../db/outgoing/refusals.ts';
import { lockOutgoings, moveOutgoings, type Outgoing, rivalsOf } from '../../db/outgoing/transactions.ts';
import { isStopped } from '../../db/payouts/emergency-stop.ts';
import { moneyTransaction, retrying } from '../../db/sequelize.ts';
import type { PayoutWatch } from '../../domain/state/payout-watch.ts';
import type { SendingDeps, Ways } from './deps.ts';
import { move, recordSight, type Telling, tell, tellAll } from './record.ts';

/**
 * `sent`: a node has it, or the chain. `stopped`: the emergency stop is pulled. `conflict`: what it spends is spent,
 * and nothing of its payouts is found on the chain. `refused`: the node will not have these bytes.
 */
export type SendingOutcome = 'sent' | 'stopped' | 'conflict' | 'refused';

/**
 * Sends stored bytes and writes down that a node has them. For the first time or again: the bytes are the same, so the
 * chain takes them once (hazard 47).
 * @throws ChainUnavailable when the outcome is unknown
 */
export async function sendOutgoing(deps: SendingDeps, ways: Ways, outgoing: Outgoing): Promise<SendingOutcome> {
  const { mode, network } = ways.port;
  if (outgoing.status === 'mined' || outgoing.status === 'confirmed') return 'sent';
  if (await isStopped(deps.db, { mode, network })) return 'stopped';
  deps.faultPoint?.('before_send');
  const answer = await ways.sending.send(outgoing.raw);
  deps.faultPoint?.('after_send');
  if (answer.kind === 'accepted') {
    await (deps.onSent === undefined ? recordSent(deps, [outgoing]) : deps.onSent(outgoing));
    deps.faultPoint?.('after_sent');
    return 'sent';
  }
  // What it spends is taken: by itself in a block, by one of ours that shares it, or by somebody else (hazard 49).
  if (await recordOnChain(deps, ways, outgoing)) return 'sent';
  if (answer.kind === 'conflict') {
    // Nothing is found, which may be the node's fault: the payout stays what it is for an operator, and goes on by
    // itself once it is seen.
    await move(deps, outgoing, (tx, now) =>
      tell(tx, deps, now, { type: 'overdue', reason: 'transaction_conflict', words: answer.words }),
    );
    return 'conflict';
  }
  await move(deps, outgoing, async (tx, now) => {
    if (now.status !== 'signed' && now.status !== 'sent') return;
    await noteRefusal(tx, now, { words: answer.words, nowMs: deps.nowMs() });
    await tell(tx, deps, now, { type: 'failed', reason: 'transaction_refused', words: answer.words });
  });
  return 'refused';
}

/**
 * Writes down that a node has transactions. @returns their payouts as they are then, but for those that had moved on
 */
export function recordSent(deps: SendingDeps, sent: readonly Outgoing[]): Promise<ReadonlyMap<string, PayoutWatch>> {
  const again = new Set(sent.filter(({ status }) => status !== 'signed').map(({ id }) => id));
  return retrying(() =>
    moneyTransaction(deps.db, async (tx) => {
      const locked = await lockOutgoings(
        tx,
        sent.map(({ id }) => id),
      );
      // The follower has seen others in the meantime, or something took their place.
      const waiting = locked.filter(({ status }) => status === 'signed' || status === 'sent');
      await moveOutgoings(
        tx,
        waiting.map(({ id }) => ({ id, status: 'sent', block: null })),
      );
      const tellings = waiting.map((outgoing): Telling => {
        return { outgoing, event: { type: again.has(outgoing.id) ? 'sent_again' : 'sent' } };
      });
      return tellAll(tx, deps, tellings);
    }),
  );
}

/**
 * Looks for it, and for every other transaction that was ever signed for its payouts, and writes down what is found.
 * True when any is.
 */
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
