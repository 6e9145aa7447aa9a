import { CRYPTO_GATES, type GateId, gateDecimals, gates, isGateId, type Mode } from '../../domain/assets/assets.ts';
import { type Currency, currencyDecimals } from '../../domain/money/currencies.ts';
import { mulDivFloor, pow10 } from '../../domain/money/money.ts';
import { parseRatio } from '../../domain/money/rates.ts';
import type { EventKind } from '../../domain/webhooks/event-kinds.ts';
import { listTotal } from '../core/list-total.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { prepared, select } from '../core/sql.ts';
import { rateOfHour } from '../rates/rates.ts';
import { narrowed, narrowingOf } from './narrowed-movements.ts';

/** One transfer as the merchant's available balance of one asset saw it; minor units. */
export interface Movement {
  /** Of the transfer; grows with time. */
  readonly transferId: string;
  readonly at: Date;
  readonly gateId: GateId;
  /** The purpose: `settle`, `payout`, `refund` … */
  readonly kind: string;
  /** More than zero: it came in. */
  readonly minor: bigint;
  /** The balance after it. */
  readonly balanceMinor: bigint;
  /**
   * The value of the amount in the currency at the hour, rounded towards zero; null if no rate of that hour is known.
   */
  readonly valueMinor: bigint | null;
  readonly invoiceId: string | null;
  /** Also of the conversion of a deposit. */
  readonly depositId: string | null;
  /** E.g. `payout:<uuid>`. */
  readonly entity: string | null;
  /** The merchant's own, of the invoice, payout or deposit. */
  readonly reference: string | null;
}

/** The owner of the movements, and the currency that values them; left out means any. */
export interface MovementQuery {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly currency: Currency;
  readonly gateId?: GateId;
  readonly dateFrom?: Date;
  /** To the end of this millisecond: moments of the database are finer. */
  readonly dateTo?: Date;
  /** The subject of the movements. */
  readonly kinds?: readonly EventKind[];
  /** A reference, an id, or a part of one. */
  readonly search?: string;
}

/** One page of what changed a merchant's available balances, newest first, and how many there are in all. */
export async function listMovements(
  on: Tx | Db,
  query: MovementQuery & { readonly page: number; readonly perPage: number },
): Promise<{ readonly movements: readonly Movement[]; readonly total: number }> {
  const bind = [query.merchantId, query.mode, query.gateId ?? null, query.dateFrom ?? null, query.dateTo ?? null];
  const page = [...bind, query.currency, query.perPage, (query.page - 1) * query.perPage];
  const narrowing = narrowingOf(query);
  const rows = await (narrowing === null
    ? select<MovementRow>(on, pageSql, page)
    : select<MovementRow>(on, narrowedPageSql, [...page, ...narrowing]));
  const movements = rows.map((row) => toMovement(row, query.currency));
  // A narrowed count reads all movements again, as one that finds little has done.
  if (query.page === 1 && rows.length < query.perPage) return { movements, total: rows.length };
  if (narrowing !== null) {
    return { movements, total: await listTotal(on, narrowedTotalSql, [...bind, ...narrowing]) };
  }
  const isWhole = query.dateFrom === undefined && query.dateTo === undefined;
  const total = await (isWhole ? listTotal(on, totalSql, bind.slice(0, 3)) : listTotal(on, totalInPeriodSql, bind));
  return { movements, total };
}

/** The account whose movements are read one after the other. */
export interface MovementAccount {
  readonly accountId: string;
  readonly gateId: GateId;
  /** The last transfer before the period. */
  readonly transferId: string;
  /** The balance after it. */
  readonly balanceMinor: bigint;
}

/** The available balances of a merchant with what was in them when the period began. */
export async function movementAccounts(on: Tx | Db, query: MovementQuery): Promise<MovementAccount[]> {
  const rows = await select<{ id: string; asset: string; before: string; opening: string }>(on, accountsSql, [
    query.merchantId,
    query.mode,
    query.gateId ?? null,
    query.dateFrom ?? null,
  ]);
  return rows.flatMap(({ id, asset, before, opening }) =>
    isGateId(asset) ? [{ accountId: id, gateId: asset, transferId: before, balanceMinor: BigInt(opening) }] : [],
  );
}

export interface MovementChunk {
  /** Those within the period, oldest first. */
  readonly movements: readonly Movement[];
  /** Where to read on; null at the end. */
  readonly next: MovementAccount | null;
}

/**
 * Movements of one account after a transfer: reading chunk by chunk misses none and holds no connection meanwhile. At
 * most `limit` transfers are read, so a chunk may be empty and not the last.
 */
