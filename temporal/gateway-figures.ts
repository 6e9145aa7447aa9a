import type { Client } from '@temporalio/client';
import { Gauge, type Registry } from 'prom-client';
import { PAID_TEST_QUEUE } from '../activities/compliance/on-paid-test.ts';
import { APPROVAL_MAIL_QUEUE } from '../activities/mail/approval-mails.ts';
import { CLAIM_MAIL_QUEUE } from '../activities/mail/claim-mails.ts';
import { INVOICE_MAIL_QUEUE } from '../activities/mail/consumers.ts';
import { DEPOSIT_MAIL_QUEUE } from '../activities/mail/deposit-mails.ts';
import { NOTICE_MAIL_QUEUE } from '../activities/mail/notice-mails.ts';
import { OUTGOING_MAIL_QUEUE } from '../activities/mail/outgoing-mails.ts';
import { REFUND_MAIL_QUEUE } from '../activities/mail/refund-mails.ts';
import { REQUEST_MAIL_QUEUE } from '../activities/mail/request-mails.ts';
import { ACCOUNT_MAIL_QUEUE, CODE_MAIL_QUEUE, MAIL_QUEUE } from '../activities/mail/sending.ts';
import { STAFF_MAIL_QUEUE } from '../activities/mail/staff-mails.ts';
import { WITHDRAWAL_MAIL_QUEUE } from '../activities/mail/withdrawal-mails.ts';
import { REQUEST_OUTCOME_QUEUE } from '../activities/payment-requests/outcomes.ts';
import { WEBHOOK_QUEUE } from '../activities/webhooks/on-public-event.ts';
import { readBusDepths } from '../db/bus/depths.ts';
import type { Db } from '../db/core/sequelize.ts';
import type { FigureDefinition } from '../db/monitoring/figure-query.ts';
import { databaseFigureDefinitions, databaseFigures } from '../db/monitoring/figures.ts';
import type { Sample } from '../db/monitoring/rows.ts';
import { currentFigures } from '../db/monitoring/snapshot.ts';
import { ALERT_CHANNELS, channelsOf } from '../domain/alerts/settings.ts';
import { MODES, NETWORKS } from '../domain/assets/assets.ts';
import { type Config, isOpen } from '../settings/config.ts';
import { taskQueues } from '../workflows/messages.ts';
import { LATER_QUEUE, WORKFLOW_QUEUE } from './outbox-consumer.ts';
import { describeQueue } from './task-queue-figures.ts';

export interface GatewaySources {
  readonly db: Db;
  readonly client: Client;
  readonly config: Config;
}

/**
 * Adds the figures of the whole gateway to the metrics of a process: what the database, Temporal and the bus say. Every
 * process that has them shows the same ones; {@link currentFigures} computes them once for all.
 * @returns a function that brings them up to date, for each read of the metrics
 */
export function addGatewayFigures(registry: Registry, sources: GatewaySources): () => Promise<void> {
  const gauges = new Map(DEFINITIONS.map(({ name, help, labels }) => [name, gauge(registry, { name, help, labels })]));
  const age = gauge(registry, FIGURES_AGE);
  return async () => {
    // Values that are not found this time must not stay: a gauge without labels forgets by `remove`, the others by
    // `reset`.
    for (const each of gauges.values()) each.reset();
    for (const { name, labels } of DEFINITIONS) {
      if (labels.length === 0) gauges.get(name)?.remove();
    }
    age.remove();
    const { samples, ageSeconds } = await currentFigures(sources.db, () => computeFigures(sources));
    if (ageSeconds !== null) age.set(ageSeconds);
    // Those of a process of another version may be unknown here.
    for (const [name, labels, value] of samples) gauges.get(name)?.set(labels, value);
  };
}

/** A source that fails costs its own figures only, and says so. */
async function computeFigures(sources: GatewaySources): Promise<Sample[]> {
  const read = { postgres: databaseFigures(sources.db), temporal: queueFigures(sources), bus: busFigures(sources) };
  const set = channelsOf(sources.config.alerts);
  const samples = ALERT_CHANNELS.map(
    (channel): Sample => [CHANNEL_SET.name, { channel }, set.includes(channel) ? 1 : 0],
  );
  for (const [source, figures] of Object.entries(read)) {
    try {
      samples.push(...(await figures), [SOURCE_UP.name, { source }, 1]);
    } catch {
      samples.push([SOURCE_UP.name, { source }, 0]);
    }
  }
  return samples;
}

