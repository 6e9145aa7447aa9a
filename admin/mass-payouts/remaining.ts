import type { SpaMassPayout } from '../../contract/mass-payouts.ts';

/** Fewer tell nothing of the pace. */
const MIN_SENT = 50;

/**
 * Seconds until every line is sent, if it goes on at the pace it had so far; null while that cannot be told: too few
 * are out yet, or nothing is sent now.
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
