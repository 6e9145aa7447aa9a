import type { BankFileView } from '../../../api/contract/staff-bank.ts';

/** A delivery takes seconds: whether one that takes longer reached the bank, only the bank knows. */
const DELIVERY_WITHIN_MS = 600_000;

/** What can be done with a file: a refused one is read again, one whose outcome is unknown is sent again. */
export function retryOf(
  { direction, state, created_at }: Pick<BankFileView, 'direction' | 'state' | 'created_at'>,
  nowMs: number,
): 'read' | 'send' | null {
  if (direction === 'in') return state === 'refused' ? 'read' : null;
  return state === 'sending' && nowMs - Date.parse(created_at) > DELIVERY_WITHIN_MS ? 'send' : null;
}