export async function movementsAfter(
  on: Tx | Db,
  query: MovementQuery,
  account: MovementAccount,
  limit: number,
): Promise<MovementChunk> {
  const bind = [account.accountId, account.transferId, query.mode, assetOf(account.gateId), query.currency, limit];
  const narrowing = narrowingOf(query);
  const rows = await (narrowing === null
    ? select<ReadRow>(on, afterSql, bind)
    : select<ReadRow>(on, narrowedAfterSql, [...bind, query.merchantId, ...narrowing]));
  let balance = account.balanceMinor;
  const all = rows.map((row) => {
    balance += BigInt(row.minor);
    const movement = toMovement({ ...row, asset: account.gateId, balance: balance.toString() }, query.currency);
    return { movement, isWanted: row.is_wanted && movement.minor !== 0n };
  });
  const { dateFrom, dateTo } = query;
  const last = all.at(-1)?.movement;
  const isOver = last === undefined || (dateTo !== undefined && last.at.getTime() > dateTo.getTime() + UNDER_WAY_MS);
  return {
    movements: all.flatMap(({ movement, isWanted }) => {
      const { at } = movement;
      const isInPeriod = (dateFrom === undefined || at >= dateFrom) && (dateTo === undefined || at <= dateTo);
      return isWanted && isInPeriod ? [movement] : [];
    }),
    next: isOver ? null : { ...account, transferId: last.transferId, balanceMinor: balance },
  };
}

/** No transaction is under way for longer, so nothing after this belongs to a period that is over. */
const UNDER_WAY_MS = 3_600_000;

interface MovementRow {
  transfer_id: string;
  created_at: Date;
  asset: GateId;
  kind: string;
  minor: string;
  balance: string;
  rate: string | null;
  invoice_id: string | null;
  deposit_id: string | null;
  entity: string | null;
  reference: string | null;
}

/** Of a chunk, which has all transfers: balances count those that are not wanted, too. */
type ReadRow = Omit<MovementRow, 'asset' | 'balance'> & { readonly is_wanted: boolean };

function toMovement(row: MovementRow, currency: Currency): Movement {
  const minor = BigInt(row.minor);
  return {
    transferId: row.transfer_id,
    at: row.created_at,
    gateId: row.asset,
    kind: row.kind,
    minor,
    balanceMinor: BigInt(row.balance),
    valueMinor: row.rate === null ? null : worth(minor, row.asset, { value: row.rate, currency }),
    invoiceId: row.invoice_id,
    depositId: row.deposit_id,
    entity: row.entity,
    reference: row.reference,
  };
}

function worth(minor: bigint, gateId: GateId, { value, currency }: { value: string; currency: Currency }): bigint {
  const { num, den } = parseRatio(value);
  const [there, here] = [pow10(currencyDecimals(currency)), pow10(gateDecimals(gateId))];
  const positive = mulDivFloor(minor < 0n ? -minor : minor, num * there, den * here);
  return minor < 0n ? -positive : positive;
}

function assetOf(gateId: GateId): string {
  return gateId === 'EUR' ? gateId : gates[gateId].asset;
}

/** SQL for the value of one coin, or of one euro by what BTC cost in both currencies at the hour. */
function valueOfHour(of: Readonly<Record<'mode' | 'asset' | 'currency' | 'at', string>>): string {
  const bitcoin = (currency: string) => `${rateOfHour({ ...of, asset: `'BTC'`, currency })}::numeric`;
  return `CASE WHEN ${of.asset} <> 'EUR' THEN ${rateOfHour(of)} WHEN ${of.currency} = 'EUR' THEN '1'
    ELSE round(${bitcoin(of.currency)} / ${bitcoin(`'EUR'`)}, 18)::text END`;
}

const details = `
  LEFT JOIN invoice i ON i.id = t.invoice_id
  LEFT JOIN payout p ON p.id = CASE
    WHEN t.entity ~ '^(payout|refund):[0-9a-f-]{36}$' THEN split_part(t.entity, ':', 2)::uuid END
  LEFT JOIN conversion c ON c.id = CASE
    WHEN t.entity ~ '^conversion:[0-9a-f-]{36}$' THEN split_part(t.entity, ':', 2)::uuid END
  LEFT JOIN deposit d ON d.id = coalesce(c.deposit_id, CASE
    WHEN t.entity ~ '^deposit:[0-9a-f-]{36}$' THEN split_part(t.entity, ':', 2)::uuid END)`;
const about =
  't.invoice_id, d.id AS deposit_id, t.entity, coalesce(i.reference, p.reference, d.reference) AS reference';
const own = `a.owner = $1 AND a.mode = $2 AND a.kind = 'available' AND ($3::text IS NULL OR a.asset = $3)`;
const inPeriod = `($4::timestamptz IS NULL OR t.created_at >= $4)
  AND ($5::timestamptz IS NULL OR t.created_at < $5 + interval '1 millisecond')`;
/** The asset of a gate, which rates are kept by. */
const COIN = `CASE a.asset ${CRYPTO_GATES.map((id) => `WHEN '${id}' THEN '${gates[id].asset}'`).join(' ')} ELSE a.asset END`;

/** No transfer of the period lies beyond, whatever the order in which they were committed. */
const bounds = `
  SELECT CASE WHEN $4::timestamptz IS NULL THEN 0 ELSE (SELECT min(id) FROM transfer WHERE created_at >= $4) END AS low,
    CASE WHEN $5::timestamptz IS NULL THEN (SELECT max(id) FROM transfer)
      ELSE (SELECT max(id) FROM transfer WHERE created_at < $5 + interval '1 millisecond') END AS high`;
