import type { Client } from '@temporalio/client';
import { createBankActivities } from '../activities/bank/activities.ts';
import {
  createCardOrderActivities,
  createCardOrderChecks,
  createCardPartnerActivities,
} from '../activities/card-orders/activities.ts';
import type { CardFaultPoint } from '../activities/card-orders/place.ts';
import { openCardSeller } from '../activities/card-partner/open.ts';
import { createClaimActivities, createClaimChecks } from '../activities/claims/activities.ts';
import { createOnboardingActivities } from '../activities/compliance/activities.ts';
import { createRetentionActivities } from '../activities/compliance/retention.ts';
import { createDashboardActivities } from '../activities/dashboard/check.ts';
import { createDepositActivities } from '../activities/deposits/activities.ts';
import type { OpenedExchanges } from '../activities/exchanges/open.ts';
import { type ChainActivityDeps, createChainActivities } from '../activities/followers/activities.ts';
import { createArchiveActivities } from '../activities/growth/archive.ts';
import { createInvoiceActivities } from '../activities/invoices/activities.ts';
import { createLedgerActivities } from '../activities/ledger/trial-balance.ts';
import { createMassActivities } from '../activities/mass-payouts/activities.ts';
import { createPartnerActivities } from '../activities/partners/settling.ts';
import { createPayoutActivities } from '../activities/payouts/activities.ts';
import { createRateActivities, type RateActivityDeps } from '../activities/rates/activities.ts';
import { createRecoveryActivities } from '../activities/recovery/activities.ts';
import { createScheduledReportActivities } from '../activities/reports/scheduled.ts';
import { createReserveActivities } from '../activities/reserves/activities.ts';
import { createReserveAddressActivities } from '../activities/reserves/addresses.ts';
import type { SendingActivities } from '../activities/sending/activities.ts';
import type { SendingFaultPoint } from '../activities/sending/deps.ts';
import { createPayerTransferActivities } from '../activities/sending/payer-transfer.ts';
import type { KeyRing } from '../activities/signer/keys.ts';
import type { SigningFaultPoint } from '../activities/signer/sign.ts';
import { createSuspicionActivities } from '../activities/suspicion/activities.ts';
import { createLinkedActivities } from '../activities/suspicion/linked.ts';
import { createTreasuryActivities } from '../activities/treasury/activities.ts';
import { createUpdateActivities } from '../activities/updates/activities.ts';
import { createVerificationActivities } from '../activities/verification/activities.ts';
import type { OpenedVerification } from '../activities/verification/open.ts';
import { createWebhookActivities } from '../activities/webhooks/activities.ts';
import type { WebhookSender } from '../activities/webhooks/sender.ts';
import { createWithdrawalActivities } from '../activities/withdrawals/activities.ts';
import { createAccountSecrets } from '../db/accounts/secrets.ts';
import { admitAll } from '../db/bank/collect.ts';
import { isSimulatedProvider } from '../db/compliance/webhook-secret.ts';
import { createSecretBox } from '../db/core/secret-box.ts';
import type { Db } from '../db/core/sequelize.ts';
import { admitReturns } from '../db/deposits/returns.ts';
import { massSettings } from '../db/mass-payouts/settings.ts';
import { withinEuroLimits } from '../db/outflows/euro-limits.ts';
import { admitTransfers } from '../db/treasury/moves/carriers.ts';
import { transferSettings } from '../db/treasury/moves/settings.ts';
import { admitPayments } from '../db/withdrawals/admit.ts';
import { withdrawalSettings } from '../db/withdrawals/settings.ts';
import { NETWORKS } from '../domain/assets/assets.ts';
import { HEDGED_ASSETS } from '../domain/treasury/exchanges.ts';
import type { Config } from '../settings/config.ts';
import { isConversionPossible } from '../settings/hedging.ts';
import { taskQueues } from '../workflows/messages.ts';
import { withHeartbeats } from './heartbeats.ts';
import type { QueuePlan } from './queue-workers.ts';
import { signerQueues } from './signer-queue.ts';
import { temporalView } from './temporal-view.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

/** Called with the name of each step of an outgoing payment and of a card order, so that tests can stop there. */
export type OnStep = (name: SigningFaultPoint | SendingFaultPoint | CardFaultPoint) => void;

/** The dependencies of a process's activities. */
export interface ActivityParts {
  readonly config: Config;
  readonly db: Db;
  readonly sender: WebhookSender;
  readonly client: Client;
  readonly chain: ChainActivityDeps;
  readonly rates: RateActivityDeps;
  readonly verification: OpenedVerification | null;
  readonly exchanges: OpenedExchanges | null;
  readonly sending: SendingActivities;
  readonly keyRing: KeyRing | null;
  readonly faults: { readonly faultPoint?: OnStep };
  readonly metrics: WorkerMetrics | undefined;
  /** How often recovery compares rows with Temporal; a minute by default. */
  readonly compareEveryMs: number | undefined;
}

/** Whether a process serves a queue: all of them unless WORKER_QUEUES names some. */
export function serves({ workerQueues }: Pick<Config, 'workerQueues'>, queue: string): boolean {
  return workerQueues === undefined || workerQueues.includes(queue);
}

