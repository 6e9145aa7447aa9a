import type { Db, Tx } from '../../db/core/sequelize.ts';
import type { NewOutgoing, Outgoing } from '../../db/sending/transactions.ts';
import type { CryptoGateId, Mode, Network } from '../../domain/assets/assets.ts';
import type { FeeBounds } from '../../domain/payouts/fee-bounds.ts';

/** One payment that a transaction makes; the amount in minor units of the gate. */
export interface Payment {
  readonly payoutId: string;
  readonly gateId: CryptoGateId;
  readonly address: string;
  readonly addressKey: string;
  readonly destinationTag: bigint | null;
  readonly netMinor: bigint;
}

/** A transaction that was built and signed, as it is stored before anybody could see it. */
export type SignedTransaction = Omit<NewOutgoing, 'chain' | 'replaces' | 'nowMs'>;

/** Why nothing can be signed at the moment; it is tried again. */
export interface RetryLater {
  /** `token_refuses`: the token's contract is paused or has blocked our account (hazard 27). */
  readonly retryLater: 'no_funds' | 'fee_too_high' | 'network_unavailable' | 'token_refuses';
  /**
   * For operators: how much is missing, what the fee would be, or what the obstacle is. Stored with the payout, so it
   * contains no secrets.
   */
  readonly words: string;
}

/** Why these payments can never be made as they are; the chain would refuse them, or take the fee and give nothing. */
export interface PermanentRefusal {
  readonly permanentRefusal: 'address_refused';
  /**
   * For operators and the merchant, e.g. that the account does not exist and the amount is below its reserve (hazard
   * 43).
   */
  readonly words: string;
}

/**
 * A key of the gateway on one network: `m/…/<branch>/<index>`, branch 0 is what payers are given, 1 is the gateway's
 * own.
 */
export interface SigningKeys {
  key(branch: 0 | 1, index: number): { readonly privateKey: Uint8Array; readonly publicKey: Uint8Array };
}

/** How the transactions of one network are built and signed. */
export interface SigningFamily<Conditions = unknown> {
  readonly mode: Mode;
  readonly network: Network;
  /** How many payments one transaction may make; 1 where each needs one of its own. */
  readonly maxPayments: number;
  /**
   * Set on networks that do not replace a transaction with a higher fee: a signed transaction can only be waited for.
   */
  readonly replaceable?: false;
  /**
   * The facts that only the chain knows: fee rates, heights, numbers of accounts, balances, needs of the recipients.
   * Asked before any row is locked, so the payments may be others by the time of `sign`, which then throws.
   * @throws ChainUnavailableError when the node cannot be relied on now
   */
  conditions(db: Db, payments: readonly Payment[]): Promise<Conditions>;
  /**
   * Reserves coins or a number, builds the transaction and signs it, all in the signer's transaction: rolled back, it
   * never was. With `replaces` it pays the same payments for a higher fee and shares an input or the number with that
   * transaction, so that only one of them can be mined.
   */
  sign(tx: Tx, request: SignRequest<Conditions>): Promise<SignedTransaction | RetryLater | PermanentRefusal>;
  /**
   * Signs what pays nobody in place of a payment, which can then never be mined. Set where everything that was signed
   * later waits for that payment (ETH); elsewhere only the payment itself waits.
   */
  cancel?(tx: Tx, request: CancelRequest<Conditions>): Promise<SignedTransaction | RetryLater>;
}

export interface SignRequest<Conditions> {
  readonly payments: readonly Payment[];
  readonly conditions: Conditions;
  readonly keys: SigningKeys;
  readonly replaces: Outgoing | null;
  /** The allowed cost of the transaction: a rate above the bounds is `fee_too_high`, nothing is signed beyond them. */
  readonly bounds: FeeBounds;
  /** Called between reserving and signing, so that tests can die there. */
  readonly onReserved: () => void;
  readonly nowMs: number;
}

export interface CancelRequest<Conditions> extends Pick<SignRequest<Conditions>, 'conditions' | 'keys' | 'bounds'> {
  readonly replaces: Outgoing;
}
