import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { tellOperators } from '../activities/alerts/open.ts';
import { checkChains } from '../activities/chain/open-chain.ts';
import { type OpenedExchanges, openExchanges } from '../activities/exchanges/open.ts';
import { KeptLoops } from '../activities/kept-loops.ts';
import { openSendingActivities } from '../activities/sending/activities.ts';
import type { KeyRing } from '../activities/signer/keys.ts';
import { openSignerKeys } from '../activities/signer/keystore.ts';
import { openVerification } from '../activities/verification/open.ts';
import { openWebhookSender, type WebhookSender } from '../activities/webhooks/sender.ts';
import { connect } from '../db/connect.ts';
import { explainedDatabase } from '../db/core/explained.ts';
import { keysOf, requireSameKeys } from '../db/core/key-fingerprints.ts';
import { createSecretBox } from '../db/core/secret-box.ts';
import type { Db } from '../db/core/sequelize.ts';
import { applyInvoiceEvent, applyInvoiceEvents } from '../db/invoices/process.ts';
import { schemaProblem } from '../db/schema/schema.ts';
import { MODES, NETWORKS } from '../domain/assets/assets.ts';
import { DomainError, isDomainError } from '../domain/errors.ts';
import type { Config } from '../settings/config.ts';
import { hedgingOf } from '../settings/hedging.ts';
import { ownPortsOf } from '../settings/own-ports.ts';
import { taskQueues } from '../workflows/messages.ts';
import { bundleWorkflows } from './bundle.ts';
import { requireRightClock, watchClock } from './clock-watch.ts';
import { connectWorkers, dataConverter, openClient, retryUntilDone, type WaitOptions } from './connection.ts';
import { addGatewayFigures } from './gateway-figures.ts';
import { withHeartbeats } from './heartbeats.ts';
import { standIn } from './loops-without-temporal.ts';
import { type OnStep, queuePlans, serves } from './queue-plans.ts';
import { type WatchPace, watchQueues } from './queue-watch.ts';
import { PROCESS_IDENTITY, type RunningQueues, runQueues } from './queue-workers.ts';
import { type Relaying, startRelaying } from './relaying.ts';
import { ensureStandingWorkflows, keepStandingWorkflows } from './standing-workflows.ts';
import { lastPoll } from './task-queue-figures.ts';
import { joinDeployment } from './worker-deployment.ts';
import type { WorkerMetrics } from './worker-metrics.ts';
import type { WorkerStatus } from './worker-status.ts';

export interface RunningWorker {
  /** Finishes open work or leaves it to the next worker, and closes all connections. */
  stop(): Promise<void>;
}

export interface WorkerHooks {
  readonly onStep?: OnStep | undefined;
  readonly observer?: WorkerObserver;
  /** Called once with queues that stay without a poller although Temporal answers: the process should end. */
  readonly onLost?: (queues: readonly string[]) => void;
  /** Called once when the clock of the process has gone wrong: the process should end. */
  readonly onWrongClock?: (problem: string) => void;
  /** Shorter ones, for tests. */
  readonly paces?: WorkerPaces;
}

/** How often a worker looks after what has to be there. */
export interface WorkerPaces {
  readonly standingMs?: number;
  readonly recoveryMs?: number;
  readonly watch?: WatchPace | undefined;
}

/** The parts of a worker that operators see. */
export interface WorkerObserver {
  readonly status: WorkerStatus;
  readonly metrics: WorkerMetrics;
  /** Ports of this process that webhooks must never reach. */
  readonly ports: readonly number[];
}

type Closing = () => Promise<unknown>;

/** The parts that a process has from its start on. */
interface Base extends WorkerHooks {
  readonly config: Config;
  readonly log: Logger;
  readonly db: Db;
  readonly client: Client;
  readonly sender: WebhookSender;
  readonly keyRing: KeyRing | null;
  readonly keptLoops: KeptLoops;
  readonly waiting: WaitOptions;
  /** Steps of the end of the process, first to last. */
  readonly closing: Closing[];
}

