import type { Network } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Chain } from '../chain/cursor.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared } from '../core/sql.ts';

/** The claimed facts of a payment, for the chain to confirm or disprove. */
export interface ClaimedPayment extends Chain {
  readonly network: Network;
  readonly txid: string;
  readonly output: string;
  readonly asset: string;
  readonly paymentAddressKey: string;
  readonly amountMinor: bigint;
  readonly requiredConfirmations: number;
  readonly seenAt: Date;
  /** Where the claimant wants it. */
  readonly addressKey: string | null;
  readonly invoiceCreatedAt: Date | null;
}

/** @throws DomainError `not_found` */
export async function readClaimedPayment(on: Tx | Db, claimId: string): Promise<ClaimedPayment> {
  type Row = Omit<ClaimedPayment, 'amountMinor'> & { readonly amount: string };
  const row = await maybeOne<Row>(on, claimedSql, [claimId]);
  if (row === undefined) throw new DomainError('not_found');
  const { amount, ...rest } = row;
  return { ...rest, amountMinor: BigInt(amount) };
}

const claimedSql = prepared(`
  SELECT c.mode, c.network, c.txid, p.output, c.asset, p.address_key AS "paymentAddressKey",
    c.amount_minor::text AS amount, p.required_confirmations AS "requiredConfirmations", p.first_seen_at AS "seenAt",
    c.address_key AS "addressKey", i.created_at AS "invoiceCreatedAt"
  FROM claim c JOIN payment p ON p.id = c.payment_id LEFT JOIN invoice i ON i.id = c.invoice_id WHERE c.id = $1`);
