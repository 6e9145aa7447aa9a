import type { PartnerKind } from '../../domain/partners/terms.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { maybeOne, one, prepared, select } from '../core/sql.ts';
import type { PartnerRow } from './rows.ts';

/** A statement as it is listed. */
export interface ListedStatement {
  /** By UTC, such as `2026-11`. */
  readonly month: string;
  readonly number: string;
  readonly paidMinor: bigint;
  readonly paidAt: Date;
}

/**
 * The settlement of a month in euro cents, from the entries of the partner's accounts before it: nothing of it changes
 * later. The carried amount and the shares, less those that were taken back, are the paid amount.
 */
export interface PartnerStatement extends ListedStatement {
  readonly kind: PartnerKind;
  readonly name: string;
  readonly shareBps: number;
  /** Of the account that was paid; null while it has no name. */
  readonly company: string | null;
  /** The beginning of the month. */
  readonly from: Date;
  /** Of earlier months: earned and not settled yet, or owed and then below zero. */
  readonly carriedMinor: bigint;
  readonly sharesMinor: bigint;
  readonly takenBackMinor: bigint;
  /** Of the merchants that had come until then: how many had signed up, and how many of these were in production. */
  readonly signedUp: number;
  readonly live: number;
}

/** The statements of a partner, the newest first. */
export async function listStatements(
  on: Db | Tx,
  { id, reference }: Pick<PartnerRow, 'id' | 'reference'>,
): Promise<ListedStatement[]> {
  const rows = await select<SettlementRow>(on, listSql, [id]);
  return rows.map((row) => listed(reference, row));
}

/** Undefined for a month without a settlement. @throws Error if the books do not add up to what was paid */
export async function readStatement(
  on: Db | Tx,
  partner: Pick<PartnerRow, 'id' | 'reference' | 'kind' | 'name' | 'shareBps'>,
  month: string,
): Promise<PartnerStatement | undefined> {
  const { id, reference, kind, name, shareBps } = partner;
  const row = await maybeOne<SettlementRow & { company: string | null }>(on, oneSql, [id, month]);
  if (row === undefined || shareBps === null) return undefined;
  const from = new Date(`${month}-01T00:00:00Z`);
  const books = await one<BookRow>(on, booksSql, [id, month, from]);
  const merchants = await one<{ signedUp: number; live: number }>(on, merchantsSql, [id, row.paidAt]);
  const statement = {
    ...listed(reference, row),
    kind,
    name,
    shareBps,
    company: row.company,
    from,
    carriedMinor: BigInt(books.carried),
    sharesMinor: BigInt(books.shares),
    takenBackMinor: BigInt(books.taken_back),
    ...merchants,
  };
  const { carriedMinor, sharesMinor, takenBackMinor, paidMinor } = statement;
  if (carriedMinor + sharesMinor - takenBackMinor !== paidMinor)
    throw new Error(`The books of the partner ${id} do not add up to what was settled for ${month}.`);
  return statement;
}

interface SettlementRow {
  readonly month: string;
  readonly minor: string;
  readonly paidAt: Date;
  /** Which settlement of the partner it is. */
  readonly serial: number;
}

interface BookRow {
  readonly carried: string;
  readonly shares: string;
  readonly taken_back: string;
}

function listed(reference: string, { month, minor, paidAt, serial }: SettlementRow): ListedStatement {
  const number = `${reference}-${String(serial).padStart(3, '0')}`;
  return { month, number, paidMinor: BigInt(minor), paidAt };
}

// Months are settled one after the other, so a number never changes.
const settlementsSql = `
  SELECT s.month, s.minor::text AS minor, s.created_at AS "paidAt", s.merchant_id,
    (row_number() OVER (ORDER BY s.month))::int AS serial
  FROM partner_settlement s WHERE s.partner_id = $1`;

const listSql = prepared(`SELECT * FROM (${settlementsSql}) s ORDER BY month DESC LIMIT 120`);

const oneSql = prepared(`
  SELECT s.*, m.company_name AS company FROM (${settlementsSql}) s JOIN merchant m ON m.id = s.merchant_id
  WHERE s.month = $2`);

// Transfers on the accounts of a partner are numbered in the order of their commits.
const booksSql = prepared(`
  WITH own AS (
    SELECT t.kind, -e.amount AS minor, t.created_at < $3 OR t.kind = 'partner_settled' AS is_earlier
    FROM account a
    JOIN entry e ON e.account_id = a.id AND e.layer = 'posted' JOIN transfer t ON t.id = e.transfer_id
    WHERE a.owner = 'partner:' || $1::uuid
      AND t.id < (SELECT id FROM transfer WHERE key = 'partner:' || $1::uuid || ':settle:' || $2::text))
  SELECT coalesce(sum(minor) FILTER (WHERE is_earlier), 0)::text AS carried,
    coalesce(sum(minor) FILTER (WHERE NOT is_earlier AND kind = 'partner_earned'), 0)::text AS shares,
    coalesce(-sum(minor) FILTER (WHERE NOT is_earlier AND kind = 'partner_reversed'), 0)::text AS taken_back
  FROM own`);

const merchantsSql = prepared(`
  SELECT count(*)::int AS "signedUp", (count(*) FILTER (WHERE c.opened_at <= $2))::int AS live
  FROM partner_referral r LEFT JOIN compliance_case c ON c.merchant_id = r.merchant_id
  WHERE r.partner_id = $1 AND r.created_at <= $2`);
