import type { Chain } from '../../db/chain/cursor.ts';
import { moneyTransaction, retrying, type Tx } from '../../db/core/sequelize.ts';
import { readPayout, readPayoutRows } from '../../db/payouts/read.ts';
import { canceledPayouts, storeCancellation } from '../../db/sending/cancellations.ts';
import {
  lockOutgoing,
  lockSigning,
  type Outgoing,
  presentOutgoingOf,
  storeOutgoing,
} from '../../db/sending/transactions.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import { judgeReplacement, type ReplacementVerdict } from '../../domain/payouts/signing.ts';
import type { PayoutReason } from '../../domain/state/payout-status.ts';
import { ChainUnavailableError } from '../chain/port.ts';
import { applyPayoutSteps } from '../sending/record.ts';
import { beginExamination } from './facts.ts';
import {
  cancelWith,
  ceilingOf,
  paymentOf,
  type SignerDeps,
  SigningRefusedError,
  type SigningWork,
  signWith,
  unlessUnavailable,
} from './sign.ts';

/** The result of raising a fee. */
export type BumpAnswer =
  | {
      readonly bumped: true;
      readonly txid: string;
      /** Why the payment is not allowed any more, if what was signed in its place pays nobody. */
      readonly canceled?: PayoutReason;
    }
  /** `too_late`: nothing of the payout waits for a block. `not_replaceable`: the network keeps what it saw first. */
  | {
      readonly bumped: false;
      readonly reason: PayoutReason | 'too_late' | 'not_replaceable';
      /** The signer's or node's explanation. */
      readonly words?: string;
    };

/**
 * Signs the payments of a waiting transaction again with a higher fee. Both spend the same inputs, so only one can be
 * mined, and every hash is tracked (hazard 50). The follower sends the new one. The approved ceilings apply, unless an
 * operator approved more. A payment that is not allowed any more (its merchant was blocked, staff suspended it) is not
 * made more likely: where everything signed later waits for it, what takes its place pays nobody, and the payout
 * returns to the queue once that is confirmed.
 * @throws DomainError `not_found`
 */
export async function bumpFee(deps: SignerDeps, payoutId: string): Promise<BumpAnswer> {
  const row = await readPayout(deps.db, payoutId);
  const chain = { mode: row.mode, network: row.network };
  const family = deps.familyOf(chain);
  if (family.replaceable === false) return { bumped: false, reason: 'not_replaceable' };
  const present = await presentOutgoingOf(deps.db, payoutId);
  if (present === null || !isUnconfirmed(present)) return tooLate;
  const payoutIds = (await canceledPayouts(deps.db, [present])).get(present.id) ?? present.payoutIds;
  const rows = await readPayoutRows(deps.db, payoutIds);
  const conditions = await unlessUnavailable(() => family.conditions(deps.db, rows.map(paymentOf)));
  if (conditions instanceof ChainUnavailableError) {
    return { bumped: false, reason: 'network_unavailable', words: conditions.message };
  }
  try {
    const answer = await retrying(() =>
      moneyTransaction(deps.db, async (tx) => {
        await lockSigning(tx, chain);
        // The transaction before its payouts, as the follower locks them.
        const replaces = await lockOutgoing(tx, present.id);
        if (!isUnconfirmed(replaces)) return tooLate;
        const examined = await examine(tx, deps, { chain, payoutIds });
        const payments = examined.rows.map(paymentOf);
        const ceilingMinor = ceilingOf(deps.settings, examined.rows);
        const work = { chain, family, payments, ceilingMinor, conditions, replaces };
        const { verdict } = examined;
        if (verdict.kind === 'wait') return { bumped: false, reason: verdict.reason } as const;
        // A canceled payment stays canceled: the payment may be mined all the same, or is signed again afterwards.
        if (verdict.kind === 'pay' && replaces.kind !== 'cancellation') return signAgain(tx, deps, work);
        return cancel(tx, deps, { ...work, reason: verdict.kind === 'pay' ? null : verdict.reason });
      }),
    );
    deps.faultPoint?.('after_commit');
    return answer;
  } catch (error) {
    if (!(error instanceof SigningRefusedError)) throw error;
    const { refusal } = error;
    return {
      bumped: false,
      reason: 'permanentRefusal' in refusal ? refusal.permanentRefusal : refusal.retryLater,
      words: refusal.words,
    };
  }
}

type ReplacingWork = SigningWork & { readonly replaces: Outgoing };

async function signAgain(tx: Tx, deps: SignerDeps, work: ReplacingWork): Promise<BumpAnswer> {
  const { chain, replaces } = work;
  const signed = await signWith(tx, deps, work);
  const nowMs = deps.nowMs();
  await storeOutgoing(tx, { ...signed, chain, replaces: replaces.id, nowMs });
  const cause = `signed:${signed.txid}`;
  const event = { type: 'signed' } as const;
  await applyPayoutSteps(
    tx,
    signed.lines.map(({ payoutId: id }) => ({ id, event, cause, nowMs })),
  );
  deps.faultPoint?.('after_store');
  return { bumped: true, txid: signed.txid };
}

async function cancel(
  tx: Tx,
  deps: SignerDeps,
  work: ReplacingWork & { readonly reason: PayoutReason | null },
): Promise<BumpAnswer> {
  const { chain, replaces, reason } = work;
  const signed = await cancelWith(tx, deps, work);
  if (signed === null) return { bumped: false, reason: reason ?? 'not_replaceable' };
  await storeCancellation(tx, { ...signed, chain, replaces: replaces.id, nowMs: deps.nowMs() });
  deps.faultPoint?.('after_store');
  return { bumped: true, txid: signed.txid, canceled: reason ?? undefined };
}

const tooLate = { bumped: false, reason: 'too_late' } as const;

/** True while it is in no block, and nothing took its place. */
export function isUnconfirmed({ status }: Outgoing): boolean {
  return status === 'signed' || status === 'sent';
}

/** The payments as read under their locks, and what may take their place: they are made together, or none is. */
async function examine(
  tx: Tx,
  deps: SignerDeps,
  requested: { readonly chain: Chain; readonly payoutIds: readonly string[] },
): Promise<{ readonly rows: readonly PayoutRow[]; readonly verdict: ReplacementVerdict }> {
  const { candidate } = await beginExamination(tx, deps.settings, { ...requested, nowMs: deps.nowMs() });
  const rows: PayoutRow[] = [];
  const verdicts: ReplacementVerdict[] = [];
  for (const payoutId of requested.payoutIds) {
    const { row, facts } = await candidate(payoutId);
    rows.push(row);
    verdicts.push(judgeReplacement(facts));
  }
  return { rows, verdict: verdicts.find(({ kind }) => kind !== 'pay') ?? { kind: 'pay' } };
}
