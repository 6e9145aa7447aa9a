import type { CryptoGateId } from '../../domain/assets/assets.ts';

/** One amount that a transaction gives to one address. */
export interface Movement {
  /** The gate's id, or `network:contract` / `network:issuer` for an asset that is no gate. */
  readonly assetRef: string;
  readonly gateId: CryptoGateId | null;
  /** Its place in the transaction: `0` (UTXO), `log:3` or `trace:0.1` (EVM, TRON), empty (XRP). */
  readonly output: string;
  /**
   * Canonical: the script in hex (BTC, LTC, BCH), the lower-case address (ETH), base58 (TRON), the classic address
   * (XRP).
   */
  readonly addressKey: string;
  readonly destinationTag: bigint | null;
  /** The account that owned exactly this amount, as {@link addressKey}; missing where the chain does not name it. */
  readonly sender?: string;
  readonly amountMinor: bigint;
  /** Newly made coins, which a reorganization removes permanently. */
  readonly coinbase: boolean;
  /** Blocks that the chain itself asks for before it can be spent: 100 for coinbase, 6 for an MWEB peg-out, else 0. */
  readonly maturity: number;
}

/** The offer of a waiting transaction for a place in a block. */
export interface FeeOffer {
  /** In minor units of the network's coin: the most that it pays. */
  readonly feeMinor: bigint;
  /** Its size: virtual bytes, or units of gas. */
  readonly units: bigint;
  /** Its sender can replace it by one that pays more. */
  readonly isReplaceable: boolean;
}
