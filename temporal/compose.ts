import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { createChainActivities } from '../activities/chain/activities.ts';
import { checkChains } from '../activities/chain/open-chain.ts';
import { createOnboardingActivities } from '../activities/compliance/activities.ts';
import { onPaidTest, PAID_TEST_QUEUE, PAID_TEST_TOPICS } from '../activities/compliance/on-paid-test.ts';
import { createRetentionActivities } from '../activities/compliance/retention.ts';
import { createInvoiceActivities } from '../activities/invoices/activities.ts';
import { type Expiry, startExpiry } from '../activities/invoices/expiry.ts';
import { KeptLoops } from '../activities/kept-loops.ts';
import { createLedgerActivities } from '../activities/ledger/trial-balance.ts';
import { INVOICE_MAIL_QUEUE, INVOICE_MAIL_TOPICS, onInvoiceEvent } from '../activities/mail/consumers.ts';
import { openMailer } from '../activities/mail/mailer.ts';
import { onRefundMail, REFUND_MAIL_QUEUE, REFUND_MAIL_TOPICS } from '../activities/mail/refund-mails.ts';
import { ACCOUNT_MAIL_QUEUE, MAIL_QUEUE, MAIL_SEND, onAccountMail, onMailSend } from '../activities/mail/sending.ts';
import { onStaffMail, STAFF_MAIL_QUEUE, STAFF_MAIL_TOPICS } from '../activities/mail/staff-mails.ts';
import { createMassActivities } from '../activities/mass-payouts/activities.ts';
import { pause } from '../activities/pause.ts';
import { createPayoutActivities } from '../activities/payouts/activities.ts';
import { createRateActivities } from '../activities/rates/activities.ts';
import { createRecoveryActivities } from '../activities/recovery/activities.ts';
import { openSendingActivities, type SendingActivities } from '../activities/sending/activities.ts';
import type { SendingFaultPoint } from '../activities/sending/deps.ts';
import type { KeyRing } from '../activities/signer/keys.ts';
import { openSignerKeys } from '../activities/signer/keystore.ts';
import type { SigningFaultPoint } from '../activities/signer/sign.ts';
import { createSuspicionActivities } from '../activities/suspicion/activities.ts';
import { createLinkedActivities } from '../activities/suspicion/linked.ts';
import { createVerificationActivities } from '../activities/verification/activities.ts';
import { type OpenedVerification, openVerification } from '../activities/verification/open.ts';
import { createWebhookActivities } from '../activities/webhooks/activities.ts';
import { onPublicEvent, WEBHOOK_QUEUE, WEBHOOK_TOPICS } from '../activities/webhooks/on-public-event.ts';
import { openWebhookSender, type WebhookSender } from '../activities/webhooks/sender.ts';
import { openBus } from '../db/bus/open.ts';
import type { Bus } from '../db/bus/port.ts';
import { isSimulatedProvider } from '../db/compliance/webhook-secret.ts';
import { connect } from '../db/connect.ts';
import { applyInvoiceEvent, applyInvoiceEvents } from '../db/invoices/process.ts';
import { massSettings } from '../db/mass-payouts/settings.ts';
import { payoutSettings } from '../db/payouts/settings.ts';
import { createRefundLinks } from '../db/refunds/links.ts';
import { type Relay, startRelay } from '../db/relay.ts';
import { schemaProblem } from '../db/schema.ts';
import { createSecretBox } from '../db/secret-box.ts';
import type { Db } from '../db/sequelize.ts';
import { ACCOUNT_MAIL } from '../domain/account-mail.ts';
import { NETWORKS } from '../domain/assets.ts';
import type { Config } from '../domain/config.ts';
import { DomainError, isDomainError } from '../domain/errors.ts';
import { ownPortsOf } from '../domain/own-ports.ts';
import { taskQueues } from '../workflows/messages.ts';
import { bundleWorkflows } from './bundle.ts';
import { connectWorkers, dataConverter, openClient, retryUntilDone, type WaitOptions } from './connection.ts';
import { addGatewayFigures } from './gateway-figures.ts';
import { withHeartbeats } from './heartbeats.ts';
import { keepMethodSchedule } from './method-schedules.ts';
import { consumeWorkflowMessages } from './outbox-consumer.ts';
import { type QueuePlan, type RunningQueues, runQueues } from './queue-workers.ts';
import { signerQueues } from './signer-queue.ts';
import { startStandingWorkflows } from './standing-workflows.ts';
import { temporalView } from './temporal-view.ts';
import type { WorkerMetrics } from './worker-metrics.ts';
import type { WorkerStatus } from './worker-status.ts';

