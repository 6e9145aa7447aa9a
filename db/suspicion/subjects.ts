import { type GateId, gate, gateDecimals, gates, type Mode } from '../../domain/assets/assets.ts';
import { DomainError } from '../../domain/errors.ts';
import { formatTrimmed, maxOf } from '../../domain/money/money.ts';
import { fiatMinorFor } from '../../domain/money/rates.ts';
import type { SuspicionKind } from '../../domain/suspicion/suspicion.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, select } from '../core/sql.ts';
import { currentRates } from '../rates/rates.ts';

/**
 * The subjects that can be suspended: an invoice or deposit whose money is not the merchant's yet, a payout that is not
 * signed, or a withdrawal to a bank account that is in no file.
 */
export interface Subject {
  readonly kind: SuspicionKind;
  readonly id: string;
  readonly merchantId: string;
  readonly companyName: string | null;
  readonly mode: Mode;
  readonly label: string;
  readonly status: string;
  readonly amount: string;
  readonly createdAt: Date;
  /** Null: it may be suspended. Else why not. */
  readonly refusal: 'suspended' | 'settled' | 'signed' | 'over' | null;
}

/**
 * Invoices, deposits, payouts and withdrawals that staff look for: by id, reference, address, account or transaction;
 * without words the newest with money.
 */
export async function findSubjects(db: Db, search: string | undefined): Promise<Subject[]> {
  const text = search?.trim() ?? '';
  const rows = await select<SubjectRow>(db, findSql, [text === '' ? null : text]);
  return rows.map(subjectOf);
}

/** One of them. @throws DomainError `not_found` */
export async function readSubject(on: Tx | Db, kind: SuspicionKind, id: string): Promise<Subject> {
  const row = await maybeOne<SubjectRow>(on, BY_ID[kind], [id]);
  if (row === undefined) throw new DomainError('not_found');
  return subjectOf(row);
}

/**
 * The value of the subject's money in EUR cents now: of an invoice the received amount, or the amount due if that is
 * more, because it may still come. Null without a rate.
 */
export async function eurValueOf(on: Tx | Db, kind: SuspicionKind, id: string): Promise<bigint | null> {
  if (kind === 'withdrawal') {
    const row = await maybeOne<{ minor: string }>(
      on,
      'SELECT held_minor::text AS minor FROM withdrawal WHERE id = $1',
      [id],
    );
    return row === undefined ? null : BigInt(row.minor);
  }
  if (kind === 'payout')
    return eurSumOf(on, 'SELECT mode, gate_id, held_minor::text AS minor FROM payout WHERE id = $1', id);
  if (kind === 'deposit') return eurSumOf(on, depositedSql, id);
  const [came, due] = [await eurSumOf(on, cameSql, id), await eurSumOf(on, dueSql, id)];
  return came === null || due === null ? null : maxOf(came, due);
}

const cameSql = `SELECT mode, gate_id, sum(amount_minor)::text AS minor FROM payment
  WHERE invoice_id = $1 AND status IN ('seen', 'mined', 'confirmed') AND gate_id IS NOT NULL GROUP BY mode, gate_id`;
const depositedSql = `SELECT mode, gate_id, amount_minor::text AS minor FROM deposit WHERE id = $1`;
const dueSql = `SELECT mode, gate_id, amount_due_minor::text AS minor FROM invoice
  WHERE id = $1 AND gate_id IS NOT NULL AND amount_due_minor IS NOT NULL`;

async function eurSumOf(on: Tx | Db, sql: string, id: string): Promise<bigint | null> {
  let total = 0n;
  for (const { mode, gate_id, minor } of await select<AmountRow>(on, sql, [id])) {
    if (gate_id === 'EUR') {
      total += BigInt(minor);
      continue;
    }
    const [rate] = await currentRates(on, { mode, assets: [gate(gate_id).asset], currencies: ['EUR'] });
    if (rate === undefined) return null;
    total += fiatMinorFor(BigInt(minor), rate);
  }
  return total;
}

interface AmountRow {
  readonly mode: Mode;
  readonly gate_id: GateId;
  readonly minor: string;
}

interface SubjectRow {
  readonly kind: SuspicionKind;
  readonly id: string;
  readonly merchant_id: string;
  readonly company_name: string | null;
  readonly mode: Mode;
  readonly reference: string | null;
  readonly status: string;
  readonly gate_id: GateId | null;
  readonly minor: string | null;
  readonly created_at: Date;
  readonly suspended: boolean;
  readonly signed: boolean;
}

function subjectOf(row: SubjectRow): Subject {
  return {
    kind: row.kind,
    id: row.id,
    merchantId: row.merchant_id,
    companyName: row.company_name,
    mode: row.mode,
    label: row.reference ?? row.id.slice(-8),
    status: row.status,
    amount: row.gate_id === null ? '–' : amountText(row.gate_id, BigInt(row.minor ?? '0')),
    createdAt: row.created_at,
    refusal: refusalOf(row),
  };
}

function amountText(gateId: GateId, minor: bigint): string {
  const decimals = gateDecimals(gateId);
  const shown = gateId === 'EUR' ? decimals : Math.min(decimals, gates[gateId].decimalsShown);
  return `${formatTrimmed(minor, decimals, shown)} ${gateId.replace('_', ' ')}`;
}