/**
 * Builds a worker process from its configuration: database, bus, activities, the outbox relay with its consumers, and
 * one Temporal worker per queue. Waits for servers that are not up yet, and does meanwhile what needs none of them;
 * null if it was stopped while waiting.
 */
export async function startWorker(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  hooks: WorkerHooks = {},
): Promise<RunningWorker | null> {
  // Keys are opened only by the process that serves them, and first, so that a failure leaves nothing to close.
  const keyRing = serves(config, taskQueues.signer) ? await openSignerKeys(config) : null;
  const waiting: WaitOptions = { signal, onTrouble: (error) => log.warn({ err: error }, 'waiting for a server') };
  const db = connect(config.databaseUrl, { poolSize: config.databasePoolSize, applicationName: 'tidegate-worker' });
  const sender = webhookSender(config, db, hooks.observer);
  hooks.observer?.status.add({ db });
  const client = await openClient(config);
  const keptLoops = new KeptLoops(db);
  const closing = [() => keptLoops.stop(), () => client.connection.close(), () => sender.close(), () => db.close()];
  const base: Base = { ...hooks, config, log, db, client, sender, keyRing, keptLoops, waiting, closing };

  const wrongTables = await retryUntilDone(() => checkDatabase(db, config), waiting);
  // Only from here on, because operators are notified about nodes, Temporal and RabbitMQ.
  if (wrongTables === 'none') tellOfAlerts(base);
  const wrong = wrongTables === 'none' ? await retryUntilDone(() => wrongChains(config, db), waiting) : wrongTables;
  if (wrong === null || wrong !== 'none') await endAll(closing);
  if (wrong === null) return null;
  if (wrong !== 'none') throw wrong;

  // Neither waits for the other: mails and webhooks need no Temporal, chains and workflows need no RabbitMQ.
  const [relaying, queues] = await Promise.all([relay(base), serveQueues(base)]);
  const stop = async () => {
    await Promise.all([queues?.stop(), relaying?.stop()]);
    await endAll(closing);
  };
  if (queues === null || signal.aborted) {
    await stop();
    return null;
  }
  void watchClock(db, { signal, onWrong: (problem) => base.onWrongClock?.(problem) });
  void keepStandingWorkflows(client, config, { ...waiting, everyMs: hooks.paces?.standingMs });
  return { stop };
}

/** The process that serves the core queue also tells operators of alerts. */
function tellOfAlerts({ config, db, log, observer, closing }: Base): void {
  if (!serves(config, taskQueues.core)) return;
  observer?.status.add({ alerts: { db, config } });
  const delivery = tellOperators(config, db, (error) => log.warn({ err: error }, 'telling operators of alerts failed'));
  closing.unshift(() => delivery.stop());
}

/** The process that serves the core queue also relays the outbox and runs its consumers. */
async function relay(base: Base): Promise<Relaying | null> {
  const { config, db, client, observer } = base;
  if (!serves(config, taskQueues.core)) return null;
  // From one kind of process, the one that cannot be missing.
  observer?.metrics.add((registry) => addGatewayFigures(registry, { db, client, config }));
  const relaying = await startRelaying(base);
  if (relaying !== null) observer?.status.add({ relay: relaying.relay });
  return relaying;
}

