import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { startPriceDesk } from '../activities/card-orders/price-desk.ts';
import { openCardSeller } from '../activities/card-partner/open.ts';
import { onPaidTest, PAID_TEST_QUEUE } from '../activities/compliance/on-paid-test.ts';
import { startConverting } from '../activities/conversions/waiting.ts';
import { startProjector } from '../activities/dashboard/project.ts';
import { keepMonths } from '../activities/growth/keep-months.ts';
import { startAdmission } from '../activities/invoices/admission.ts';
import { startExpiry } from '../activities/invoices/expiry.ts';
import { startInbox } from '../activities/mail/inbox.ts';
import { startSharing } from '../activities/partners/sharing.ts';
import { onRequestPaid, REQUEST_OUTCOME_QUEUE, startRequestExpiry } from '../activities/payment-requests/outcomes.ts';
import { startLateAnswers } from '../activities/support/late-answers.ts';
import { onPublicEvent, WEBHOOK_QUEUE, WEBHOOK_TOPICS } from '../activities/webhooks/on-public-event.ts';
import type { WebhookSender } from '../activities/webhooks/sender.ts';
import { createAccountSecrets } from '../db/accounts/secrets.ts';
import { openBus } from '../db/bus/open.ts';
import type { Bus } from '../db/bus/port.ts';
import { type Relay, startRelay } from '../db/bus/relay.ts';
import type { Db } from '../db/core/sequelize.ts';
import { createReplyProofs } from '../db/support/reply-proof.ts';
import { PAID_TOPICS } from '../domain/webhooks/event-types.ts';
import type { Config } from '../settings/config.ts';
import { retryUntilDone, type WaitOptions } from './connection.ts';
import { consumeMails } from './mail-consumers.ts';
import { keepMethodSchedule } from './method-schedules.ts';
import { consumeWorkflowMessages } from './outbox-consumer.ts';

interface RelayingDeps {
  readonly config: Config;
  readonly db: Db;
  readonly client: Client;
  readonly sender: WebhookSender;
  readonly log: Logger;
  readonly waiting: WaitOptions;
}

export interface Relaying {
  readonly relay: Relay;
  /** The relay first, so that the bus gets nothing more. */
  stop(): Promise<void>;
}

/**
 * Relays the outbox, runs its consumers, decides deadlines, makes conversions that wait, shares fees with partners,
 * reads the mailbox of support, and keeps the sums of the dashboard and the months of growing tables. Needs Postgres
 * and the bus; Temporal may be away.
 * @returns null if it was stopped while it waited for them
 */
export async function startRelaying(deps: RelayingDeps): Promise<Relaying | null> {
  const { config, db, log, waiting } = deps;
  const onTrouble = (error: unknown, topic?: string) => log.warn({ err: error, topic }, 'the relay failed to deliver');
  const bus = await retryUntilDone(() => openBus(db, config, onTrouble), waiting);
  if (bus === null) return null;
  const closeMailer = await consumeAll(bus, deps);
  const close = async () => {
    await bus.close();
    closeMailer();
  };
  const relay = await retryUntilDone(() => startRelay(db, bus, { onError: onTrouble }), waiting);
  if (relay === null) {
    await close();
    return null;
  }
  const expiry = startExpiry(db, { nowMs: Date.now, onTrouble: (error) => onTrouble(error, 'expiry') });
  const admission = startAdmission(db, {
    nowMs: Date.now,
    isHindered: () => relay.isHindered(),
    onTrouble: (error) => onTrouble(error, 'admission'),
  });
  const converting = startConverting(db, { nowMs: Date.now, onTrouble: (error) => onTrouble(error, 'conversions') });
  const projector = startProjector(db, { onTrouble: (error) => onTrouble(error, 'dashboard') });
  const months = keepMonths(db, { nowMs: Date.now, onTrouble: (error) => onTrouble(error, 'months') });
  const { publicUrl } = config;
  const requests = startRequestExpiry(
    { db, publicUrl, nowMs: Date.now },
    { onTrouble: (error) => onTrouble(error, 'payment requests') },
  );
  const sharing = startSharing(db, { onTrouble: (error) => onTrouble(error, 'partner shares') });
  const { answerHours } = config.support;
  const onLateTrouble = (error: unknown) => onTrouble(error, 'late answers');
  const late = startLateAnswers({ db, answerHours, nowMs: Date.now }, { onTrouble: onLateTrouble });
  const sellers = { sandbox: openCardSeller(config, 'sandbox'), production: openCardSeller(config, 'production') };
  const inbox = readInbox(deps, (error) => onTrouble(error, 'support mailbox'));
  const prices = await retryUntilDone(
    () =>
      startPriceDesk(db, {
        sellerOf: (mode) => sellers[mode],
        onTrouble: (error) => onTrouble(error, 'card prices'),
      }),
    waiting,
  );
  return {
    relay,
    stop: async () => {
      const rounds = [expiry, admission, converting, projector, months, requests, sharing, late, prices, inbox];
      await Promise.all([relay.close(), ...rounds.map((each) => each?.stop())]);
      await close();
    },
  };
}

/** Replies to tickets by email; null where no mailbox is set. */
function readInbox({ config, db }: RelayingDeps, onTrouble: (error: unknown) => void) {
  const { inbox, mail: address } = config.support;
  if (inbox === undefined) return null;
  const secrets = createAccountSecrets(config.encryptionKey);
  const proofs = createReplyProofs(config.encryptionKey);
  return startInbox({ db, secrets, proofs, address, inbox, nowMs: Date.now, onTrouble });
}

/** @returns a function that closes the connections of the mailer */
async function consumeAll(bus: Bus, { config, db, client, sender, log }: RelayingDeps): Promise<() => void> {
  const { sandboxPeriodSeconds, publicUrl } = config;
  await consumeWorkflowMessages(bus, client, (at, methodId) =>
    keepMethodSchedule({ db, sandboxPeriodSeconds }, at, methodId),
  );
  await bus.consume(WEBHOOK_QUEUE, WEBHOOK_TOPICS, onPublicEvent(sender), { concurrency: 200 });
  await bus.consume(PAID_TEST_QUEUE, PAID_TOPICS, onPaidTest(db, Date.now), { concurrency: 4 });
  const onPaid = onRequestPaid({ db, publicUrl, nowMs: Date.now });
  await bus.consume(REQUEST_OUTCOME_QUEUE, PAID_TOPICS, onPaid, { concurrency: 4 });
  return consumeMails(bus, { db, config, log });
}
