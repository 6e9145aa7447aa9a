import type { Network } from '../assets/assets.ts';

/** A payment of a transaction, as the chain has it. Amounts in minor units. */
export interface DeliveredMovement {
  readonly output: string;
  readonly gateId: string | null;
  readonly addressKey: string;
  readonly destinationTag: bigint | null;
  readonly amountMinor: bigint;
  /** Blocks that the chain itself asks for before it can be spent. */
  readonly maturity: number;
}

export interface DeliveryTransaction {
  readonly movements: readonly DeliveredMovement[];
  readonly failed: boolean;
  /** Null while no block has it. */
  readonly blockHeight: number | null;
}

/** The payment that must arrive on the chain. */
export interface DueDelivery {
  readonly gateId: string;
  readonly addressKey: string;
  readonly destinationTag: bigint | null;
  readonly cryptoMinor: bigint;
  readonly requiredConfirmations: number;
}

export type DecidedDelivery =
  | { readonly outcome: 'elsewhere' }
  | { readonly outcome: 'delivered' | 'short'; readonly minor: bigint; readonly output: string };

export type DeliveryVerdict = { readonly outcome: 'waits' } | DecidedDelivery;

/**
 * Judges the transaction that the partner named: `waits` until it has enough confirmations, `elsewhere` if it does not
 * pay the address and tag of the order, `short` if it pays less. One payment counts for one order: payments that
 * delivered other orders are left out. Pure.
 */
export function judgeDelivery(
  due: DueDelivery,
  {
    found,
    tipHeight,
    taken,
  }: { readonly found: DeliveryTransaction | null; readonly tipHeight: number; readonly taken: ReadonlySet<string> },
): DeliveryVerdict {
  if (found === null || found.blockHeight === null) return { outcome: 'waits' };
  const payments = found.failed ? [] : found.movements.filter((each) => isFor(due, each) && !taken.has(each.output));
  const best = payments.reduce<DeliveredMovement | null>(
    (most, each) => (most === null || each.amountMinor > most.amountMinor ? each : most),
    null,
  );
  const confirmations = Math.max(0, tipHeight - found.blockHeight + 1);
  if (confirmations < Math.max(due.requiredConfirmations, best?.maturity ?? 0)) return { outcome: 'waits' };
  if (best === null) return { outcome: 'elsewhere' };
  const { amountMinor: minor, output } = best;
  return { outcome: minor >= due.cryptoMinor ? 'delivered' : 'short', minor, output };
}

/** A tag that nobody gave is no obstacle: the address itself was named. */
function isFor(
  { gateId, addressKey, destinationTag }: DueDelivery,
  payment: Pick<DeliveredMovement, 'gateId' | 'addressKey' | 'destinationTag'>,
): boolean {
  return (
    payment.gateId === gateId &&
    payment.addressKey === addressKey &&
    (destinationTag === null || payment.destinationTag === destinationTag)
  );
}

/** A transaction ID as the network writes it; null for a text that is none, so that nothing else reaches a node. */
export function transactionIdOn(network: Network, text: string): string | null {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(text.trim())?.[1];
  if (digits === undefined) return null;
  if (network === 'ETH') return `0x${digits.toLowerCase()}`;
  return network === 'XRP' ? digits.toUpperCase() : digits.toLowerCase();
}
