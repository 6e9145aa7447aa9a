import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { isUuid } from '../../domain/ids.ts';
import type { PayoutFeePayer } from '../../domain/outflows/fees.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, prepared } from '../core/sql.ts';
import type { RefundRequestRow } from './request-process.ts';

/** The refund that a shop prepared before its payer named an address: by API, or with a plugin. */
export interface PreparedRefund {
  /** Of money on another quote; null: the invoice's own. */
  readonly gateId: CryptoGateId | null;
  /** Fiat, minor units of the currency. */
  readonly valueMinor: bigint;
  readonly currency: string;
  /** The shop's words for it. */
  readonly name: string | null;
  /** Null: the profile decides. */
  readonly feePayer: PayoutFeePayer | null;
}

/** The refund that a request's link was made for; null where nobody named an amount. */
export async function preparedRefund(
  on: Db | Tx,
  { invoiceId, link }: Pick<RefundRequestRow, 'invoiceId' | 'link'>,
): Promise<PreparedRefund | null> {
  // Links of emails are named after their occasion.
  if (!isUuid(link)) return null;
  const row = await maybeOne<PreparedRow>(on, preparedSql, [invoiceId, link]);
  if (row === undefined) return null;
  const { gate_id: gateId, value_minor: value, fee_payer: feePayer, currency, name } = row;
  return { gateId, valueMinor: BigInt(value), currency, name, feePayer };
}

interface PreparedRow {
  readonly gate_id: CryptoGateId | null;
  readonly value_minor: string;
  readonly currency: string;
  readonly name: string | null;
  readonly fee_payer: PayoutFeePayer | null;
}

const preparedSql = prepared(`
  SELECT l.gate_id, l.value_minor::text, i.currency, l.reason AS name, l.fee_payer
  FROM refund_link l JOIN invoice i ON i.id = l.invoice_id WHERE l.id = $2 AND l.invoice_id = $1
  UNION ALL
  SELECT NULL, p.amount_minor::text, p.currency, p.name, NULL
  FROM greenfield_pull_payment p WHERE p.id = $2 AND p.invoice_id = $1`);
