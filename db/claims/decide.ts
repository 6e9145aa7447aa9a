import { staffMay } from '../../domain/accounts/staff-permissions.ts';
import { gate, type Mode } from '../../domain/assets/assets.ts';
import { type Alone, needsSecondPerson } from '../../domain/compliance/alone.ts';
import { missingVotes } from '../../domain/compliance/two-people.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import { newId, type StaffId } from '../../domain/ids.ts';
import type { ClaimVote } from '../../domain/state/claim.ts';
import { type AuditEntry, audit } from '../audit/audit.ts';
import { readChainKind } from '../chain/identity.ts';
import { withBlocks } from '../core/blocked-staff.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared } from '../core/sql.ts';
import { claimKind } from '../ledger/accounts.ts';
import { holdOutflow } from '../outflows/holds.ts';
import { beginPayout, type RequestedPayout } from '../payouts/begin.ts';
import { networkFee, withGathering } from '../payouts/network-fees.ts';
import type { PayoutSettings } from '../payouts/settings.ts';
import { applyStep } from '../process/apply.ts';
import type { StaffMember } from '../staff/people.ts';
import { approvedAlone, lockApprovedAlone, noteApprovedAlone } from '../staff/sole-approvals.ts';
import { euroValue } from '../treasury/moves/value.ts';
import { currentMids } from '../treasury/valuation.ts';
import { lockPaymentSql } from './create.ts';
import { quoteClaim } from './find.ts';
import { claimProcess } from './process.ts';
import { amountOf } from './publish.ts';
import { isPaidToRival, refuseRivals } from './rivals.ts';
import { type ClaimRow, claimsTable } from './rows.ts';

export interface ClaimAct extends Pick<AuditEntry, 'actor' | 'origin'> {
  readonly member: StaffMember;
  readonly reason: string;
  readonly nowMs: number;
}

export interface ClaimSettings {
  readonly payouts: PayoutSettings;
  /** From this value on, with what one person alone approved within a day, two people have to approve; euro cents. */
  readonly secondFromMinor: bigint;
}

/**
 * One of the staff approves a claim; a valuable one waits for another person of another role. With the last approval
 * the payment leaves suspense and a payout of it is requested, less the fee of balance recovery and the network's, all
 * in the caller's transaction. Other claims to it are refused.
 * @returns whether it is being paid now
 * @throws DomainError `permission_denied`; `illegal_transition` unless it waits for a decision; `conflict` when more is
 *   missing, or the payment is not in suspense any more; `amount_too_small`; `operation_suspended`
 */
export async function approveClaim(tx: Tx, settings: ClaimSettings, id: string, act: ClaimAct): Promise<boolean> {
  const { member, nowMs } = act;
  const locked = await lockClaimFor(tx, id, act);
  const row = { ...locked, votes: (await withBlocks(tx, locked.votes)).filter(({ isBlocked }) => !isBlocked) };
  if (row.status !== 'review') throw new DomainError('illegal_transition');
  await requireInSuspense(tx, row);
  const vote = { staffId: member.id, role: member.role, name: member.fullName };
  const approver = { kind: 'claim', mode: row.mode, staffId: member.id } as const;
  const valueMinor = valueNow(row, await currentMids(tx, row.mode));
  const alone = {
    valueMinor,
    secondFromMinor: settings.secondFromMinor,
    beforeMinor: await lockApprovedAlone(tx, approver),
  };
  const missing = missingVote(row, { vote, alone });
  if (missing !== null && row.votes.length > 0) throw new DomainError('conflict', { message: missing });
  const payout = missing === null ? await requestPayout(tx, settings.payouts, row, nowMs) : null;
  const paid = payout && {
    payoutId: payout.id,
    netMinor: payout.netMinor,
    serviceFeeMinor: payout.serviceFeeMinor,
    networkFeeMinor: payout.networkFeeMinor,
  };
  await applyStep(tx, claimProcess, { id, event: { type: 'approve', vote, paid }, cause: null, nowMs });
  if (payout !== null) await holdOutflow(tx, payout, [{ kind: claimKind(id), minor: payout.heldMinor }]);
  const isAlone = payout !== null && row.votes.length === 0;
  const rivals = payout === null ? [] : await refuseRivals(tx, row, nowMs);
  for (const rival of rivals) await record(tx, rival, { ...act, action: 'claim.refused' });
  if (isAlone && valueMinor !== null) await noteApprovedAlone(tx, { ...approver, subjectId: id, valueMinor });
  await record(tx, row, { ...act, action: 'claim.approved' });
  return payout !== null;
}

/** One of the staff refuses a claim: the payment stays in suspense and can be claimed again. */
export async function refuseClaim(tx: Tx, id: string, act: ClaimAct): Promise<void> {
  const row = await lockClaimFor(tx, id, act);
  const event = { type: 'refuse', note: act.reason.trim() } as const;
  await applyStep(tx, claimProcess, { id, event, cause: null, nowMs: act.nowMs });
  await record(tx, row, { ...act, action: 'claim.refused' });
}

/** The missing approvals of the claim beside this person's, in words; null if there are none. */
export function missingVote(
  { votes }: Pick<ClaimRow, 'votes'>,
  { vote, alone }: { readonly vote: ClaimVote; readonly alone: Alone },
): string | null {
  if (votes.length === 0 && !needsSecondPerson(alone)) return null;
  return missingVotes([...votes, vote], { verb: 'approve', mlroBecause: null });
}

