import type { Tx } from '../../db/core/sequelize.ts';
import { releaseCoinsExcept } from '../../db/sending/coins.ts';
import { type Origin, originsOf, originTxid } from '../../db/sending/origins.ts';
import { conflictGroupOf, markSpentByOthers, type Outgoing, updateOutgoing } from '../../db/sending/transactions.ts';
import { type ChainAccess, type SendingDeps, WATCHED_BLOCKS } from './deps.ts';
import { applyToPayoutsOf, withLockedOutgoing } from './record.ts';

/**
 * Fails a whole group of conflicting transactions once none of them can be mined any more (hazard 50): others have used
 * their inputs, and the block that first showed it is deep enough. Their payouts become errors that an operator retries
 * or resolves as unpaid; inputs that nobody used are released.
 * @throws ChainUnavailableError when the node cannot be relied on now: nothing was concluded
 */
export async function judgeConflict(deps: SendingDeps, access: ChainAccess, outgoing: Outgoing): Promise<void> {
  const tip = await access.port.tip();
  const conflicting = (await conflictGroupOf(deps.db, outgoing.id)).filter(({ status }) => status !== 'failed');
  const spent = await findSpentOfAll(deps, access, conflicting);
  // The answers count only if the best block stayed the same.
  if ((await access.port.tip()).hash !== tip.hash) return;
  const since = outgoing.spentByOthersSince;
  if (spent === null) {
    if (since !== null) await markSpentByOthers(deps.db, outgoing.id, null);
    return;
  }
  if (since === null || (await access.port.headerAt(since.height))?.hash !== since.hash) {
    await markSpentByOthers(deps.db, outgoing.id, tip);
    return;
  }
  if (tip.height - since.height >= WATCHED_BLOCKS) await failConflictGroup(deps, outgoing, { conflicting, spent });
}

/** The inputs that are gone; null while any of these transactions is on the chain or can still be mined. */
async function findSpentOfAll(
  deps: SendingDeps,
  access: ChainAccess,
  conflicting: readonly Outgoing[],
): Promise<ReadonlySet<string> | null> {
  const all = new Set<string>();
  for (const other of conflicting) {
    const spent = await findGone(deps, access, other);
    if (spent.length === 0 || (await access.port.transaction(other.txid)) !== null) return null;
    for (const spend of spent) all.add(spend);
  }
  return all;
}

/**
 * The inputs that others have used, and those whose own transaction can never be mined again, because others have used
 * what it spends: a payer's deposit that a reorganization replaced by a payment to himself, or change of ours whose
 * transaction lost against the one that replaced it.
 */
async function findGone(deps: SendingDeps, access: ChainAccess, transaction: Origin): Promise<readonly string[]> {
  const { spentByOthers, originUnmined } = await access.sending.findLostInputs(transaction);
  const dead = new Set<string>();
  for (const origin of await originsOf(deps.db, access.port, originUnmined)) {
    if ((await findGone(deps, access, origin)).length > 0) dead.add(origin.txid);
  }
  return [...spentByOthers, ...originUnmined.filter((spend) => dead.has(originTxid(spend)))];
}

interface ConflictGroup {
  readonly conflicting: readonly Outgoing[];
  readonly spent: ReadonlySet<string>;
}

async function failConflictGroup(
  deps: SendingDeps,
  outgoing: Outgoing,
  { conflicting, spent }: ConflictGroup,
): Promise<void> {
  await withLockedOutgoing(deps, outgoing, async (tx, now) => {
    if (now.status !== 'signed' && now.status !== 'sent') return;
    if (!(await isUnchanged(tx, outgoing, conflicting))) return;
    for (const { id } of conflicting) await updateOutgoing(tx, id, { status: 'failed', block: null });
    await releaseCoinsExcept(tx, outgoing.id, [...spent]);
    // A cancellation pays nobody; the payouts are those of what it replaced.
    const payoutIds = [...new Set(conflicting.flatMap((each) => each.payoutIds))];
    await applyToPayoutsOf(tx, deps, { ...now, payoutIds }, { type: 'failed', reason: 'transaction_conflict' });
  });
}

/** True when nothing was signed or found since the chain was queried. */
async function isUnchanged(tx: Tx, { id }: Outgoing, conflicting: readonly Outgoing[]): Promise<boolean> {
  const states = (all: readonly Outgoing[]) => all.map((each) => `${each.txid}:${each.status}`).join();
  const now = (await conflictGroupOf(tx, id)).filter(({ status }) => status !== 'failed');
  return states(now) === states(conflicting);
}
