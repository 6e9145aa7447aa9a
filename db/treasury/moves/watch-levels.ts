import { Op } from 'sequelize';
import type { Mode } from '../../../domain/assets/assets.ts';
import { custodyAt } from '../../../domain/transfers/ledger.ts';
import { proposeTransfers } from '../../../domain/transfers/propose.ts';
import type { Tx } from '../../core/sequelize.ts';
import { lockUntilCommit, prepared, select } from '../../core/sql.ts';
import { GATEWAY } from '../../ledger/accounts.ts';
import { hedgeStopsTable } from '../rows.ts';
import { approveAutomatically, proposeTransfer } from './propose.ts';
import { listRoutes } from './routes.ts';
import { levelsTable, OPEN_TRANSFERS, type TransferRow, transfersTable } from './rows.ts';
import type { TransferSettings } from './settings.ts';
import { wayOf } from './way.ts';

/** The author of proposals by levels. */
const LEVELS = 'levels';

/**
 * Proposes what the levels of a mode say; one caller at a time, so nothing is proposed twice. Nothing while all hedging
 * of the mode is stopped, because then the figures of an exchange may be wrong. @returns the proposals
 */
export async function proposeByLevels(
  tx: Tx,
  settings: TransferSettings,
  { mode, nowMs }: { readonly mode: Mode; readonly nowMs: number },
): Promise<TransferRow[]> {
  const levels = await levelsTable.find(tx, { mode });
  if (levels.length === 0 || (await hedgeStopsTable.count(tx, { mode, asset: '*' })) > 0) return [];
  await lockUntilCommit(tx, `treasury-levels:${mode}`);
  const held = await custodies(tx, mode);
  const routes = (await listRoutes(tx, mode)).filter((route) => settings.routeSeal.isSealed(route));
  const open = await transfersTable.find(tx, { mode, status: { [Op.in]: [...OPEN_TRANSFERS] } });
  const proposals = proposeTransfers({
    levels,
    heldMinor: (place, gateId) => {
      const { asset, kind } = custodyAt(place, gateId);
      return held.get(`${kind} ${asset}`) ?? 0n;
    },
    routes: routes.map((route) => ({ ...wayOf(route), id: route.id })),
    open: open.map((row) => ({ ...wayOf(row), amountMinor: row.amountMinor, hasLeft: row.status === 'sent' })),
  });
  const made: TransferRow[] = [];
  for (const { routeId, amountMinor, why } of proposals) {
    const row = await proposeTransfer(tx, settings, { routeId, amountMinor, why, by: LEVELS, nowMs });
    await approveAutomatically(tx, settings, { row, nowMs });
    made.push(row);
  }
  return made;
}

async function custodies(tx: Tx, mode: Mode): Promise<ReadonlyMap<string, bigint>> {
  const rows = await select<{ kind: string; asset: string; minor: string }>(tx, custodySql, [GATEWAY, mode]);
  return new Map(rows.map(({ kind, asset, minor }) => [`${kind} ${asset}`, BigInt(minor)]));
}
const custodySql = prepared(`
  SELECT kind, asset, sum(debits_posted - credits_posted - credits_pending)::text AS minor FROM account
  WHERE owner = $1 AND mode = $2 AND kind LIKE 'custody:%' GROUP BY kind, asset`);
