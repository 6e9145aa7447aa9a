import type { CryptoGateId } from '../../../domain/assets/assets.ts';

/** A chain whose node a test can kill, with somebody who pays on it and strangers to be paid. */
export interface NodeUnderTest {
  readonly gateId: CryptoGateId;
  /** Where the node itself is, past everything that is put before it. */
  readonly url: string;
  /** The gateway's initial funds on its paying account, in minor units: for fees and reserves. */
  readonly floatMinor: bigint;
  /** Puts it there. */
  giveFloat(): Promise<void>;
  /** Makes a block, or a ledger. Fails while the node is away. */
  makeBlock(): Promise<void>;
  /** Pays as a customer does. */
  pay(to: { readonly address: string; readonly tag: string | null }, minor: bigint): Promise<void>;
  newRecipient(): Recipient;
  /** The payments that a recipient got on the chain as it is now; where the chain keeps balances, their sum as one. */
  arrived(recipients: readonly Recipient[]): Promise<ReadonlyMap<string, readonly bigint[]>>;
  /** `kill -9`, and started again on what it had on its disk. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** A stranger who is paid once. */
export interface Recipient {
  readonly address: string;
  /** How the chain names it. */
  readonly key: string;
  readonly tag: string | null;
}

/** The sum of what each has, as the only payment; none where it has nothing. */
export async function byBalance(
  recipients: readonly Recipient[],
  balanceOf: (recipient: Recipient) => bigint | Promise<bigint>,
): Promise<ReadonlyMap<string, readonly bigint[]>> {
  const found = new Map<string, readonly bigint[]>();
  for (const recipient of recipients) {
    const balance = await balanceOf(recipient);
    found.set(recipient.key, balance === 0n ? [] : [balance]);
  }
  return found;
}
