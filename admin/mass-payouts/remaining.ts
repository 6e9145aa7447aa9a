import type { SpaMassPayout } from '../../contract/mass-payouts.ts';

/** Fewer tell nothing of the pace. */
const MIN_SENT = 50;

/**
 * Estimated seconds until every line is sent, at the pace so far; null while there is no estimate, because too few
 * lines are sent or none is being sent now.
 */
export function secondsLeft(
  { status, run_at, not_before, lines }: Pick<SpaMassPayout, 'status' | 'run_at' | 'not_before' | 'lines'>,
  nowMs: number,
): number | null {
  const left = lines.total - lines.sent - lines.failed;
  if (status !== 'queue' || run_at === null || lines.sent < MIN_SENT || left <= 0) return null;
  const begunMs = Math.max(Date.parse(run_at), not_before === null ? 0 : Date.parse(not_before));
  const elapsedMs = nowMs - begunMs;
  return elapsedMs <= 0 ? null : Math.ceil((elapsedMs * left) / lines.sent / 1000);
}