export interface RunningWorker {
  /** Finishes open work or leaves it to the next worker, and closes all connections. */
  stop(): Promise<void>;
}

/** Called with the name of each step of an outgoing payment, so that tests can stop there. */
export type OnStep = (name: SigningFaultPoint | SendingFaultPoint) => void;

export interface WorkerHooks {
  readonly onStep?: OnStep | undefined;
  readonly observer?: WorkerObserver;
}

/** What operators see of a worker. */
export interface WorkerObserver {
  readonly status: WorkerStatus;
  readonly metrics: WorkerMetrics;
  /** Ports of this process that webhooks must never reach. */
  readonly ports: readonly number[];
}

/**
 * Builds a worker process from its configuration: database, bus, activities, the outbox relay with its consumers, and
 * one Temporal worker per queue. Waits for servers that are not up yet; null if it was stopped while waiting.
 */
export async function startWorker(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  { onStep, observer }: WorkerHooks = {},
): Promise<RunningWorker | null> {
  // Keys are opened only by the process that serves them, and first, so that a failure leaves nothing to close.
  const keyRing = serves(config, taskQueues.signer) ? await openSignerKeys(config) : null;
  const waiting: WaitOptions = { signal, onTrouble: (error) => log.warn({ err: error }, 'waiting for a server') };
  const db = connect(config.databaseUrl, { poolSize: config.databasePoolSize, applicationName: 'tidegate-worker' });
  const sender = webhookSender(config, db, observer);
  observer?.status.add({ db });
  const [connection, client, bundle] = await Promise.all([
    connectWorkers(config, waiting),
    openClient(config),
    bundleWorkflows(),
  ]);
  const keptLoops = new KeptLoops(db);
  const closing = [() => keptLoops.stop(), () => client.connection.close(), () => sender.close(), () => db.close()];
  if (connection === null) return endAll(closing);
  closing.unshift(() => connection.close());

  const wrong = await retryUntilDone(async () => (await wrongSchema(db)) ?? (await wrongChains(config, db)), waiting);
  if (wrong === null) return endAll(closing);
  if (wrong !== 'none') {
    await endAll(closing);
    throw wrong;
  }
  const verification = serves(config, taskQueues.verification)
    ? await openVerification(config, db, (error) => log.warn({ err: error }, 'the simulated verification failed'))
    : null;
  if (verification !== null) closing.unshift(() => verification.close());
  const faults = onStep === undefined ? {} : { faultPoint: onStep };
  const sending = openSendingActivities({ db, config, nowMs: Date.now, ...faults });
  closing.unshift(() => sending.close());
  const plans = queuePlans({
    config,
    db,
    client,
    sender,
    keptLoops,
    verification,
    sending: withHeartbeats(sending.activities),
    keyRing,
    faults,
    observer,
  });
  const context = {
    connection,
    namespace: config.temporalNamespace,
    dataConverter: await dataConverter(config),
    bundle,
    log,
  };
  const queues = await retryUntilDone(() => runQueues(context, plans), waiting);
  if (queues === null) return endAll(closing);
  observer?.status.add({ queues });
  // From one kind of process, the one that cannot be missing.
  if (serves(config, taskQueues.core)) {
    observer?.metrics.add((registry) => addGatewayFigures(registry, { db, client, config }));
  }
  const relayed = serves(config, taskQueues.core)
    ? await startRelaying({ config, db, client, sender, log, waiting })
    : null;
  if (relayed === null && signal.aborted) return endAll([() => queues.stop(), ...closing]);
  if (relayed !== null) observer?.status.add({ relay: relayed.relay });
  await retryUntilDone(() => startStandingWorkflows(client, config), waiting);
  void keepStandingWorkflows(client, config, waiting);
  return { stop: () => stopAll({ queues, relayed, closing }) };
}

