import type { MassLineQuery, MassPayoutLine, MassPayoutListQuery, SpaMassPayout } from '../../contract/mass-payouts.ts';
import { type MassPayoutRecord, presentMassPayout } from '../../contract/mass-payouts.view.ts';
import type { LineQuery, LineRow } from '../../db/mass-payouts/lines.ts';
import type { MassPayoutQuery } from '../../db/mass-payouts/list.ts';
import { gate } from '../../domain/assets/assets.ts';
import { formatAmount } from '../../domain/money/money.ts';
import { localClock } from '../../domain/reports/reports.ts';
import { MASS_PAYOUT_STATUSES, type MassPayoutStatus } from '../../domain/state/mass-payout.ts';
import { csvHead, csvLine } from '../../domain/text/csv.ts';
import { listQueryOf } from './list-query.ts';

/** The list contract as the database's query. @throws DomainError `validation_failed` for a day that is none */
export function toMassQuery(query: MassPayoutListQuery, profileId: string): MassPayoutQuery {
  return { profileId, ...listQueryOf(query), status: query.status?.split(',').filter(isMassStatus) };
}

export function toLineQuery(query: MassLineQuery, massPayoutId: string): LineQuery {
  return {
    massPayoutId,
    filter: query.show ?? 'all',
    ...listQueryOf(query),
  };
}

/** With what the signed-in user may do with it now. */
export function presentSpaMass(
  record: MassPayoutRecord,
  viewer: { readonly userId: string; readonly mayAct: boolean },
): SpaMassPayout {
  const { status, approvedAt, runBy, creators } = record;
  const waits = (status === 'pending' || status === 'queue') && record.opened + record.failed < record.lines;
  const mine = viewer.mayAct;
  const isFile = status === 'validated' || status === 'not_valid';
  const isRunner = runBy === viewer.userId || creators.includes(viewer.userId);
  return {
    ...presentMassPayout(record),
    actions: {
      replace: mine && isFile,
      run: mine && status === 'validated',
      approve: mine && status === 'pending' && approvedAt === null && !isRunner,
      cancel: mine && (waits || isFile),
      delete: mine && isFile,
    },
  };
}

export function presentMassLine(row: LineRow): MassPayoutLine {
  const decimals = row.gate_id === null ? 0 : gate(row.gate_id).decimals;
  const amount = (minor: string | null) => (minor === null ? null : formatAmount(BigInt(minor), decimals));
  return {
    line: row.number,
    status: row.status,
    status_reason: row.status_reason,
    gate_id: row.gate_id,
    address: row.address,
    destination_tag: row.destination_tag,
    reference: row.reference,
    amount: amount(row.amount_minor),
    net_amount: amount(row.net_minor),
    fees: amount(row.fee_minor),
    payout_id: row.payout_id,
    txid: row.txid,
    completed_at: row.completed_at?.toISOString() ?? null,
    problems: (row.problems ?? []).map(({ field, reason }) => ({ field, reason })),
    cells: [...(row.cells ?? [])],
  };
}

/**
 * The export of the lines, line by line, spreadsheets kept from running what is in it (hazard 69). Times are those of
 * the zone, e.g. `2026-11-20 14:15:00`; the heading says which zone it is.
 */
export async function* massExport(rows: AsyncIterable<LineRow>, timeZone: string): AsyncGenerator<string> {
  const clock = localClock(timeZone);
  yield csvHead([
    'line',
    'gate',
    'address',
    'destination_tag',
    'reference',
    'amount',
    'net_amount',
    'fees',
    'status',
    'reason',
    'transaction',
    'payout',
    `completed_at (${timeZone})`,
  ]);
  for await (const row of rows) {
    const line = presentMassLine(row);
    const [gateCell = '', address = '', reference = '', amount = ''] = line.cells;
    const reason = line.problems.map((problem) => `${problem.field}: ${problem.reason}`).join(' ');
    yield csvLine([
      line.line,
      line.gate_id ?? gateCell,
      line.address ?? address,
      line.destination_tag,
      line.reference ?? reference,
      line.amount ?? amount,
      line.net_amount,
      line.fees,
      line.problems.length > 0 ? 'not_valid' : (line.status ?? ''),
      line.problems.length > 0 ? reason : line.status_reason,
      line.txid,
      line.payout_id,
      row.completed_at === null ? null : clock(row.completed_at),
    ]);
  }
}

function isMassStatus(text: string): text is MassPayoutStatus {
  return (MASS_PAYOUT_STATUSES as readonly string[]).includes(text);
}