/** Serves its queues once Temporal answers, and does the work of their workflows until then. */
async function serveQueues(base: Base): Promise<RunningQueues | null> {
  const { config, log, db, client, keptLoops, observer, waiting, closing } = base;
  const faults = base.onStep === undefined ? {} : { faultPoint: base.onStep };
  const nowMs = Date.now;
  const chain = { db, config, applyInvoiceEvent, applyInvoiceEvents, nowMs, keptLoops, ...faults };
  const rates = { db, config, nowMs, keptLoops };
  const [connection, bundle] = await Promise.all([
    standIn(() => connectWorkers(config, waiting), {
      config,
      chain,
      rates,
      signal: waiting.signal,
      onTrouble: waiting.onTrouble,
      serves: (queue) => serves(config, queue),
    }),
    bundleWorkflows({ versioned: config.workerBuildId !== undefined }),
  ]);
  if (connection === null) return null;
  // It refuses while a worker that cannot end holds it; the process ends anyway.
  closing.unshift(() => connection.close().catch(() => {}));

  const onTrouble = (error: unknown) => log.warn({ err: error }, 'the simulated verification failed');
  const verification = serves(config, taskQueues.verification) ? await openVerification(config, db, onTrouble) : null;
  if (verification !== null) closing.unshift(() => verification.close());
  const exchanges = serves(config, taskQueues.treasury) ? await openTreasury(base) : null;
  const sending = openSendingActivities({ db, config, nowMs, ...faults });
  closing.unshift(() => sending.close());
  const plans = queuePlans({
    config,
    db,
    client,
    sender: base.sender,
    keyRing: base.keyRing,
    chain,
    rates,
    verification,
    exchanges,
    faults,
    sending: withHeartbeats(sending.activities),
    metrics: observer?.metrics,
    compareEveryMs: base.paces?.recoveryMs,
  });
  const context = {
    connection,
    bundle,
    log,
    namespace: config.temporalNamespace,
    buildId: config.workerBuildId,
    dataConverter: await dataConverter(config),
  };
  const queues = await retryUntilDone(() => runQueues(context, plans), waiting);
  if (queues === null) return null;
  const watch = watchQueues({
    queues,
    lastPoll: (poll) => lastPoll(client, { ...poll, identity: PROCESS_IDENTITY }),
    onLost: base.onLost ?? (() => {}),
    signal: waiting.signal,
    pace: base.paces?.watch,
  });
  observer?.status.add({ queues: watch });
  await retryUntilDone(() => joinDeployment(client, config.workerBuildId, log), waiting);
  // Before "ready", so that a namespace that was not prepared shows.
  await retryUntilDone(() => ensureStandingWorkflows(client, config), waiting);
  return queues;
}

/** The accounts at exchanges; says where there is none. */
async function openTreasury({ config, db, log, closing }: Base): Promise<OpenedExchanges> {
  for (const mode of MODES) {
    if (hedgingOf(config, mode) !== 'none') continue;
    log.warn({ mode }, 'no exchange is configured (EXCHANGE_…): nothing is hedged, so no conversions are offered');
  }
  const exchanges = await openExchanges(config, db, (error) => log.warn({ err: error }, 'a simulated exchange failed'));
  closing.unshift(() => exchanges.close());
  return exchanges;
}

function webhookSender(config: Config, db: Db, observer: WorkerObserver | undefined): WebhookSender {
  return openWebhookSender({
    db,
    box: createSecretBox(Buffer.from(config.encryptionKey)),
    allowedNetworks: config.webhookAllowedNetworks,
    ownPorts: new Set([...ownPortsOf(config), ...(observer?.ports ?? [])]),
    ownProcess: config.ownProcess,
    onAttempt: observer?.metrics.countWebhook,
  });
}

/** A permanent problem with the schema. @throws Error while the database does not answer, or may still become right */
async function checkDatabase(db: Db, config: Config): Promise<DomainError | 'none'> {
  try {
    await requireRightClock(db);
    const wrong = await wrongSchema(db);
    if (wrong !== undefined) return wrong;
    await requireSameKeys(db, keysOf(config));
    return 'none';
  } catch (error) {
    if (isDomainError(error, 'configuration_invalid')) return error;
    throw explainedDatabase(error);
  }
}

/** A permanent problem with the schema. @throws Error while the schema may still come */
async function wrongSchema(db: Db): Promise<DomainError | undefined> {
  const problem = await schemaProblem(db);
  if (problem === undefined) return undefined;
  if (problem.mayPass) throw new Error(problem.message);
  return new DomainError('configuration_invalid', { message: problem.message });
}

/** A permanent problem with the nodes of this worker's chains, which a retry would not fix. */
async function wrongChains(config: Config, db: Db): Promise<DomainError | 'none'> {
  const networks = NETWORKS.filter((network) => serves(config, taskQueues.chain(network)));
  try {
    await checkChains(config, db, networks);
    return 'none';
  } catch (error) {
    if (isDomainError(error, 'configuration_invalid')) return error;
    throw error;
  }
}

async function endAll(steps: readonly Closing[]): Promise<void> {
  for (const step of steps) await step();
}
