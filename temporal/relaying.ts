import type { Client } from '@temporalio/client';
import type { Logger } from 'pino';
import { onPaidTest, PAID_TEST_QUEUE, PAID_TEST_TOPICS } from '../activities/compliance/on-paid-test.ts';
import { startProjector } from '../activities/dashboard/project.ts';
import { keepMonths } from '../activities/growth/keep-months.ts';
import { type Expiry, startExpiry } from '../activities/invoices/expiry.ts';
import { CLAIM_MAIL_QUEUE, CLAIM_MAIL_TOPICS, onClaimMail } from '../activities/mail/claim-mails.ts';
import { INVOICE_MAIL_QUEUE, INVOICE_MAIL_TOPICS, onInvoiceEvent } from '../activities/mail/consumers.ts';
import { DEPOSIT_MAIL_QUEUE, DEPOSIT_MAIL_TOPICS, onDepositEvent } from '../activities/mail/deposit-mails.ts';
import { openMailer } from '../activities/mail/mailer.ts';
import { OUTGOING_MAIL_QUEUE, OUTGOING_MAIL_TOPICS, onOutgoingEvent } from '../activities/mail/outgoing-mails.ts';
import { onRefundMail, REFUND_MAIL_QUEUE, REFUND_MAIL_TOPICS } from '../activities/mail/refund-mails.ts';
import { ACCOUNT_MAIL_QUEUE, MAIL_QUEUE, MAIL_SEND, onAccountMail, onMailSend } from '../activities/mail/sending.ts';
import { onStaffMail, STAFF_MAIL_QUEUE, STAFF_MAIL_TOPICS } from '../activities/mail/staff-mails.ts';
import {
  onWithdrawalEvent,
  WITHDRAWAL_MAIL_QUEUE,
  WITHDRAWAL_MAIL_TOPICS,
} from '../activities/mail/withdrawal-mails.ts';
import { onPublicEvent, WEBHOOK_QUEUE, WEBHOOK_TOPICS } from '../activities/webhooks/on-public-event.ts';
import type { WebhookSender } from '../activities/webhooks/sender.ts';
import { openBus } from '../db/bus/open.ts';
import type { Bus } from '../db/bus/port.ts';
import { createRefundLinks } from '../db/refunds/links.ts';
import { type Relay, startRelay } from '../db/relay.ts';
import { createSecretBox } from '../db/secret-box.ts';
import type { Db } from '../db/sequelize.ts';
import { ACCOUNT_MAIL } from '../domain/account-mail.ts';
import type { Config } from '../domain/config.ts';
import { retryUntilDone, type WaitOptions } from './connection.ts';
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
 * Relays the outbox, runs its consumers, decides deadlines, and keeps the sums of the dashboard and the months of
 * growing tables. Needs Postgres and
 * the bus; Temporal may be away.
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
  const expiry: Expiry = startExpiry(db, { nowMs: Date.now, onTrouble: (error) => onTrouble(error, 'expiry') });
  const projector = startProjector(db, { onTrouble: (error) => onTrouble(error, 'dashboard') });
  const months = keepMonths(db, { nowMs: Date.now, onTrouble: (error) => onTrouble(error, 'months') });
  return {
    relay,
    stop: async () => {
      await Promise.all([relay.close(), expiry.stop(), projector.stop(), months.stop()]);
      await close();
    },
  };
}

/** @returns a function that closes the connections of the mailer */
async function consumeAll(bus: Bus, { config, db, client, sender, log }: RelayingDeps): Promise<() => void> {
  const { sandboxPeriodSeconds } = config;
  await consumeWorkflowMessages(bus, client, (at, methodId) =>
    keepMethodSchedule({ db, sandboxPeriodSeconds }, at, methodId),
  );
  await bus.consume(WEBHOOK_QUEUE, WEBHOOK_TOPICS, onPublicEvent(sender), { concurrency: 200 });
  await bus.consume(PAID_TEST_QUEUE, PAID_TEST_TOPICS, onPaidTest(db, Date.now), { concurrency: 4 });
  return consumeMails(bus, { db, config, log });
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
  const { smtpUrl, smtpCa: ca, mailFrom: from, supportUrl } = config;
  const mailer = openMailer({ smtpUrl, ca, from, supportUrl });
  const onGivenUp = (error: Error, messageId: string) =>
    log.warn({ err: error, messageId }, 'the mail server refused a mail permanently');
  const sending = { db, mailer, onGivenUp };
  const { publicUrl } = config;
  const invoiceMails = { db, publicUrl, links: createRefundLinks(config.encryptionKey) };
  await bus.consume(INVOICE_MAIL_QUEUE, INVOICE_MAIL_TOPICS, onInvoiceEvent(invoiceMails), { concurrency: 20 });
  await bus.consume(WITHDRAWAL_MAIL_QUEUE, WITHDRAWAL_MAIL_TOPICS, onWithdrawalEvent(invoiceMails), { concurrency: 4 });
  await bus.consume(OUTGOING_MAIL_QUEUE, OUTGOING_MAIL_TOPICS, onOutgoingEvent(invoiceMails), { concurrency: 4 });
  await bus.consume(DEPOSIT_MAIL_QUEUE, DEPOSIT_MAIL_TOPICS, onDepositEvent(invoiceMails), { concurrency: 4 });
  const onRefund = onRefundMail(invoiceMails, Date.now);
  await bus.consume(REFUND_MAIL_QUEUE, REFUND_MAIL_TOPICS, onRefund, { concurrency: 4 });
  await bus.consume(CLAIM_MAIL_QUEUE, CLAIM_MAIL_TOPICS, onClaimMail(invoiceMails), { concurrency: 2 });
  await bus.consume(STAFF_MAIL_QUEUE, STAFF_MAIL_TOPICS, onStaffMail(invoiceMails), { concurrency: 2 });
  await bus.consume(MAIL_QUEUE, [MAIL_SEND], onMailSend(sending), { concurrency: 6 });
  const box = createSecretBox(Buffer.from(config.encryptionKey));
  const onAccount = onAccountMail({ ...sending, box, publicUrl });
  await bus.consume(ACCOUNT_MAIL_QUEUE, [ACCOUNT_MAIL], onAccount, { concurrency: 6 });
  return () => mailer.close();
}
