import type { ChainKind } from '../../domain/assets.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, maybeOne, prepared } from '../sql.ts';
import type { Chain } from './cursor.ts';

/** The chain of a network: its parameters, the name that its node gives it, and whether it is the simulator's. */
export interface ChainIdentity {
  readonly chain: ChainKind;
  readonly name: string;
  readonly simulated: boolean;
}

/** Writes down which chain the node of a network follows: addresses are made with that chain's parameters. */
export async function saveChainIdentity(db: Db, { mode, network }: Chain, identity: ChainIdentity): Promise<void> {
  await execute(
    db,
    `INSERT INTO chain_identity (mode, network, chain, name, simulated) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (mode, network) DO UPDATE
     SET chain = excluded.chain, name = excluded.name, simulated = excluded.simulated`,
    [mode, network, identity.chain, identity.name, identity.simulated],
  );
}

/** Which chain was followed last; null while none was. */
export async function readChainIdentity(on: Tx | Db, { mode, network }: Chain): Promise<ChainIdentity | null> {
  return (await maybeOne<ChainIdentity>(on, identitySql, [mode, network])) ?? null;
}

/** Which chain the node of a network follows; null while it was never reached. */
export async function readChainKind(on: Tx | Db, chain: Chain): Promise<ChainKind | null> {
  return (await readChainIdentity(on, chain))?.chain ?? null;
}

const identitySql = prepared('SELECT chain, name, simulated FROM chain_identity WHERE mode = $1 AND network = $2');
