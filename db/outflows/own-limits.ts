import { ASSETS, type Mode } from '../../domain/assets/assets.ts';
import type { Currency } from '../../domain/money/currencies.ts';
import {
  lowersOwnLimits,
  type OwnLimits,
  type OwnRoom,
  type RequestedLimits,
  worthOf,
} from '../../domain/outflows/own-limits.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, maybeOne, one, prepared } from '../core/sql.ts';
import { currentRates } from '../rates/rates.ts';
import { leavingOf, type UsedBy } from './uses.ts';

export interface StoredLimits extends OwnLimits {
  /** That of the first shop; while there is a limit, it stays the one that the limit was set in. */
  readonly currency: Currency;
}

interface Owner {
  readonly merchantId: string;
  readonly mode: Mode;
}

/** A merchant's own limits of a mode, as of now. */
export async function readOwnLimits(on: Tx | Db, { merchantId, mode }: Owner): Promise<StoredLimits> {
  const row = await one<LimitsRow>(on, readSql, [merchantId, mode]);
  return {
    currency: row.currency,
    perPayout: limitOf(row.per_payout_minor, row.per_payout_next, row.per_payout_from),
    perDay: limitOf(row.per_day_minor, row.per_day_next, row.per_day_from),
  };
}

/** {@link readOwnLimits}; until the end of the transaction nobody changes them, and no payout is checked by them. */
export async function lockOwnLimits(tx: Tx, { merchantId, mode }: Owner): Promise<StoredLimits> {
  await execute(tx, beginSql, [merchantId, mode]);
  await execute(tx, lockSql, [merchantId, mode]);
  return readOwnLimits(tx, { merchantId, mode });
}

/** Writes locked limits. If one is lower, what was requested before is checked again when it leaves. */
export async function writeOwnLimits(tx: Tx, { merchantId, mode }: Owner, limits: StoredLimits): Promise<void> {
  const { currency, perPayout, perDay } = limits;
  const isLower = lowersOwnLimits(await readOwnLimits(tx, { merchantId, mode }), limits);
  await execute(tx, writeSql, [
    merchantId,
    mode,
    currency,
    isLower,
    perPayout.minor,
    perPayout.next?.minor ?? null,
    perPayout.next?.from ?? null,
    perDay.minor,
    perDay.next?.minor ?? null,
    perDay.next?.from ?? null,
  ]);
}

/**
 * The amount that the merchant's own limits still allow; null if there are none. With `locks`, requests of the merchant
 * are checked one after the other until their commit, whatever asset they are of; the balance has to be locked before.
 */
export async function readOwnRoom(
  on: Tx | Db,
  { locks, ...of }: UsedBy & { readonly locks: boolean },
): Promise<OwnRoom | null> {
  const limits = await maybeOne<InForce>(on, locks ? lockedInForceSql : inForceSql, [of.merchantId, of.mode]);
  if (limits === undefined) return null;
  const { currency } = limits;
  const rates = await currentRates(on, { mode: of.mode, assets: ASSETS, currencies: [currency, 'EUR'] });
  return { ...limitsInForce(limits), rates, usedMinor: worthOf({ currency, rates }, await leavingOf(on, of)) };
}

interface LimitsRow {
  readonly currency: Currency;
  readonly per_payout_minor: string | null;
  readonly per_payout_next: string | null;
  readonly per_payout_from: Date | null;
  readonly per_day_minor: string | null;
  readonly per_day_next: string | null;
  readonly per_day_from: Date | null;
}

/** A row of {@link inForceSql}. */
export interface InForce {
  readonly currency: Currency;
  readonly per_payout: string | null;
  readonly per_day: string | null;
}

export function limitsInForce(row: InForce): RequestedLimits & Pick<InForce, 'currency'> {
  const { currency, per_payout, per_day } = row;
  return { currency, perPayoutMinor: bigOrNull(per_payout), perDayMinor: bigOrNull(per_day) };
}

function limitOf(minor: string | null, next: string | null, from: Date | null) {
  return { minor: bigOrNull(minor), next: from === null ? null : { minor: bigOrNull(next), from } };
}

function bigOrNull(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}

/** A waiting limit applies from its time on, without anybody doing anything. */
const inForce = (name: 'per_payout' | 'per_day') =>
  `CASE WHEN l.${name}_from <= clock_timestamp() THEN l.${name}_next ELSE l.${name}_minor END`;
const waiting = (
  name: 'per_payout' | 'per_day',
) => `CASE WHEN l.${name}_from > clock_timestamp() THEN l.${name}_next END AS ${name}_next,
    CASE WHEN l.${name}_from > clock_timestamp() THEN l.${name}_from END AS ${name}_from`;

const readSql = prepared(`
  SELECT CASE WHEN coalesce(${inForce('per_payout')}, ${inForce('per_day')}) IS NULL THEN p.invoice_currency
    ELSE l.currency END AS currency,
    ${inForce('per_payout')} AS per_payout_minor, ${waiting('per_payout')},
    ${inForce('per_day')} AS per_day_minor, ${waiting('per_day')}
  FROM profile p LEFT JOIN own_payout_limit l USING (merchant_id, mode)
  WHERE p.merchant_id = $1 AND p.mode = $2 AND p.shop_id IS NULL`);

const beginSql = prepared(`
  INSERT INTO own_payout_limit (merchant_id, mode, currency)
  SELECT merchant_id, mode, invoice_currency FROM profile WHERE merchant_id = $1 AND mode = $2 AND shop_id IS NULL
  ON CONFLICT DO NOTHING`);
const lockSql = prepared('SELECT mode FROM own_payout_limit WHERE merchant_id = $1 AND mode = $2 FOR NO KEY UPDATE');
const writeSql = prepared(`
  UPDATE own_payout_limit SET currency = $3, lowered_at = CASE WHEN $4 THEN clock_timestamp() ELSE lowered_at END,
    per_payout_minor = $5, per_payout_next = $6, per_payout_from = $7,
    per_day_minor = $8, per_day_next = $9, per_day_from = $10
  WHERE merchant_id = $1 AND mode = $2`);

/** The limits of a merchant and mode as of now; no row without any. */
export const inForceSql = `SELECT l.currency, ${inForce('per_payout')} AS per_payout, ${inForce('per_day')} AS per_day
  FROM own_payout_limit l
  WHERE l.merchant_id = $1 AND l.mode = $2 AND (l.per_payout_minor IS NOT NULL OR l.per_day_minor IS NOT NULL)`;
const lockedInForceSql = `${inForceSql} FOR NO KEY UPDATE`;
