import { DomainError } from '../../domain/errors.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { readRivals } from './rivals.ts';
import { type ClaimRow, claimsTable } from './rows.ts';

/** One claim. @throws DomainError `not_found`, also for another profile's */
export async function readClaim(on: Tx | Db, id: string, profileId?: string): Promise<ClaimRow> {
  const row = await claimsTable.findOne(on, { id, ...(profileId === undefined ? {} : { profileId }) });
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** Read beside the row: the merchant, and the transaction that pays it back. */
export interface ClaimDetails {
  readonly row: ClaimRow;
  readonly merchantName: string | null;
  readonly paidTxid: string | null;
  /** When the payer of its invoice said that it was paid. */
  readonly payerClaimedAt: Date | null;
  /** Other claims to the payment that wait for a decision. */
  readonly rivals: readonly ClaimRival[];
}

export interface ClaimRival {
  readonly row: ClaimRow;
  readonly merchantName: string | null;
}

/** The rows with their details, in the same order. */
export async function withDetails(on: Tx | Db, rows: readonly ClaimRow[]): Promise<ClaimDetails[]> {
  if (rows.length === 0) return [];
  const rivals = await readRivals(on, rows);
  const all = [...rows, ...[...rivals.values()].flat()];
  const found = await select<Omit<ClaimDetails, 'row' | 'rivals'> & { readonly id: string }>(on, detailsSql, [
    all.map(({ id }) => id),
  ]);
  const byId = new Map(found.map((each) => [each.id, each]));
  const nameOf = (row: ClaimRow) => byId.get(row.id)?.merchantName ?? null;
  return rows.map((row) => ({
    row,
    merchantName: nameOf(row),
    paidTxid: byId.get(row.id)?.paidTxid ?? null,
    payerClaimedAt: byId.get(row.id)?.payerClaimedAt ?? null,
    rivals: (rivals.get(row.paymentId) ?? [])
      .filter(({ id }) => id !== row.id)
      .map((rival) => ({ row: rival, merchantName: nameOf(rival) })),
  }));
}

const detailsSql = prepared(`
  SELECT c.id, m.company_name AS "merchantName", i.payer_claimed_at AS "payerClaimedAt",
    (SELECT t.txid FROM outgoing_line l JOIN outgoing_transaction t ON t.id = l.transaction_id
     WHERE l.payout_id = c.payout_id ORDER BY t.signed_at DESC, t.id DESC LIMIT 1) AS "paidTxid"
  FROM claim c JOIN merchant m ON m.id = c.merchant_id LEFT JOIN invoice i ON i.id = c.invoice_id
  WHERE c.id = ANY($1::uuid[])`);
