import type { CryptoGateId, GateId, Mode } from '../../domain/assets.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import type { MethodOperation, MethodPeriod, MethodTarget } from '../../domain/payout-methods/fields.ts';
import type { MethodStatus } from '../../domain/state/payment-method.ts';
import type { Db, Tx } from '../sequelize.ts';
import { maybeOne, one, prepared, select } from '../sql.ts';

/** A payment method as the database gives it. */
export interface MethodRow {
  readonly id: string;
  readonly profile_id: string;
  readonly mode: Mode;
  readonly operation: MethodOperation;
  readonly type: 'crypto' | 'fiat';
  readonly version: number;
  readonly status: MethodStatus;
  readonly status_reason: string | null;
  readonly title: string;
  readonly label: string | null;
  readonly gate_id: GateId;
  readonly address: string | null;
  readonly address_key: string | null;
  readonly destination_tag: string | null;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly account_name: string | null;
  readonly bank_name: string | null;
  readonly country: string | null;
  readonly is_default: boolean;
  readonly automatic: boolean;
  readonly period: MethodPeriod | null;
  readonly ownership_confirmed_at: Date | null;
  readonly correct_confirmed_at: Date | null;
  /** The name of who made it; empty when that person is gone. */
  readonly creator: string;
  /** The end of its address's cool-off. */
  readonly usable_from: Date | null;
  /** What came of the newest scheduled time; null before the first one. */
  readonly last_run: { readonly at: string; readonly payout_id: string | null; readonly words: string } | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface MethodQuery {
  readonly profileId: string;
  readonly operation?: MethodOperation | undefined;
  readonly status?: readonly string[] | undefined;
  readonly gateId?: string | undefined;
  readonly automatic?: boolean | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A page of a profile's methods, newest first, without deleted ones, and how many there are. */
export async function listMethods(
  db: Db,
  { profileId, operation, status, gateId, automatic, limit, offset }: MethodQuery,
): Promise<{ readonly rows: readonly MethodRow[]; readonly total: number }> {
  const where = [profileId, operation ?? null, status ?? null, gateId ?? null, automatic ?? null];
  const rows = await select<MethodRow>(db, listSql, [...where, limit, offset]);
  const { total } = await one<{ total: string }>(db, countSql, where);
  return { rows, total: Number(total) };
}

/** One method of the profile. @throws DomainError `not_found`, also for a deleted one */
export async function readMethodRow(
  on: Db | Tx,
  { id, profileId }: { readonly id: string; readonly profileId: string },
): Promise<MethodRow> {
  const row = await maybeOne<MethodRow>(on, readSql, [id, profileId]);
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** Where an active method of coins sends to. @throws DomainError 422 on `method_id` */
export async function payableMethod(
  on: Db | Tx,
  { id, profileId, gateId }: { readonly id: string; readonly profileId: string; readonly gateId: CryptoGateId },
): Promise<{ readonly address: string; readonly destination_tag?: string }> {
  const row = await maybeOne<MethodRow>(on, readSql, [id, profileId]);
  if (row === undefined || row.address === null) throw fieldError('method_id', 'There is no such payment method.');
  if (row.status !== 'active') throw fieldError('method_id', 'This payment method is not active.');
  if (row.gate_id !== gateId) throw fieldError('method_id', 'This payment method is for another asset.');
  return { address: row.address, ...(row.destination_tag === null ? {} : { destination_tag: row.destination_tag }) };
}

/** Where the method sends to, as the rules see it. */
export function targetOf(row: MethodRow): MethodTarget {
  const { address, address_key: addressKey, destination_tag: tag, iban, bic, country, account_name: accountName } = row;
  if (address !== null && addressKey !== null) {
    return { type: 'crypto', address, addressKey, destinationTag: tag === null ? null : BigInt(tag) };
  }
  if (iban === null || bic === null || country === null || accountName === null) {
    throw new Error(`The payment method ${row.id} has neither an address nor an account.`);
  }
  return { type: 'fiat', iban, bic, country, accountName, bankName: row.bank_name };
}

const columns = `m.id, m.profile_id, m.mode, m.operation, m.type, m.version, m.status, m.status_reason, m.title, m.label, m.gate_id, m.address,
  m.address_key, m.destination_tag::text AS destination_tag, m.iban, m.bic, m.account_name, m.bank_name, m.country, m.is_default, m.automatic, m.period,
  m.ownership_confirmed_at, m.correct_confirmed_at, coalesce((SELECT u.full_name FROM app_user u WHERE u.id::text = m.created_by), '') AS creator,
  (SELECT max(a.usable_from) FROM payout_address a WHERE a.profile_id = m.profile_id AND a.address_key = m.address_key
     AND a.destination_tag = coalesce(m.destination_tag, -1)) AS usable_from,
  (SELECT jsonb_build_object('at', p.scheduled_at, 'payout_id', p.payout_id, 'words', p.words) FROM automatic_payout p
     WHERE p.method_id = m.id ORDER BY p.scheduled_at DESC LIMIT 1) AS last_run,
  m.created_at, m.updated_at`;

const WHERE = `WHERE m.profile_id = $1 AND m.status <> 'deleted' AND ($2::text IS NULL OR m.operation = $2)
  AND ($3::text[] IS NULL OR m.status = ANY($3)) AND ($4::text IS NULL OR m.gate_id = $4) AND ($5::boolean IS NULL OR m.automatic = $5)`;

const listSql = prepared(`SELECT ${columns} FROM payment_method m ${WHERE} ORDER BY m.id DESC LIMIT $6 OFFSET $7`);
const countSql = prepared(`SELECT count(*) AS total FROM payment_method m ${WHERE}`);
const readSql = prepared(
  `SELECT ${columns} FROM payment_method m WHERE m.id = $1 AND m.profile_id = $2 AND m.status <> 'deleted'`,
);
