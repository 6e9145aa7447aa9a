import { type GateId, gate, type Mode } from '../../domain/assets/assets.ts';
import { fiatMinorFor } from '../../domain/money/rates.ts';
import { LINK_HISTORY_MS } from '../../domain/suspicion/linked.ts';
import type { Db } from '../core/sequelize.ts';
import { execute, json, prepared, select } from '../core/sql.ts';
import { currentRates } from '../rates/rates.ts';
import { payeeOf, payerOf, recipientOf, senderOf } from './counterparty-sql.ts';
import { type LinkedKind, linkedOperationsTable } from './rows.ts';

/**
 * Records the EUR value of every operation whose money has come or left, once, at the current rate: confirmed payments
 * to invoices and static addresses, euro by reference, and payouts, refunds and withdrawals that are done. Transfers of
 * the gateway's own money are none, and what is older than {@link LINK_HISTORY_MS} counts no more. Operations without a
 * rate are counted by the next run. Payments of an invoice in EUR keep the value they had when they were first seen.
 * @returns how many are new
 */
export async function countOperations(db: Db, nowMs: number): Promise<number> {
  let counted = 0;
  for (let more = AT_ONCE; more === AT_ONCE; counted += more) more = await countSome(db, nowMs);
  return counted;
}

const AT_ONCE = 5_000;

async function countSome(db: Db, nowMs: number): Promise<number> {
  const rows = await select<UncountedRow>(db, uncountedSql, [new Date(nowMs - LINK_HISTORY_MS)]);
  const eurMinorOf = valuation(db);
  const counted: object[] = [];
  for (const row of rows) {
    const valueEurMinor = await eurMinorOf(row);
    if (valueEurMinor === null) continue;
    const { kind, id, mode, merchantId, payer, customer, at } = row;
    counted.push(
      linkedOperationsTable.write({
        kind,
        paymentId: id,
        mode,
        merchantId,
        payer,
        valueEurMinor,
        at: new Date(at),
        customer: customerKey(merchantId, customer),
      }),
    );
  }
  return counted.length === 0 ? 0 : execute(db, countSql, [json(counted)]);
}

interface UncountedRow {
  readonly kind: LinkedKind;
  readonly id: string;
  readonly mode: Mode;
  readonly merchantId: string;
  readonly gateId: GateId;
  readonly minor: string;
  /** In EUR cents as the payment was first seen; null: at the current rate. */
  readonly seenValueMinor: string | null;
  readonly payer: string | null;
  readonly customer: string | null;
  readonly at: Date;
}

/** Asks for each rate once. Null: there is none at present. */
function valuation(db: Db): (row: UncountedRow) => Promise<bigint | null> {
  const rates = new Map<string, Awaited<ReturnType<typeof currentRates>>[number] | undefined>();
  return async ({ mode, gateId, minor, seenValueMinor }) => {
    if (seenValueMinor !== null) return BigInt(seenValueMinor);
    if (gateId === 'EUR') return BigInt(minor);
    const { asset } = gate(gateId);
    const key = `${mode}:${asset}`;
    if (!rates.has(key)) rates.set(key, (await currentRates(db, { mode, assets: [asset], currencies: ['EUR'] }))[0]);
    const rate = rates.get(key);
    return rate === undefined ? null : fiatMinorFor(BigInt(minor), rate);
  };
}

/** An email address is the same person at every merchant; a merchant's own name for a customer is not. */
function customerKey(merchantId: string, customer: string | null): string | null {
  const text = customer?.trim().toLowerCase() ?? '';
  if (text === '') return null;
  return text.includes('@') ? text : `${merchantId}:${text}`;
}

const PAYMENTS = `
  SELECT 'payment' AS kind, p.id, p.mode, coalesce(i.merchant_id, d.merchant_id) AS "merchantId", p.gate_id AS "gateId",
    p.amount_minor::text AS minor,
    CASE WHEN i.currency = 'EUR' THEN p.seen_value_minor::text END AS "seenValueMinor", ${senderOf('p')} AS payer,
    coalesce(i.customer->>'email', d.reference) AS customer, p.first_seen_at AS at
  FROM payment p LEFT JOIN invoice i ON i.id = p.invoice_id LEFT JOIN deposit d ON d.id = p.deposit_id
  WHERE p.status = 'confirmed' AND p.gate_id IS NOT NULL AND p.amount_minor > 0 AND p.first_seen_at > $1
    AND (p.invoice_id IS NOT NULL OR p.deposit_id IS NOT NULL)
    AND NOT EXISTS (SELECT FROM demo_shop s WHERE s.profile_id = i.profile_id)
    AND NOT EXISTS (SELECT FROM linked_operation o WHERE o.payment_id = p.id)`;

const EURO_DEPOSITS = `
  SELECT 'bank_entry', e.id, e.mode, d.merchant_id, 'EUR', e.amount_minor::text, NULL, ${payerOf('e')}, d.reference,
    e.created_at
  FROM bank_entry e JOIN deposit d ON d.id = e.deposit_id
  WHERE e.credited AND e.created_at > $1
    AND NOT EXISTS (SELECT FROM linked_operation l WHERE l.payment_id = e.id)`;

const PAYOUTS = `
  SELECT 'payout', o.id, o.mode, o.merchant_id, o.gate_id, o.net_minor::text, NULL, ${recipientOf('o')},
    i.customer->>'email', o.completed_at
  FROM payout o LEFT JOIN invoice i ON i.id = o.invoice_id
  WHERE o.status = 'done' AND o.completed_at > $1
    AND NOT EXISTS (SELECT FROM linked_operation l WHERE l.payment_id = o.id)
    AND NOT EXISTS (SELECT FROM treasury_transfer t WHERE t.payout_id = o.id)`;

const WITHDRAWALS = `
  SELECT 'withdrawal', w.id, w.mode, w.merchant_id, w.gate_id, w.net_minor::text, NULL, ${payeeOf('w')}, NULL,
    w.completed_at
  FROM withdrawal w
  WHERE w.status = 'done' AND w.completed_at > $1
    AND NOT EXISTS (SELECT FROM linked_operation l WHERE l.payment_id = w.id)`;

/** The money that has come and left since `$1` and is not counted yet. Exported for the test of its plan. */
export const uncountedSql = prepared(
  `${[PAYMENTS, EURO_DEPOSITS, PAYOUTS, WITHDRAWALS].join(' UNION ALL ')} ORDER BY at LIMIT ${AT_ONCE}`,
);

const KEYS = ['kind', 'paymentId', 'mode', 'merchantId', 'payer', 'customer', 'valueEurMinor', 'at'] as const;
const columns = KEYS.map(linkedOperationsTable.column).join(', ');
const countSql = prepared(`
  INSERT INTO linked_operation (${columns})
  SELECT ${columns} FROM jsonb_to_recordset($1::jsonb) AS n(${linkedOperationsTable.recordset(KEYS)})
  ON CONFLICT (payment_id) DO NOTHING`);
