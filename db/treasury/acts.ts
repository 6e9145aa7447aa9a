import { type AuditEntry, audit } from '../audit/audit.ts';
import type { Tx } from '../core/sequelize.ts';
import { type HedgeScope, releaseHedging, stopHedging } from './stops.ts';

/** The person who acts, and the reason. */
export interface TreasuryAct extends Pick<AuditEntry, 'actor' | 'origin'> {
  readonly by: string;
  readonly reason: string;
}

/** Staff stop hedging, or let it go on. Stopping what is stopped, or releasing what is not, changes nothing. */
export async function changeHedging(tx: Tx, scope: HedgeScope, act: TreasuryAct, stopped: boolean): Promise<void> {
  const { actor, origin, by, reason } = act;
  if (stopped) await stopHedging(tx, scope, { by, reason });
  else if (!(await releaseHedging(tx, scope))) return;
  const { mode, asset } = scope;
  await audit(tx, {
    chain: 'staff',
    actor,
    origin,
    action: stopped ? 'hedging.stopped' : 'hedging.released',
    target: { kind: 'asset', id: asset, label: `${asset === '*' ? 'all assets' : asset} (${mode})` },
    data: { reason },
  });
}
