import type { ChainKind } from '../../domain/assets/assets.ts';
import type { Db, Tx } from '../core/sequelize.ts';
import { execute } from '../core/sql.ts';
import type { Chain } from './cursor.ts';
import { chainIdentitiesTable } from './rows.ts';

/** A network's chain: its parameters, the name that its node reports, and whether it is simulated. */
export interface ChainIdentity {
  readonly chain: ChainKind;
  readonly name: string;
  readonly simulated: boolean;
}

/** Stores which chain the node of a network follows: addresses are derived with that chain's parameters. */
export async function saveChainIdentity(db: Db, { mode, network }: Chain, identity: ChainIdentity): Promise<void> {
  await execute(
    db,
    `INSERT INTO chain_identity (mode, network, chain, name, simulated) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (mode, network) DO UPDATE
     SET chain = excluded.chain, name = excluded.name, simulated = excluded.simulated`,
    [mode, network, identity.chain, identity.name, identity.simulated],
  );
}

/** The chain that was followed last; null if none was. */
export async function readChainIdentity(on: Tx | Db, { mode, network }: Chain): Promise<ChainIdentity | null> {
  const columns = ['chain', 'name', 'simulated'] as const;
  return (await chainIdentitiesTable.findOne(on, { mode, network }, { columns })) ?? null;
}

/** The chain that the node of a network follows; null until it was first reached. */
export async function readChainKind(on: Tx | Db, chain: Chain): Promise<ChainKind | null> {
  return (await readChainIdentity(on, chain))?.chain ?? null;
}
