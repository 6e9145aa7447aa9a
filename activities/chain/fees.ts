import { raiseAlert, resolveAlert } from '../../db/alerts/alerts.ts';
import type { Db } from '../../db/core/sequelize.ts';
import { saveGateCosts } from '../../db/payouts/network-fees.ts';
import { SAMPLE_MAX_AGE_MS } from '../../domain/payouts/network-fee.ts';
import { pause } from '../pause.ts';
import type { ChainPort } from './port.ts';

/**
 * Stores what payments take on a network at present, again and again until aborted, so that fees are quoted from it.
 * Never throws: while the node does not say it, the last report grows older, and operators are alerted once it is too
 * old to be trusted.
 */
export async function watchFees(
  { db, nowMs }: { readonly db: Db; readonly nowMs: () => number },
  port: Pick<ChainPort, 'mode' | 'network' | 'gateCosts'>,
  { signal, everyMs }: { readonly signal: AbortSignal; readonly everyMs: number },
): Promise<void> {
  const about = { kind: 'network_fee_unknown', subject: `${port.mode}:${port.network}` } as const;
  let knownAtMs = nowMs();
  let alert: 'open' | 'closed' | 'unknown' = 'unknown';
  while (!signal.aborted) {
    try {
      const costs = await port.gateCosts();
      await saveGateCosts(db, { mode: port.mode, costs, nowMs: nowMs() });
      knownAtMs = nowMs();
      if (alert !== 'closed') await resolveAlert(db, about);
      alert = 'closed';
    } catch (error) {
      if (nowMs() - knownAtMs >= SAMPLE_MAX_AGE_MS && alert !== 'open') {
        const problem = error instanceof Error ? error.message : String(error);
        const message =
          `For 15 minutes the node has not reported what payments on ${port.network} cost: ${problem} ` +
          'Until it does, at least the typical fee is charged.';
        alert = await raiseAlert(db, { ...about, message }).then(
          () => 'open' as const,
          () => 'unknown' as const,
        );
      }
    }
    await pause(signal, everyMs);
  }
}
