import { fieldError } from '../../../domain/errors.ts';
import type { Level } from '../../../domain/transfers/propose.ts';
import { audit } from '../../audit/audit.ts';
import type { Tx } from '../../core/sequelize.ts';
import { requireOperator, type StaffAct } from './routes.ts';
import { levelsTable, type RouteRow } from './rows.ts';

/** Sets how much of a gate should be at a place; a target of zero removes the level. Moves nothing by itself. */
export async function setLevel(
  tx: Tx,
  { mode, place, gateId, floorMinor, targetMinor }: Level & { readonly mode: RouteRow['mode'] },
  act: StaffAct,
): Promise<void> {
  requireOperator(act);
  if (targetMinor !== 0n && targetMinor <= floorMinor)
    throw fieldError('target', 'The target must be more than the floor.');
  await levelsTable.destroy(tx, { mode, place, gateId });
  if (targetMinor !== 0n) await levelsTable.create(tx, { mode, place, gateId, floorMinor, targetMinor });
  await audit(tx, {
    chain: 'staff',
    actor: act.actor,
    origin: act.origin,
    action: 'treasury.levels_set',
    target: { kind: 'place', id: place, label: `${place} (${mode})` },
    data: { levels: `${gateId}: floor ${floorMinor}, target ${targetMinor} minor units`, reason: act.reason },
  });
}
