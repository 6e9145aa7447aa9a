import type { CryptoGateId } from '../../domain/assets/assets.ts';
import { DomainError, fieldError } from '../../domain/errors.ts';
import type { MethodOperation, MethodTarget } from '../../domain/payout-methods/fields.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, one, prepared, select } from '../core/sql.ts';
import { type MethodRow, methodsTable, type StoredMethod } from './rows.ts';

interface MethodQuery {
  readonly profileId: string;
  readonly operation?: MethodOperation | undefined;
  readonly status?: readonly string[] | undefined;
  readonly gateId?: string | undefined;
  readonly automatic?: boolean | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A page of a profile's methods, newest first, without deleted ones, and the total count. */
export async function listMethods(
  db: Db,
  { profileId, operation, status, gateId, automatic, limit, offset }: MethodQuery,
): Promise<{ readonly rows: readonly MethodRow[]; readonly total: number }> {
  const where = [profileId, operation ?? null, status ?? null, gateId ?? null, automatic ?? null];
  const rows = await select<MoreOfMethod>(db, listSql, [...where, limit, offset]);
  const { total } = await one<{ total: string }>(db, countSql, where);
  return { rows: rows.map((row) => methodsTable.read(row)), total: Number(total) };
}

/** One method of the profile. @throws DomainError `not_found`, also for a deleted one */
export async function readMethodRow(
  on: Db | Tx,
  { id, profileId }: { readonly id: string; readonly profileId: string },
): Promise<MethodRow> {
  const row = await findMethod(on, { id, profileId });
  if (row === undefined) throw new DomainError('not_found');
  return row;
}

/** The recipient of an active crypto method. @throws DomainError 422 on `method_id` */
export async function payableMethod(
  on: Db | Tx,
  { id, profileId, gateId }: { readonly id: string; readonly profileId: string; readonly gateId: CryptoGateId },
): Promise<{ readonly address: string; readonly destination_tag?: string }> {
  const row = await findMethod(on, { id, profileId });
  if (row === undefined || row.address === null) throw fieldError('method_id', 'There is no such payment method.');
  if (row.status !== 'active') throw fieldError('method_id', 'This payment method is not active.');
  if (row.gateId !== gateId) throw fieldError('method_id', 'This payment method is for another asset.');
  return {
    address: row.address,
    ...(row.destinationTag === null ? {} : { destination_tag: String(row.destinationTag) }),
  };
}

/** The recipient of the method, as the rules use it. */
export function targetOf(row: MethodRow): MethodTarget {
  const { address, addressKey, destinationTag, iban, bic, country, accountName, bankName, town, street, postCode } =
    row;
  if (address !== null && addressKey !== null) {
    return { type: 'crypto', address, addressKey, destinationTag };
  }
  if (iban === null || bic === null || country === null || accountName === null) {
    throw new Error(`The payment method ${row.id} has neither an address nor an account.`);
  }
  return { type: 'fiat', iban, bic, country, accountName, bankName, town, street, postCode };
}

type MoreOfMethod = Omit<MethodRow, keyof StoredMethod>;

async function findMethod(
  on: Db | Tx,
  { id, profileId }: { readonly id: string; readonly profileId: string },
): Promise<MethodRow | undefined> {
  const row = await maybeOne<MoreOfMethod>(on, readSql, [id, profileId]);
  return row && methodsTable.read(row);
}

const columns = `${methodsTable.selected('m')},
  coalesce((SELECT u.full_name FROM app_user u WHERE u.id::text = m.created_by), '') AS creator,
  (SELECT max(a.usable_from) FROM payout_address a
   WHERE a.profile_id = m.profile_id AND a.address_key = coalesce(m.address_key, m.iban)
     AND a.destination_tag = coalesce(m.destination_tag, -1)) AS "usableFrom",
  (SELECT jsonb_build_object('at', p.scheduled_at, 'payoutId', p.payout_id, 'withdrawalId', p.withdrawal_id, 'words',
     p.words) FROM automatic_payout p
     WHERE p.method_id = m.id ORDER BY p.scheduled_at DESC LIMIT 1) AS "lastRun"`;

const WHERE = `WHERE m.profile_id = $1 AND m.status <> 'deleted' AND ($2::text IS NULL OR m.operation = $2)
  AND ($3::text[] IS NULL OR m.status = ANY($3)) AND ($4::text IS NULL OR m.gate_id = $4)
  AND ($5::boolean IS NULL OR m.automatic = $5)`;

const listSql = prepared(`SELECT ${columns} FROM payment_method m ${WHERE} ORDER BY m.id DESC LIMIT $6 OFFSET $7`);
const countSql = prepared(`SELECT count(*) AS total FROM payment_method m ${WHERE}`);
const readSql = prepared(
  `SELECT ${columns} FROM payment_method m WHERE m.id = $1 AND m.profile_id = $2 AND m.status <> 'deleted'`,
);