function webhookSender(config: Config, db: Db, observer: WorkerObserver | undefined): WebhookSender {
  return openWebhookSender({
    db,
    box: createSecretBox(Buffer.from(config.encryptionKey)),
    allowedNetworks: config.webhookAllowedNetworks,
    ownPorts: new Set([...ownPortsOf(config), ...(observer?.ports ?? [])]),
    ...(observer === undefined ? {} : { onAttempt: observer.metrics.countWebhook }),
  });
}

const ENSURE_EVERY_MS = 60_000;

/** Temporal may lose its data while this worker runs; the recovery workflow among them brings back all others. */
async function keepStandingWorkflows(
  client: Client,
  config: Config,
  { signal, onTrouble }: WaitOptions,
): Promise<void> {
  while (!signal.aborted) {
    await pause(signal, ENSURE_EVERY_MS);
    if (!signal.aborted) await startStandingWorkflows(client, config).catch(onTrouble);
  }
}

interface Composed {
  readonly config: Config;
  readonly db: Db;
  readonly sender: WebhookSender;
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

function serves({ workerQueues }: Config, queue: string): boolean {
  return workerQueues === undefined || workerQueues.includes(queue);
}

interface OwnParts {
  readonly client: Client;
  readonly keptLoops: KeptLoops;
  readonly verification: OpenedVerification | null;
  readonly sending: SendingActivities;
  readonly keyRing: KeyRing | null;
  readonly faults: { readonly faultPoint?: OnStep };
  readonly observer: WorkerObserver | undefined;
}

/** The queues that this process serves, with their activities. */
function queuePlans(parts: Composed & OwnParts): QueuePlan[] {
  const { config, db, sender, keptLoops, verification, sending, keyRing, faults } = parts;
  const nowMs = Date.now;
  const chain = createChainActivities({
    db,
    config,
    applyInvoiceEvent,
    applyInvoiceEvents,
    nowMs,
    keptLoops,
    ...faults,
  });
  const box = createSecretBox(Buffer.from(config.encryptionKey));
  const compliance = { db, box, nowMs, sandbox: isSimulatedProvider(config) };
  const plans: QueuePlan[] = [
    {
      taskQueue: taskQueues.core,
      activities: {
        ...coreActivities(parts),
        ...createOnboardingActivities({ ...compliance, publicUrl: config.publicUrl }),
      },
      withWorkflows: true,
      concurrency: 10,
    },
    {
      taskQueue: taskQueues.rates,
      activities: createRateActivities({ db, config, nowMs, keptLoops }),
      withWorkflows: false,
      concurrency: 4,
    },
    {
      taskQueue: taskQueues.webhooks,
      activities: createWebhookActivities(sender),
      withWorkflows: false,
      concurrency: 50,
    },
    {
      taskQueue: taskQueues.verification,
      activities: createVerificationActivities({ ...compliance, provider: verification?.provider ?? null }),
      withWorkflows: false,
      concurrency: 4,
    },
    // One loop for all chains, and one more so that the next run can begin before the last has ended.
    { taskQueue: taskQueues.simulator, activities: chain, withWorkflows: false, concurrency: 2 },
    ...NETWORKS.map((network) => ({
      taskQueue: taskQueues.chain(network),
      activities: { ...chain, ...sending },
      withWorkflows: false,
      // One follower per mode, one more so that the next run can overlap, and the rest for sending.
      concurrency: 12,
    })),
  ];
  const signers = keyRing === null ? [] : signerQueues({ config, db, keyRing, ...faults });
  return [...plans.filter(({ taskQueue }) => serves(config, taskQueue)), ...signers];
}

function coreActivities({ config, db, client, observer }: Composed & OwnParts): object {
  const nowMs = Date.now;
  return {
    ...createInvoiceActivities({ db, nowMs }),
    ...createPayoutActivities({ db, settings: payoutSettings(config), nowMs }),
    ...createMassActivities({ db, settings: massSettings(config), nowMs }),
    ...createLedgerActivities({
      db,
      nowMs,
      onChecked: ({ mismatches }) => observer?.metrics.noteBooksChecked(mismatches),
    }),
    ...createRecoveryActivities({ db, nowMs, temporal: temporalView(client) }),
    ...createSuspicionActivities({ db, publicUrl: config.publicUrl }),
    ...createLinkedActivities({ db, nowMs }),
    ...createRetentionActivities({ db, years: config.retentionYears, nowMs }),
  };
}

interface Relaying {
  readonly bus: Bus;
  readonly relay: Relay;
  readonly expiry: Expiry;
  readonly closeMailer: () => void;
}

/** The process that serves the core queue also relays the outbox and runs its consumers. */
async function startRelaying({
  config,
  db,
  client,
  sender,
  log,
  waiting,
}: Composed & { client: Client; log: Logger; waiting: WaitOptions }): Promise<Relaying | null> {
  const onTrouble = (error: unknown, topic?: string) => log.warn({ err: error, topic }, 'the relay failed to deliver');
  const bus = await retryUntilDone(() => openBus(db, config.amqpUrl, onTrouble), waiting);
  if (bus === null) return null;
  const { sandboxPeriodSeconds } = config;
  await consumeWorkflowMessages(bus, client, (at, methodId) =>
    keepMethodSchedule({ db, sandboxPeriodSeconds }, at, methodId),
  );
  await bus.consume(WEBHOOK_QUEUE, WEBHOOK_TOPICS, onPublicEvent(sender), { concurrency: 200 });
  await bus.consume(PAID_TEST_QUEUE, PAID_TEST_TOPICS, onPaidTest(db, Date.now), { concurrency: 4 });
  const closeMailer = await consumeMails(bus, { db, config, log });
  const relay = await retryUntilDone(() => startRelay(db, bus, { onError: onTrouble }), waiting);
  if (relay === null) return null;
  const expiry = startExpiry(db, { nowMs: Date.now, onTrouble: (error) => onTrouble(error, 'expiry') });
  return { bus, relay, expiry, closeMailer };
}

/** Consumes emails about invoices and accounts if a mail server is set. @returns a function that closes it */
async function consumeMails(
  bus: Bus,
  { db, config, log }: { db: Db; config: Config; log: Logger },
): Promise<() => void> {
  if (config.smtpUrl === undefined) {
    log.warn('SMTP_URL is not set: no mails, and therefore no codes, are sent');
    return () => {};
  }
  const mailer = openMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom });
  const onGivenUp = (error: Error, messageId: string) =>
    log.warn({ err: error, messageId }, 'the mail server refused a mail permanently');
  const sending = { db, mailer, onGivenUp };
  const { publicUrl } = config;
  const invoiceMails = { db, publicUrl, links: createRefundLinks(config.encryptionKey) };
  await bus.consume(INVOICE_MAIL_QUEUE, INVOICE_MAIL_TOPICS, onInvoiceEvent(invoiceMails), { concurrency: 20 });
  const onRefund = onRefundMail(invoiceMails, Date.now);
  await bus.consume(REFUND_MAIL_QUEUE, REFUND_MAIL_TOPICS, onRefund, { concurrency: 4 });
  await bus.consume(STAFF_MAIL_QUEUE, STAFF_MAIL_TOPICS, onStaffMail(invoiceMails), { concurrency: 2 });
  await bus.consume(MAIL_QUEUE, [MAIL_SEND], onMailSend(sending), { concurrency: 6 });
  const box = createSecretBox(Buffer.from(config.encryptionKey));
  const onAccount = onAccountMail({ ...sending, box, publicUrl });
  await bus.consume(ACCOUNT_MAIL_QUEUE, [ACCOUNT_MAIL], onAccount, { concurrency: 6 });
  return () => mailer.close();
}

interface Everything {
  readonly queues: RunningQueues;
  readonly relayed: Relaying | null;
  readonly closing: readonly (() => Promise<unknown>)[];
}

/** Stops whatever accepts new work first, and closes the connections last. */
async function stopAll({ queues, relayed, closing }: Everything): Promise<void> {
  await Promise.all([queues.stop(), relayed?.relay.close(), relayed?.expiry.stop()]);
  await relayed?.bus.close();
  relayed?.closeMailer();
  await endAll(closing);
}

async function endAll(steps: readonly (() => Promise<unknown>)[]): Promise<null> {
  for (const step of steps) await step();
  return null;
}
