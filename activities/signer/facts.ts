import type { Chain } from '../../db/chain/cursor.ts';
import { readChainKind } from '../../db/chain/identity.ts';
import type { Tx } from '../../db/core/sequelize.ts';
import { readHolds } from '../../db/outflows/holds.ts';
import { type SigningLimits, signingLimits } from '../../db/outflows/limits.ts';
import { isBeyondOwnLimits, requestedUnderHigherLimits } from '../../db/outflows/lowered-limits.ts';
import { merchantStatuses } from '../../db/outflows/merchant-statuses.ts';
import { signedUse } from '../../db/outflows/uses.ts';
import { isStopped } from '../../db/payouts/emergency-stop.ts';
import { lockPayouts } from '../../db/payouts/read.ts';
import type { PayoutSettings } from '../../db/payouts/settings.ts';
import { heldPayouts } from '../../db/suspicion/suspended.ts';
import { type ChainKind, gate } from '../../domain/assets/assets.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import type { LimitBound } from '../../domain/outflows/limits.ts';
import type { PayoutRow } from '../../domain/payouts/record.ts';
import { isByAnotherPerson, isClosed, isPayersMoney, type SigningFacts } from '../../domain/payouts/signing.ts';
import { payoutTarget } from '../../domain/payouts/target.ts';
import { mayBePaid } from '../../domain/state/payout-facts.ts';

/** A payout under the signer's lock, with what decides about it. */
export interface Candidate {
  readonly row: PayoutRow;
  readonly facts: SigningFacts;
}

/** Payouts of one chain, locked, within one transaction. */
export interface Examination {
  /**
   * A payout with everything that decides whether it is signed.
   * @param beside the other payments of the same transaction, which count towards the limits as if signed
   * @throws DomainError `not_found`
   */
  candidate(payoutId: string, beside?: readonly PayoutRow[]): Promise<Candidate>;
}

/**
 * Locks payouts of a chain in the order of their ids and reads everything that decides about them in a fixed number of
 * statements. Shared facts are read once: the stop cannot change until the end of the transaction.
 */
export async function beginExamination(
  tx: Tx,
  settings: PayoutSettings,
  { chain, payoutIds, nowMs }: { readonly chain: Chain; readonly payoutIds: readonly string[]; readonly nowMs: number },
): Promise<Examination> {
  const stopped = await isStopped(tx, chain);
  const identified = await readChainKind(tx, chain);
  const rows = await lockPayouts(tx, payoutIds);
  const suspended = await heldPayouts(tx, payoutIds);
  const merchants = await merchantStatuses(tx, [...rows.values()]);
  const holds = await readHolds(tx, [...rows.values()]);
  const underHigher = await requestedUnderHigherLimits(tx, payoutIds);
  const limits = new Map<string, SigningLimits>();

  async function limitsFor({ merchantId, gateId }: PayoutRow): Promise<SigningLimits> {
    const key = `${gateId}:${merchantId}`;
    const found = limits.get(key) ?? (await signingLimits(tx, merchantId, gateId));
    limits.set(key, found);
    return found;
  }

  async function isBeyondOwn(row: PayoutRow, beside: readonly PayoutRow[]): Promise<boolean> {
    if (!underHigher.has(row.id)) return false;
    const counted = beside.filter((each) => each.mode === row.mode && isCountedFor(each, row.merchantId));
    const sums = counted.map((each) => ({ gateId: each.gateId, netMinor: BigInt(each.netMinor) }));
    const leaving = { ...row, netMinor: BigInt(row.netMinor) };
    return isBeyondOwnLimits(tx, leaving, { beside: sums, countsWaiting: true });
  }

  async function boundFor(row: PayoutRow, beside: readonly PayoutRow[], merchantId?: string): Promise<LimitBound> {
    const { gateId, mode, id: exceptId } = row;
    const { merchant, gateway } = await limitsFor(row);
    const of = merchantId === undefined ? gateway : merchant;
    // Without a sum to keep to, nothing has to be summed up.
    if (of.hourlyMinor === null && of.dailyMinor === null) return { limits: of, use: { hourMinor: 0n, dayMinor: 0n } };
    const owner = merchantId === undefined ? {} : { merchantId };
    const signed = await signedUse(tx, { mode, gateId, exceptId, ...owner });
    const counted = beside.filter((each) => each.gateId === gateId && isCountedFor(each, merchantId));
    const more = counted.reduce((sum, each) => sum + BigInt(each.netMinor), 0n);
    return { limits: of, use: { hourMinor: signed.hourMinor + more, dayMinor: signed.dayMinor + more } };
  }

  return {
    async candidate(payoutId, beside = []) {
      const row = rows.get(payoutId);
      if (row === undefined) throw new DomainError('not_found');
      const facts: SigningFacts = {
        stopped,
        status: row.status,
        signed: mayBePaid(row),
        suspended: suspended.has(row.id),
        approved: settings.seal.isApproved(row) && isByAnotherPerson(peopleOf(row)),
        coolingOff: row.notBefore !== null && nowMs < row.notBefore.getTime(),
        closed: isClosed({ ...row, merchantStatus: merchants.get(row.merchantId) ?? 'blocked' }),
        beyondOwnLimits: await isBeyondOwn(row, beside),
        netMinor: BigInt(row.netMinor),
        heldMinor: BigInt(row.heldMinor),
        hold: holds.get(row.id) ?? null,
        target: isOnChain(chain, row) ? targetOf(row, settings, identified) : 'changed',
        merchant: isPayersMoney(row) ? null : await boundFor(row, beside, row.merchantId),
        gateway: await boundFor(row, beside),
      };
      return { row, facts };
    },
  };
}

function peopleOf(row: PayoutRow) {
  return {
    approvalRequired: row.approvalRequired,
    createdBy: row.createdBy,
    creators: row.creators,
    approvedBy: row.approvedBy,
    approvedByKind: row.approvedByKind,
  };
}

function isCountedFor(row: PayoutRow, merchantId: string | undefined): boolean {
  return merchantId === undefined || (row.merchantId === merchantId && !isPayersMoney(row));
}

/** The approval includes the gate, so a row that was moved to another chain is not what was approved (hazard 68). */
function isOnChain({ mode, network }: Chain, row: PayoutRow): boolean {
  return row.mode === mode && row.network === network && gate(row.gateId).network === network;
}

function targetOf(row: PayoutRow, settings: PayoutSettings, identified: ChainKind | null): SigningFacts['target'] {
  const { mode, network, address, destinationTag } = row;
  const chain = settings.chainOf(mode, network, identified);
  try {
    const tokenContract = settings.tokenContract(mode);
    const target = payoutTarget(
      gate(row.gateId),
      { address, destinationTag: destinationTag?.toString() ?? null },
      { chain, tokenContract },
    );
    const same = target.addressKey === row.addressKey && target.destinationTag === destinationTag;
    return same ? 'as_approved' : 'changed';
  } catch (error) {
    if (isDomainError(error, 'address_invalid') || isDomainError(error, 'destination_tag_invalid')) return 'refused';
    throw error;
  }
}