async function queueFigures({ client, config }: GatewaySources): Promise<Sample[]> {
  const networks = NETWORKS.filter((network) => MODES.some((mode) => isOpen(config, mode, network)));
  const { core, rates, webhooks, verification, signer, sweeps } = taskQueues;
  const activities = [core, rates, webhooks, verification, signer, sweeps, ...networks.map(taskQueues.chain)];
  const requested = [
    describeQueue(client, core, 'workflow'),
    ...activities.map((queue) => describeQueue(client, queue, 'activity')),
  ];
  return (await Promise.all(requested)).flatMap(({ queue, type, backlog, ageSeconds, pollers }): Sample[] => [
    [BACKLOG.name, { queue, type }, backlog],
    [BACKLOG_AGE.name, { queue, type }, ageSeconds],
    [POLLERS.name, { queue, type }, pollers],
  ]);
}

async function busFigures({ config }: GatewaySources): Promise<Sample[]> {
  if (config.amqpUrl === undefined) return [];
  const depths = await readBusDepths({ url: config.amqpUrl, tls: config.amqpTls }, BUS_QUEUES);
  return depths.flatMap(({ queue, ...states }) =>
    Object.entries(states).map(([state, count]): Sample => [BUS_MESSAGES.name, { queue, state }, count]),
  );
}

function gauge(registry: Registry, { name, help, labels }: FigureDefinition): Gauge {
  return new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
}

const BUS_QUEUES = [
  WORKFLOW_QUEUE,
  LATER_QUEUE,
  WEBHOOK_QUEUE,
  PAID_TEST_QUEUE,
  MAIL_QUEUE,
  ACCOUNT_MAIL_QUEUE,
  INVOICE_MAIL_QUEUE,
  REFUND_MAIL_QUEUE,
  STAFF_MAIL_QUEUE,
  WITHDRAWAL_MAIL_QUEUE,
  APPROVAL_MAIL_QUEUE,
  CLAIM_MAIL_QUEUE,
  REQUEST_MAIL_QUEUE,
  OUTGOING_MAIL_QUEUE,
  DEPOSIT_MAIL_QUEUE,
  NOTICE_MAIL_QUEUE,
  REQUEST_OUTCOME_QUEUE,
  CODE_MAIL_QUEUE,
];

const BACKLOG = {
  name: 'tidegate_task_queue_backlog_tasks',
  help: 'Tasks that wait in a task queue of Temporal, approximately.',
  labels: ['queue', 'type'],
};
const BACKLOG_AGE = {
  name: 'tidegate_task_queue_backlog_age_seconds',
  help: 'How long the oldest task of a queue has waited, approximately.',
  labels: ['queue', 'type'],
};
const POLLERS = {
  name: 'tidegate_task_queue_pollers',
  help: 'Workers that polled a task queue within the last two minutes.',
  labels: ['queue', 'type'],
};
const BUS_MESSAGES = {
  name: 'tidegate_bus_messages',
  help: 'Messages in RabbitMQ by consumer: waiting, retrying after a failure, or parked for an operator.',
  labels: ['queue', 'state'],
};
const SOURCE_UP = {
  name: 'tidegate_figures_source_up',
  help: '0 if the figures of a source could not be read: postgres, temporal or bus.',
  labels: ['source'],
};
const CHANNEL_SET = {
  name: 'tidegate_alert_channel_set',
  help: '1 if operators are notified of alerts by the channel; if all are 0, nobody is notified.',
  labels: ['channel'],
};
const FIGURES_AGE = {
  name: 'tidegate_figures_age_seconds',
  help: 'Time since the figures of the gateway were computed.',
  labels: [],
};

const DEFINITIONS: readonly FigureDefinition[] = [
  ...databaseFigureDefinitions(),
  BACKLOG,
  BACKLOG_AGE,
  POLLERS,
  BUS_MESSAGES,
  SOURCE_UP,
  CHANNEL_SET,
];
