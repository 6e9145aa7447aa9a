import { DEFAULT_WAITS } from '../state/invoice-waits.ts';
import type { InvoiceRecord } from './record.ts';

const LONGEST_SPREAD_MS = 5 * 60_000;

/**
 * When the workflow of a new invoice looks at its row if nothing wakes it before: after the deadline, by up to a third
 * of the invoice's lifetime and at most five minutes. Deadlines are decided from rows, so most workflows then only end;
 * spread by the random part of their IDs, those of a burst do not keep the workflows of paid invoices waiting.
 */
export function wakeUpMs({ id, createdAt, expiresAt }: Pick<InvoiceRecord, 'id' | 'createdAt' | 'expiresAt'>): number {
  const lifetimeMs = expiresAt.getTime() - createdAt.getTime();
  const share = Number.parseInt(id.slice(-8), 16) / 2 ** 32;
  return expiresAt.getTime() + DEFAULT_WAITS.graceMs + Math.floor(Math.min(lifetimeMs / 3, LONGEST_SPREAD_MS) * share);
}
