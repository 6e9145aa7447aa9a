import { followerLags } from '../../db/monitoring/health.ts';
import { type Mode, NETWORKS, type Network } from '../../domain/assets/assets.ts';
import { type PartState, type PartStatus, partOf } from '../../domain/site/status-parts.ts';
import type { Readiness } from '../../monitoring/health.ts';
import { isOpen } from '../../settings/config.ts';
import type { ServerDeps } from '../deps.ts';

/** A follower that has not looked for longer is late, as in the health check of operators. */
const LATE_SECONDS = 30;

/** The present health of the parts that visitors know; of the networks only while there is a database. */
export async function currentParts(
  deps: Pick<ServerDeps, 'config' | 'db'>,
  { dependencies }: Readiness,
): Promise<PartStatus[]> {
  const hasDatabase = dependencies.postgres?.state !== 'down';
  const isUp = (name: string) => (dependencies[name]?.state ?? 'up') === 'up';
  return [
    { part: 'pages', state: stateOf(hasDatabase, 'down') },
    ...(hasDatabase ? await networkStates(deps) : []),
    { part: 'rates', state: stateOf(isUp('rates'), 'late') },
    { part: 'messages', state: stateOf(isUp('bus') && isUp('outbox'), 'late') },
    { part: 'settlement', state: stateOf(isUp('temporal'), 'late') },
  ];
}

function stateOf(isUp: boolean, otherwise: PartState): PartState {
  return isUp ? 'up' : otherwise;
}

/** The networks of production where they are open, else those of the sandbox. */
async function networkStates({ config, db }: Pick<ServerDeps, 'config' | 'db'>): Promise<PartStatus[]> {
  const open = (mode: Mode) => NETWORKS.filter((network) => isOpen(config, mode, network));
  const mode: Mode = open('production').length > 0 ? 'production' : 'sandbox';
  const lags = await followerLags(db);
  const isLate = (network: Network) =>
    (lags.find((lag) => lag.mode === mode && lag.network === network)?.seconds ?? Infinity) > LATE_SECONDS;
  return open(mode).map((network) => ({ part: partOf(network), state: stateOf(!isLate(network), 'late') }));
}
