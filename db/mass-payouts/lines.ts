import type { CryptoGateId } from '../../domain/assets/assets.ts';
import type { LineFilter } from '../../domain/mass-payouts/filter.ts';
import type { MassProblem } from '../../domain/mass-payouts/line.ts';
import type { BadLine, NumberedLine } from '../../domain/mass-payouts/review.ts';
import type { PayoutReason, PayoutStatus } from '../../domain/state/payout-status.ts';
import { type Condition, likeOf, type Where, whereOf } from '../core/list-query.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute, json, one, prepared, select } from '../core/sql.ts';
import { type GoodLine, linesTable } from './rows.ts';

/** A line and its result. */
export interface LineRow {
  readonly number: number;
  readonly cells: readonly string[] | null;
  readonly problems: readonly MassProblem[] | null;
  readonly gate_id: CryptoGateId | null;
  readonly address: string | null;
  readonly destination_tag: string | null;
  readonly reference: string | null;
  readonly amount_minor: string | null;
  readonly net_minor: string | null;
  readonly fee_minor: string | null;
  /** The status of its payout; `canceled` for a line that was canceled before it became one, null before the run. */
  readonly status: PayoutStatus | null;
  readonly status_reason: PayoutReason | string | null;
  readonly payout_id: string | null;
  readonly txid: string | null;
  readonly completed_at: Date | null;
}

const STEP = 1_000;

/** Stores the lines of a file, a thousand per statement. */
export async function writeLines(
  tx: Tx,
  massPayoutId: string,
  { good, bad }: { readonly good: readonly NumberedLine[]; readonly bad: readonly BadLine[] },
): Promise<void> {
  for (let at = 0; at < good.length; at += STEP) {
    const part = good.slice(at, at + STEP);
    await execute(tx, goodSql, [
      massPayoutId,
      part.map(({ number }) => number),
      part.map(({ gateId }) => gateId),
      part.map(({ address }) => address),
      part.map(({ addressKey }) => addressKey),
      part.map(({ destinationTag }) => destinationTag?.toString() ?? null),
      part.map(({ reference }) => reference),
      part.map(({ amountMinor }) => String(amountMinor)),
      part.map(({ netMinor }) => String(netMinor)),
      part.map(({ serviceFeeMinor }) => String(serviceFeeMinor)),
      part.map(({ networkFeeMinor }) => String(networkFeeMinor)),
      part.map(({ networkFee }) => String(networkFee.ceilingMinor)),
      part.map(({ networkFee }) => networkFee.sampledAt),
    ]);
  }
  for (let at = 0; at < bad.length; at += STEP) {
    const part = bad.slice(at, at + STEP).map(({ number, cells, problems }) => ({ number, cells, problems }));
    await execute(tx, badSql, [massPayoutId, json(part)]);
  }
}

/** When nodes reported the data for the lines' network fees, the oldest of all; null if no node did. */
export async function feesSampledAt(on: Tx | Db, massPayoutId: string): Promise<Date | null> {
  return (await one<{ at: Date | null }>(on, sampledSql, [massPayoutId])).at;
}

export async function deleteLines(tx: Tx, massPayoutId: string): Promise<void> {
  await execute(tx, prepared('DELETE FROM mass_payout_line WHERE mass_payout_id = $1'), [massPayoutId]);
}

/** The lines of a slice, in order. */
export async function sliceLines(on: Tx | Db, massPayoutId: string, slice: number): Promise<GoodLine[]> {
  return (await select<object>(on, sliceSql, [massPayoutId, slice])).map((row) => linesTable.read(row));
}

export interface LineQuery {
  readonly massPayoutId: string;
  readonly filter: LineFilter;
  readonly page: number;
  readonly perPage: number;
  /** The order of the file by default. */
  readonly order?: 'asc' | 'desc';
  readonly gateId?: string;
  /** Searches address and reference, and the cells of invalid lines. */
  readonly search?: string;
}

