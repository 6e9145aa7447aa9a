import { join } from 'node:path';
import { followerLags } from '../../db/monitoring/health.ts';
import { type Mode, NETWORKS, type Network } from '../../domain/assets/assets.ts';
import { brieflyCached } from '../../monitoring/briefly-cached.ts';
import type { Readiness } from '../../monitoring/health.ts';
import { isOpen } from '../../settings/config.ts';
import { anyone } from '../access.ts';
import type { App } from '../app.ts';
import type { ServerDeps } from '../deps.ts';
import { fillIn, settingsOf } from '../pages/site-values.ts';
import { type PartStatus, statusValues } from '../pages/status-page.ts';
import { HTML, readPage } from '../site-pages.ts';

/** A follower that has not looked for longer is late, as in the health check of operators. */
const LATE_SECONDS = 30;
const KEPT_MS = 5_000;

/**
 * `/status`: what the health checks say now, in words for everybody. It is made at most every five seconds, however
 * many people look, and is there while the database is not.
 */
export function statusRoute(app: App, folder: string, deps: ServerDeps, readiness: () => Promise<Readiness>): void {
  const { config, now } = deps;
  const text = brieflyCached(async () => {
    const built = await readPage(join(folder, 'pages'), 'status.html');
    const { dependencies } = await readiness();
    const hasDatabase = dependencies.postgres?.state !== 'down';
    const isUp = (name: string) => (dependencies[name]?.state ?? 'up') === 'up';
    const parts: PartStatus[] = [
      { name: 'Invoices, payers’ pages and back office', state: stateOf(hasDatabase, 'down') },
      ...(hasDatabase ? await networkStates(deps) : []),
      { name: 'Rates', state: stateOf(isUp('rates'), 'late') },
      { name: 'Webhooks and emails', state: stateOf(isUp('bus') && isUp('outbox'), 'late') },
      { name: 'Settlement, payouts and withdrawals', state: stateOf(isUp('temporal'), 'late') },
    ];
    return fillIn(built, { ...settingsOf(config), ...statusValues(parts, now()) });
  }, KEPT_MS);
  app.get('/status', { config: anyone('Pages for visitors.'), schema: { hide: true } }, async (_request, reply) =>
    reply
      .allowIndexing()
      .type(HTML)
      .header('cache-control', 'no-store')
      .send(await text()),
  );
}

function stateOf(isUp: boolean, otherwise: PartStatus['state']): PartStatus['state'] {
  return isUp ? 'up' : otherwise;
}

/** The networks of production where they are open, else those of the sandbox. */
async function networkStates({ config, db }: ServerDeps): Promise<PartStatus[]> {
  const open = (mode: Mode) => NETWORKS.filter((network) => isOpen(config, mode, network));
  const mode: Mode = open('production').length > 0 ? 'production' : 'sandbox';
  const lags = await followerLags(db);
  const isLate = (network: Network) =>
    (lags.find((lag) => lag.mode === mode && lag.network === network)?.seconds ?? Infinity) > LATE_SECONDS;
  return open(mode).map((network) => ({
    name: `Payments on ${NETWORK_NAMES[network]}`,
    state: stateOf(!isLate(network), 'late'),
  }));
}

const NETWORK_NAMES: Readonly<Record<Network, string>> = {
  BTC: 'Bitcoin',
  LTC: 'Litecoin',
  BCH: 'Bitcoin Cash',
  ETH: 'Ethereum',
  TRON: 'TRON',
  XRP: 'the XRP Ledger',
};
