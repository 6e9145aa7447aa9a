import '../db/core/require-node.ts';
import { connect } from '../db/connect.ts';
import { createSecretBox } from '../db/core/secret-box.ts';
import type { Db } from '../db/core/sequelize.ts';
import { ensureDemoShop } from '../db/demo/shop.ts';
import { schemaProblem } from '../db/schema/schema.ts';
import { DomainError, isDomainError } from '../domain/errors.ts';
import { readinessOf, unlessStopping } from '../monitoring/health.ts';
import { createLogger } from '../monitoring/logger.ts';
import { openOperatorServerOf } from '../monitoring/operator-server.ts';
import { createRegistry } from '../monitoring/process-metrics.ts';
import { loadConfig } from '../settings/load.ts';
import { startTracing } from '../tracing/start.ts';
import type { App } from './app.ts';
import { buildServer } from './build-server.ts';
import { checkedKeys } from './checked-keys.ts';
import { openLiveHub } from './live/hub.ts';
import { dependencyProbes } from './probes.ts';
import { saveMemory } from './save-memory.ts';
import { recordStatusEveryMinute } from './status/recorder.ts';

/**
 * The API process: `node api/server.ts`. Prints `api ready` when it listens. On SIGTERM and SIGINT it says that it is
 * not ready, still answers for `DRAIN_SECONDS`, finishes what is open and ends.
 */
async function main(): Promise<void> {
  saveMemory();
  const config = loadConfig(process.env);
  const { logger, announce, close, discard } = createLogger({ level: config.logLevel, service: 'api' });
  const stopTracing = await startTracing(config, 'api', (message) =>
    logger.warn({ tracing: message }, 'traces are lost'),
  );
  const db = connect(config.databaseUrl, { poolSize: config.databasePoolSize, applicationName: 'tidegate-api' });
  const waitsFor = await schemaToCome(db);
  if (waitsFor !== undefined) logger.warn(`not ready: ${waitsFor}`);
  const keys = checkedKeys(db, config, (problem) => {
    logger.fatal(problem);
    process.exit(1);
  });
  if (waitsFor === undefined) await keys.check().catch(throwIfWrong);
  const live = openLiveHub(config.databaseUrl, (error) =>
    logger.warn({ err: error }, 'live updates are waiting for Postgres'),
  );
  const registry = createRegistry('api');
  const readiness = readinessOf(dependencyProbes(config, db));
  // With a database that came later, no request is served before its keys were compared.
  const prepare = async (prepared: App) => {
    prepared.addHook('onRequest', async ({ url }) => (url.startsWith('/health/') ? undefined : keys.ensure()));
  };
  const app = await buildServer({ config, db, live, readiness, registry, prepare }, logger);
  const operators = await openOperatorServerOf(config, {
    readiness: () => unlessStopping(app.draining.hasBegun, readiness),
    metrics: () => registry.metrics(),
  });

  const recorder = config.hasSite
    ? recordStatusEveryMinute({ config, db, now: Date.now }, readiness, (error) =>
        logger.warn({ err: error }, 'the state of this minute is not recorded'),
      )
    : undefined;

  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    const drainMs = config.drainSeconds * 1000;
    // Whatever hangs must not keep the process: the supervisor would kill it in the middle of something.
    setTimeout(() => {
      discard();
      process.exit(1);
    }, drainMs + STOP_MS).unref();
    void (async () => {
      recorder?.stop();
      app.draining.begin();
      await new Promise((resolve) => setTimeout(resolve, drainMs));
      await app.close();
      await operators?.close();
      await live.close();
      await db.close();
      await stopTracing();
      logger.info('stopped');
      await close();
      process.exit(0);
    })();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  await app.listen({ host: config.host, port: config.port });
  logger.info({ host: config.host, port: config.port }, 'listening');
  announce('api ready');
  // Before the schema is there it is made with the first demo invoice.
  if (config.hasSite && waitsFor === undefined) {
    const box = createSecretBox(Buffer.from(config.encryptionKey));
    await ensureDemoShop(db, box).catch((error: unknown) =>
      logger.warn({ err: error }, 'the demo has no merchant yet'),
    );
  }
}

const STOP_MS = 7000;

/** A database that cannot be asked is compared with the first request. */
function throwIfWrong(error: unknown): void {
  if (isDomainError(error, 'configuration_invalid')) throw error;
}

/**
 * Describes what the schema still lacks, if that may still come; the API is not ready until then. A database that
 * cannot be reached is checked again by every health check. @throws DomainError `configuration_invalid` if this
 * version will not work
 */
async function schemaToCome(db: Db): Promise<string | undefined> {
  const problem = await schemaProblem(db).catch(() => undefined);
  if (problem === undefined || problem.mayPass) return problem?.message;
  throw new DomainError('configuration_invalid', { message: problem.message });
}

main().catch((error: unknown) => {
  const message = isDomainError(error)
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error);
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