const postedAfter = (account: string, from: string, to: string) => `coalesce((
  SELECT -sum(e.amount) FROM entry e WHERE e.account_id = ${account} AND e.layer = 'posted'
    AND e.transfer_id > ${from} AND e.transfer_id <= ${to}), 0)`;

// The newest movements of each account come from the end of its index, so that the first pages cost the same whatever
// came before them. Balances are counted back from that of now, from one row of the page to the next.
const pageOf = (more = '') => `
  WITH bound AS MATERIALIZED (${bounds}), own AS MATERIALIZED (
    SELECT a.id, a.asset, a.credits_posted - a.debits_posted AS balance FROM account a WHERE ${own}
  ), recent AS (
    SELECT own.id AS account_id, own.asset, m.*
    FROM own CROSS JOIN bound CROSS JOIN LATERAL (
      SELECT moved.*, t.created_at, t.kind, t.invoice_id, t.entity FROM (
        SELECT e.transfer_id, -sum(e.amount) AS minor FROM entry e
        WHERE e.account_id = own.id AND e.layer = 'posted' AND e.transfer_id BETWEEN bound.low AND bound.high
        GROUP BY e.transfer_id HAVING sum(e.amount) <> 0
        ORDER BY e.transfer_id DESC
      ) moved JOIN transfer t ON t.id = moved.transfer_id WHERE ${inPeriod} ${more}
      ORDER BY moved.transfer_id DESC LIMIT $7::integer + $8::integer
    ) m
  ), page AS (
    SELECT *, lag(transfer_id, 1, 9223372036854775807)
      OVER (PARTITION BY account_id ORDER BY transfer_id DESC) AS newer_id
    FROM (SELECT * FROM recent ORDER BY transfer_id DESC, account_id LIMIT $7 OFFSET $8) shown
  )
  SELECT t.transfer_id, t.created_at, t.asset, t.kind, t.minor::text,
    (a.balance - sum(${postedAfter('t.account_id', 't.transfer_id', 't.newer_id')})
      OVER (PARTITION BY t.account_id ORDER BY t.transfer_id DESC))::text AS balance,
    ${about},
    ${valueOfHour({ mode: '$2', asset: COIN, currency: '$6', at: 't.created_at' })} AS rate
  FROM page t JOIN own a ON a.id = t.account_id ${details}
  ORDER BY t.transfer_id DESC, t.account_id`;
const pageSql = prepared(pageOf());
const narrowedPageSql = pageOf(`AND ${narrowed({ merchantId: '$1', mode: '$2', kinds: '$9', search: '$10' })}`);
const movedSql = `
  SELECT e.transfer_id FROM entry e JOIN account a ON a.id = e.account_id
  WHERE ${own} AND e.layer = 'posted' GROUP BY e.account_id, e.transfer_id HAVING sum(e.amount) <> 0`;
const totalSql = prepared(`SELECT count(*) AS total FROM (${movedSql}) AS moved`);
const totalInPeriod = `
  SELECT count(*) AS total FROM (${movedSql}) AS moved JOIN transfer t ON t.id = moved.transfer_id WHERE ${inPeriod}`;
const totalInPeriodSql = prepared(totalInPeriod);
const narrowedTotalSql = `${totalInPeriod}
  AND ${narrowed({ merchantId: '$1', mode: '$2', kinds: '$6', search: '$7' })}`;
// Ids grow with time but for transfers that were under way together; what is older than its neighbours is left out by
// its own time.
const accountsSql = prepared(`
  WITH begin AS (
    SELECT coalesce(CASE WHEN $4::timestamptz IS NULL THEN 0
      ELSE (SELECT min(id) - 1 FROM transfer WHERE created_at >= $4) END, (SELECT max(id) FROM transfer), 0) AS id
  )
  SELECT a.id, a.asset, begin.id::text AS before, coalesce((
    SELECT -sum(e.amount) FROM entry e
    WHERE e.account_id = a.id AND e.layer = 'posted' AND e.transfer_id <= begin.id), 0)::text AS opening
  FROM account a, begin WHERE ${own} ORDER BY a.asset`);
// The limit applies to the index of entries alone, so a chunk costs what it holds, however long the account is.
const afterOf = (isRequested = 'true') => `
  WITH page AS (
    SELECT transfer_id, -sum(amount) AS minor FROM entry
    WHERE account_id = $1 AND transfer_id > $2 AND layer = 'posted' GROUP BY transfer_id ORDER BY transfer_id LIMIT $6
  )
  SELECT t.id AS transfer_id, t.created_at, t.kind, page.minor::text, ${about}, ${isRequested} AS is_wanted,
    ${valueOfHour({ mode: '$3', asset: '$4', currency: '$5', at: 't.created_at' })} AS rate
  FROM page JOIN transfer t ON t.id = page.transfer_id ${details} ORDER BY t.id`;
const afterSql = prepared(afterOf());
const narrowedAfterSql = afterOf(narrowed({ merchantId: '$7', mode: '$3', kinds: '$8', search: '$9' }));
