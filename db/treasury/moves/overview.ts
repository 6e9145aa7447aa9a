import { type GateId, isGateId, type Mode } from '../../../domain/assets/assets.ts';
import type { Db } from '../../core/sequelize.ts';
import { prepared, select } from '../../core/sql.ts';
import { listRoutes } from './routes.ts';
import { levelsTable, OPEN_TRANSFERS_SQL, type RouteRow, type TransferRow, transfersTable } from './rows.ts';

/** The ledger's amount on its way between two places. */
export interface InTransit {
  readonly from: string;
  readonly to: string;
  readonly gateId: GateId;
  readonly minor: bigint;
}

/** Everything that staff see of transfers of a mode. */
export interface TransferOverview {
  /** The newest fifty, and all that are open. */
  readonly transfers: readonly TransferRow[];
  readonly routes: readonly RouteRow[];
  readonly levels: readonly LevelRow[];
  readonly inTransit: readonly InTransit[];
}

export type LevelRow = Awaited<ReturnType<typeof levelsTable.find>>[number];

const SHOWN = 50;

export async function transferOverview(db: Db, mode: Mode): Promise<TransferOverview> {
  const transfers = (await select<object>(db, newestSql, [mode, SHOWN])).map(
    (row) => transfersTable.read(row) as TransferRow,
  );
  const levels = await levelsTable.find(
    db,
    { mode },
    {
      order: [
        ['place', 'ASC'],
        ['gateId', 'ASC'],
      ],
    },
  );
  return { transfers, routes: await listRoutes(db, mode), levels, inTransit: await inTransit(db, mode) };
}

/** The amounts on their way, by the ledger; zeros are left out. */
export async function inTransit(db: Db, mode: Mode): Promise<InTransit[]> {
  const rows = await select<{ kind: string; asset: string; minor: string }>(db, transitSql, [mode]);
  return rows.flatMap(({ kind, asset, minor }) => {
    const [, from = '', to = ''] = WAY.exec(kind) ?? [];
    return isGateId(asset) ? [{ from, to, gateId: asset, minor: BigInt(minor) }] : [];
  });
}

// Names of places: `exchange:kraken`, `bank:main`, `BTC`.
const WAY = /^in_transit:((?:exchange:|bank:)?\w+):((?:exchange:|bank:)?\w+)$/;

const newestSql = prepared(`
  SELECT ${transfersTable.selected()} FROM treasury_transfer
  WHERE mode = $1 AND (status IN (${OPEN_TRANSFERS_SQL})
    OR id IN (SELECT id FROM treasury_transfer WHERE mode = $1 ORDER BY created_at DESC LIMIT $2))
  ORDER BY created_at DESC, id DESC`);
const transitSql = prepared(`
  SELECT kind, asset, sum(debits_posted - credits_posted)::text AS minor FROM account
  WHERE owner = 'gateway' AND mode = $1 AND kind LIKE 'in_transit:%'
  GROUP BY kind, asset HAVING sum(debits_posted - credits_posted) <> 0 ORDER BY kind, asset`);
