import { needsSecondPerson } from '../../../domain/compliance/alone.ts';
import { missingVotes } from '../../../domain/compliance/two-people.ts';
import { DomainError } from '../../../domain/errors.ts';
import { ruleFor, statusAfter } from '../../../domain/process/table.ts';
import { treasuryTransferTable } from '../../../domain/state/treasury-transfer-table.ts';
import { deadlineMs } from '../../../domain/transfers/deadlines.ts';
import type { Tx } from '../../core/sequelize.ts';
import { type Decided, defineProcess } from '../../process/define.ts';
import { lockRows } from '../../process/lock.ts';
import { tellFailures } from './alerts.ts';
import { bookArrivals, bookDepartures, bookReturns, releasePayouts, reverseArrivals } from './books.ts';
import type { TransferEvent, TransferKind } from './kind.ts';
import { type TransferRow, type TransferVote, transfersTable } from './rows.ts';
import { wayOf } from './way.ts';

export const lockTransferRows = lockRows(transfersTable);

/**
 * A transfer between places of the gateway's own money. It has no workflow: `treasury:<mode>` looks after the open
 * ones, and payouts, bank files and followers move them on in their own transactions.
 */
export const transferProcess = defineProcess<TransferKind>({
  name: 'treasury_transfer',
  table: transfersTable,
  changes: [
    'version',
    'status',
    'reason',
    'votes',
    'payoutId',
    'venueId',
    'txid',
    'netMinor',
    'arrivedMinor',
    'arrival',
    'deadlineAt',
    'sentAt',
    'departedAt',
    'closedAt',
  ],
  lock: lockTransferRows,
  decide: ({ row }, { event, nowMs }) => {
    const votes = event.type === 'approve' ? countedVotes(row, event) : row.votes;
    const missing = event.type === 'approve' ? missingVote(votes, event) : null;
    const position = { needsAnother: missing !== null, isOverdue: nowMs >= row.deadlineAt.getTime() };
    const { to, marks = [] } = ruleFor(treasuryTransferTable, { status: row.status, event: event.type, position });
    if (missing !== null && votes.length > 0) throw new DomainError('conflict', { message: missing });
    const status = statusAfter(to, row.status);
    const changed = status !== row.status || event.type === 'approve' || isNews(row, event);
    return { changed, status, effects: changed ? marks.map((type) => ({ type })) : [] };
  },
  after: rowAfter,
  effects: {
    release: releasePayouts,
    book_departure: bookDepartures,
    book_return: bookReturns,
    book_arrival: bookArrivals,
    reverse_arrival: reverseArrivals,
    tell_failure: tellFailures,
  },
  answer: (_decided, { status, version }) => ({ status, version }),
});

function countedVotes({ votes }: TransferRow, { blocked }: Extract<TransferEvent, { type: 'approve' }>) {
  return votes.filter(({ staffId }) => !blocked.includes(staffId));
}

/** Missing approvals of a valuable transfer beside this person; null if there are none. */
function missingVote(
  votes: readonly TransferVote[],
  { vote, alone }: Pick<Extract<TransferEvent, { type: 'approve' }>, 'vote' | 'alone'>,
): string | null {
  if (vote === null || alone === null || (votes.length === 0 && !needsSecondPerson(alone))) return null;
  return missingVotes([...votes, vote], { verb: 'approve', mlroBecause: null });
}

function isNews(row: TransferRow, event: TransferEvent): boolean {
  return event.type === 'note' && event.txid !== row.txid;
}

function rowAfter({
  before: { row },
  outcome: { status },
  step: { event, nowMs },
}: Decided<TransferKind>): TransferRow {
  const now = new Date(nowMs);
  const isClosed = status === 'arrived' || status === 'failed' || status === 'declined';
  return {
    ...row,
    ...changesBy(row, event, now),
    version: row.version + 1,
    status,
    deadlineAt: status === row.status ? row.deadlineAt : new Date(deadlineMs(wayOf(row), status, nowMs)),
    closedAt: isClosed ? (row.closedAt ?? now) : null,
  };
}

function changesBy(row: TransferRow, event: TransferEvent, now: Date): Partial<TransferRow> {
  switch (event.type) {
    case 'approve':
      return event.vote === null ? {} : { votes: [...row.votes, event.vote] };
    case 'refuse':
      return { reason: event.reason };
    case 'fail':
      // Its identity on arrival stays: nothing else arrives as that.
      return { reason: event.reason, arrivedMinor: null };
    case 'expire':
      return { reason: 'Nobody approved it within a day.' };
    case 'give_up':
      return { reason: 'The exchange never had it.' };
    case 'send':
      return { payoutId: event.payoutId, sentAt: now };
    case 'depart': {
      const { netMinor, venueId, txid } = event;
      return { netMinor, venueId, txid, departedAt: now, reason: null };
    }
    case 'note':
      return { txid: event.txid };
    case 'arrive':
      return { arrivedMinor: event.arrivedMinor, arrival: event.arrival };
    case 'take_back':
      return { arrivedMinor: null, arrival: null };
    default:
      return event satisfies never;
  }
}

/** The transfers as they are under their locks, which are taken in the order of their ids. */
export async function lockTransfers(tx: Tx, ids: readonly string[]): Promise<TransferRow[]> {
  return [...(await lockTransferRows(tx, [...ids].sort())).values()].map(({ row }) => row);
}
