import { UTXO_NETWORKS } from '../../domain/assets/assets.ts';

/**
 * The list of {@link UTXO_NETWORKS} in SQL. Written out instead of bound, because Postgres uses a partial index only
 * for conditions that it can compare with those of the index.
 */
export const UTXO_NETWORKS_SQL = UTXO_NETWORKS.map((network) => `'${network}'`).join(', ');