function refusalOf({ kind, status, suspended, signed }: SubjectRow): Subject['refusal'] {
  if (suspended) return 'suspended';
  if (kind === 'deposit') return status === 'done' ? 'settled' : null;
  if (kind !== 'invoice') {
    if (signed) return 'signed';
    return ['new', 'pending', 'queue'].includes(status) ? null : 'over';
  }
  if (['done', 'overpaid', 'refund_requested', 'partially_refunded', 'refunded'].includes(status)) return 'settled';
  return status === 'new' ? 'over' : null;
}

const INVOICES = `
  SELECT 'invoice' AS kind, i.id, i.merchant_id, m.company_name, i.mode, i.reference, i.status, i.gate_id,
    i.amount_paid_minor::text AS minor, i.created_at,
    EXISTS (SELECT FROM suspension s WHERE s.kind = 'invoice' AND s.subject_id = i.id AND s.status <> 'released')
      AS suspended, false AS signed
  FROM invoice i JOIN merchant m ON m.id = i.merchant_id`;

const DEPOSITS = `
  SELECT 'deposit' AS kind, d.id, d.merchant_id, m.company_name, d.mode, d.reference, d.status, d.gate_id,
    d.amount_minor::text AS minor, d.created_at,
    EXISTS (SELECT FROM suspension s WHERE s.kind = 'deposit' AND s.subject_id = d.id AND s.status <> 'released')
      AS suspended, false AS signed
  FROM deposit d JOIN merchant m ON m.id = d.merchant_id`;

const PAYOUTS = `
  SELECT 'payout' AS kind, p.id, p.merchant_id, m.company_name, p.mode, p.reference, p.status, p.gate_id,
    p.net_minor::text AS minor, p.created_at,
    EXISTS (SELECT FROM suspension s WHERE s.kind = 'payout' AND s.subject_id = p.id AND s.status <> 'released')
      AS suspended,
    EXISTS (SELECT FROM outgoing_line l WHERE l.payout_id = p.id) AS signed
  FROM payout p JOIN merchant m ON m.id = p.merchant_id`;

const WITHDRAWALS = `
  SELECT 'withdrawal' AS kind, w.id, w.merchant_id, m.company_name, w.mode, NULL AS reference, w.status, w.gate_id,
    w.net_minor::text AS minor, w.created_at,
    EXISTS (SELECT FROM suspension s WHERE s.kind = 'withdrawal' AND s.subject_id = w.id AND s.status <> 'released')
      AS suspended, w.bank_stage = 'in_file' AS signed
  FROM withdrawal w JOIN merchant m ON m.id = w.merchant_id`;

const BY_ID: Readonly<Record<SuspicionKind, string>> = {
  invoice: `${INVOICES} WHERE i.id = $1`,
  deposit: `${DEPOSITS} WHERE d.id = $1`,
  payout: `${PAYOUTS} WHERE p.id = $1`,
  withdrawal: `${WITHDRAWALS} WHERE w.id = $1`,
};

const findSql = `
  (${INVOICES} WHERE CASE WHEN $1::text IS NULL THEN i.status NOT IN ('new', 'pending', 'expired', 'canceled')
     ELSE i.id::text = lower($1) OR right(i.id::text, length($1)) = lower($1) OR i.reference = $1
       OR EXISTS (SELECT FROM payment y WHERE y.invoice_id = i.id AND y.txid = $1)
       OR EXISTS (SELECT FROM quote q WHERE q.invoice_id = i.id AND q.address = $1) END
   ORDER BY i.id DESC LIMIT 20)
  UNION ALL
  (${DEPOSITS} WHERE $1::text IS NULL OR d.id::text = lower($1) OR right(d.id::text, length($1)) = lower($1)
     OR d.reference = $1
     OR EXISTS (SELECT FROM payment y WHERE y.deposit_id = d.id AND y.txid = $1)
     OR EXISTS (SELECT FROM static_address a WHERE a.id = d.address_id
       AND (a.address = $1 OR a.creditor_reference = upper(replace($1, ' ', ''))))
     OR EXISTS (SELECT FROM bank_entry e WHERE e.deposit_id = d.id
       AND (e.bank_reference = $1 OR e.party_iban = upper(regexp_replace($1, '[^A-Za-z0-9]', '', 'g'))))
   ORDER BY d.id DESC LIMIT 20)
  UNION ALL
  (${PAYOUTS} WHERE $1::text IS NULL OR p.id::text = lower($1) OR right(p.id::text, length($1)) = lower($1)
     OR p.reference = $1 OR p.address = $1
   ORDER BY p.id DESC LIMIT 20)
  UNION ALL
  (${WITHDRAWALS} WHERE $1::text IS NULL OR w.id::text = lower($1) OR right(w.id::text, length($1)) = lower($1)
     OR w.iban = upper(regexp_replace($1, '[^A-Za-z0-9]', '', 'g')) OR w.bank_reference = $1
   ORDER BY w.id DESC LIMIT 20)
  ORDER BY created_at DESC LIMIT 20`;
