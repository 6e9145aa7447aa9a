import type { ClaimEvidence } from '../state/claim.ts';

/** A movement on the chain, as its node names it now. Amounts in minor units. */
interface FoundMovement {
  readonly output: string;
  readonly assetRef: string;
  readonly addressKey: string;
  readonly amountMinor: bigint;
}

/** A transaction as the chain has it now. */
export interface ClaimedTransaction {
  readonly movements: readonly FoundMovement[];
  /** Outpoints, or `sender:nonce`. */
  readonly spends: readonly string[];
  readonly failed: boolean;
  /** Null while no block has it. */
  readonly blockHeight: number | null;
}

export interface ClaimedMoney {
  readonly output: string;
  readonly asset: string;
  readonly paymentAddressKey: string;
  readonly amountMinor: bigint;
  readonly requiredConfirmations: number;
  /** Where the claimant wants it. */
  readonly addressKey: string | null;
  readonly seenAt: Date;
  readonly invoiceCreatedAt: Date | null;
  /** Chains with accounts name their senders; coins only what they spend. */
  readonly hasSenders: boolean;
}

/**
 * The chain's verdict about a claimed payment: `confirmed` with enough blocks on it, `disproved` if a block has it and
 * it says something else, else `waits`: a node that does not know it may lag, and the followers see reorganizations
 * (hazard 10). Pure.
 */
export function judgeEvidence(
  claimed: ClaimedMoney,
  { found, tipHeight, nowMs }: { found: ClaimedTransaction | null; tipHeight: number; nowMs: number },
): { readonly outcome: 'confirmed' | 'disproved' | 'waits'; readonly evidence: ClaimEvidence } {
  const confirmations = found?.blockHeight == null ? 0 : Math.max(0, tipHeight - found.blockHeight + 1);
  const senders = found !== null && claimed.hasSenders ? sendersOf(found.spends) : null;
  const evidence: ClaimEvidence = {
    checked_at: new Date(nowMs).toISOString(),
    seen_at: claimed.seenAt.toISOString(),
    ...(claimed.invoiceCreatedAt === null ? {} : { invoice_created_at: claimed.invoiceCreatedAt.toISOString() }),
    ...(found?.blockHeight == null ? {} : { block_height: found.blockHeight, confirmations }),
    ...(senders === null ? {} : { senders, address_sent_it: senders.some((each) => each === claimed.addressKey) }),
  };
  if (found === null || found.blockHeight === null) return { outcome: 'waits', evidence };
  const isThere =
    !found.failed &&
    found.movements.some(
      ({ output, assetRef, addressKey, amountMinor }) =>
        output === claimed.output &&
        assetRef === claimed.asset &&
        addressKey === claimed.paymentAddressKey &&
        amountMinor === claimed.amountMinor,
    );
  if (!isThere) return { outcome: 'disproved', evidence };
  return { outcome: confirmations >= claimed.requiredConfirmations ? 'confirmed' : 'waits', evidence };
}

function sendersOf(spends: readonly string[]): string[] {
  return [...new Set(spends.map((spend) => spend.slice(0, Math.max(0, spend.lastIndexOf(':')))))].filter(Boolean);
}
