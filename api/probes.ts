import { parkedCounts } from '../db/bus/parked.ts';
import type { Db } from '../db/core/sequelize.ts';
import {
  clockProbe,
  databaseProbe,
  followerLags,
  outboxBacklog,
  rateAges,
  schemaProbe,
} from '../db/monitoring/health.ts';
import { uncheckedRestores } from '../db/restores/record.ts';
import { MODES, NETWORKS } from '../domain/assets/assets.ts';
import type { HealthProbe, HealthReport } from '../monitoring/health.ts';
import { reachable } from '../monitoring/reachable.ts';
import { type Config, isOpen } from '../settings/config.ts';

/**
 * Dependencies of the API. Only Postgres is required to answer: the API takes invoices while Temporal is down, and says
 * so here.
 */
export function dependencyProbes(config: Config, db: Db): HealthProbe[] {
  return [
    databaseProbe(db),
    schemaProbe(db),
    clockProbe(db),
    { name: 'temporal', required: false, check: () => reachable(config.temporalAddress, 7233) },
    { name: 'bus', required: false, check: () => checkBus(config) },
    { name: 'outbox', required: false, check: () => checkOutbox(db) },
    { name: 'parked', required: false, check: () => checkParked(db) },
    { name: 'followers', required: false, check: () => checkFollowers(config, db) },
    { name: 'rates', required: false, check: () => checkRates(db) },
    { name: 'restore', required: false, check: () => checkRestore(db) },
  ];
}

const SLOW_SECONDS = 30;

async function checkBus({ amqpUrl }: Config): Promise<HealthReport> {
  if (amqpUrl === undefined) return { state: 'up', detail: 'inside the worker process' };
  const { host, protocol } = new URL(amqpUrl);
  return reachable(host, protocol === 'amqps:' ? 5671 : 5672);
}

/** Rows that stay mean that the relay of the worker does not run, or cannot deliver. */
async function checkOutbox(db: Db): Promise<HealthReport> {
  const { rows, oldestSeconds } = await outboxBacklog(db);
  const detail = rows === 0 ? 'empty' : `${rows} waiting, the oldest for ${Math.round(oldestSeconds)} s`;
  return { state: oldestSeconds > SLOW_SECONDS ? 'degraded' : 'up', detail };
}

/** Each waits for an operator: `npm run bus -- parked`. */
async function checkParked(db: Db): Promise<HealthReport> {
  const counts = await parkedCounts(db);
  if (counts.length === 0) return { state: 'up', detail: 'no messages' };
  return { state: 'degraded', detail: counts.map(({ queue, messages }) => `${messages} of ${queue}`).join(', ') };
}

async function checkFollowers(config: Config, db: Db): Promise<HealthReport> {
  const lags = await followerLags(db);
  const requested = MODES.flatMap((mode) =>
    NETWORKS.filter((network) => isOpen(config, mode, network)).map((network) => ({ mode, network })),
  );
  const late = requested.flatMap(({ mode, network }) => {
    const lag = lags.find((each) => each.mode === mode && each.network === network);
    if (lag !== undefined && lag.seconds <= SLOW_SECONDS) return [];
    return [`${mode} ${network} ${lag === undefined ? 'has not looked yet' : `${Math.round(lag.seconds)} s ago`}`];
  });
  if (late.length === 0) return { state: 'up', detail: 'all looked within 30 s' };
  return { state: late.length === requested.length ? 'down' : 'degraded', detail: late.join(', ') };
}

/** After a restore the database knows less than the chains, until somebody has compared them. */
async function checkRestore(db: Db): Promise<HealthReport> {
  const [restored] = await uncheckedRestores(db);
  if (restored === undefined) return { state: 'up', detail: 'nothing to check' };
  const detail = `restored to ${restored.restoredTo.toISOString()}, not checked yet: npm run restore -- check`;
  return { state: 'degraded', detail };
}

async function checkRates(db: Db): Promise<HealthReport> {
  const ages = await rateAges(db);
  const missing = MODES.filter((mode) => !ages.some((age) => age.mode === mode));
  const known = ages.map(({ mode, seconds }) => `${mode} ${Math.round(seconds)} s old`);
  const detail = [...known, ...missing.map((mode) => `none for ${mode}`)].join(', ');
  return { state: missing.length === 0 ? 'up' : ages.length === 0 ? 'down' : 'degraded', detail };
}