/** The activities of each chain's queue that look at it, or send to it, for somebody else than its follower. */
function chainChecks({ db, config, faults }: Pick<ActivityParts, 'db' | 'config' | 'faults'>) {
  const nowMs = Date.now;
  return {
    ...createClaimChecks({ db, nowMs, config }),
    ...createCardOrderChecks({ db, nowMs, config, ...faults }),
    ...createPayerTransferActivities({ config }),
    ...withHeartbeats(createReserveAddressActivities({ db, config })),
  };
}

/** The queues that this process serves, with their activities. */
export function queuePlans(parts: ActivityParts): QueuePlan[] {
  const { config, db, sender, verification, sending, keyRing, faults } = parts;
  const nowMs = Date.now;
  const chain = createChainActivities(parts.chain);
  const checks = chainChecks(parts);
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
      // More would only wait for the connections of this process to Postgres.
      mostConcurrency: Math.max(10, 2 * config.databasePoolSize),
    },
    {
      taskQueue: taskQueues.rates,
      activities: createRateActivities(parts.rates),
      withWorkflows: false,
      concurrency: 4,
    },
    {
      taskQueue: taskQueues.webhooks,
      activities: createWebhookActivities(sender),
      withWorkflows: false,
      concurrency: 50,
      // Shops that answer slowly must not delay the others; each open request costs memory.
      mostConcurrency: 200,
    },
    {
      taskQueue: taskQueues.verification,
      activities: createVerificationActivities({ ...compliance, provider: verification?.provider ?? null }),
      withWorkflows: false,
      concurrency: 4,
    },
    {
      taskQueue: taskQueues.cardPartner,
      activities: cardPartnerActivities(parts),
      withWorkflows: false,
      // A partner that is slow must not delay everybody else's orders.
      concurrency: 20,
    },
    {
      taskQueue: taskQueues.treasury,
      activities:
        parts.exchanges === null ? {} : createTreasuryActivities({ config, db, nowMs, exchanges: parts.exchanges }),
      withWorkflows: false,
      // Every hedger and treasury of both modes, and as many again while the next run overlaps.
      concurrency: 4 * (HEDGED_ASSETS.length + 1),
    },
    // One loop for all chains, and one more so that the next run can begin before the last has ended.
    { taskQueue: taskQueues.simulator, activities: chain, withWorkflows: false, concurrency: 2 },
    ...NETWORKS.map((network) => ({
      taskQueue: taskQueues.chain(network),
      activities: { ...chain, ...sending, ...checks },
      withWorkflows: false,
      // One follower per mode, one more so that the next run can overlap, and the rest for sending.
      concurrency: 12,
    })),
  ];
  const signers = keyRing === null ? [] : signerQueues({ config, db, keyRing, ...faults });
  return [...plans.filter(({ taskQueue }) => serves(config, taskQueue)), ...signers];
}

function cardPartnerActivities({ config, db, faults }: ActivityParts): object {
  return createCardPartnerActivities({
    db,
    box: createSecretBox(Buffer.from(config.encryptionKey)),
    nowMs: Date.now,
    publicUrl: config.publicUrl,
    partnerOf: (mode) => openCardSeller(config, mode)?.partner ?? null,
    ...faults,
  });
}

function coreActivities({ config, db, client, metrics, compareEveryMs }: ActivityParts): object {
  const nowMs = Date.now;
  const box = createSecretBox(Buffer.from(config.encryptionKey));
  return {
    ...createInvoiceActivities({ db, nowMs }),
    ...createPayoutActivities({ db, settings: withdrawalSettings(config), nowMs }),
    ...createWithdrawalActivities({ db, settings: withdrawalSettings(config), nowMs }),
    ...createDepositActivities({ db, canConvert: (mode) => isConversionPossible(config, mode), nowMs }),
    ...createCardOrderActivities({ db, nowMs }),
    ...createClaimActivities({ db, nowMs }),
    ...createMassActivities({ db, settings: massSettings(config), nowMs }),
    ...createLedgerActivities({
      db,
      nowMs,
      onChecked: ({ mismatches }) => metrics?.noteBooksChecked(mismatches),
    }),
    ...createRecoveryActivities({ db, nowMs, temporal: temporalView(client), everyMs: compareEveryMs }),
    ...createSuspicionActivities({ db, publicUrl: config.publicUrl }),
    ...createLinkedActivities({ db, nowMs }),
    ...createRetentionActivities({
      db,
      years: config.retentionYears,
      contactMonths: config.contactRetentionMonths,
      nowMs,
    }),
    ...createBankActivities({
      db,
      box,
      config,
      nowMs,
      admit: withinEuroLimits(
        admitAll([admitPayments(withdrawalSettings(config)), admitTransfers(transferSettings(config)), admitReturns]),
      ),
    }),
    ...createUpdateActivities({
      db,
      secrets: createAccountSecrets(config.encryptionKey),
      perMinute: config.updateMailsPerMinute,
    }),
    ...createScheduledReportActivities({ db, box, publicUrl: config.publicUrl, nowMs }),
    ...createPartnerActivities({ db, nowMs }),
    ...withHeartbeats(createDashboardActivities({ db })),
    ...withHeartbeats(createReserveActivities({ db, box, config, nowMs })),
    ...withHeartbeats(createArchiveActivities({ db, settings: config.archive, nowMs })),
  };
}
