import {
  liveOutgoingOf,
  lockOutgoing,
  lockSigning,
  type Outgoing,
  storeOutgoing,
} from '../../db/outgoing/transactions.ts';
import { readPayout, readPayoutRows } from '../../db/payouts/read.ts';
import type { PayoutRow } from '../../db/payouts/rows.ts';
import { moneyTransaction, retrying, type Tx } from '../../db/sequelize.ts';
import { judgeReplacement } from '../../domain/payouts/signing.ts';
import type { PayoutReason } from '../../domain/state/payout-status.ts';
import { ChainUnavailableError } from '../chain/port.ts';
import { beginExamination } from './facts.ts';
import {
  applyPayoutSteps,
  ceilingOf,
  paymentOf,
  type SignerDeps,
  SigningRefusedError,
  signWith,
  unlessUnavailable,
} from './sign.ts';

/** The result of raising a fee. */
export type BumpAnswer =
  | { readonly bumped: true; readonly txid: string }
  /** `too_late`: nothing of the payout waits for a block. `not_replaceable`: the network keeps what it saw first. */
  | {
      readonly bumped: false;
      readonly reason: PayoutReason | 'too_late' | 'not_replaceable';
      /** What signer or node say of it. */
      readonly words?: string;
    };

/**
 * Signs the payments of a waiting transaction again with a higher fee. Both spend the same inputs, so only one can be
 * mined, and every hash is tracked (hazard 50). The follower sends the new one. The approved ceilings apply, unless an
 * operator approved more.
 * @throws DomainError `not_found`
 */
export async function bumpFee(deps: SignerDeps, payoutId: string): Promise<BumpAnswer> {
  const row = await readPayout(deps.db, payoutId);
  const chain = { mode: row.mode, network: row.network };
  const family = deps.familyOf(chain);
  if (family.replaceable === false) return { bumped: false, reason: 'not_replaceable' };
  const live = await liveOutgoingOf(deps.db, payoutId);
  if (live === null || !isUnconfirmed(live)) return tooLate;
  const rows = await readPayoutRows(deps.db, live.payoutIds);
  const conditions = await unlessUnavailable(() => family.conditions(deps.db, rows.map(paymentOf)));
  if (conditions instanceof ChainUnavailableError) {
    return { bumped: false, reason: 'network_unavailable', words: conditions.message };
  }
  try {
    const answer = await retrying(() =>
      moneyTransaction(deps.db, async (tx) => {
        await lockSigning(tx, chain);
        // The transaction before its payouts, as the follower locks them.
        const replaces = await lockOutgoing(tx, live.id);
        if (!isUnconfirmed(replaces)) return tooLate;
        const examined = await examine(tx, deps, replaces);
        if (examined.reason !== null) return { bumped: false, reason: examined.reason } as const;
        const payments = examined.rows.map(paymentOf);
        const ceilingMinor = ceilingOf(deps.settings, examined.rows);
        const work = { chain, family, payments, ceilingMinor, conditions, replaces };
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
        return { bumped: true, txid: signed.txid } as const;
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

const tooLate = { bumped: false, reason: 'too_late' } as const;

/** True while it is in no block, and nothing took its place. */
export function isUnconfirmed({ status }: Outgoing): boolean {
  return status === 'signed' || status === 'sent';
}

/** The payments as read under their locks, and what forbids signing any of them. */
async function examine(
  tx: Tx,
  deps: SignerDeps,
  { payoutIds, mode, network }: Outgoing,
): Promise<{ readonly rows: readonly PayoutRow[]; readonly reason: PayoutReason | null }> {
  const asked = { chain: { mode, network }, payoutIds, nowMs: deps.nowMs() };
  const { candidate } = await beginExamination(tx, deps.settings, asked);
  const rows: PayoutRow[] = [];
  for (const payoutId of payoutIds) {
    const { row, facts } = await candidate(payoutId);
    const reason = judgeReplacement(facts);
    if (reason !== null) return { rows, reason };
    rows.push(row);
  }
  return { rows, reason: null };
}