/** One page of lines in file order, and the total count. */
export async function listLines(
  db: Db,
  of: LineQuery,
): Promise<{ readonly lines: readonly LineRow[]; readonly total: number }> {
  const { where, bind } = conditions(of);
  const offset = (of.page - 1) * of.perPage;
  const direction = of.order === 'desc' ? 'DESC' : 'ASC';
  const page = `WHERE ${where} ORDER BY l.number ${direction} LIMIT ${of.perPage} OFFSET ${offset}`;
  const lines = await select<LineRow>(db, `${lineSelect} ${page}`, bind);
  const { total } = await one<{ total: string }>(db, `SELECT count(*) AS total ${lineFrom} WHERE ${where}`, bind);
  return { lines, total: Number(total) };
}

/** All lines in file order, a thousand at a time, so that an export of any size needs little memory. */
export async function* eachLine(db: Db, massPayoutId: string): AsyncGenerator<LineRow> {
  for (let after = 0; ; ) {
    const lines = await select<LineRow>(db, pageSql, [massPayoutId, after, STEP]);
    yield* lines;
    const last = lines.at(-1);
    if (last === undefined || lines.length < STEP) return;
    after = last.number;
  }
}

function conditions({ massPayoutId, filter, gateId, search }: LineQuery): Where {
  const requested: Condition[] = [
    [gateId, (p) => `l.gate_id = ${p}`],
    [likeOf(search), (p) => `(l.address ILIKE ${p} OR l.reference ILIKE ${p} OR l.cells::text ILIKE ${p})`],
  ];
  return whereOf('l.mass_payout_id', massPayoutId, requested, conditionOf(filter));
}

function conditionOf(filter: LineFilter): string {
  switch (filter) {
    case 'all':
      return 'true';
    case 'not_valid':
      return 'l.problems IS NOT NULL';
    case 'done':
      return `p.status = 'done'`;
    case 'failed':
      return `(p.status IN ('error', 'canceled') OR s.status = 'given_up')`;
    case 'open':
      return `l.slice IS NOT NULL AND s.status <> 'given_up'
        AND (p.id IS NULL OR p.status NOT IN ('done', 'error', 'canceled'))`;
    default:
      return filter satisfies never;
  }
}

const lineFrom = `FROM mass_payout_line l
  LEFT JOIN payout p ON p.mass_payout_id = l.mass_payout_id AND p.mass_line = l.number
  LEFT JOIN mass_payout_slice s ON s.mass_payout_id = l.mass_payout_id AND s.slice = l.slice`;

const lineSelect = `
  SELECT l.number, l.cells, l.problems, l.gate_id, l.address, l.destination_tag, l.reference, l.amount_minor,
    l.net_minor, l.service_fee_minor + l.network_fee_minor AS fee_minor,
    CASE WHEN p.id IS NOT NULL THEN p.status WHEN s.status = 'given_up' THEN 'canceled'
      WHEN s.status = 'held' THEN 'pending' END AS status,
    coalesce(p.status_reason, s.reason) AS status_reason, p.id AS payout_id, p.completed_at,
    (SELECT t.txid FROM outgoing_line o JOIN outgoing_transaction t ON t.id = o.transaction_id WHERE o.payout_id = p.id
     ORDER BY t.signed_at DESC, t.id DESC LIMIT 1) AS txid
  ${lineFrom}`;

const pageSql = prepared(`${lineSelect} WHERE l.mass_payout_id = $1 AND l.number > $2 ORDER BY l.number LIMIT $3`);

const sliceSql = prepared(
  `SELECT ${linesTable.selected()} FROM mass_payout_line WHERE mass_payout_id = $1 AND slice = $2 ORDER BY number`,
);

const sampledSql = prepared('SELECT min(fee_sampled_at) AS at FROM mass_payout_line WHERE mass_payout_id = $1');

const goodSql = prepared(`
  INSERT INTO mass_payout_line (mass_payout_id, number, gate_id, address, address_key, destination_tag, reference,
    amount_minor, net_minor, service_fee_minor, network_fee_minor, fee_ceiling_minor, fee_sampled_at)
  SELECT $1, *
  FROM unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::numeric[], $9::numeric[],
    $10::numeric[], $11::numeric[], $12::numeric[], $13::timestamptz[])`);

const badSql = prepared(`
  INSERT INTO mass_payout_line (mass_payout_id, number, cells, problems)
  SELECT $1, (line->>'number')::integer, ARRAY(SELECT jsonb_array_elements_text(line->'cells')), line->'problems'
  FROM jsonb_array_elements($2::jsonb) AS line`);
