import type { Chain } from '../../db/chain/cursor.ts';
import { readChainKind } from '../../db/chain/identity.ts';
import { isStopped } from '../../db/payouts/emergency-stop.ts';
import { readHold } from '../../db/payouts/holds.ts';
import { gatewayLimits, merchantLimits, signedUse } from '../../db/payouts/limits.ts';
import { lockPayout } from '../../db/payouts/read.ts';
import { type PayoutRow, toFacts } from '../../db/payouts/rows.ts';
import type { PayoutSettings } from '../../db/payouts/settings.ts';
import type { Tx } from '../../db/sequelize.ts';
import { isSuspended } from '../../db/staff/suspended.ts';
import { type ChainKind, gate } from '../../domain/assets.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { SigningBound, SigningFacts } from '../../domain/payouts/signing.ts';
import { payoutTarget } from '../../domain/payouts/target.ts';
import { mayBePaid } from '../../domain/state/payout-facts.ts';

/** A payout under the signer's lock, with what decides about it. */
export interface Candidate {
  readonly row: PayoutRow;
  readonly facts: SigningFacts;
}

/**
 * Locks a payout and reads everything that decides whether it is signed. What earlier ones of the same transaction took of the limits is counted, once their
 * signature is written down.
 * @throws DomainError `not_found`
 */
export async function readCandidate(
  tx: Tx,
  settings: PayoutSettings,
  { chain, payoutId }: { readonly chain: Chain; readonly payoutId: string },
): Promise<Candidate> {
  const row = await lockPayout(tx, payoutId);
  const { mode, gate_id: gateId, merchant_id: merchantId } = row;
  const facts: SigningFacts = {
    stopped: await isStopped(tx, chain),
    status: row.status,
    signed: mayBePaid(toFacts(row)),
    suspended: await isSuspended(tx, 'payout', row.id),
    approved: settings.seal.isApproved(row),
    netMinor: BigInt(row.net_minor),
    heldMinor: BigInt(row.held_minor),
    hold: await readHold(tx, row),
    target: targetOf(row, settings, await readChainKind(tx, chain)),
    // Refunds are the payers' money: a merchant's limits do not hold them back.
    merchant: row.kind === 'refund' ? null : await bound(merchantLimits(tx, merchantId, gateId), { merchantId }),
    gateway: await bound(gatewayLimits(tx, gateId), {}),
  };
  return { row, facts };

  async function bound(
    limits: ReturnType<typeof gatewayLimits>,
    of: { readonly merchantId?: string },
  ): Promise<SigningBound> {
    return { limits: await limits, use: await signedUse(tx, { mode, gateId, exceptId: row.id, ...of }) };
  }
}

function targetOf(row: PayoutRow, settings: PayoutSettings, identified: ChainKind | null): SigningFacts['target'] {
  const { mode, network, address, destination_tag: destinationTag } = row;
  const chain = settings.chainOf(mode, network, identified);
  try {
    const tokenContract = settings.tokenContract(mode);
    const target = payoutTarget(gate(row.gate_id), { address, destinationTag }, { chain, tokenContract });
    const same =
      target.addressKey === row.address_key && (target.destinationTag?.toString() ?? null) === destinationTag;
    return same ? 'as_approved' : 'another';
  } catch (error) {
    if (isDomainError(error, 'address_invalid') || isDomainError(error, 'destination_tag_invalid')) return 'refused';
    throw error;
  }
}
