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
import type { PayoutUse } from '../../domain/payouts/limits.ts';
import type { SigningFacts } from '../../domain/payouts/signing.ts';
import { payoutTarget } from '../../domain/payouts/target.ts';
import { mayBePaid } from '../../domain/state/payout-facts.ts';

/** A payout under the signer's lock, with what decides about it. */
export interface Candidate {
  readonly row: PayoutRow;
  readonly facts: SigningFacts;
}

export interface CandidateQuestion {
  readonly chain: Chain;
  readonly payoutId: string;
  readonly beside?: readonly PayoutRow[];
}

/**
 * Locks a payout and reads everything that decides whether it is signed.
 * @param beside what the same transaction pays besides: it counts for the limits like what is signed
 * @throws DomainError `not_found`
 */
export async function readCandidate(
  tx: Tx,
  settings: PayoutSettings,
  { chain, payoutId, beside = [] }: CandidateQuestion,
): Promise<Candidate> {
  const row = await lockPayout(tx, payoutId);
  const { mode, gate_id: gateId, merchant_id: merchantId } = row;
  const of = { mode, gateId, exceptId: row.id };
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
    merchant:
      row.kind === 'refund'
        ? null
        : {
            limits: await merchantLimits(tx, merchantId, gateId),
            use: more(await signedUse(tx, { ...of, merchantId }), beside.filter(isOfMerchant(row))),
          },
    gateway: { limits: await gatewayLimits(tx, gateId), use: more(await signedUse(tx, of), beside) },
  };
  return { row, facts };

  function more(use: PayoutUse, rows: readonly PayoutRow[]): PayoutUse {
    const minor = rows.reduce((sum, each) => (each.gate_id === gateId ? sum + BigInt(each.net_minor) : sum), 0n);
    return { hourMinor: use.hourMinor + minor, dayMinor: use.dayMinor + minor };
  }
}

function isOfMerchant({ merchant_id }: PayoutRow) {
  return (each: PayoutRow) => each.merchant_id === merchant_id && each.kind === 'payout';
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
