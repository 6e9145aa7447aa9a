import type { TreasuryTransferStatus } from '../state/treasury-transfer-table.ts';
import { networkAt, type Way } from './places.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Until when a transfer should have left a status. A proposal ends then; of every other status operators are alerted. A
 * payout waits for approvals and cool-offs of its own, and banks pause over weekends.
 */
export function deadlineMs(way: Way, status: TreasuryTransferStatus, nowMs: number): number {
  const isByBank = way.from === 'bank:main' || way.to === 'bank:main';
  switch (status) {
    case 'proposed':
      return nowMs + DAY;
    case 'approved':
      return nowMs + HOUR;
    case 'sending':
      if (way.from === 'bank:main') return nowMs + 5 * DAY;
      return nowMs + (networkAt(way.from) === null ? UNKNOWN_MS : DAY);
    case 'sent':
      return nowMs + (isByBank ? 5 * DAY : 6 * HOUR);
    case 'arrived':
    case 'failed':
    case 'declined':
      return nowMs;
    default:
      return status satisfies never;
  }
}

/** An exchange that was asked to withdraw knows of it within seconds, and refuses a request that comes this late. */
const UNKNOWN_MS = 10 * MINUTE;
