import type { ChainKind } from '../../domain/assets.ts';
import type { Db, Tx } from '../sequelize.ts';
import { execute, maybeOne, prepared } from '../sql.ts';
import type { Chain } from './cursor.ts';

/** Writes down which chain the node of a network follows: addresses are made with that chain's parameters. */
export async function saveChainIdentity(
  db: Db,
  { mode, network }: Chain,
  identity: { readonly chain: ChainKind; readonly name: string; readonly simulated: boolean },
): Promise<void> {
  await execute(
    db,
    `INSERT INTO chain_identity (mode, network, chain, name, simulated) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (mode, network) DO UPDATE SET chain = excluded.chain, name = excluded.name, simulated = excluded.simulated`,
    [mode, network, identity.chain, identity.name, identity.simulated],
  );
}

/** Which chain the node of a network follows; null while it was never reached. */
export async function readChainKind(on: Tx | Db, { mode, network }: Chain): Promise<ChainKind | null> {
  return (await maybeOne<{ chain: ChainKind }>(on, kindSql, [mode, network]))?.chain ?? null;
}

const kindSql = prepared('SELECT chain FROM chain_identity WHERE mode = $1 AND network = $2');