/** The facts that decide about claims of a mode if this person approves them alone now. */
export async function readAlone(
  on: Tx | Db,
  {
    mode,
    staffId,
    secondFromMinor,
  }: { readonly mode: Mode; readonly staffId: StaffId } & Pick<ClaimSettings, 'secondFromMinor'>,
): Promise<(row: ClaimRow) => Alone> {
  const beforeMinor = await approvedAlone(on, { kind: 'claim', mode, staffId });
  const mids = await currentMids(on, mode);
  return (row) => ({ valueMinor: valueNow(row, mids), beforeMinor, secondFromMinor });
}

/** The value of a claim at these rates, in euro cents. */
function valueNow(
  { gateId, amountMinor }: Pick<ClaimRow, 'gateId' | 'amountMinor'>,
  mids: Awaited<ReturnType<typeof currentMids>>,
): bigint | null {
  return gateId === null ? null : euroValue(gateId, amountMinor, mids);
}

/** The payment before the claim, as everybody locks them. */
async function lockClaimFor(tx: Tx, id: string, { member, reason }: ClaimAct): Promise<ClaimRow> {
  if (!staffMay(member.role, 'claim_decide')) throw new DomainError('permission_denied');
  if (reason.trim() === '') throw fieldError('reason', 'A reason is required.');
  const known = await claimsTable.findOne(tx, { id });
  if (known === undefined) throw new DomainError('not_found');
  await maybeOne(tx, lockPaymentSql, [known.paymentId]);
  const row = (await claimProcess.lock(tx, [id])).get(id)?.row;
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** Its money is where it was when it was claimed, and compliance does not hold the invoice that it came to. */
async function requireInSuspense(tx: Tx, row: ClaimRow): Promise<void> {
  const { paymentId, amountMinor } = row;
  const found = await maybeOne<{ held: boolean }>(tx, inSuspenseSql, [paymentId, amountMinor.toString()]);
  if (found === undefined || (await isPaidToRival(tx, row))) {
    throw new DomainError('conflict', { message: 'The payment is no longer in suspense. Review the claim again.' });
  }
  if (found.held) throw new DomainError('operation_suspended');
}

/** The creator of the payouts of claims: the people who approved it are on the claim. */
const BY = { kind: 'system', id: 'claims' } as const;

async function requestPayout(tx: Tx, settings: PayoutSettings, row: ClaimRow, nowMs: number) {
  const requested = await payoutOf(tx, settings, row, nowMs);
  return beginPayout(tx, settings, { payout: requested, by: BY, creators: [], nowMs });
}

async function payoutOf(tx: Tx, settings: PayoutSettings, row: ClaimRow, nowMs: number): Promise<RequestedPayout> {
  const { gateId, address, addressKey, mode, feeBps, amountMinor } = row;
  if (gateId === null || address === null || addressKey === null) throw new DomainError('illegal_transition');
  const { network } = gate(gateId);
  if (!settings.isOpen(mode, network)) throw new DomainError('gate_not_offered');
  const quoted = await networkFee(tx, settings, { mode, merchantId: row.merchantId, gateId });
  const quote = quoteClaim(amountMinor, { gateId, feeBps, networkFeeMinor: quoted.chargedMinor });
  if (!quote.isEnough) throw new DomainError('amount_too_small');
  const fee = await withGathering(tx, quoted, { mode, gateId, netMinor: quote.netMinor });
  return {
    id: newId(nowMs),
    kind: 'balance_recovery',
    merchantId: row.merchantId,
    profileId: row.profileId,
    mode,
    gateId,
    network,
    amountMinor,
    feePayer: 'recipient',
    netMinor: quote.netMinor,
    serviceFeeMinor: quote.serviceFeeMinor,
    networkFeeMinor: quote.networkFeeMinor,
    heldMinor: quote.heldMinor,
    feeCeilingMinor: fee.ceilingMinor,
    feeSampledAt: fee.sampledAt,
    chain: settings.chainOf(mode, network, await readChainKind(tx, { mode, network })),
    address,
    addressKey,
    destinationTag: row.destinationTag,
    reference: null,
    description: null,
    methodId: null,
    invoiceId: null,
    approvalRequired: false,
    notBefore: null,
  };
}

function record(
  tx: Tx,
  row: ClaimRow,
  { action, actor, origin, reason }: ClaimAct & { readonly action: AuditEntry['action'] },
): Promise<void> {
  return audit(tx, {
    chain: 'staff',
    actor,
    origin,
    action,
    target: { kind: 'claim', id: row.id, label: `the claim to ${amountOf(row)} (${row.mode})` },
    data: { reason },
  });
}

const inSuspenseSql = prepared(`
  SELECT coalesce(i.compliance_hold, false) AS held
  FROM payment p LEFT JOIN invoice i ON i.id = p.invoice_id
  WHERE p.id = $1 AND p.status = 'confirmed' AND p.credited AND p.credited_to = 'suspense'
    AND p.credited_minor = $2::numeric
    AND NOT EXISTS (SELECT FROM treasury_transfer t WHERE t.arrival = 'payment:' || p.id)`);
